# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The replay in the terminal: the board, the flight recorder beside it, and keys.

The end of the stream for the eye. What files say is shown as plain text, never as markup.

    Replay(film, flight, "7f3a21c9-12").run()
"""

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.events import Key, Resize
from textual.timer import Timer
from textual.widgets import Static

from merels_host.text import printable
from merels_host.views.board_text import UNICODE
from merels_host.views.moments import Film
from merels_host.views.replay.flight import Flight
from merels_host.views.replay.playback import Playback
from merels_host.views.replay.text import board_lines, flight_lines, state_lines

HELP = (
    ("right, space", "one turn on"),
    ("left, backspace", "one turn back"),
    ("home, end", "to the beginning, to the end"),
    ("a number, enter", "to that ply"),
    ("m", "to the next mill"),
    ("p", "play, pause"),
    ("+, -", "faster, slower"),
    ("?", "this help, and away with it"),
    ("q", "quit"),
)
_SIDE_BY_SIDE = 76  # columns for the board and what is beside it


class ReplayScreen(App[None]):
    """glyphs: for white, black and an empty point."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #heading { height: 1; text-style: bold; padding: 0 1; }
    #middle { height: 1fr; layout: horizontal; }
    #middle.narrow { layout: vertical; overflow-y: auto; }
    #board { width: 34; height: 15; padding: 0 2; }
    #beside { width: 1fr; height: 1fr; }
    #middle.narrow #beside { width: 100%; height: auto; }
    #flight { color: $text-muted; padding: 1 0 0 0; }
    #keys { height: 1; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,l", "forward", show=False),
        Binding("left,backspace,h", "backward", show=False),
        Binding("home", "go(0)", show=False, priority=True),
        Binding("end", "end", show=False, priority=True),
        Binding("enter", "confirm", show=False),
        Binding("escape", "forget", show=False),
        Binding("m", "mill", show=False),
        Binding("p", "play", show=False),
        Binding("plus,equals_sign", "faster", show=False),
        Binding("minus", "slower", show=False),
        Binding("question_mark", "explain", show=False),
        Binding("q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        film: Film,
        flight: Flight,
        heading: str,
        glyphs: tuple[str, str, str] = UNICODE,
        playback: Playback | None = None,
    ):
        super().__init__()
        self._film = film
        self._flight = flight
        self._heading = heading
        self._glyphs = glyphs
        self._explains = False
        self._word = ""  # about the last key
        self._timer: Timer | None = None
        self.playback = playback or Playback(film)

    def compose(self) -> ComposeResult:
        """See App."""
        yield Static(Text(printable(self._heading)), id="heading")
        with Container(id="middle"):
            yield Static(id="board")
            with VerticalScroll(id="beside"):
                yield Static(id="state")
                yield Static(id="flight")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """See App."""
        self._show()

    def on_resize(self, event: Resize) -> None:
        """Put the rest below the board where there is no room beside it."""
        self.query_one("#middle").set_class(event.size.width < _SIDE_BY_SIDE, "narrow")

    def on_key(self, event: Key) -> None:
        """A digit of a ply."""
        if event.character and event.character in "0123456789":
            self.playback.type(event.character)
            self._show()

    def action_forward(self) -> None:
        """One turn on."""
        self.playback.forward()
        self._show()

    def action_backward(self) -> None:
        """One turn back."""
        self.playback.back()
        self._show()

    def action_go(self, ply: int) -> None:
        """To a ply."""
        self.playback.go(ply)
        self._show()

    def action_end(self) -> None:
        """To the end."""
        self.action_go(self.playback.last)

    def action_confirm(self) -> None:
        """To the ply that was typed."""
        self.playback.confirm()
        self._show()

    def action_forget(self) -> None:
        """Forget the digits that were typed, and the help."""
        self.playback.typed = ""
        self._explains = False
        self._show()

    def action_mill(self) -> None:
        """To the next mill."""
        self._word = "" if self.playback.to_next_mill() else "no mill comes after this"
        self._show()

    def action_play(self) -> None:
        """Play or pause."""
        self.playback.play_or_pause()
        self._show()

    def action_faster(self) -> None:
        """The next higher speed."""
        self.playback.faster()
        self._show()

    def action_slower(self) -> None:
        """The next lower speed."""
        self.playback.slower()
        self._show()

    def action_explain(self) -> None:
        """Show the keys, or the flight recorder again."""
        self._explains = not self._explains
        self._show()

    def _tick(self) -> None:
        if self.playback.playing:
            self.action_forward()

    def _show(self) -> None:
        playback, moment = self.playback, self.playback.now
        self._update("board", board_lines(moment, self._film.board, self._glyphs))
        state = state_lines(moment, playback.last, self._glyphs)
        if self._film.doubt and playback.ply == playback.last:
            state.append(printable(self._film.doubt))
        self._update("state", state)
        if self._explains:
            self._update("flight", [f"{keys:<16}{what}" for keys, what in HELP])
        else:
            self._update("flight", flight_lines(self._flight, playback.ply, playback.last))
        self._update("keys", [self._status()])
        self._word = ""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(playback.pause_s, self._tick) if playback.playing else None

    def _status(self) -> str:
        playback = self.playback
        if playback.typed:
            return f"to ply {playback.typed}_   enter goes there"
        if self._word:
            return self._word
        what = "playing" if playback.playing else "paused"
        return f"{what}, {playback.speed:g} turns a second   ? shows the keys, q quits"

    def _update(self, name: str, lines: list[str]) -> None:
        self.query_one(f"#{name}", Static).update(Text("\n".join(lines)))
