# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board runs when it gets power: chooses the version of the firmware, and starts it."""

import loader

pack = loader.choose()

from pico.start import start  # noqa: E402 - of this version

start(pack)
