# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The replay: which moment is shown, what is said of it, what hands did, and the keys."""

import asyncio
import json
import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from fakes.socket_board import BOOT, E64
from merels.rules.game import Game
from merels.wire import framing
from merels_host import cli
from merels_host.archive.one_game import one_heard
from merels_host.board.link import Hello
from merels_host.exchange.score import Score, Turn
from merels_host.sessions.session import Session, SessionFile
from merels_host.views.moments import Film, moment_of
from merels_host.views.replay.flight import Flight, flight_of, flight_of_paths
from merels_host.views.replay.playback import SPEEDS, Playback
from merels_host.views.replay.screen import ReplayScreen
from merels_host.views.replay.text import board_lines, flight_lines, state_lines, whole_game

GAME = Film.of(Score("nine-mens-morris", turns=[Turn(text) for text in E64]))
NOTHING = Flight(why_not="Nobody knows.")
UTC = "2026-11-30T10:00:0{}.000Z"


def session(folder, lines, utc="2026-11-30T10:00:00.000Z"):
    """A session file; lines: (direction, text without its frame)."""
    made = Session(folder, Hello("b", "0badcafe", "0.1.0", 1, 0, {}), "COM3", utc)
    for direction, sigil, text in lines:
        made.line(utc, direction, framing.frame(sigil, text))
    made.close()
    return SessionFile(made.path)


def told(*texts):
    return [("in", "~", text) for text in texts]


def recorded(*texts):
    return [("in", "@", f"{number} {text}") for number, text in enumerate(texts, 1)]


RECORDS = recorded(
    BOOT,
    "game game=1 variant=nine-mens-morris board=0000000 ms=100",
    "move text=d6 ply=1 game=1 board=0000010 ms=1000",
    "move text=f4 ply=2 game=1 board=0002010 ms=3000",
    "takeback ply=1 game=1 board=0000010 ms=4000",
    "move text=e4 ply=2 game=1 board=0001010 ms=6500",
    "game game=2 variant=nine-mens-morris board=0000000 ms=9000",
)
TOLD = told(
    "drop at=d6 board=0000010 ms=800",
    "drop at=f4 board=0002010 ms=2800",
    "press button=back ms=3500",
    "release button=back ms=3900",
    "complain code=illegal-target at=g4 ms=6000",
    "complain code=news at=g4 ms=6050",
    "drop at=e4 board=0001010 ms=6300",
    "lift at=e4 board=0000010 ms=8000",
    "drop at=a1 board=0200010 ms=9500",
)


# What is shown


def test_forward_back_and_the_ends():
    playback = Playback(GAME)
    playback.back()
    assert playback.ply == 0
    playback.forward()
    assert playback.now.turn == E64[0]
    playback.go(999)
    assert playback.ply == playback.last == 39
    playback.forward()
    assert playback.ply == 39


def test_to_a_ply_that_is_typed():
    playback = Playback(GAME)
    playback.confirm()
    assert playback.ply == 0
    for digit in "129":
        playback.type(digit)
    assert playback.typed == "29"  # of the last digits as many as a ply can have
    playback.confirm()
    assert (playback.ply, playback.typed) == (29, "")


def test_to_the_next_mill_and_no_further():
    playback = Playback(GAME)
    assert playback.to_next_mill() and playback.ply == 29
    assert playback.to_next_mill() and playback.ply == 39
    assert not playback.to_next_mill() and playback.ply == 39


def test_playing_ends_with_the_game_and_begins_again():
    playback = Playback(GAME)
    playback.go(38)
    playback.play_or_pause()
    assert playback.playing and playback.pause_s == 1
    playback.forward()
    assert not playback.playing
    playback.play_or_pause()
    assert playback.playing and playback.ply == 0
    playback.play_or_pause()
    assert not playback.playing
    still = Playback(Film.of(Score("achi")))
    still.play_or_pause()
    assert not still.playing


def test_speeds_have_ends():
    playback = Playback(GAME)
    for _ in SPEEDS:
        playback.faster()
    assert playback.speed == SPEEDS[-1]
    for _ in SPEEDS:
        playback.slower()
    assert playback.speed == SPEEDS[0]


