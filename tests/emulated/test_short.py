# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The short part of the tier, for `make test`: the board starts, plays and is in budget."""

import pytest

from emulated import firmware
from emulated.goals import misses
from emulated.measures.pace import pace
from emulated.measures.room import room
from emulated.measures.startup import startup

pytestmark = pytest.mark.timeout(900)


def test_it_starts_in_time_and_leaves_room(micropython):
    files = firmware.written()
    assert misses(startup(micropython, files) | room(files)) == []


def test_it_plays_the_end_of_a_game_and_keeps_pace(micropython):
    assert misses(pace(micropython, firmware.written(), plies=6)) == []
