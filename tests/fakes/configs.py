# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Configurations for tests: the reference wiring with a difference.

check(Changed(SETTLE_US=60, LED_DATA=GONE))
"""

import config

GONE = object()


class Changed:
    """The reference wiring with some constants changed; GONE takes one away."""

    def __init__(self, **changes):
        for name in dir(config):
            if name.upper() == name and name[0] != "_":
                setattr(self, name, getattr(config, name))
        for name in changes:
            if changes[name] is GONE:
                if hasattr(self, name):
                    delattr(self, name)
            else:
                setattr(self, name, changes[name])


class Example:
    """The constants of hardware/configs/<name>.py."""

    def __init__(self, name):
        root = config.__file__.replace("\\", "/").rsplit("firmware/", 1)[0]
        with open("%shardware/configs/%s.py" % (root, name)) as file:
            constants = {}
            exec(file.read(), constants)
        for constant in constants:
            if constant.upper() == constant and constant[0] != "_":
                setattr(self, constant, constants[constant])
