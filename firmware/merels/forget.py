# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Gives back the memory of modules that are seldom needed.

forget("pico.check")  # pico.check, pico.check_pins, ... will be loaded anew when next imported
"""

import sys


def forget(start):
    """Forget the modules whose names begin so."""
    for name in list(sys.modules):
        if name.startswith(start):
            del sys.modules[name]
            dot = name.rfind(".")
            package = sys.modules.get(name[:dot])  # which knows it as well
            if hasattr(package, name[dot + 1 :]):
                delattr(package, name[dot + 1 :])
