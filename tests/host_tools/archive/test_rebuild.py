# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels games rebuild: never a smaller archive unasked, and a new one for a damaged one."""

import contextlib
import json
import os
import shutil
import sqlite3

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Hello
from merels_host.sessions.session import Session

UTC = "2026-11-30T10:00:00.000Z"
RECORDS = [BOOT, *game_records(E64)]


def written(folder, board, records=RECORDS):
    made = Session(folder, Hello(board, "j", "0.1.0", 1, 0, {}), "COM3", UTC)
    for number, text in enumerate(records, 1):
        made.line(UTC, "in", framing.frame("@", f"{number} {text}"))
    made.close()
    return made.path


@pytest.fixture
def files(tmp_path):
    """Two session files, whose games are in the archive a.db beside them."""
    return written(tmp_path, "b1"), written(tmp_path, "b2")


@pytest.fixture
def archive(tmp_path, files):
    name = str(tmp_path / "a.db")
    assert cli.main(["games", "rebuild", "--archive", name, "--from", str(tmp_path)]) == 0
    return name


def count(archive):
    with sqlite3.connect(archive) as database:
        return database.execute("SELECT count(*) FROM records").fetchone()[0]


def again(capsys, archive, *words, code=0):
    capsys.readouterr()
    assert cli.main(["games", "rebuild", "--archive", archive, *words]) == code
    return capsys.readouterr()


def first_line(path, line):
    _, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(line + b"\n" + rest)


DAMAGED = {
    b"{rubbish": "is not a session file",
    b'{"type":"session","schema":9}': "has schema 9",
    b'{"type":"session","schema":1,"utc":17}': "utc is not a text",
}


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_header_leaves_the_archive_as_it_is(archive, files, capsys, line):
    first_line(files[1], line)
    said = again(capsys, archive, code=1).err
    assert said.startswith("merels: the archive is left as it is: ")
    assert str(files[1]) in said and DAMAGED[line] in said
    assert "--forget" in said and said.count("\n") == 1
    assert count(archive) == 84
    said = again(capsys, archive, "--forget")
    assert "note: left out: " in said.err and str(files[1]) in said.err
    assert count(archive) == 42


def test_a_file_that_the_archive_never_had_is_named_too(archive, files, tmp_path, capsys):
    (tmp_path / "x.ndjson").write_text("hello\n")
    (tmp_path / "y.ndjson").write_text("hello\n")
    assert "x.ndjson is not a session file" in (said := again(capsys, archive, code=1).err)
    assert "(and 1 more files)" in said


def test_what_can_have_held_nothing_is_only_noted(archive, tmp_path, capsys):
    (tmp_path / "x.ndjson").mkdir()
    (tmp_path / "y.ndjson").write_text('{"type":')  # the power went while it was begun
    said = again(capsys, archive)
    assert "x.ndjson is not a file, and passed over" in said.err
    assert "y.ndjson" in said.err
    assert count(archive) == 84


@pytest.mark.parametrize("what", ["emptied", "a folder", "gone"])
def test_a_file_whose_games_the_archive_has_must_be_there(archive, files, capsys, what):
    files[1].unlink()
    if what == "emptied":
        files[1].write_text("")
    elif what == "a folder":
        files[1].mkdir()
    assert str(files[1]) in again(capsys, archive, code=1).err
    assert count(archive) == 84
    again(capsys, archive, "--forget")
    assert count(archive) == 42


def test_a_line_damaged_in_the_middle_takes_no_record_from_the_archive(archive, files, capsys):
    data = files[1].read_bytes().splitlines(keepends=True)
    data[9] = b"\x00" * 40 + b"\n"
    files[1].write_bytes(b"".join(data))
    said = again(capsys, archive, code=1).err
    assert "1 of its records are in no session file any more, first record 9 of board b2" in said
    assert f"({files[1]} has damaged lines)" in said
    assert count(archive) == 84
    said = again(capsys, archive, "--forget")
    assert f"{files[1]} has 1 damaged lines, which are left out." in said.err
    assert count(archive) == 83


@pytest.mark.parametrize("said", ["2026-13-99T10:00:00.000Z", "\x1b[2Jnow", None])
def test_times_that_are_none_are_named_and_never_shown(archive, files, capsys, said):
    lines = [json.loads(line) for line in files[0].read_text().splitlines()]
    made = [lines[0], *(line | {"utc": said} for line in lines[1:])]
    files[0].write_text("".join(json.dumps(line) + "\n" for line in made))
    told = again(capsys, archive)
    assert f"{files[0]} has {len(made) - 1} lines without a time that is one" in told.err
    assert cli.main(["games", "export", "--format", "json", "--archive", str(archive)]) == 0
    out = capsys.readouterr().out
    [game] = [one for one in json.loads(out) if one["board"] == made[0]["board"]]
    assert (game["started"], game["ended"], game["result"]) == (None, None, "1-0")
    assert "Date" not in game["tags"]
    for words in (["list"], ["show", game["id"]], ["export"]):
        assert cli.main(["games", *words, "--archive", str(archive)]) == 0
        out = capsys.readouterr().out
        assert "13-99" not in out
        assert "[2J" not in out
    assert cli.main(["games", "verify", "--archive", str(archive)]) == 1
    assert "record 1: its time is none: nobody knows when it was." in capsys.readouterr().out
    assert cli.main(["log", str(files[0])]) == 0
    out = capsys.readouterr().out
    assert f"{len(made) - 1} lines of the file have no time that is one" in out
    assert "13-99" not in out


