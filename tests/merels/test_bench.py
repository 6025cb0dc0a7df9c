# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board measures itself, only while nobody plays, and leaves no trace."""

from fakes.table import Table
from merels.wire import framing


def state(table):
    return framing.parse(":" + table.ask("bench state")).values


def test_it_measures_everything_once():
    table = Table()
    table.play("d6 f4")
    names = sorted(table.app.ports.storage.names())
    before = table.ask("state").split(" ms=")[0]
    assert table.ask("bench") == "ok bench=running done=0 of=500"
    table.run(5000)
    told = state(table)
    assert told["bench"] == "done" and told["steps"] == "500"
    for name in ("rate", "step", "light", "lift", "gc", "append"):
        assert int(told[name]) > 0, name
    assert int(told["step"]) <= int(told["step99"]) <= int(told["most"])
    assert int(told["lift"]) >= int(told["light"]) + 4000
    assert int(told["scan"]) >= 0 and "free" in told
    assert table.ask("state").split(" ms=")[0] == before
    assert sorted(table.app.ports.storage.names()) == names
    table.play("d2")
    assert table.app.game.ply == 3


def test_hands_in_mid_air_come_first():
    table = Table()
    table.play("d6 f4")
    table.lift("d6")
    table.run(500)
    assert table.ask("bench") == "err code=busy"
    table.drop("d6")
    table.run(500)
    assert table.ask("bench").startswith("ok bench=running")
    table.run(100)
    table.lift("d6")
    table.run(500)
    done = int(state(table)["done"])
    table.run(2000)
    assert 0 < int(state(table)["done"]) == done < 500
    table.drop("d6")
    table.run(5000)
    assert state(table)["bench"] == "done"


def test_it_can_be_stopped_and_begun_again():
    table = Table()
    assert table.ask("bench state") == "ok bench=off"
    table.ask("bench")
    assert table.ask("bench stop") == "ok bench=stopped"
    assert table.ask("bench fast") == "err code=bad-word"
    assert table.ask("bench").startswith("ok bench=running")
    table.run(5000)
    assert state(table)["bench"] == "done"


def test_a_flash_that_takes_nothing_is_told():
    table = Table()

    def full(name, data):
        raise OSError(28)

    table.ask("bench")
    table.app.ports.storage.append = full
    table.run(5000)
    assert state(table)["append"] == "-1"
