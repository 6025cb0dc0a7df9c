# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is seldom needed is loaded when it is asked for, and gives its memory back at its end."""

import gc
import sys

from fakes.table import Table
from merels.unload import once, unload

ENDS = (  # what is asked, how it ends
    ("learn", "learn stop"),
    ("learn", "learn reset"),
    ("learn state", "learn reset"),
    ("selftest", "selftest stop"),
    ("bench", "bench stop"),
    ("crashes", "levels"),
)
MODES = ("learn", "selftest", "bench")  # what goes on until its end
SELDOM = (
    "merels.modes.bench",
    "merels.modes.calibration",
    "merels.modes.learning",
    "merels.modes.orientation",
    "merels.modes.selftest",
    "merels.modes.selftest_words",
    "merels.sensing.level_words",
    "merels.services",
)


def loaded():
    """The modules that are asked for seldom and are there."""
    names = []
    for name in SELDOM:
        package, _, leaf = name.rpartition(".")
        known = package in sys.modules and hasattr(sys.modules[package], leaf)
        assert known == (name in sys.modules), name
        if known:
            names.append(name)
    return names


def afresh():
    """A table, and nothing loaded that other tests of this process had use for."""
    unload(*SELDOM)
    return Table()


def test_nothing_of_it_stays():
    table = afresh()
    for begin, end in ENDS:
        assert table.ask(begin).startswith("ok"), begin
        assert begin not in MODES or loaded(), begin
        table.ask(end)
        assert not loaded(), (begin, end, loaded())


def test_a_mode_that_ends_by_itself_is_unloaded():
    table = afresh()
    table.ask("bench")
    table.run(5000)
    assert "done" in table.app.bench and not loaded()
    table.ask("learn")
    table.board.wood.press(1, table.now, 1200)
    table.run(1500)
    assert table.app.learnt == "learn=stopped" and not loaded()


def test_an_order_that_cannot_be_forgotten_leaves_no_module():
    table = afresh()

    def worn(name):
        raise OSError(5)

    table.storage.size = worn
    assert table.ask("learn reset") == "err code=storage"
    assert not loaded()


def test_what_fails_is_unloaded_too():
    afresh()
    try:
        once("merels.modes.orientation", lambda module: module.no_such_thing)
    except AttributeError:
        assert not loaded()
    else:
        raise AssertionError


if sys.implementation.name == "micropython":

    def taken():
        gc.collect()
        return gc.mem_alloc()

    def test_the_memory_comes_back():
        table = Table()
        for begin, end in ENDS:
            table.ask(begin)  # the first time makes names that stay
            table.ask(end)
            table.run(1000)
            before = taken()
            table.ask(begin)
            during = taken() - before
            table.ask(end)
            table.run(1000)
            after = taken() - before
            assert during > 4000 or begin not in MODES, (begin, during)
            assert after < 300, (begin, end, during, after)