def damage(path, how):
    if how == "garbage":
        path.write_bytes(b"SQLite format 3\0" + b"a letter to my aunt\n" * 1000)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 17])
    elif how == "holes":
        data = bytearray(path.read_bytes())
        data[4096:] = b"\x5a" * (len(data) - 4096)
        path.write_bytes(data)
    else:
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(how)


FORGETFUL = ("garbage", "cut", "holes", "DROP TABLE sessions")
HOW = (*FORGETFUL, "DROP TABLE turns", "UPDATE meta SET value = 99", "UPDATE meta SET value = 0",
       "DELETE FROM meta")  # fmt: skip


@pytest.mark.parametrize("how", HOW)
def test_a_damaged_archive_is_made_anew_and_the_old_one_kept(archive, tmp_path, capsys, how):
    path = tmp_path / "a.db"
    damage(path, how)
    before = path.read_bytes() if how in ("garbage", "cut") else None
    command = f"merels games rebuild --archive {archive} --from DIR"
    capsys.readouterr()
    for words in (["list"], ["show", "j-1"], ["export"], ["verify"]):
        if how in ("cut", "holes", "DROP TABLE sessions", "DROP TABLE turns"):
            continue  # not each of these looks at all of the file
        assert cli.main(["games", *words, "--archive", archive]) == 1
        said = capsys.readouterr()
        assert command in said.err and said.out == ""
    said = again(capsys, archive, "--from", str(tmp_path)).out
    [aside] = tmp_path.glob("a.db.damaged-20??-??-??")
    assert said.splitlines()[0] == f"The old file is kept as {aside}."
    assert said.splitlines()[1].startswith("84 records are in sqlite:///")
    assert before is None or aside.read_bytes() == before
    assert cli.main(["games", "verify", "--archive", archive]) == 0
    assert not list(tmp_path.glob("*.new-*"))


VERBS = (
    ["games", "list"], ["games", "show", "j-1"], ["games", "export"], ["games", "verify"],
    ["games", "import", "-"], ["games", "tag", "j-1", "--white", "A"],
    ["games", "picture", "j-1"], ["games", "gif", "j-1"], ["games", "replay", "j-1"],
    ["games", "rebuild", "--from", "."], ["games", "rebuild", "--forget"],
    ["stats"], ["record", "socket://127.0.0.1:1"],
)  # fmt: skip


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_folder_is_no_archive_and_stays_what_it_is(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "letter.txt").write_text("dear aunt")
    for name in ("mine", f"sqlite:///{folder}"):
        assert cli.main([*words, "--archive", name]) == 2
        said = capsys.readouterr()
        assert "mine is a folder, and an archive is a file; name one, as" in said.err
        assert said.out == ""
    assert [path.name for path in tmp_path.iterdir() if path.name != "merels-games"] == ["mine"]
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "an archive needs a name; leave the option out for your own"),
        ("none", "none is for merels record, which then keeps no archive"),
        ("sqlite://", "sqlite:// names no file; write sqlite:///games.db"),
    ],
)
def test_a_name_that_names_no_archive(capsys, monkeypatch, tmp_path, words, name, why):
    if words[0] == "record" and name:
        return
    monkeypatch.chdir(tmp_path)
    assert cli.main([*words, "--archive", name]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_file_at_all_is_no_archive(capsys):
    assert cli.main(["games", "rebuild", "--archive", os.devnull]) == 2
    assert f"{os.devnull} is no file, and an archive is a file" in capsys.readouterr().err


@pytest.mark.parametrize("text", [b"a letter to my aunt\n" * 1000, b"x", b"SQLite format 2\0"])
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path, files, capsys, text):
    letter = tmp_path / "notes.txt"
    letter.write_bytes(text)
    for words in (["games", "rebuild", "--from", str(tmp_path)], ["games", "list"],
                  ["games", "import", "-"], ["record", "socket://127.0.0.1:1"]):  # fmt: skip
        assert cli.main([*words, "--archive", str(letter)]) == 1
        assert "notes.txt is no archive, for it is no database at all" in capsys.readouterr().err
    assert letter.read_bytes() == text
    assert not list(tmp_path.glob("notes.*[!t]")) and not list(tmp_path.glob("*damaged*"))


