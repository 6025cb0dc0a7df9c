# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Does a board have the history that is on disk, or another one under the same name?

Beside the recorder, before it believes or acknowledges anything. Who sets the flash of a board
back to an older copy gives the same numbers to other records: to add these to the ones on disk
would make games that nobody played. So the last record on disk is heard once more and compared; a
board with another history gives its journal a new name, and all that it has is recorded anew.

    hello = link.hello(journal, have - 1)
    why = contradiction(link, hello, recorded)      # "", or "its last record is 9, but ..."
    if why:
        rename(link, why)
        hello = link.hello()                        # of a journal that nobody knows
"""

import time

from merels.wire import framing

from merels_host.board.link import Heard, Hello, Link
from merels_host.errors import BoardSetBack, BoardSilent, RequestRefused
from merels_host.sessions.recorded import Recorded, is_record

_PATIENCE = 7.0  # seconds without a record; the board sends one again every two
_LOOK = 0.25


def contradiction(link: Link, hello: Hello, recorded: Recorded) -> str:
    """Hear records again that are on disk, up to the last: how they differ, or "".

    hello: the answer to one that asked for records from before the last one on disk. What is heard
    can be read from the link afterwards. Raises BoardSilent (also on a stop) or PortGone.
    """
    have = recorded.have
    if hello.last < have:
        return f"its last record is {hello.last}, but {have} are on disk"
    heard: list[Heard] = []
    same = newest = 0  # the last one that was heard again word for word, and the newest heard
    deadline = time.monotonic() + _PATIENCE
    try:
        while same < have and hello.first <= have:  # else the board has none of them any more
            if time.monotonic() > deadline and newest > have:
                break  # a bad spot of its flash has taken the last one on disk
            if link.stop() or time.monotonic() > deadline:
                raise BoardSilent(f"the board at {link.url} does not tell its record {have}.")
            lines = link.read(_LOOK)
            heard += lines
            before = same
            for line in [one.line for one in lines if is_record(one.line)]:
                if is_other(recorded, line):
                    return f"its record {line.number} is not the one on disk"
                newest = max(newest, line.number)
                if line.number <= have:
                    same = max(same, line.number)
            if same > before:
                deadline = time.monotonic() + _PATIENCE
                link.send(f"ack {same}")  # it is on disk; else the board would not send them all
    finally:
        link.put_back(heard)
    return ""


def is_other(recorded: Recorded, line: framing.Line) -> bool:
    """Is this record another one than that of the same number on disk?"""
    known = recorded.records.get(line.number)
    return known is not None and known.line.text != line.text


def rename(link: Link, why: str) -> None:
    """Make the board give its journal a new name. Raises BoardSetBack, BoardSilent or PortGone."""
    try:
        link.request("journal new")
    except RequestRefused as error:
        step = (
            "its firmware is too old to begin another journal: update it (merels flash)"
            if error.code == "unknown-request"
            else f"it could not begin another journal ({error.code}): unplug it and plug it in"
        )
        raise BoardSetBack(
            f"the flash of the board at {link.url} was set back ({why}), and {step}. Until then "
            "nothing is recorded, and the board keeps what it has."
        ) from error
