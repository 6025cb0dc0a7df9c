# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Who played, and where: said before a recording, or of a game later; kept through a rebuild."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from fakes.socket_board import BOOT, FakeBoard, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.archive import tags as tags_module
from merels_host.archive.store import Store
from merels_host.archive.tags import Tags
from merels_host.board.link import Hello
from merels_host.errors import DiskProblem, UsageProblem
from merels_host.exchange.recorded_score import score_of
from merels_host.recorder.logbook import Logbook
from merels_host.sessions import players
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import Session, SessionFile

UTC = "2026-11-30T10:00:0{}.000Z"
FIRST = [BOOT, *game_records(["d6", "f4"])]
SECOND = game_records(["d6"], number=2)


def session(folder, texts, number=0, last="", start=1, **names):
    """A session file. last: what the board said in its greeting; start: number of a record."""
    hello = Hello("b", "0badcafe", "0.1.0", 1, 0, {"last": last} if last else {})
    made = Session(folder, hello, "COM3", UTC.format(number), names)
    for place, text in enumerate(texts, start):
        made.line(UTC.format(number), "in", framing.frame("@", f"{place} {text}"))
    made.close()
    return made.path


def run(*words, code=0):
    assert cli.main([str(word) for word in words]) == code


def names_in(archive):
    with sqlite3.connect(archive) as database:
        columns = "game, white, black, event, place"
        rows = database.execute(f"SELECT {columns} FROM games ORDER BY journal, first").fetchall()
    return {row[0]: row[1:] for row in rows}


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """The user's own archive with two games of a board."""
    name = tmp_path / "a.db"
    session(tmp_path / "s", [*FIRST, *SECOND], event="Cup")
    monkeypatch.setenv("MERELS_ARCHIVE", str(name))
    run("games", "rebuild", "--from", tmp_path / "s")
    return name


# Names


def test_names_are_text_of_one_line():
    assert players.named({"white": " Ann ", "black": "", "event": None}) == {
        "white": "Ann", "black": "",
    }  # fmt: skip
    assert players.named({"place": "Zürich 三"}) == {"place": "Zürich 三"}
    for name in ("a\nb", "a\x1b[2J", "\u202eevil", "\ud800", "\0"):
        with pytest.raises(UsageProblem, match=r"^--white takes text of one line, without contr"):
            players.named({"white": name})
    with pytest.raises(UsageProblem, match=r"^--event takes up to 100 characters, not 101; short"):
        players.named({"event": "x" * 101})
    assert players.named({"event": "x" * 100})


def test_a_header_of_another_program_cannot_do_harm():
    said = players.Said(
        {"white": "A\x1bnn" + "x" * 200, "black": 7, "event": " ", "hello": []}
    ).of(1)
    assert said == {"white": "A?nn" + "x" * 96}


# Said before the recording


def test_a_session_says_it_of_what_is_played_while_it_listens(tmp_path):
    path = session(tmp_path, [*FIRST, *SECOND], last="3", white="Ann", place="Home")
    assert SessionFile(path).header["white"] == "Ann"
    games = Games("b", "0badcafe")
    said = {}
    for record in Recorded.scan(tmp_path, "b", "0badcafe").contiguous():
        game = games.apply(record)
        if game:
            said[game.number] = dict(game.said)
            tags = score_of(game).tags
    assert said == {1: {"white": "Ann", "place": "Home"}, 2: {"white": "Ann", "place": "Home"}}
    assert (tags["White"], tags["Site"]) == ("Ann", "Home") and "Black" not in tags


def test_games_that_were_over_before_have_other_players(tmp_path):
    session(tmp_path, [*FIRST, *SECOND], last="4", white="Ann")
    run("games", "rebuild", "--from", tmp_path, "--archive", tmp_path / "a.db")
    assert names_in(tmp_path / "a.db") == {1: ("", "", "", ""), 2: ("Ann", "", "", "")}