def test_an_empty_file_becomes_an_archive(tmp_path, files, capsys):
    (tmp_path / "a.db").touch()
    assert "84 records are in" in again(
        capsys, str(tmp_path / "a.db"), "--from", str(tmp_path)
    ).out  # fmt: skip


def test_two_damaged_archives_in_a_day_are_both_kept(archive, tmp_path, capsys):
    for _ in range(2):
        damage(tmp_path / "a.db", "garbage")
        again(capsys, archive, "--from", str(tmp_path))
    assert len(list(tmp_path.glob("a.db.damaged-*"))) == 2


def test_an_archive_of_another_schema_still_knows_its_files(archive, files, tmp_path, capsys):
    damage(tmp_path / "a.db", "UPDATE meta SET value = 99")
    files[1].unlink()
    assert "no longer there" in again(capsys, archive, code=1).err
    assert list(tmp_path.glob("a.db*")) == [tmp_path / "a.db"]
    assert again(capsys, archive, "--forget").out.endswith(f"42 records are in sqlite:///{archive}"
                                                           " now.\n")  # fmt: skip


@pytest.mark.parametrize("how", FORGETFUL)
def test_without_a_folder_the_damaged_file_stays(archive, tmp_path, capsys, how):
    damage(tmp_path / "a.db", how)
    said = again(capsys, archive, code=2).err
    assert said.splitlines()[-1].endswith("name a folder with --from DIR.")
    assert list(tmp_path.glob("a.db*")) == [tmp_path / "a.db"]


def test_a_file_that_cannot_be_moved_is_a_sentence(archive, tmp_path, capsys, monkeypatch):
    damage(tmp_path / "a.db", "garbage")

    def denied(*names):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("merels_host.archive.recover.os.rename", denied)
    said = again(capsys, archive, "--from", str(tmp_path), code=1).err
    assert "a.db cannot be replaced (Permission denied); end the other programs" in said
    assert not list(tmp_path.glob("*.new-*"))


@pytest.mark.parametrize(
    ("column", "value", "kind"),
    [("turns.text", "x'ff00'", "text"), ("games.started", "x'ff00'", "text"),
     ("games.plies", "'many'", "a number"), ("records.line", "x'40'", "text"),
     ("turns.text", "CAST(x'ff' AS TEXT)", "")],
)  # fmt: skip
def test_columns_with_something_of_another_kind(archive, tmp_path, capsys, column, value, kind):
    table, name = column.split(".")
    damage(tmp_path / "a.db", f"UPDATE {table} SET {name} = {value} WHERE board = 'b1'")
    why = f"something in {column} is not {kind}" if kind else "Could not decode to UTF-8"
    for words in (["export", "--format", "json"], ["show", "b1/j-1"], ["list"], ["verify"]):
        capsys.readouterr()
        code = cli.main(["games", *words, "--archive", archive])
        said = capsys.readouterr().err
        assert "merels itself" not in said
        assert code == 0 or f"a.db is damaged ({why}" in said
    assert code == 1
    again(capsys, archive, "--from", str(tmp_path))
    assert cli.main(["games", "verify", "--archive", archive]) == 0


def test_an_error_of_ours_is_not_the_archives(archive, monkeypatch, capsys):
    monkeypatch.setattr("merels_host.archive.game_text.line_of", lambda row: row.plies + "")
    assert cli.main(["games", "list", "--archive", archive]) == 1
    assert "an error in merels itself (TypeError" in capsys.readouterr().err


def test_verify_looks_at_the_whole_file(archive, tmp_path, capsys):
    data = bytearray((tmp_path / "a.db").read_bytes())
    for page in range(4096, len(data), 4096):
        data[page + 8 : page + 40] = b"\xff" * 32
    (tmp_path / "a.db").write_bytes(data)
    assert cli.main(["games", "verify", "--archive", archive]) == 1
    assert f"games rebuild --archive {archive} --from DIR makes it anew" in capsys.readouterr().err


def test_a_recording_names_the_command_and_goes_on(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MERELS_DATA", str(tmp_path))
    damage(tmp_path / "archive.db", "garbage")
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "merels games rebuild --from DIR makes it anew" in said
    assert "Recording goes on without it." in said
    assert cli.main(["games", "rebuild", "--from", str(tmp_path / "out")]) == 0
    assert count(tmp_path / "archive.db") == 42


def test_a_recording_names_files_that_are_no_session_files(tmp_path, capsys):
    shutil.copy(__file__, tmp_path / "x.ndjson")
    os.mkdir(tmp_path / "y.ndjson")
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.count("x.ndjson is not a session file") == 1
    assert said.count("y.ndjson is not a file, and passed over") == 1
