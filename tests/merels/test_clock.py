# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Time modulo 2**30: the same before, across and after the wrap."""

from merels.clock import MASK, after, elapsed, reached


def test_elapsed_across_the_wrap():
    assert elapsed(5, 3) == 2
    assert elapsed(5, MASK - 4) == 10
    assert elapsed(0, MASK) == 1
    assert elapsed(7, 7) == 0


def test_after_stays_a_small_int():
    assert after(100, 50) == 150
    assert after(MASK, 1) == 0
    assert after(MASK - 4, 10) == 5


def test_reached():
    for start in (0, 1000, MASK - 50, MASK):
        deadline = after(start, 100)
        assert not reached(start, deadline)
        assert not reached(after(start, 99), deadline)
        assert reached(after(start, 100), deadline)
        assert reached(after(start, 5000), deadline)
