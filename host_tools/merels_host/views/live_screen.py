# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Recorders' watchers that show something: a live board in a terminal, or plain lines.

The end of the stream for the eye. What a board sends is never trusted to be text for a terminal:
`printable` takes control characters out, and nothing passes through Rich's markup.

    with screen_for(sys.stdout) as watcher:
        Recorder(url, out, watcher).run(stop)
"""

import contextlib
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from merels_host import terminal
from merels_host.board.link import Hello
from merels_host.exchange.variant_names import name_of
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import SIDES, RecordedGame
from merels_host.sessions.recorded import JournalRecord
from merels_host.text import printable
from merels_host.views.board_text import ASCII, UNICODE, draw
from merels_host.views.event_text import (
    move_pairs,
    over_words,
    progress_words,
    record_words,
)

_FAR = 50  # so many records behind, the way is shown
_STEP = 500
_BOARD = 32  # columns that a drawn board takes, with its rank numbers
_SIDE_BY_SIDE = 62  # columns for board and moves; with fewer, the moves stand below
_FEW = 3  # moves of each side that are shown there


def screen_for(stream: TextIO, plain: bool = False) -> "Plain":
    """The watcher that suits `stream`: Live on a terminal, Plain elsewhere or when asked for."""
    return Plain(stream) if plain or not stream.isatty() else Live(stream)


class Plain(Watcher):
    """One line for each event, for logs and pipes."""

    def __init__(self, stream: TextIO):
        self._stream: TextIO | None = stream
        self._waits: set[str] = set()  # what was waited for since a board was last connected
        self._told = 0  # the last number whose progress was shown

    def __enter__(self) -> "Plain":
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass

    def marked(self, mark: str) -> "Plain":
        """A watcher of its own for one of several boards: its lines begin with its port."""
        return Marked(self, mark)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to somebody who is asked something."""
        yield

    def progress(self, have: int, last: int) -> None:
        """See Watcher."""
        step = max((last - have) // 10, _STEP)
        if last - have >= _FAR and have >= self._told + step:
            self._told = have
            self.say(progress_words(have, last))

    def say(self, text: str) -> None:
        """Show one line."""
        if self._stream is None:
            return
        try:
            print(printable(text), file=self._stream, flush=True)
        except OSError as error:
            self._mute(error)

    def _mute(self, error: OSError) -> None:
        """Show nothing more: nobody reads, or nothing can be written. The recording goes on."""
        stream, self._stream = self._stream, None
        if stream is sys.stdout:
            terminal.give_up()
        if stream is not None and not isinstance(error, BrokenPipeError):
            with contextlib.suppress(OSError, ValueError):
                why = error.strerror or error
                print(f"merels: nothing more can be shown ({why}).", file=sys.stderr)

    def connected(self, hello: Hello) -> None:
        """See Watcher."""
        self._waits.clear()
        self.say(hello.words)

    def waiting(self, why: str) -> None:
        """See Watcher."""
        if why not in self._waits:  # a bad line has several reasons, which take turns
            self.say(f"waiting for the board: {why}")
        self._waits.add(why)

    def resumed(self, game: RecordedGame) -> None:
        """See Watcher."""
        self.say(f"game {game.number} goes on after {len(game.turns)} plies")

    def record(self, record: JournalRecord, game: RecordedGame | None, behind: bool) -> None:
        """See Watcher."""
        words = record_words(record, game)
        if words:
            self.say(words)

    def saved(self, path: Path, game: RecordedGame) -> None:
        """See Watcher."""
        self.say(f"wrote {path}")

    def note(self, sentence: str) -> None:
        """See Watcher."""
        self.say(f"note: {sentence}")

    def log(self, text: str) -> None:
        """See Watcher."""
        self.say(f"board says: {text}")


class Marked(Plain):
    """Lines of one board among several, each begun with its mark."""

    def __init__(self, onto: Plain, mark: str):
        self._onto = onto
        self._mark = mark
        self._waits = set()
        self._told = 0

    def say(self, text: str) -> None:
        """Show one line."""
        self._onto.say(f"{self._mark}: {text}")


class Live(Plain):
    """The board, the moves and the link, redrawn in place."""

    def __init__(self, stream: TextIO):
        super().__init__(stream)
        from rich.console import Console
        from rich.live import Live as RichLive

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._live = RichLive(console=self._console, auto_refresh=False)
        self._glyphs = UNICODE if can_show("".join(UNICODE), stream) else ASCII
        self._game: RecordedGame | None = None
        self._link = "not connected yet"
        self._good = False
        self._progress: tuple[int, int] | None = None
        self._notes: deque[str] = deque(maxlen=4)

    def __exit__(self, *exc_info: object) -> None:
        if self._live.is_started:
            self._redraw()
            try:
                self._live.stop()
            except OSError as error:
                self._mute(error)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """See Plain."""
        shown = self._live.is_started
        if shown:
            self._live.stop()
        yield
        if shown:
            self._redraw()

    def progress(self, have: int, last: int) -> None:
        """See Watcher."""
        before, self._progress = self._progress, (have, last) if last > have else None
        if before or self._progress:
            self._redraw()

    def say(self, text: str) -> None:
        """Add a line to the last few notes."""
        self._notes.append(printable(text))
        self._redraw()

    def connected(self, hello: Hello) -> None:
        """See Watcher."""
        self._link, self._good = hello.words, True
        self._redraw()

    def waiting(self, why: str) -> None:
        """See Watcher."""
        self._link, self._good = f"waiting for the board: {why}", False
        self._redraw()

    def resumed(self, game: RecordedGame) -> None:
        """See Watcher."""
        self._game = game
        super().resumed(game)

    def record(self, record: JournalRecord, game: RecordedGame | None, behind: bool) -> None:
        """See Watcher."""
        self._game = game or self._game
        if record.line.word in ("takeback", "edit", "boot", "over"):
            super().record(record, game, behind)
        elif not behind:
            self._redraw()

    def _redraw(self) -> None:
        try:
            self._live.start()  # only now: a port that cannot be opened needs no picture
            self._live.update(self._picture(), refresh=True)
        except OSError as error:
            self._mute(error)

    def _picture(self):
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        width = self._console.width
        board = Text("\n".join(self._board_lines()))
        if width >= _SIDE_BY_SIDE:
            top = Table.grid(padding=(0, 3))
            top.add_row(board, Text("\n".join(self._move_lines())))
        else:
            moves = Text("\n".join(line for line in self._move_lines(_FEW) if line))
            top = Group(board, moves) if width >= _BOARD else moves
        link = Text(printable(self._link), style="green" if self._good else "yellow")
        lines: list = [top, link]
        if self._progress:
            from rich.progress_bar import ProgressBar

            have, last = self._progress
            lines += [
                ProgressBar(last, have, width=min(40, width)),
                Text(progress_words(have, last)),
            ]
        return Group(*lines, *(Text(note, style="dim") for note in self._notes))

    def _board_lines(self) -> list[str]:
        game = self._game.game if self._game else None
        if game is None:
            return draw(0, 0, 0)
        marked = 0
        if self._game and self._game.turns:
            marked = touched(game.board, self._game.turns[-1])
        return draw(game.white, game.black, game.board.points, marked, self._glyphs)

    def _move_lines(self, most: int = 9) -> list[str]:
        shown = self._game
        if shown is None:
            return ["no game yet"]
        white, black, _ = self._glyphs
        lines = [
            f"game {shown.number}: {name_of(shown.variant)}",
            f"{white} white   {black} black",
            "",
        ]
        pairs = move_pairs(shown)
        if len(pairs) > most:
            lines.append("...")
        lines += pairs[-most:]
        lines.append("")
        if shown.over:
            lines.append(over_words(shown))
        elif shown.game is not None:
            lines.append(f"{SIDES[shown.game.turn]} to play")
        return [printable(line) for line in lines]


def touched(board, turn: str) -> int:
    """The wood points that a turn such as "d6-f6xb4" touched, as a mask."""
    mask = 0
    for name in turn.replace("x", " ").replace("-", " ").split():
        if name in board.names:
            mask |= 1 << board.bit(name)
    return mask


def can_show(text: str, stream: TextIO) -> bool:
    """Can the stream's encoding show these characters?"""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