# In words


def test_the_board_as_text():
    moment = GAME.moments[29]
    lines = board_lines(moment, GAME.board)
    assert lines[0] == "7 [O]----------O-----------O"
    assert lines[6].startswith("4 [+]--@---O ")
    assert "[+]" in lines[12] and lines[13] == "   a   b   c   d   e   f   g"


def test_a_small_board_has_its_own_names_and_marks_what_waits():
    game = Game("achi")
    game.play("a1")
    assert [line[:2].strip() for line in board_lines(moment_of(game), game.board)].count("") == 11
    game = Game("cham-gonu")
    for turn in ("a1", "a7", "d1", "d7", "g1xa7"):
        game.play(turn)
    assert board_lines(moment_of(game), game.board)[0][3] == "x"


def test_the_state_in_words():
    lines = state_lines(GAME.moments[29], 39)
    assert lines[:3] == ["ply 29 of 39", "white played a4-a7xd1", "a mill was closed"]
    assert "O white: in hand 0, captured 1" in lines and lines[-1] == "black to play"
    assert state_lines(GAME.moments[39], 39)[-1] == "white wins (blocked)"
    due = Game.from_position("white=a1,d1,g1 black=a7,b6 hand=3,3 turn=white due=1")
    assert state_lines(moment_of(due), 0)[-1] == "white has to remove 1"
    turns = [Turn("d6", took_ms=1500, after="good\x1b[2J")]
    said = state_lines(Film.of(Score("achi", turns=[Turn("b2", 1500)])).moments[-1], 1)
    assert said[0] == "ply 1 of 1"
    said = state_lines(Film.of(Score("nine-mens-morris", turns=turns)).moments[1], 1)
    assert said[1:3] == ["white played d6  (1.5 s)", "good\\x1b[2J"]


# What hands did


def test_each_turn_has_the_deeds_that_led_to_it(tmp_path):
    file = session(tmp_path, [*RECORDS, *TOLD])
    flight = flight_of([file], 2, 6, [3, 6], GAME.board)
    said = {ply: [(deed.ms, deed.words) for deed in deeds] for ply, deeds in flight.before.items()}
    assert not flight.why_not
    assert said[1] == [(200, "drop d6")]
    assert said[2] == [
        (3700, "drop f4"),
        (3500, "f4 was played, and later taken back"),
        (3020, "press back, held 0.4 s"),
        (2500, "taken back to ply 1"),
        (500, "No piece may come to g4 now: take it away again."),
        (450, "news g4"),
        (200, "drop e4"),
    ]
    assert said[3] == [(None, "lift e4")]  # and not what belongs to the game after it
    lines = flight_lines(flight, 2, 2)
    assert lines[0] == "  -3.7 s  drop f4" and lines[-2:] == ["after it:", "          lift e4"]
    assert flight_lines(flight, 0, 2) == []


def test_what_the_host_asked_is_told_too(tmp_path):
    lines = [
        ("out", ":", "1 hello proto=1"), ("in", ":", "1 ok proto=1 last=7"),
        *RECORDS, *TOLD, ("out", ":", "2 move text=e4"),
    ]  # fmt: skip
    file = session(tmp_path, lines)
    flight = flight_of([file], 7, 9, [], GAME.board)
    assert ("host", "the host asked: move text=e4") in [
        (deed.kind, deed.words) for deed in flight.before[1]
    ]


def test_a_restart_makes_times_unknown(tmp_path):
    file = session(tmp_path, [
        *recorded(BOOT, "game game=1 variant=achi board=0 ms=100", BOOT,
                  "move text=b2 ply=1 game=1 board=1000000 ms=700"),
        ("out", ":", "1 hello proto=1"), ("in", ":", "1 ok proto=1 last=2"),
        *told("lift at=d4 board=0000000 ms=300", "drop at=a7 board=0000001 ms=600"),
    ])  # fmt: skip
    flight = flight_of([file], 2, 4, [4], Game("achi").board)
    assert [(deed.ms, deed.words) for deed in flight.before[1]] == [
        (688, "the board was switched on"),
        (400, "lift b2"),  # the game's own name of d4
        (100, "drop a7 (not in play)"),
    ]


