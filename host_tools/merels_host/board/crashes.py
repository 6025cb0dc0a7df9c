# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The crash log of a board, asked for over its line; safe mode answers too.

for crash in crashes(link):
    print(crash.words, crash.text)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from merels.wire import framing

from merels_host.board.link import Link
from merels_host.errors import MerelsError

_MARK = "| "  # before each line of a traceback


@dataclass(frozen=True)
class Crash:
    """times: how often; where: start, loop or hang; text: the traceback."""

    times: int
    firmware: str
    where: str
    text: str

    @property
    def words(self) -> str:
        """The crash in one line: its last, with how often and where."""
        last = self.text.splitlines()[-1] if self.text else "nothing was kept of it"
        often = "once" if self.times == 1 else f"{self.times} times"
        return f"{last.rstrip('.')} ({often}, {self.where}, firmware {self.firmware})"


def crashes(link: Link) -> Iterator[Crash]:
    """The crashes that the board has kept, the newest first. Older firmware has none to tell.

    Raises PortGone or BoardSilent.
    """
    link.read(0)  # what was said before is none of it
    kept = max(framing.decimal(_ask(link, "crashes").get("kept", "")), 0)
    for number in range(1, kept + 1):
        values = _ask(link, f"crashes {number}")
        lines = [one.text.removeprefix(_MARK) for one in link.read(0) if one.line is None]
        yield Crash(
            max(framing.decimal(values.get("count", "")), 1),
            values.get("firmware", "unknown"),
            values.get("where", "unknown"),
            "\n".join(lines),
        )


def _ask(link: Link, words: str) -> dict[str, str]:
    try:
        return link.request(words)
    except MerelsError as error:
        if hasattr(error, "code"):  # refused: it knows no such thing
            return {}
        raise
