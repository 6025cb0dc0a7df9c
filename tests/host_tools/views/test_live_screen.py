# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a recorder shows: a live board on a terminal, plain lines elsewhere, nothing harmful."""

import io
import re
from pathlib import Path

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.board import wood_bit
from merels.rules.game import Game
from merels.wire import framing
from merels_host.board.link import Hello
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import JournalRecord
from merels_host.text import printable
from merels_host.views.live_screen import Live, Plain, can_show, screen_for, touched

UTC = "2026-11-30T10:00:00.000Z"
NASTY = "\x1b[2J\x07[bold red]x[/] \x9b31m"


class Terminal(io.StringIO):
    """A text stream that says it is a terminal of this encoding."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Ascii(Terminal):
    encoding = "ascii"


class Closed(io.StringIO):
    def write(self, text):
        raise BrokenPipeError


def hello(board="e66141"):
    return Hello(board, "j", "0.1.0", 1, 42, {})


def show(screen, *texts, behind=False):
    games = Games("b", "j")
    for number, text in enumerate(texts, 1):
        record = JournalRecord(number, UTC, framing.parse(framing.frame("@", f"{number} {text}")))
        screen.record(record, games.apply(record), behind)
    return games.current


def last_picture(terminal):
    """The last frame, without colours and cursor movements."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue()).replace("\r", "")
    return text[[found.start() for found in re.finditer(r"7 [ \[].[\] -]-", text)][-1] :]


def test_the_watcher_that_shows_nothing_takes_everything():
    watcher = Watcher()
    for name in ("connected", "waiting", "resumed", "state", "note", "log"):
        assert getattr(watcher, name)(None) is None
    assert watcher.record(None, None, False) is None
    assert watcher.saved(None, None) is None
    assert watcher.tick() is None


def test_plain_lines_tell_the_game():
    stream = io.StringIO()
    with screen_for(stream) as screen:
        assert type(screen) is Plain
        screen.connected(hello())
        game = show(
            screen,
            BOOT,
            *game_records(["d6", "f4"]),
            "takeback ply=1 game=1 ms=1",
            "edit game=1 ply=1 white=a1 black=a7 ms=2",
            "over winner=none reason=agreed ply=1 game=1 ms=3",
            "unheard-of game=1 ms=4",
        )
        screen.saved(Path("x.pgn"), game)
        screen.note("something.")
        screen.log("Traceback")
        screen.resumed(game)
    assert stream.getvalue().splitlines() == [
        "board e66141, firmware 0.1.0, 42 records",
        "the board has started",
        "game 1 begins: Nine Men's Morris",
        "  1  white  d6",
        "  2  black  f4",
        "taken back to ply 1",
        "the position was set",
        "game 1 is over: a draw (agreed)",
        "wrote x.pgn",
        "note: something.",
        "board says: Traceback",
        "game 1 goes on after 1 plies",
    ]


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ("winner=white reason=resigned", "white wins (resigned)"),
        ("winner=none reason=unfinished", "unfinished"),
    ],
)
def test_ends_in_words(over, words):
    stream = io.StringIO()
    show(Plain(stream), *game_records(["d6"]), f"over {over} ply=1 game=1 ms=1")
    assert stream.getvalue().endswith(f"game 1 is over: {words}\n")


def test_the_same_reason_to_wait_is_said_once():
    stream = io.StringIO()
    screen = Plain(stream)
    for why in ("gone", "gone", "busy", "gone"):
        screen.waiting(why)
    screen.connected(hello())
    screen.waiting("busy")
    assert stream.getvalue().count("busy") == 2
    assert stream.getvalue().count("gone") == 1


def test_a_reader_that_went_away_does_not_stop_the_recording():
    screen = Plain(Closed())
    screen.note("one")
    screen.note("two")


def test_control_characters_never_reach_the_terminal():
    assert printable(NASTY) == "\\x1b[2J\\x07[bold red]x[/] \\x9b31m"
    assert printable("x" * 500) == "x" * 400 + "..."
    for stream in (io.StringIO(), Terminal()):
        with screen_for(stream) as screen:
            screen.connected(hello(NASTY))
            screen.waiting(NASTY)
            screen.log(NASTY)
            show(
                screen,
                "game game=1 variant=[bold]x[/] ms=1",
                "move text=[red]d6[/] ply=1 game=1 ms=1",
            )
        text = stream.getvalue()
        assert "\x1b[2J" not in text
        assert "\x07" not in text
        assert "[bold red]x[/]" in text
        assert "[bold]x[/]" in text
        assert "[red]d6[/]" in text