def test_what_was_said_first_stays_in_one_go_and_bit_by_bit(tmp_path):
    folder, name = tmp_path / "s", tmp_path / "a.db"
    session(folder, FIRST[:3], 0, white="Ann")
    run("games", "rebuild", "--from", folder, "--archive", name)
    session(folder, FIRST[3:], 5, last="3", start=4, white="Eve", black="Bob")
    with Store.open(str(name)) as store:
        from merels_host.archive.ingest import Ingest

        Ingest(store).folder(folder)
    assert names_in(name) == {1: ("Ann", "Bob", "", "")}
    run("games", "rebuild", "--archive", name)
    assert names_in(name) == {1: ("Ann", "Bob", "", "")}


def test_a_recording_with_names(tmp_path, capsys):
    records = [*FIRST, "over winner=none reason=agreed ply=2 game=1 ms=3000"]
    names = ["--white", 'Ann "A"', "--black", "Bob", "--event", "Cup", "--place", "Home"]
    with FakeBoard(records) as board:
        out = tmp_path / "out"
        run("record", board.url, "--once", "--out", out, "--archive", tmp_path / "a.db", *names)
    (path,) = out.glob("*.ndjson")
    header = SessionFile(path).header
    assert [header[key] for key in players.KEYS] == ['Ann "A"', "Bob", "Cup", "Home"]
    # The fake board had all of it before it was greeted: these names are not of that game.
    assert names_in(tmp_path / "a.db") == {1: ("", "", "", "")}


def test_a_recording_names_players_of_one_board_only(tmp_path, capsys):
    run("record", "COM98", "COM99", "--white", "Ann", code=2)
    assert "players of one board" in capsys.readouterr().err
    run("record", "--all", "--black", "Bob", code=2)
    run("record", "COM98", "--white", "A\x1b", code=2)
    assert capsys.readouterr().err.endswith("one line, without control characters.\n")


# Said of a game later


def test_tags_are_shown_and_survive_a_rebuild(archive, capsys):
    run("games", "tag", "0badcafe-1", "0badcafe-2", "--white", "Ann", "--event", "")
    run("games", "tag", "0badcafe-2", "--white", "Eve\u4e09", "--place", "Bern")
    told = capsys.readouterr().out
    assert "Ann - ?" in told and told.count("\n") == 3
    expected = {1: ("Ann", "", "", ""), 2: ("Eve三", "", "", "Bern")}
    assert names_in(archive) == expected
    run("games", "rebuild")
    assert names_in(archive) == expected
    run("games", "verify")
    run("games", "export", "0badcafe-2")
    assert '[White "Eve三"]' in capsys.readouterr().out
    lines = (archive.parent / "a.tags.jsonl").read_text().splitlines()
    assert [sorted(json.loads(line)) for line in lines] == [
        ["board", "event", "first", "game", "journal", "utc", "white"],
        ["board", "event", "first", "game", "journal", "utc", "white"],
        ["board", "first", "game", "journal", "place", "utc", "white"],
    ]


def test_tags_stay_when_the_game_goes_on_or_an_older_file_turns_up(archive, tmp_path):
    run("games", "tag", "0badcafe-2", "--event", "", "--white", "Ann")
    session(tmp_path / "s", ["move text=f4 ply=2 game=2 ms=9000"], 5, start=8, event="Cup")
    session(tmp_path / "s", [BOOT], 0)
    run("games", "rebuild")
    assert names_in(archive)[2] == ("Ann", "", "", "")
    with Store.open(str(archive)) as store:
        from merels_host.archive.ingest import Ingest

        ingest = Ingest(store)
        session(tmp_path / "s", ["move text=d2 ply=3 game=2 ms=9900"], 7, start=9, event="Cup")
        assert ingest.folder(tmp_path / "s") >= 0
    assert names_in(archive)[2] == ("Ann", "", "", "")


def test_an_imported_game_is_tagged_too(archive, tmp_path, capsys):
    game = tmp_path / "g.pgn"
    tag = '[White "A"]\n[Black "B"]\n[Variant "Nine Men\'s Morris"]'
    game.write_text(f"{tag}\n\n1. d6 f4 *\n")
    run("games", "import", game)
    with sqlite3.connect(archive) as database:
        (journal,) = database.execute("SELECT journal FROM imported").fetchone()
    run("games", "tag", f"{journal}-1", "--white", "Ann", "--black", "")
    run("games", "rebuild")
    run("games", "verify")
    capsys.readouterr()
    run("games", "export", f"{journal}-1")
    told = capsys.readouterr().out
    assert '[White "Ann"]' in told and '[Black "?"]' in told


