# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Recorders' watchers that show something: a live board in a terminal, or plain lines.

The end of the stream for the eye. What a board sends is never trusted to be text for a terminal:
`harmless` takes control characters out, and nothing passes through Rich's markup.

    with screen_for(sys.stdout) as watcher:
        Recorder(url, out, watcher).run(stop)
"""

from collections import deque
from pathlib import Path
from typing import TextIO

from merels_host.drawing import ASCII, UNICODE, draw
from merels_host.games import SIDES, RecordedGame
from merels_host.link import Hello
from merels_host.pgn import SANMILL_NAMES
from merels_host.recorded import Record
from merels_host.watcher import Watcher


def harmless(text: str, longest: int = 400) -> str:
    """`text` from a board, fit for a terminal: one line, no control characters, not endless."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:longest])
    return shown + ("..." if len(text) > longest else "")


def screen_for(stream: TextIO, plain: bool = False) -> "Plain":
    """The watcher that suits `stream`: Live on a terminal, Plain elsewhere or when asked for."""
    return Plain(stream) if plain or not stream.isatty() else Live(stream)


class Plain(Watcher):
    """One line for each event, for logs and pipes."""

    def __init__(self, stream: TextIO):
        self._stream: TextIO | None = stream
        self._waiting = ""

    def __enter__(self) -> "Plain":
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass

    def say(self, text: str) -> None:
        """Show one line."""
        if self._stream is None:
            return
        try:
            print(harmless(text), file=self._stream, flush=True)
        except BrokenPipeError:
            self._stream = None  # nobody reads any more; the recording matters more

    def connected(self, hello: Hello) -> None:
        """See Watcher."""
        self._waiting = ""
        self.say(connected_words(hello))

    def waiting(self, why: str) -> None:
        """See Watcher."""
        if why != self._waiting:
            self.say(f"waiting for the board: {why}")
        self._waiting = why

    def resumed(self, game: RecordedGame) -> None:
        """See Watcher."""
        self.say(f"game {game.number} goes on after {len(game.turns)} plies")

    def record(self, record: Record, game: RecordedGame | None, behind: bool) -> None:
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
        self._notes: deque[str] = deque(maxlen=4)

    def __enter__(self) -> "Live":
        self._live.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._redraw()
        self._live.stop()

    def say(self, text: str) -> None:
        """Add a line to the last few notes."""
        self._notes.append(harmless(text))
        self._redraw()

    def connected(self, hello: Hello) -> None:
        """See Watcher."""
        self._link, self._good = connected_words(hello), True
        self._redraw()

    def waiting(self, why: str) -> None:
        """See Watcher."""
        self._link, self._good = f"waiting for the board: {why}", False
        self._redraw()

    def resumed(self, game: RecordedGame) -> None:
        """See Watcher."""
        self._game = game
        super().resumed(game)

    def record(self, record: Record, game: RecordedGame | None, behind: bool) -> None:
        """See Watcher."""
        self._game = game or self._game
        if record.line.word in ("takeback", "edit", "boot", "over"):
            super().record(record, game, behind)
        elif not behind:
            self._redraw()

    def _redraw(self) -> None:
        try:
            self._live.update(self._picture(), refresh=True)
        except BrokenPipeError:
            self._stream = None

    def _picture(self):
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        top = Table.grid(padding=(0, 3))
        top.add_row(Text("\n".join(self._board_lines())), Text("\n".join(self._move_lines())))
        link = Text(harmless(self._link), style="green" if self._good else "yellow")
        return Group(top, link, *(Text(note, style="dim") for note in self._notes))

    def _board_lines(self) -> list[str]:
        game = self._game.game if self._game else None
        if game is None:
            return draw(0, 0, 0)
        marked = 0
        if self._game and self._game.turns:
            marked = touched(game.board, self._game.turns[-1])
        return draw(game.white, game.black, game.board.points, marked, self._glyphs)

    def _move_lines(self) -> list[str]:
        shown = self._game
        if shown is None:
            return ["no game yet"]
        white, black, _ = self._glyphs
        name = SANMILL_NAMES.get(shown.variant, shown.variant)
        lines = [f"game {shown.number}: {name}", f"{white} white   {black} black", ""]
        pairs = move_pairs(shown)
        if len(pairs) > 9:
            lines.append("...")
        lines += pairs[-9:]
        lines.append("")
        if shown.over:
            lines.append(over_words(shown))
        elif shown.game is not None:
            lines.append(f"{SIDES[shown.game.turn]} to play")
        return [harmless(line) for line in lines]


def connected_words(hello: Hello) -> str:
    """A board has answered, in one line."""
    return f"board {hello.board}, firmware {hello.firmware}, {hello.last} records"


def record_words(record: Record, game: RecordedGame | None) -> str:
    """One line for one record; "" for those that nobody needs to see."""
    word = record.line.word
    if word == "boot":
        return "the board has started"
    if game is None:
        return ""
    if word == "game":
        return f"game {game.number} begins: {SANMILL_NAMES.get(game.variant, game.variant)}"
    if word == "move" and game.turns:
        return f"{len(game.turns):3}  {SIDES[game.sides[-1]]}  {game.turns[-1]}"
    if word == "takeback":
        return f"taken back to ply {len(game.turns)}"
    if word == "edit":
        return "the position was set"
    if word == "over":
        return f"game {game.number} is over: {over_words(game)}"
    return ""


def over_words(game: RecordedGame) -> str:
    """How the game ended."""
    if game.over is None:
        return "not over"
    winner, reason = game.over
    if reason == "unfinished":
        return "unfinished"
    return f"a draw ({reason})" if winner is None else f"{SIDES[winner]} wins ({reason})"


def move_pairs(game: RecordedGame) -> list[str]:
    """The moves as numbered lines of white's and black's."""
    lines: list[str] = []
    answered = True
    for turn, side in zip(game.turns, game.sides, strict=True):
        if side == 0 or answered:
            lines.append(f"{len(lines) + 1:2}. {'...' if side else turn:<10}")
        if side:
            lines[-1] += f" {turn}"
        answered = bool(side)
    return lines


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
