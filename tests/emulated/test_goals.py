# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Each goal of docs/on-the-chip.md, with the whole of what it takes to measure it."""

import pytest

from emulated.goals import GOALS, misses
from emulated.measuring import MEASURES

pytestmark = [pytest.mark.full, pytest.mark.timeout(14400)]


@pytest.fixture(scope="module")
def measured():
    """The names of all figures that were measured."""
    return set()


@pytest.mark.parametrize("name", MEASURES)
def test_it_keeps_its_goals(micropython, measured, name):
    figures = MEASURES[name](micropython)
    measured |= figures.keys()
    assert misses(figures) == []


def test_every_goal_was_measured(micropython, measured):
    if not measured:
        pytest.skip("nothing was measured")
    assert measured == set(GOALS)
