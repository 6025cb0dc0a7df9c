# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Compares what the firmware made of a hand script with the script's `expect` lines.

>>> from merels_host.simulator.handscript import parse
>>> differences(parse("expect asks 0", "first.hands"), {"asks": 2})
['first.hands:1: expected asks 0, got 2']
"""

from merels_host.simulator.handscript import Script


def differences(script: Script, result: dict) -> list[str]:
    """One sentence for each `expect` line that does not hold; empty if all do."""
    found = []
    for line, key, wanted in script.expects:
        got = result.get(key)
        if key == "lights":
            lit = got or {}
            holds = all(lit.get(point, "off") == meaning for point, meaning in wanted.items())
            got = {point: lit.get(point, "off") for point in wanted}
        else:
            holds = got == wanted
        if not holds:
            found.append(
                f"{script.name}:{line}: expected {key} {_words(wanted)}, got {_words(got)}"
            )
    return found


def _words(value) -> str:
    """A value as it is written in a script."""
    if value is None or value == [] or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, dict) and "reason" in value:
        return f"{value['winner'] or 'draw'} {value['reason']}"
    if isinstance(value, dict):
        return " ".join(f"{point} {meaning}" for point, meaning in value.items())
    return str(value)
