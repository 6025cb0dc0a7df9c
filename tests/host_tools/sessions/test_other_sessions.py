# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records that one session file lacks: named, and taken from the others of the same journal."""

import json

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Hello
from merels_host.errors import DiskProblem
from merels_host.sessions import other_sessions
from merels_host.sessions.other_sessions import OtherSessions, begins_with_game, holes
from merels_host.sessions.session import Session, SessionFile

RECORDS = [BOOT, *game_records(E64), *game_records(E64[:6], number=2)]  # 42, then 43 to 49


def session(folder, numbers, hour, board="b", journal="j"):
    """A session file with these of the records."""
    utc = f"2026-11-30T{hour:02}:00:00.123Z"
    made = Session(folder, Hello(board, journal, "0.1.0", 1, 0, {}), "COM3", utc)
    for number in numbers:
        made.line(utc, "in", framing.frame("@", f"{number} {RECORDS[number - 1]}"))
    made.close()
    return made.path


def told(path, capsys, *more):
    assert cli.main(["log", str(path), *more]) == 0
    return [line.partition("  ")[2] for line in capsys.readouterr().out.splitlines()[1:]]


MOVES = [f"{ply:3}  {('black', 'white')[ply % 2]}  {text}" for ply, text in enumerate(E64, 1)]


def test_log_follows_a_game_through_what_another_file_has(tmp_path, capsys):
    early = session(tmp_path, range(1, 31), 10)
    late = session(tmp_path, [*range(1, 17), *range(31, 43)], 11)
    session(tmp_path, range(17, 31), 12, board="other")
    words = told(late, capsys)
    assert words[2:16] == MOVES[:14]
    assert words[16] == f"records 17 to 30 are not in this file; they are in {early.name}."
    assert words[17:-1] == MOVES[28:]
    assert words[-1] == "game 1 is over: white wins (blocked)"
    early.unlink()
    words = told(late, capsys)
    assert words[16] == (
        f"records 17 to 30 are in no session file here; put the others of this board beside "
        f"{late.name}."
    )
    # Neither ply nor side are made up: the ply is the board's, the side nobody knows.
    assert words[17] == (
        f" 29  ?      {E64[28]} (note: record 31: the beginning of game 1 is not recorded.)"
    )
    assert words[18] == f" 30  ?      {E64[29]}"


def test_a_file_that_begins_within_a_game_needs_its_beginning(tmp_path, capsys):
    early = session(tmp_path, range(1, 47), 10)
    late = session(tmp_path, range(47, 50), 11)
    assert told(late, capsys) == [
        f"records 43 to 46 are not in this file; they are in {early.name}.",
        *MOVES[3:6],
    ]
    assert json.loads(cli_json(late, capsys)[0]) == {
        "utc": "2026-11-30T11:00:00.123Z",
        "kind": "missing",
        "words": f"records 43 to 46 are not in this file; they are in {early.name}.",
        "entry": {"first": 43, "last": 46},
    }
    early.unlink()
    assert told(late, capsys)[0].startswith("records 1 to 46 are in no session file here; put")
    assert told(session(tmp_path, range(43, 50), 12), capsys)[0].startswith("game 2 begins")


def cli_json(path, capsys):
    assert cli.main(["log", str(path), "--json"]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_take_back_in_a_game_without_a_beginning(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(globals(), "RECORDS", [*RECORDS[:48], "takeback ply=4 game=2 ms=9"])
    assert told(session(tmp_path, [48, 49], 10), capsys)[-1].startswith("taken back to ply 4 (")


def test_records_that_came_in_another_order_are_told_in_that_of_their_numbers(tmp_path, capsys):
    path = session(tmp_path, [1, 2, 4, 5, 3, 4, 5, 6], 10)
    assert told(path, capsys)[2:] == MOVES[:4]
    words = told(path, capsys, "--all")
    assert words[2:] == [*MOVES[:3], "record 4 came again", "record 5 came again", MOVES[3]]


def test_the_words_name_each_run_with_its_place(tmp_path):
    one = session(tmp_path, [1, 2, 5], 10)
    two = session(tmp_path, [2, 3, 8], 11)
    made = Session(tmp_path, Hello("b", "j", "0", 1, 0, {}), "p", "2026-11-30T12:00:00.123Z")
    made.event("2026-11-30T12:00:00.123Z", "missing", first=6, last=7)
    made.close()
    found = OtherSessions(SessionFile(made.path))
    assert found.words(1, 999999999) == (
        f"records 1 to 2 are not in this file; they are in {one.name}. "
        f"record 3 is not in this file; it is in {two.name}. "
        f"record 4 is in no session file here; put the others of this board beside "
        f"{made.path.name}. "
        f"record 5 is not in this file; it is in {one.name}. "
        "records 6 to 7 were lost by the board. "
        f"record 8 is not in this file; it is in {two.name}. "
        "records 9 to 999999999 are in no session file here; put the others of this board "
        f"beside {made.path.name}."
    )
    assert [record.number for record in found.records(2, 7)] == [2, 3, 5]
    assert (found.game_before(4), found.game_before(5)) == (2, 0)
    assert found.words(6, 6) == "record 6 was lost by the board."


@pytest.mark.parametrize("fails", ["folder", "file"])
def test_what_cannot_be_read_beside_a_file_does_not_keep_it_from_being_told(
    tmp_path, monkeypatch, fails
):
    early = session(tmp_path, range(1, 10), 10)
    late = SessionFile(session(tmp_path, range(10, 12), 11))

    def refuse(*_):
        raise DiskProblem("no.")

    if fails == "folder":
        monkeypatch.setattr(other_sessions, "look", refuse)
    else:
        monkeypatch.setattr(SessionFile, "entries", refuse)
    assert OtherSessions(late).records(1, 9) == []
    monkeypatch.undo()
    assert len(OtherSessions(late).records(1, 9)) == 9
    assert early.exists()


def test_holes_and_beginnings():
    assert holes([]) == holes([7]) == holes([3, 2, 1]) == []
    assert holes([1, 5, 2, 8]) == [(3, 4), (6, 7)]
    assert begins_with_game({})
    assert begins_with_game({3: "boot"})
    assert begins_with_game({4: "game", 3: "boot", 5: "move"})
    assert not begins_with_game({4: "move", 3: "boot", 5: "game"})
