# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels games and merels log as a person meets them."""

import json
import sqlite3

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Hello
from merels_host.sessions.session import Session, SessionFile
from merels_host.views.session_text import tell

UTC = "2026-11-30T10:00:00.123Z"
RECORDS = [BOOT, *game_records(E64), *game_records(["d6", "f4"], number=2, fly="off")]


@pytest.fixture
def archive(tmp_path, capsys):
    """An archive with a finished game and one under way, recorded from a board."""
    name = str(tmp_path / "a.db")
    with FakeBoard([*RECORDS, "over winner=none reason=agreed ply=2 game=2 ms=3000"]) as board:
        words = ["record", board.url, "--once", "--out", str(tmp_path / "out"), "--archive", name]
        assert cli.main(words) == 0
    capsys.readouterr()
    return name


def said(capsys, *words, code=0):
    assert cli.main(["games", *words]) == code
    return capsys.readouterr()


def test_list(archive, capsys):
    lines = said(capsys, "list", "--archive", archive).out.splitlines()
    assert lines[0].split() == ["game", "begun", "(UTC)", "variant", "plies", "back", "end"]
    assert lines[1].split()[0] == "0badcafe-1"
    assert lines[1].endswith("  39        white wins, blocked")
    assert lines[2].endswith("   2        draw, agreed")
    listed = json.loads(said(capsys, "list", "--archive", archive, "--json").out)
    assert [(one["id"], one["plies"]) for one in listed] == [("0badcafe-1", 39), ("0badcafe-2", 2)]
    none = said(capsys, "list", "--archive", archive, "--board", "other")
    assert (none.out, none.err) == ("", "There are no such games in the archive.\n")
    none = said(capsys, "list", "--archive", archive, "--board", "other", "--json")
    assert (none.out, none.err) == ("[]\n", "")


def test_the_archive_may_be_named_by_the_environment(archive, capsys, monkeypatch):
    monkeypatch.setenv("MERELS_ARCHIVE", archive)
    assert "0badcafe-1" in said(capsys, "list").out


def test_show(archive, capsys):
    shown = said(capsys, "show", "0badcafe-2", "--archive", archive).out
    assert shown.startswith("game 0badcafe-2: nine-mens-morris, draw, agreed\nboard fake1, begun ")
    assert "rules fly=off\n" in shown
    assert "   2  black  f4                 1.0 s\n" in shown
    assert "6  |   +-------O-------+   |" in shown
    [game] = json.loads(said(capsys, "show", "0badcafe-2", "--archive", archive, "--json").out)
    assert game["moves"] == ["d6", "f4"]


def test_show_a_doubtful_game_with_take_backs(tmp_path, capsys):
    records = [
        *game_records(["d6", "f4"]),
        "takeback ply=1 game=1 board=0 ms=9000",
        "move text=d6 ply=2 game=1 ms=9500",
    ]
    session(tmp_path, records)
    name = str(tmp_path / "a.db")
    words = ("rebuild", "--from", str(tmp_path), "--archive", name)
    assert said(capsys, *words).out.startswith("5 records are in ")
    shown = said(capsys, "show", "j-1", "--archive", name).out
    assert "   2  black  f4                 1.0 s  taken back\n" in shown
    assert "note: record 5: the board played what these rules do not allow" in shown
    assert "not over" in shown


def test_players_are_shown_where_they_are_known(archive, capsys):
    with sqlite3.connect(archive) as database:
        database.execute("UPDATE games SET white = 'Ann', event = 'Club', place = 'Home'")
    assert "draw, agreed  Ann - ?" in said(capsys, "list", "--archive", archive).out
    shown = said(capsys, "show", "0badcafe-2", "--archive", archive).out
    assert "Ann (white), ? (black), Club Home" in shown


def test_export(archive, capsys):
    games = json.loads(said(capsys, "export", "--archive", archive, "--format", "json").out)
    assert [game["moves"] for game in games] == [list(E64), ["d6", "f4"]]
    pgn = said(capsys, "export", "--archive", archive, "0badcafe-2").out
    assert pgn.endswith("\n\n1. d6 {[%emt 0:00:00.900]} 1... f4 {[%emt 0:00:01.000]} 1/2-1/2\n")
    assert '[Rules "fly=off"]' in pgn
    assert said(capsys, "export", "--archive", archive, "x-1", code=1).err == (
        "merels: the archive has no game x-1; merels games list shows what there is.\n"
    )
    assert said(capsys, "export", "--format", "tar", code=2).err.endswith("--help.\n")


def test_verify(archive, capsys):
    told = said(capsys, "verify", "--archive", archive).out
    assert told == "2 games and 46 records: all agree.\n"
    found = json.loads(said(capsys, "verify", "--archive", archive, "--json").out)
    assert found == {"games": 2, "records": 46, "disagreements": []}
    with sqlite3.connect(archive) as database:
        database.execute("UPDATE turns SET text = 'a1' WHERE number = 4")
    told = said(capsys, "verify", "--archive", archive, code=1).out
    assert "record 4: the archive's turns are not what the records say (text).\n" in told
    assert told.endswith("2 games and 46 records: 1 disagreements.\n")
    said(capsys, "verify", "--archive", archive, "--json", code=1)


