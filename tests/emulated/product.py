# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What this tier takes from the firmware's own sources, in one place: its wire, rules and journal.

All else it knows from the pins and the wire of the emulated board alone.
"""

from merels.journal.journal import Journal as Journal
from merels.journal.notes import Notes as Notes
from merels.journal.records import position_hash as position_hash
from merels.rules.game import Game as Game
from merels.wire import framing as framing
from merels_host.recorder.demo import (
    TURNS as TURNS,  # a whole game, 39 plies, which ends by blocking
)
from merels_host.simulator.ports import MemoryStorage as MemoryStorage

JOURNAL = "journal"  # the folder on the board's flash
