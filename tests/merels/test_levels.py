# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What readings of analog sensors mean: thresholds, drift, margins, faults."""

from merels.sensing.drift import Resting
from merels.sensing.level_faults import faults
from merels.sensing.levels import Levels
from merels.sensing.thresholds import DEFAULT_ON, LEAST, Thresholds

ALL = (1 << 25) - 1
JUMPS = (512, 1536, 2560, 3584)


def _levels():
    return Levels(ALL)


def _read(levels, point, code):
    levels.read[point] = code
    if not levels.low[point] <= code <= levels.high[point]:
        levels.see(point, code)


def _scan(resting, levels, codes, times=1):
    """So many scans; codes: {point: code}, with a noise of one code."""
    for k in range(times):
        for point in range(25):
            _read(levels, point, codes.get(point, 2048) + (k + point) % 2)
        resting.tend()


def test_a_piece_begins_and_ends_at_its_thresholds():
    for sign in (1, -1):
        levels = _levels()
        for away, there in ((439, 0), (440, 16), (300, 16), (299, 0), (400, 0)):
            _read(levels, 4, 2048 + sign * away)
            assert (levels.up if sign > 0 else levels.down) == there, away
            assert (levels.down if sign > 0 else levels.up) == 0


def test_thresholds_keep_away_from_the_jumps_and_from_each_other():
    thresholds = Thresholds()
    for strength in (150, 400, 700, 1500):
        thresholds.adapt(([strength] * 25, [strength] * 25))
        for base in range(1700, 2400):
            for side, sign in ((0, 1), (1, -1)):
                on = thresholds.edge(base, 0, side, False)
                off = thresholds.edge(base, 0, side, True)
                assert sign * (on - off) >= 26, (strength, base, side)
                assert sign * (off - base) > 0
                for jump in JUMPS:
                    assert abs(on - jump) >= 24 and abs(off - jump) >= 24


def test_thresholds_fit_the_strength_that_was_measured():
    thresholds = Thresholds()
    up = [0] * 25
    up[4], up[5], up[6] = 900, 600, 100
    thresholds.adapt((up, [0] * 25))
    assert thresholds.on[0][4] == 300 and thresholds.off[0][4] == 180
    assert thresholds.on[0][6] == LEAST and thresholds.off[0][6] == 38
    assert thresholds.on[0][0] == LEAST  # like the weakest
    assert thresholds.on[1][4] == DEFAULT_ON  # nothing is known of the other pole
    thresholds.adapt(([4000] * 25, up))
    assert thresholds.on[0][4] == DEFAULT_ON


def test_a_rail_is_no_piece():
    levels = _levels()
    for rail in (0, 64, 4031, 4095):
        _read(levels, 4, rail)
        assert (levels.up, levels.down, levels.stuck) == (0, 0, 16), rail
        _read(levels, 4, 2048)
        assert levels.stuck == 0
        _read(levels, 4, 3000)
        assert levels.up == 16


def test_drift_is_followed_slowly_and_within_limits():
    levels = _levels()
    resting = Resting(levels)
    _scan(resting, levels, {0: 2148}, 25 * 64 * 10)
    assert 2053 <= levels.base[0] <= 2060  # a code in 64 rounds
    assert abs(levels.base[1] - 2048) <= 2
    for step in range(0, 320, 20):  # at once it would be a piece
        levels.base[0] = min(2048 + step, 2348)
        _scan(resting, levels, {0: 2048 + step + 60}, 25 * 64 * 3)
    assert levels.base[0] == 2348


def test_drift_under_a_piece_is_that_of_the_empty_points():
    levels = _levels()
    resting = Resting(levels)
    _read(levels, 4, 3000)
    for step in range(200):
        for k in range(25 * 64 * 2):  # a code in 6.4 s, 560 an hour
            if not k % 25:
                for point in range(25):
                    levels.read[point] = (3000 if point == 4 else 2048) + step + k // 25 % 2
            resting.tend()
    for point in range(25):
        assert abs(levels.base[point] - 2247) <= 12, (point, levels.base[point])
    assert levels.up == 1 << 4


def test_a_piece_that_comes_and_goes_drags_no_baseline():
    levels = _levels()
    resting = Resting(levels)
    for _ in range(20):
        _scan(resting, levels, {0: 3000}, 25 * 64)
        _scan(resting, levels, {0: 2048}, 25 * 4)
    assert abs(levels.base[0] - 2048) <= 2


def test_margins_are_of_what_rested():
    levels = _levels()
    resting = Resting(levels)
    _scan(resting, levels, {4: 2748, 5: 1248}, 25 * 20)
    assert 699 <= resting.weakest[0][4] <= 701 and 799 <= resting.strongest[1][5] <= 801
    assert resting.now[5] < -790
    for code in range(2748, 2048, -30):  # taken away by a slow hand
        _scan(resting, levels, {4: code, 5: 1248}, 50)
    assert resting.weakest[0][4] >= 699
    _scan(resting, levels, {4: 2948}, 25 * 20)
    assert resting.weakest[0][4] <= 701 and resting.strongest[0][4] >= 899
    assert resting.weakest[1][4] == 0


def test_faults_by_point():
    levels = _levels()
    resting = Resting(levels)
    codes = {0: 4095, 4: 2548, 13: 900, 5: 2348}
    _scan(resting, levels, codes, 25 * 12)
    assert faults(levels, resting, 1 << 24) == "stuck@a7,weak@d6,weak@f6,missing@d4"
    assert faults(Levels(0), resting, 0) == ""
    for _ in range(25 * 300):
        levels.read[7] = 2048  # not even noise
        resting.tend()
    assert "stuck@d5" in faults(levels, resting, 0).split(",")


def test_the_poles_are_learnt_and_a_reversed_magnet_is_named():
    levels = _levels()
    codes = [2048] * 25
    codes[4], codes[5], codes[13] = (
        1148,
        1248,
        1000,
    )  # two of white's show down, one of black's too
    levels.read[13] = 1000
    levels.see(13, 1000)
    levels.take_strengths(codes, 1 << 4 | 1 << 5, 1 << 13)
    assert levels.flip and levels.reversed == 1 << 13
    assert levels.strength[1][4] == 900 and levels.strength[0][4] == 0
    resting = Resting(levels)
    _scan(resting, levels, {13: 1000}, 25 * 12)
    assert faults(levels, resting, 0) == "reversed@f4"
    _scan(resting, levels, {}, 25 * 12)
    assert faults(levels, resting, 0) == ""  # it has gone


def test_where_a_sensor_may_rest():
    levels = _levels()
    assert [levels.may_rest(code) for code in (1747, 1748, 2048, 2348, 2349)] == [
        False, True, True, True, False,
    ]  # fmt: skip