def test_without_telemetry_that_is_said(tmp_path):
    flight = flight_of([session(tmp_path, RECORDS)], 2, 6, [3, 6], GAME.board)
    assert flight.why_not == "No telemetry was recorded: nobody knows what hands did."
    assert flight_lines(flight, 1, 2) == [flight.why_not]
    flight = flight_of([session(tmp_path, RECORDS)], 20, 26, [], GAME.board)
    assert flight.why_not
    assert flight_of_paths([], 1, 2, [1], GAME.board).why_not.startswith("No board recorded")
    gone = flight_of_paths([tmp_path / "none"], 1, 2, [1], GAME.board)
    assert gone.why_not.endswith("none is gone or damaged: what hands did is not known.")


def archive_of(folder, capsys):
    name = str(folder / "a.db")
    assert cli.main(["games", "rebuild", "--from", str(folder), "--archive", name]) == 0
    capsys.readouterr()
    return name


def test_only_session_files_of_that_time_are_read(tmp_path, capsys):
    session(tmp_path, RECORDS[:1], UTC.format(0))
    second = session(tmp_path, RECORDS[:4], UTC.format(2))
    session(tmp_path, RECORDS[6:], UTC.format(5))
    heard = one_heard(archive_of(tmp_path, capsys), "0badcafe-1")
    assert heard.paths == [second.path.resolve()]
    assert (heard.first, heard.last, heard.turns) == (2, 4, [3, 4])


def test_an_imported_game_has_no_session_files(tmp_path, capsys):
    (tmp_path / "club.pgn").write_text("1. d6 f4 2. d2 *\n", encoding="utf-8")
    archive = f"sqlite:///{tmp_path / 'archive.db'}"
    assert cli.main(["games", "import", str(tmp_path / "club.pgn"), "--archive", archive]) == 0
    assert cli.main(["games", "list", "--json", "--archive", archive]) == 0
    name = json.loads(capsys.readouterr().out.splitlines()[-1])[0]["id"]
    assert one_heard(archive, name).paths == []
    assert cli.main(["games", "replay", name, "--archive", archive]) == 0
    assert "ply 3 of 3\nwhite played d2\n" in capsys.readouterr().out


def test_without_a_terminal_all_positions_are_printed(tmp_path, capsys):
    session(tmp_path, [*RECORDS, *TOLD])
    archive = archive_of(tmp_path, capsys)
    assert cli.main(["games", "replay", "0badcafe-1", "--archive", archive]) == 0
    said = capsys.readouterr().out
    assert said.startswith("0badcafe-1: Nine Men's Morris, ? - ?\n\nply 0 of 2\n")
    assert said.count("   a   b   c   d   e   f   g\n") == 3
    assert "  -0.2 s  drop d6\nply 1 of 2\nwhite played d6  (0.9 s)\n" in said
    assert cli.main(["games", "replay", "0badcafe-1", "--ply", "9", "--archive", archive]) == 2
    assert "has 2 turns that can be shown, not 9" in capsys.readouterr().err


def test_a_doubt_is_printed_at_the_end():
    film = Film.of(Score("nine-mens-morris", turns=[Turn("d6"), Turn("z9")]))
    lines = list(whole_game(film, NOTHING, "a \x1b game"))
    assert lines[:2] == ["a \\x1b game", "Nobody knows."]
    assert lines[-1].startswith("turn 2 is not one by the rules")


# The keys


def shown(app, name):
    return str(app.query_one(f"#{name}").render())


def pressed(keys, film=GAME, size=(100, 30)):
    """The texts of the screen after each key."""

    async def run():
        app = ReplayScreen(film, NOTHING, "0badcafe-1: [bold]a game[/bold]")
        seen = []
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
                names = ("heading", "board", "state", "flight", "keys")
                seen.append({name: shown(app, name) for name in names})
                seen[-1]["ply"] = app.playback.ply
                seen[-1]["narrow"] = app.query_one("#middle").has_class("narrow")
        return seen

    return asyncio.run(run())