def test_rebuild_and_no_archive(archive, tmp_path, capsys):
    assert said(capsys, "rebuild", "--archive", archive).out.startswith("46 records are in sqlite")
    none = said(capsys, "list", "--archive", str(tmp_path / "none.db"), code=1).err
    assert none.startswith("merels: there is no archive ")
    assert "; merels record and merels games import make it, and merels games rebuild " in none


def test_recording_goes_on_without_the_users_own_archive(tmp_path, capsys, monkeypatch):
    (tmp_path / "archive.db").mkdir()
    monkeypatch.setenv("MERELS_DATA", str(tmp_path))
    with FakeBoard(RECORDS[:42]) as board:
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path / "out")]) == 0
        told = capsys.readouterr().out
        assert "Recording goes on without it." in told
        named = ["--archive", str(tmp_path / "archive.db")]
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path), *named]) == 2
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path / "new"),
                         "--archive", "none"]) == 0  # fmt: skip


def session(folder, records, *more):
    made = Session(folder, Hello("b", "j", "0.1.0", 1, 0, {}), "COM3", UTC)
    for number, text in enumerate(records, 1):
        made.line(UTC, "in", framing.frame("@", f"{number} {text}"))
    for direction, text in more:
        made.line(UTC, direction, text)
    return made


LINES = (
    ("out", framing.frame(":", "1 hello proto=1")),
    ("in", framing.frame(":", "1 ok proto=1")),
    ("out", framing.frame(":", "2 set telemetry=on")),
    ("in", framing.frame(":", "2 ok")),
    ("in", framing.frame("~", "lift at=d6 board=0000000 ms=5")),
    ("in", framing.frame("@", f"1 {BOOT}")),
    ("in", "@9 move text=a1 *00000000"),
    ("in", "Traceback \x1b[2J"),
    ("out", framing.frame(":", "3 ack 9")),
    ("in", framing.frame(":", "3 err code=ack-too-high sent=2")),
)


def test_log_tells_a_session_as_a_story(tmp_path, capsys):
    wrong = game_records(["d6"])[1].replace("text=d6", "text=b7")
    made = session(tmp_path, [BOOT, *game_records(["d6"]), wrong, "later x=1"], *LINES)
    made.event(UTC, "connected", port="COM3")
    made.event(UTC, "lost", why="the cable.")
    made.event(UTC, "missing", first=1, last=3)
    made.event(UTC, "mended")
    made.event(UTC, "eclipse", sun=1)
    made.event(UTC, "night")
    made.close()
    with made.path.open("ab") as file:
        file.write(b"rubbish\n{")
    assert cli.main(["log", str(made.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"board b, journal j, firmware 0.1.0, at COM3, from {UTC}"
    words = [line.partition("  ")[2] for line in lines[1:-2]]
    assert words[:3] == ["the board has started", "game 1 begins: Nine Men's Morris",
                         "  1  white  d6"]  # fmt: skip
    assert words[3].startswith("  2  black  b7 (note: record 4: the board played what")
    assert words[4:] == [
        "record 5 later x=1",
        "asked: 2 set telemetry=on",
        "answer: 2 ok",
        "       lift d6",
        "a damaged line: @9 move text=a1 *00000000",
        "board says: Traceback \\x1b[2J",
        "answer: 3 err code=ack-too-high sent=2",
        "connected at COM3",
        "connection lost: the cable.",
        "the board has lost its records 1 to 3",
        "the disk takes data again",
        "eclipse {'sun': 1}",
        "night",
    ]
    assert lines[-2].startswith("1 lines of the file are damaged")
    assert lines[-1].startswith("The last line was cut off")
    assert lines[1].startswith("10:00:00.123  ")


def test_log_can_tell_everything_and_as_json(tmp_path, capsys):
    made = session(tmp_path, [BOOT], *LINES)
    made.close()
    words = [told.words for told in tell(SessionFile(made.path), everything=True)]
    assert "asked: 1 hello proto=1" in words
    assert "record 1 came again" in words
    assert cli.main(["log", str(made.path), "--json", "--all"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (told[0]["kind"], told[0]["entry"]["dir"]) == ("record", "in")
    assert {one["kind"] for one in told} == {
        "record", "request", "reply", "telemetry", "damaged", "log",
    }  # fmt: skip


def test_log_of_another_file_is_one_sentence(tmp_path, capsys):
    (tmp_path / "x").write_text("hello")
    assert cli.main(["log", str(tmp_path / "x")]) == 1
    assert "is not a session file" in capsys.readouterr().err
