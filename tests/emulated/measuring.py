# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""All that is measured, for the tests and for `make bench`.

    MEASURES["pace"](uf2)       # {"lift to light, p50": 6.8, ...}

How much is played in the long ones:

    MERELS_PICO_PLIES=10000     plies of the long run (300)
    MERELS_PICO_QUIET=2000      seconds of it in which nothing happens (10)
    MERELS_PICO_EVERY=1         of so many power cuts the board starts from one (12)
"""

import os
from collections.abc import Callable
from pathlib import Path

from emulated import firmware
from emulated.measures.endurance import after_games, long_run
from emulated.measures.flood import flood
from emulated.measures.pace import hall, pace
from emulated.measures.power_cuts import lost
from emulated.measures.room import room
from emulated.measures.startup import startup, with_journals


def _amount(name: str, usual: int) -> int:
    return int(os.environ.get(f"MERELS_PICO_{name}", usual))


# What is measured, by a word; all of it together is what goals.GOALS lists.
MEASURES: dict[str, Callable[[Path], dict[str, float]]] = {
    "room": lambda uf2: room(firmware.written()),
    "start": lambda uf2: startup(uf2, firmware.written()),
    "start with games": with_journals,
    "pace": lambda uf2: pace(uf2, firmware.written(), plies=39),
    "hall": hall,
    "flood": lambda uf2: flood(uf2, firmware.written()),
    "30 games": lambda uf2: after_games(uf2, firmware.written(), games=30),
    "power cuts": lambda uf2: lost(uf2, firmware.written(), every=_amount("EVERY", 12)),
    "long run": lambda uf2: long_run(
        uf2, firmware.written(), _amount("PLIES", 300), 1000 * _amount("QUIET", 10)
    ),
}
