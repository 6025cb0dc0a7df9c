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
        elif key == "position":
            holds = _facts(got or "") == _facts(wanted)
        else:
            holds = got == wanted
        if not holds:
            found.append(
                f"{script.name}:{line}: expected {key} {_words(wanted)}, got {_words(got)}"
            )
    return found


def _facts(position: str) -> dict[str, set[str] | str]:
    """A position text by what it says: points in any order, and what may be left out filled in."""
    facts: dict[str, set[str] | str] = {"hand": "0,0", "turn": "white", "due": "0", "quiet": "0"}
    for word in position.split():
        key, _, value = word.partition("=")
        facts[key] = value if key in facts else set(value.split(","))
    return facts


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