def test_a_terminal_shows_board_moves_and_link():
    terminal = Terminal()
    with screen_for(terminal) as screen:
        assert type(screen) is Live
        screen.connected(hello())
        show(screen, BOOT, *game_records(E64))
    lines = [line.rstrip() for line in last_picture(terminal).splitlines()]
    assert lines[0] == "7  ○-----------·----------[·]   game 1: Nine Men's Morris"
    assert lines[6] == "4  ·---○---·       ○---○--[○]   14. d6-d7      d3-e3"
    assert "board e66141, firmware 0.1.0, 42 records" in lines
    assert "white wins (blocked)" in "\n".join(lines)


@pytest.mark.parametrize("columns", [30, 40, 50, 61])
def test_a_narrow_terminal_shows_whole_lines(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal = Terminal()
    with screen_for(terminal) as screen:
        show(screen, BOOT, *game_records(E64))
        lines = [*screen._board_lines(), *filter(None, screen._move_lines(3))]
    picture = last_picture(terminal) if columns >= 40 else terminal.getvalue()
    shown = [line.rstrip() for line in picture.splitlines()]
    for line in lines if columns >= 40 else lines[15:]:
        assert line.rstrip() in shown
    assert ("7  \u25cb-----------\u00b7----------[\u00b7]" in shown) == (columns >= 40)
    assert max(len(line) for line in shown if "\x1b" not in line) <= columns


def test_a_terminal_without_these_letters_gets_others():
    terminal = Ascii()
    with screen_for(terminal) as screen:
        show(screen, *game_records(["d6", "f4"]))
    picture = last_picture(terminal)
    assert picture.isascii()
    assert picture.count("@") == 2  # f4 and the legend
    assert "white to play" in picture
    assert not can_show("○", terminal)
    assert can_show("○", Terminal())


def test_a_terminal_before_any_game():
    terminal = Terminal()
    with screen_for(terminal) as screen:
        screen.waiting("gone")
        screen.resumed(show(Plain(io.StringIO()), *game_records(["d6"])))
    assert "no game yet" in terminal.getvalue()
    assert "game 1 goes on after 1 plies" in terminal.getvalue()


def test_a_terminal_without_any_event_stays_empty():
    terminal = Terminal()
    with screen_for(terminal):
        pass
    assert terminal.getvalue() == ""


def test_black_may_begin():
    terminal = Terminal()
    with screen_for(terminal) as screen:
        show(screen, *game_records(["d6", "f4", "a1"], starts="black"))
    picture = last_picture(terminal)
    assert re.search(r" 1\. \.\.\. +d6", picture)
    assert re.search(r" 2\. f4 +a1", picture)


def test_catching_up_does_not_redraw_for_each_move():
    slow, quick = Terminal(), Terminal()
    with screen_for(slow) as screen:
        show(screen, *game_records(E64))
    with screen_for(quick) as screen:
        show(screen, *game_records(E64), behind=True)
    assert len(quick.getvalue()) < len(slow.getvalue()) / 5


def test_plain_may_be_asked_for_on_a_terminal():
    assert type(screen_for(Terminal(), plain=True)) is Plain


def test_touched_points():
    board = Game().board
    assert touched(board, "d6-f6xb4xq9") == sum(1 << wood_bit(name) for name in ("d6", "f6", "b4"))


def test_lines_tell_how_far_a_recorder_has_caught_up():
    stream = io.StringIO()
    screen = Plain(stream)
    for have in range(16, 5001, 16):
        screen.progress(have, 5000)
    told = stream.getvalue().splitlines()
    assert told[0] == "catching up: 512 of 5000 records"
    assert 5 < len(told) < 12
    Plain(stream).progress(16, 20)
    assert len(stream.getvalue().splitlines()) == len(told)


def test_a_terminal_shows_a_bar_while_it_catches_up():
    terminal = Terminal()
    with screen_for(terminal) as screen:
        screen.progress(1000, 5000)
        assert "catching up: 1000 of 5000 records" in last_picture(terminal)
        assert "━" in last_picture(terminal)
        screen.progress(5000, 5000)
        screen.progress(5000, 5000)
    assert "catching up" not in last_picture(terminal)


def test_the_lines_of_several_boards_begin_with_their_ports():
    stream = io.StringIO()
    screen = Plain(stream)
    one, two = screen.marked("COM3"), screen.marked("COM4")
    one.note("hello")
    two.waiting("gone")
    one.progress(600, 5000)
    assert stream.getvalue() == (
        "COM3: note: hello\nCOM4: waiting for the board: gone\n"
        "COM3: catching up: 600 of 5000 records\n"
    )


def test_the_picture_makes_room_for_a_question():
    terminal = Terminal()
    with screen_for(terminal) as screen:
        with screen.paused():
            assert terminal.getvalue() == ""
        screen.connected(hello())
        with screen.paused():
            before = terminal.getvalue()
            print("Start it?", file=terminal)
        assert len(terminal.getvalue()) > len(before) + 10
    with Plain(io.StringIO()).paused():
        pass
