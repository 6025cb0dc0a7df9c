# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whoever has the board in front of them: is told what to do, sees the board, and answers.

with Person(sys.stdout, keys) as person:
    person.tell("Take all pieces off the board.")
    person.show(lines)                       # the picture, redrawn in place on a terminal
    person.key(0.1)
"""

from typing import TextIO

from merels_host.selftest.keys import Keys


class Person:
    """Told in lines, without a picture."""

    def __init__(self, stream: TextIO, keys: Keys):
        self._stream = stream
        self._keys = keys

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass

    @property
    def gone(self) -> bool:
        """Will nobody answer any more?"""
        return self._keys.ended

    def tell(self, text: str) -> None:
        """A line that stays."""
        print(text, file=self._stream, flush=True)

    def show(self, picture: list[str]) -> None:
        """The board as it is now."""

    def key(self, timeout: float) -> str:
        """See Keys.next."""
        return self._keys.next(timeout)


class Watching(Person):
    """In front of a terminal: the board is drawn below what was told, and drawn again."""

    def __init__(self, stream: TextIO, keys: Keys):
        super().__init__(stream, keys)
        from rich.console import Console
        from rich.live import Live

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)

    def __enter__(self) -> "Person":
        self._live.__enter__()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._live.__exit__(None, None, None)

    def tell(self, text: str) -> None:
        """A line that stays, above the board."""
        self._console.print(text)

    def show(self, picture: list[str]) -> None:
        """Draw it anew."""
        from rich.text import Text

        self._live.update(Text("\n".join(["", *picture])), refresh=True)