def test_what_is_wrong_is_one_sentence_and_changes_nothing(archive, capsys):
    for words, sentence, code in [
        (["0badcafe-1"], "say something of the games: --white, --black, --event or --place.", 2),
        (["0badcafe-1", "0badcafe-9", "--white", "A"], "has no game 0badcafe-9", 1),
        (["0badcafe-1", "--white", "A\tB"], "--white takes text of one line", 2),
    ]:
        run("games", "tag", *words, code=code)
        assert sentence in capsys.readouterr().err
    assert not (archive.parent / "a.tags.jsonl").exists()
    assert names_in(archive)[1] == ("", "", "Cup", "")


def test_verify_compares_tags(archive, capsys):
    run("games", "tag", "0badcafe-1", "--white", "Ann")
    with sqlite3.connect(archive) as database:
        database.execute("UPDATE games SET white = 'Eve'")
    run("games", "verify", code=1)
    assert "the archive has not the tags that were given (white)." in capsys.readouterr().out


# The file


def test_damaged_lines_are_left_out_and_counted(archive, capsys):
    path = archive.parent / "a.tags.jsonl"
    good = '{"board":"b","journal":"0badcafe","first":2,"white":"A\\u0000\\ud800","black":3}'
    bad = ["{", "[]", "7", '{"board":"b"}', '{"board":1,"journal":"j","first":2}', "[" * 99999]
    path.write_text("\n".join([*bad, good, '{"board":"b","jour']))
    run("games", "tag", "0badcafe-2", "--white", "Ann")  # its line is not glued to the torn one
    run("games", "rebuild")
    assert "has 7 damaged lines, which are left out" in capsys.readouterr().err
    names = names_in(archive)
    assert names[1][:2] == ("A??", "") and names[2][0] == "Ann"


def test_a_file_that_cannot_be_read_or_written(tmp_path, monkeypatch):
    tags = Tags(tmp_path / "x.tags.jsonl")
    assert tags.said() == {}
    tags.path.mkdir()
    with pytest.raises(DiskProblem, match=r"^cannot read .* which has the names of players"):
        tags.said()
    with pytest.raises(DiskProblem, match=r"^cannot write "):
        tags._append("x\n")

    def refused(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tags_module.os, "stat", refused)
    with pytest.raises(DiskProblem, match=r"^cannot read .*\(Permission denied\)"):
        tags.said()


def test_a_logbook_says_it_of_the_records_that_are_heard(tmp_path):
    logbook = Logbook(tmp_path, "COM3", {"white": "Ann"})
    assert logbook.said(9) == {}  # nobody has said which board it is
    logbook.open(Hello("b", "0badcafe", "0.1.0", 1, 4, {"last": "4"}))
    assert logbook.said(4) == {} and logbook.said(5) == {"white": "Ann"}
    logbook.close()


def test_the_page_has_every_key_of_a_line(archive):
    page = (Path(__file__).parents[3] / "docs" / "data-formats.md").read_text(encoding="utf-8")
    section = page.partition("### What was said of a game later\n")[2].partition("\n## ")[0]
    run(
        "games",
        "tag",
        "0badcafe-1",
        *["--white", "A", "--black", "B", "--event", "C", "--place", "D"],
    )
    line = json.loads((archive.parent / "a.tags.jsonl").read_text())
    table = "".join(row.split("|")[1] for row in section.splitlines() if row.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", table)) == set(line)


def test_what_is_played_while_the_recorder_listens_has_the_names(tmp_path):
    with FakeBoard(FIRST) as board:

        def play(number):
            if number == len(FIRST) and len(board.records) == len(FIRST):
                board.records.append("over winner=none reason=agreed ply=2 game=1 ms=3000")

        board.on_ack = play
        names = ["--white", 'Ann "A"', "--black", "Bob"]
        archive = tmp_path / "a.db"
        run("record", board.url, "--once", "--out", tmp_path, "--archive", archive, *names)
    assert names_in(archive) == {1: ('Ann "A"', "Bob", "", "")}
    (path,) = tmp_path.glob("*.pgn")
    assert '[White "Ann \\"A\\""]\n[Black "Bob"]\n' in path.read_text()
