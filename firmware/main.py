# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board runs when it gets power: chooses the version of the firmware, and starts it.

`merels flash` keeps two versions, in versions/a and versions/b. boot_from has the folder of the
one that runs, "." for merels/ and pico/ beside this file, and is replaced in one step.
"""

import sys

try:
    with open("boot_from") as file:
        sys.path.insert(0, file.read().strip())
except OSError:
    pass  # without that file the firmware lies beside this one, too

from pico.start import start  # from the version chosen above

start()