def test_keys_lead_through_the_game():
    keys = ["right", "space", "left", "end", "home", "m", "m", "m", "backspace"]
    assert [one["ply"] for one in pressed(keys)] == [1, 2, 1, 39, 0, 29, 39, 39, 38]
    assert pressed(["end", "m"])[-1]["keys"] == "no mill comes after this"


def test_a_number_and_enter_go_to_a_ply():
    seen = pressed(["2", "9", "enter", "7", "escape", "enter"])
    assert [one["ply"] for one in seen] == [0, 0, 29, 29, 29, 29]
    assert seen[1]["keys"] == "to ply 29_   enter goes there"
    assert "white played a4-a7xd1" in seen[2]["state"]


def test_what_is_shown_is_plain_text():
    seen = pressed(["right"])[0]
    assert seen["heading"] == "0badcafe-1: [bold]a game[/bold]"
    assert "[○]" in seen["board"] and seen["flight"] == "Nobody knows."


def test_help_and_speed():
    seen = pressed(["question_mark", "plus", "minus", "minus", "question_mark"])
    assert "to the next mill" in seen[0]["flight"]
    assert [one["keys"].split()[1] for one in seen] == ["1", "2", "1", "0.5", "0.5"]
    assert seen[-1]["flight"] == "Nobody knows."


def test_a_narrow_window_has_all_below_each_other():
    assert pressed(["right"], size=(40, 30))[0]["narrow"]
    assert not pressed(["right"])[0]["narrow"]


def test_a_doubt_is_shown_at_the_end():
    film = Film.of(Score("nine-mens-morris", turns=[Turn("d6"), Turn("z9")]))
    assert "turn 2 is not one by the rules" in pressed(["end"], film)[0]["state"]


def test_it_plays_by_itself_until_the_end():
    async def run():
        app = ReplayScreen(GAME, NOTHING, "x", playback=Playback(GAME, 16))
        app.playback.go(36)
        async with app.run_test() as pilot:
            await pilot.press("p")
            assert "playing" in shown(app, "keys") or app.playback.ply == 39
            for _ in range(600):
                await pilot.pause(0.05)
                if not app.playback.playing:
                    break
            return app.playback.ply, shown(app, "keys")

    ply, keys = asyncio.run(run())
    assert ply == 39 and keys.startswith("paused")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pty")
@pytest.mark.parametrize("ending", ["q", "\x03", "kill"])
def test_on_a_terminal_it_takes_the_screen_and_gives_it_back(tmp_path, capsys, ending):
    import pty
    import termios

    session(tmp_path, [*RECORDS, *TOLD])
    archive = archive_of(tmp_path, capsys)
    words = ["-m", "merels_host", "games", "replay", "0badcafe-1", "--archive", archive]
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, *words])
    before = termios.tcgetattr(terminal)
    said = until(terminal, b"q quits")
    assert b"\x1b[?1049h" in said
    if ending == "kill":
        os.kill(child, signal.SIGTERM)
    else:
        os.write(terminal, ending.encode())
    said = until(terminal, b"\x1b[?1049l")
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code == (143 if ending == "kill" else 0)
    assert termios.tcgetattr(terminal)[3] == before[3]
    assert b"Traceback" not in said
    os.close(terminal)


def until(terminal, mark):
    said = b""
    deadline = time.monotonic() + 300
    while mark not in said:
        assert time.monotonic() < deadline, said[-2000:]
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 65536)
    return said


def test_the_page_has_the_keys():
    from merels_host.views.replay.screen import HELP

    page = (Path(__file__).parents[3] / "docs" / "exchange.md").read_text(encoding="utf-8")
    for keys, what in HELP:
        assert re.search(rf"\| `{re.escape(keys)}` \| {re.escape(what)}", page), keys
