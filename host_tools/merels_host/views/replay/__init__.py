# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game looked at again, turn by turn, with what hands did before each.

After the archive in the host's stream. `flight` tells what the session files heard between two
turns, `text` says a moment in lines, `playback` knows which moment is shown, and `screen` is the
terminal with its keys.

    Playback(film).forward()
"""
