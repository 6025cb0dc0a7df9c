# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Plays games of the fuzz, one after the other, on CPython or MicroPython; child of __main__.py.

    micropython tests/fuzz/child.py SEED FIRST COUNT STEP [SETTING]

Prints one JSON object a line for the games FIRST, FIRST + STEP, ...; which kind and variant a game
has follows from its number, unless SETTING (JSON, see games.py) has it.
"""

import gc
import json
import sys


def main(arguments):
    folder = __file__.replace("\\", "/").rpartition("/")[0] or "."
    sys.path[:] = [folder + "/../../firmware", folder + "/../../host_tools", folder + "/.."] + [
        path for path in sys.path if path != folder
    ]
    from fuzz.games import play

    if hasattr(gc, "freeze"):
        gc.collect = lambda: 0  # the firmware collects after every turn; CPython counts references
    seed, number, count, step = [int(word) for word in arguments[:4]]
    setting = json.loads(arguments[4]) if len(arguments) > 4 else None
    for _ in range(count):
        print(json.dumps(play(seed, number, setting)))
        number += step


if __name__ == "__main__":
    main(sys.argv[1:])
