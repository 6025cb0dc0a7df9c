# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How long points have rested, also when the clock wraps and when the board is left alone."""

from merels.clock import MASK
from merels.sensing.point_age import LIMIT, Rest


def test_remaining_is_that_of_the_point_that_moved_last():
    rest = Rest()
    rest.changed(0b101, 1000)
    rest.changed(0b100, 1100)
    assert rest.remaining(0b001, 1150, 200) == 50
    assert rest.remaining(0b101, 1150, 200) == 150
    assert rest.remaining(0b101, 1300, 200) == 0
    assert rest.remaining(0b010, 1150, 200) == 0  # it never moved


def test_across_the_wrap():
    rest = Rest()
    rest.changed(1 << 24, MASK - 49)
    assert rest.order(24, 50) == 100
    assert rest.remaining(1 << 24, 50, 200) == 100


def test_what_has_rested_long_stays_rested_when_the_clock_comes_round():
    rest = Rest()
    rest.changed(0b11, 1000)
    rest.step(1000 + LIMIT - 1)
    assert rest.fresh == 0b11
    assert rest.order(1, 1000 + LIMIT - 1) == LIMIT - 1
    rest.step(2000 + LIMIT)  # it looks once a second
    assert rest.fresh == 0
    assert rest.order(1, 1010) == LIMIT  # 12 days later
    assert rest.remaining(0b11, 1010, 200) == 0


def test_a_point_that_moves_again_is_fresh_again():
    rest = Rest()
    rest.changed(1, 0)
    rest.step(LIMIT)
    rest.changed(1, LIMIT + 5)
    assert rest.order(0, LIMIT + 15) == 10


def test_a_state_that_lasts_no_longer_than_a_blip_is_none():
    rest = Rest()
    rest.changed(1, 1000)  # a piece comes
    rest.changed(1, 1030)  # its sensor loses it
    rest.changed(1, 1120)
    assert rest.order(0, 1200) == 200  # it came when it came first
    assert rest.remaining(1, 1200, 200) == 120
    rest = Rest()
    rest.changed(0b10, 1000)
    rest.changed(1, 1000)
    rest.changed(1, 1110)  # a piece that only slid past: the point was empty all the time
    assert rest.order(0, 1200) == LIMIT
    rest.changed(1, 1700)
    assert rest.order(0, 1800) == 100 and rest.order(1, 1800) == 800


def test_the_gap_is_how_long_the_point_was_empty():
    rest = Rest()
    rest.changed(1, 1000)
    assert rest.gap(0) == LIMIT
    rest.changed(1, 1600)
    assert rest.gap(0) == 600
    assert rest.gap(1) == LIMIT


def test_no_rule_of_the_hands_waits_longer_than_the_limit():
    from merels import settings
    from merels.hands import earlier, hands

    longest = max(earlier._LIFTED_MS, earlier._SLOW_MS, hands._OVER_MS, hands._LOST_TURN_MS)
    assert longest * settings.TABLE["settle"][2] // 200 < LIMIT
