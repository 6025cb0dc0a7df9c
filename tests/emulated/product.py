# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What this tier takes from the firmware's own sources, in one place: its wire and its rules.

All else it knows from the pins and the wire of the emulated board alone.
"""

from merels import wire as wire
from merels.game import Game as Game
from merels.records import position_hash as position_hash
