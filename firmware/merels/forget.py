# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Modules that are seldom needed: loaded when they are asked, and their memory given back.

A mode imports what it needs and forgets it at its end; what only answers is asked by `once`.

    once("merels.services", answer)     # answer(services), which is forgotten afterwards
    forget("pico.check")                # and pico.check_pins, ...; next import, they load anew
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


def once(name, ask):
    """What ask(module) returns; the module of this whole name is loaded for that alone."""
    try:
        return ask(__import__(name, None, None, ("*",)))
    finally:
        forget(name)
