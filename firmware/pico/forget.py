# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Gives back the memory of modules that are needed once.

forget("check")       # pico.check, pico.check_pins, ... will be loaded anew when next imported
"""

import sys


def forget(start):
    """Forget the modules of this folder whose names begin so."""
    package = sys.modules["pico"]
    for name in list(sys.modules):
        if name.startswith("pico." + start):
            del sys.modules[name]
            if hasattr(package, name[5:]):
                delattr(package, name[5:])
