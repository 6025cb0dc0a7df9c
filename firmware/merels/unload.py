# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Modules that are seldom needed: loaded when they are asked, and their memory given back.

A mode imports what it needs and unloads it at its end; what only answers is asked by `once`.

    once("merels.services", answer)     # answer(services), which is unloaded afterwards
    unload("pico.config_check")         # the next import loads it anew
"""

import sys


def unload(*names):
    """Give back the memory of these modules, each by its whole name; some may not be loaded."""
    for name in names:
        sys.modules.pop(name, None)
        dot = name.rfind(".")
        package = sys.modules.get(name[:dot])  # which knows it as well
        if hasattr(package, name[dot + 1 :]):
            delattr(package, name[dot + 1 :])


def once(name, ask):
    """What ask(module) returns; the module of this whole name is loaded for that alone."""
    try:
        return ask(__import__(name, None, None, ("*",)))
    finally:
        unload(name)
