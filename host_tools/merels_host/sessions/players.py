# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Who plays, and where: the four names that people give a game.

From the command line into the header of a session file, and from there to the games in it. Names
are text of one line; they are shown, never obeyed.

    named({"white": "Ann", "place": None})      # {"white": "Ann"}
"""

from collections.abc import Mapping
from typing import Any

from merels.wire import framing

from merels_host.errors import UsageProblem

KEYS = ("white", "black", "event", "place")
TAGS = {"white": "White", "black": "Black", "event": "Event", "place": "Site"}  # in PGN
LONGEST = 100  # characters


def named(names: Mapping[str, str | None]) -> dict[str, str]:
    """Those of `names` that were given, without blanks around them; "" stays "".

    Raises UsageProblem for a name that is too long or not text of one line.
    """
    found = {}
    for key in KEYS:
        name = names.get(key)
        if name is None:
            continue
        name = name.strip()
        if not name.isprintable():
            raise UsageProblem(f"--{key} takes text of one line, without control characters.")
        if len(name) > LONGEST:
            raise UsageProblem(
                f"--{key} takes up to {LONGEST} characters, not {len(name)}; shorten the name."
            )
        found[key] = name
    return found


class Said:
    """What the header of a session file says of the games in it.

    It is said of what was played while the recorder listened, and not of older games that the
    board still had: of records after the last one that the board told of when it was greeted.
    """

    def __init__(self, header: Mapping[str, Any]):
        self._names = {key: _plain(header[key]) for key in KEYS if _is_name(header.get(key))}
        hello = header.get("hello")
        last = hello.get("last", "") if isinstance(hello, dict) else ""
        self._last = framing.decimal(last) if isinstance(last, str) else -1

    def of(self, number: int) -> Mapping[str, str]:
        """What it says of the record `number`."""
        return self._names if number > self._last else {}


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _plain(name: str) -> str:
    """A name that some other program wrote, as `named` would have it."""
    return "".join(c if c.isprintable() else "?" for c in name.strip())[:LONGEST]
