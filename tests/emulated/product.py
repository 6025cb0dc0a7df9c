# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What this tier takes from the firmware's own sources, in one place: its wire, rules and journal.

All else it knows from the pins and the wire of the emulated board alone.
"""

from merels.board import WOOD
from merels.journal.journal import Journal
from merels.journal.notes import Notes
from merels.journal.records import position_hash
from merels.journal.replay import Replay
from merels.rules import variants
from merels.rules.game import Game
from merels.wire import framing
from merels_host.recorder.demo import TURNS
from merels_host.simulator.ports import MemoryStorage

JOURNAL = "journal"  # the folder on the board's flash

__all__ = [
    "JOURNAL",
    "TURNS",  # a whole game, 39 plies, which ends by blocking
    "WOOD",
    "Game",
    "Journal",
    "MemoryStorage",
    "Notes",
    "Replay",
    "framing",
    "position_hash",
    "variants",
]
