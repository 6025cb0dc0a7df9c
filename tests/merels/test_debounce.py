# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The debounce: three equal scans, every point for itself."""

from fakes.table import Dice
from merels.sensing.debounce import Debounce


def test_three_equal_scans_flip():
    debounce = Debounce(0)
    assert [debounce.feed(scan) for scan in (1, 0, 1, 1, 1)] == [0, 0, 0, 0, 1]
    assert debounce.image == 1
    assert [debounce.feed(scan) for scan in (0, 0, 1, 0, 0, 0)] == [0, 0, 0, 0, 0, 1]
    assert debounce.image == 0


def test_pending_tells_that_a_point_is_under_way():
    debounce = Debounce(0b10)
    assert debounce.pending == 0
    debounce.feed(0b11)
    assert debounce.pending == 0b01
    debounce.feed(0b11)
    debounce.feed(0b11)
    assert (debounce.image, debounce.pending) == (0b11, 0)


class OneByOne:
    """The same with a counter for each point: what the bit tricks have to equal."""

    def __init__(self):
        self.image = 0
        self._seen = [0] * 25

    def feed(self, scan):
        flips = 0
        for point in range(25):
            if (scan ^ self.image) >> point & 1:
                self._seen[point] += 1
                if self._seen[point] == 3:
                    flips |= 1 << point
                    self._seen[point] = 0
            else:
                self._seen[point] = 0
        self.image ^= flips
        return flips


def test_all_points_are_independent():
    dice = Dice(7)
    debounce = Debounce(0)
    simple = OneByOne()
    scan = 0
    for _ in range(1500):
        scan ^= dice.below(1 << 25) & dice.below(1 << 25)
        assert debounce.feed(scan) == simple.feed(scan)
        assert debounce.image == simple.image
