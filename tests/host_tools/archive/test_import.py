# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of other programs in the archive: each once, whole, proven, and there after a rebuild."""

import contextlib
import io
import json
import shutil
import sqlite3

import pytest
import sqlalchemy as sa
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.archive import import_files, importer, schema, sqlite_file
from merels_host.archive.importer import Importer
from merels_host.archive.queries import Queries
from merels_host.archive.store import Store
from merels_host.board.link import Hello
from merels_host.exchange import text_files
from merels_host.exchange.formats import FORMATS
from merels_host.exchange.pgn_writer import write
from merels_host.exchange.score import Score, Turn
from merels_host.sessions.session import Session

GAME = """\
[Event "Club"]
[Date "2024.05.12"]
[UTCTime "18:30:00"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. d6 {hello} f4 $1 (1... a1 {better}) 2. d2 {[%emt 0:00:03.000]} 1-0
"""


@pytest.fixture
def archive(tmp_path, monkeypatch):
    path = tmp_path / "a.db"
    monkeypatch.setenv("MERELS_ARCHIVE", str(path))
    return path


def said(capsys, *words, code=0):
    assert cli.main(["games", *words]) == code
    return capsys.readouterr()


def written(tmp_path, text, name="g.pgn"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def listed(capsys):
    return json.loads(said(capsys, "list", "--json", "--empty").out)


def tables(path):
    with Store.open(str(path)) as store, store.begin() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table)).mappings()))
            for table in schema.metadata.sorted_tables
        }


def test_a_game_is_kept_whole(archive, tmp_path, capsys):
    told = said(capsys, "import", written(tmp_path, GAME))
    assert (told.out, told.err) == ("1 game imported, 0 already there, 0 faults.\n", "")
    [game] = listed(capsys)
    assert (game["board"], game["white"], game["started"]) == (
        "imported", "Ann", "2024-05-12T18:30:00",
    )  # fmt: skip
    exported = said(capsys, "export").out
    assert exported.endswith(
        "\n\n1. d6 {hello} 1... f4 $1 (1... a1 {better}) 2. d2 {[%emt 0:00:03.000]} 1-0\n"
    )
    assert said(capsys, "verify").out == "1 games and 0 records: all agree.\n"
    shown = said(capsys, "show", game["id"]).out
    assert "nine-mens-morris, white wins\n" in shown
    assert "   3  white  d2                 3.0 s\n" in shown
    assert "2  |   +-------O-------+   |" in shown


def test_show_has_what_was_written_about_the_turns(archive, tmp_path, capsys):
    long = "much is to be said about this move, " * 5
    game = f"""[Annotator "Zoe\N{RIGHT-TO-LEFT OVERRIDE}"]

{{quiet}} 1. d6 {{{long}}} f4 $1 $99 (1... a1 {{better}} 2. d2 !? (2. a4 g1) {{as well}} 2... d3)
(1... {{or}} g7) {{no more}}
2. {{[%position white=a1,d1 black=a7 hand=3,3 turn=white]}} {{now}} g1xa7 *
"""
    said(capsys, "import", written(tmp_path, game))
    shown = said(capsys, "show", listed(capsys)[0]["id"]).out.splitlines()
    assert shown[1:6] == ["board imported", "Annotator: Zoe\\x202e", "", " " * 13 + "quiet",
                          "   1  white  d6"]  # fmt: skip
    assert " ".join(line.strip() for line in shown[6:9]) == long.strip()
    assert all(len(line) < 80 for line in shown)
    assert [line.strip() for line in shown[9:16]] == [
        "2  black  f4                        ! $99",
        "or 1... a1 {better} 2. d2 !? (2. a4 g1) {as well} 2... d3",
        "or 1... {or} g7",
        "no more",
        "the board was set: white=a1,d1 black=a7 hand=3,3 turn=white",
        "now",
        "3  white  g1xa7",
    ]


def test_what_was_imported_is_not_imported_again(archive, tmp_path, capsys):
    name = written(tmp_path, GAME)
    said(capsys, "import", name)
    other = written(tmp_path, GAME.replace(" 2. d2", "\n\n2. d2"), "again.pgn")
    told = said(capsys, "import", other, name, name, "--json").out
    assert json.loads(told) == {"imported": 0, "already_there": 3, "faults": []}
    exported = said(capsys, "export").out
    assert said(capsys, "import", written(tmp_path, exported)).out.startswith("0 games imported")
    assert len(listed(capsys)) == 1


def test_a_fault_is_told_and_the_rest_imported(archive, tmp_path, capsys):
    name = written(tmp_path, f"1. d6 d6 *\n\n{GAME}")
    told = said(capsys, "import", name, code=1)
    assert told.out == "1 game imported, 0 already there, 1 fault.\n"
    assert told.err == (
        f"{name}, game 1, move 1... (line 1): d6 cannot be played: the point is taken.\n"
    )
    told = json.loads(said(capsys, "import", name, "--json", code=1).out)
    assert told["faults"] == [
        {"file": name, "game": 1, "move": "1...", "line": 1,
         "words": "d6 cannot be played: the point is taken."}
    ]  # fmt: skip


def test_standard_input_and_games_that_do_not_say_which_they_are(archive, capsys, monkeypatch):
    class Stdin:
        buffer = io.BufferedReader(io.BytesIO(b"1. b2 a1 *"))

    monkeypatch.setattr("sys.stdin", Stdin)
    said(capsys, "import", "--variant", "tapatan", "-")
    assert listed(capsys)[0]["variant"] == "three-mens-morris"


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["import", "."], 2, ". is a folder; name the files in it, as ./*.pgn."),
        (
            ["import", "none.pgn"],
            1,
            "cannot read none.pgn (No such file or directory); see how it is spelled.",
        ),
        (["import", "--variant", "chess", "x"], 2, "there is no variant chess; "),
        (["import", "--format", "csv", "x"], 2, "games in csv cannot be read; write one of pgn, "),
    ],
)
def test_what_cannot_be_imported(archive, capsys, words, code, why):
    assert why in said(capsys, *words, code=code).err


def test_a_rebuild_keeps_them_and_brings_lost_ones_back(archive, tmp_path, capsys):
    said(capsys, "import", written(tmp_path, GAME))
    said(capsys, "import", written(tmp_path, "1. a1 a4 1/2-1/2"))
    before = tables(archive)
    told = said(capsys, "rebuild")
    assert "note: 2 imported games are in it, too.\n" in told.err
    assert tables(archive) == before
    shutil.rmtree(tmp_path / "a.imported")
    said(capsys, "rebuild")  # the archive has them whole
    assert tables(archive) == before


def test_an_archive_that_is_gone_or_damaged_is_made_of_the_files(archive, tmp_path, capsys):
    said(capsys, "import", written(tmp_path, GAME))
    before = tables(archive)
    archive.unlink()
    said(capsys, "rebuild")
    assert tables(archive) == before
    archive.write_bytes(b"SQLite format 3\0, but no more" * 100)
    said(capsys, "rebuild")
    assert tables(archive) == before
    other = tmp_path / "other.db"
    said(capsys, "rebuild", "--archive", str(other), "--from", str(tmp_path / "a.imported"))
    assert tables(other) == before


def test_damaged_games_are_told_and_left_out(archive, tmp_path, capsys):
    said(capsys, "import", written(tmp_path, GAME + '\n[Event "2"]\n\n1. a1 a4 *\n'))
    with sqlite3.connect(archive) as database:
        database.execute("UPDATE imported SET pgn = replace(pgn, 'd6', 'd9')")
    found = json.loads(said(capsys, "verify", "--json", code=1).out)
    [fault] = found["disagreements"]
    assert fault["words"].endswith("-1: its text in the archive is damaged.")
    [path] = (tmp_path / "a.imported").glob("*.pgn")
    path.write_text(path.read_text().replace("a4", "a9"))
    told = said(capsys, "rebuild").err
    assert "is damaged in the archive; left out." in told
    assert f"{path}, game 2, is damaged; left out." in told
    assert len(listed(capsys)) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE imported SET pgn = replace(pgn, 'hello', 'bye')", "is not what was imported"),
        ("UPDATE games SET plies = 7", "the archive's games are not what its text says"),
        ("UPDATE turns SET took_ms = 7", "the archive's turns are not what its text says"),
        ("UPDATE imported SET core = 'x'", "has not what this game is recognised by (core)"),
        ("DELETE FROM turns", "the archive's turns are not what its text says"),
    ],
)
def test_verify_finds_what_is_wrong(archive, tmp_path, capsys, change, words):
    said(capsys, "import", written(tmp_path, GAME))
    with sqlite3.connect(archive) as database:
        database.execute(change)
    told = said(capsys, "verify", code=1).out
    assert told.startswith("imported game ")
    assert words in told


def test_games_whose_names_would_be_the_same(archive, monkeypatch):
    monkeypatch.setattr(importer, "digest_of", lambda score: "0" * 8 + score.turns[0].text * 28)
    monkeypatch.setattr(importer, "BATCH", 2)
    with Store.open(str(archive)) as store:
        taken = Importer(store)
        for text in ("d6", "f4", "d6", "a1"):
            taken.take(Score("nine-mens-morris", turns=[Turn(text)]))
        taken.finish()
        assert (taken.new, taken.known) == (3, 1)
        with store.begin() as connection:
            names = [row.journal for row in Queries(connection).games()]
        assert sorted(names) == ["00000000", "a1a1a1a1", "f4f4f4f4"]


def test_an_import_file_has_games_of_any_text(tmp_path):
    scores = [Score("achi", before='[Event "x"] ' * 20), Score("dooz", turns=[Turn("a1")])]
    texts = [write(score) for score in scores]
    path = import_files.write(tmp_path, "2026-11-30T10:00:00.000Z", texts)
    assert [text for _, text in import_files.read(path)] == texts
    (tmp_path / "import-other.pgn").write_text("1. d6 *")
    assert list(import_files.read(tmp_path / "import-other.pgn")) == []


def test_recorded_and_imported_games_go_out_in_every_format(archive, tmp_path, capsys):
    hello = Hello("b1", "j1", "0.1.0", 1, 0, {"sensors": "presence", "points": "25"})
    session = Session(tmp_path / "out", hello, "p", "2026-11-30T10:00:00.000Z")
    for number, text in enumerate([BOOT, *game_records(E64)], 1):
        line = framing.frame("@", f"{number} {text}")
        session.line("2026-11-30T10:00:01.000Z", "in", line)
    session.sync()
    session.close()
    said(capsys, "rebuild", "--from", str(tmp_path / "out"))
    said(capsys, "import", written(tmp_path, f'{GAME}\n[Variant "Achi"]\n\n1. b2 a1 *'))
    assert len(json.loads(said(capsys, "export", "--format", "json").out)) == 3
    assert said(capsys, "export", "--format", "csv").out.count("\r\n") + 1 >= 4
    told = said(capsys, "export", "--format", "playok", code=1)
    assert " 20. 3-15x22 1-0\n" in told.out
    assert " is left out: " in told.err
    for form in ("pgn", "json"):
        name = written(tmp_path, said(capsys, "export", "--format", form).out, f"all.{form}")
        other = str(tmp_path / f"{form}.db")
        told = said(capsys, "import", name, "--archive", other).out
        assert told.startswith("3 games imported")


def test_an_archive_that_is_full_or_may_not_be_written_is_imported_into_again(
    archive, tmp_path, capsys, monkeypatch
):
    name = written(tmp_path, GAME)
    said(capsys, "import", written(tmp_path, "1. d6 *", "other.pgn"))
    with contextlib.closing(sqlite3.connect(archive, isolation_level=None)) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]
    opened = sqlite_file._on_connect_to_write

    def full(connection, _):
        opened(connection, _)
        connection.execute(f"PRAGMA max_page_count={pages}")

    monkeypatch.setattr(sqlite_file, "_on_connect_to_write", full)
    big = GAME.replace("hello", "hello " * 100_000)
    told = said(capsys, "import", written(tmp_path, big, "big.pgn"), code=1).err
    assert (
        "(database or disk is full); nothing is lost: when that is mended, give the same " in told
    )
    assert "recording" not in told
    assert "So far: 0 games imported" in told
    folder = tmp_path / "a.imported"
    shutil.rmtree(folder)
    folder.write_text("no folder")
    told = said(capsys, "import", name, code=1).err
    assert told.endswith("another name, or name another archive with --archive.\n")


@pytest.mark.parametrize(
    ("error", "step"),
    [
        (PermissionError(13, "Permission denied"), "ask its owner to let you read it, or name a "),
        (OSError(5, "Input/output error"), "name another."),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_a_step(
    archive, tmp_path, capsys, monkeypatch, error, step
):
    name = written(tmp_path, GAME)

    def refuse(*_):
        raise error

    monkeypatch.setattr(text_files, "open", refuse, raising=False)
    told = said(capsys, "import", name, code=1).err
    assert f"cannot read {name} ({error.strerror}); {step}" in told


POSITIONS = """\
********/O@******/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes
********/********/O*@***** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes
"""


@pytest.mark.parametrize("form", ["pgn", "json", "fen", "csv"])
def test_an_export_has_imported_games_without_moves_too(archive, tmp_path, capsys, form):
    said(capsys, "import", written(tmp_path, POSITIONS + "1. d6 *\n", "p.fen"))
    said(capsys, "import", written(tmp_path, '[White "Ann"]\n\n{nobody came} *'))
    assert len(listed(capsys)) == 3
    told = said(capsys, "export", "--format", form)
    assert told.err == ""
    if form == "csv":
        assert told.out.count("\r\n") == 4
        return
    told = said(capsys, "import", written(tmp_path, told.out))
    # FEN has no names, so a game with names is another one there.
    assert told.out.endswith(f"{2 if form == 'fen' else 3} already there, 0 faults.\n")


def test_what_no_format_tells_of_a_game_without_moves_is_named(archive, tmp_path, capsys):
    said(capsys, "import", written(tmp_path, POSITIONS, "p.fen"))
    told = said(capsys, "export", "--format", "playok", code=1)
    assert told.err.count(" is left out: ") == 2


def test_recorded_games_in_which_nobody_moved_stay_out_and_are_told(archive, tmp_path, capsys):
    hello = Hello("b1", "j1", "0.1.0", 1, 0, {"sensors": "presence", "points": "25"})
    session = Session(tmp_path / "out", hello, "p", "2026-11-30T10:00:00.000Z")
    for number, text in enumerate([BOOT, *game_records(["d6"]), *game_records([], number=2)], 1):
        session.line("2026-11-30T10:00:01.000Z", "in", framing.frame("@", f"{number} {text}"))
    session.sync()
    session.close()
    said(capsys, "rebuild", "--from", str(tmp_path / "out"))
    told = said(capsys, "export", "--format", "json")
    assert [game["id"] for game in json.loads(told.out)] == ["j1-1"]
    assert told.err == (
        "1 recorded game in which nobody has moved is left out; merels games list --empty shows "
        "it, and one that is named is written.\n"
    )
    told = said(capsys, "export", "--format", "json", "j1-2")
    assert (json.loads(told.out)[0]["id"], told.err) == ("j1-2", "")


@pytest.mark.parametrize("form", ["pgn", "json"])
def test_a_game_that_would_not_come_back_is_a_fault_and_the_others_are_taken(
    archive, tmp_path, capsys, monkeypatch, form
):
    def broken(score):
        return '[Rules "nosuch"]\n' if score.tags["White"] == "Bob" else write(score)

    scores = [
        Score("nine-mens-morris", tags={"White": name}, turns=[Turn("d6")])
        for name in ("Ann", "Bob", "Cy")
    ]
    text = "\n".join(FORMATS[form].write(score) for score in scores)
    path = written(tmp_path, text, f"g.{form}")
    monkeypatch.setattr(importer.pgn_writer, "write", broken)
    told = said(capsys, "import", path, code=1)
    assert told.out == "2 games imported, 0 already there, 1 fault.\n"
    where = {
        "pgn": f"{path}: the game of Bob and ? (d6) could not be read back; it is left out.\n",
        "json": f"{path}, game 2 (line 2): nothing of this game can be kept; it is left out.\n",
    }
    assert told.err == where[form]
    assert {game["white"] for game in listed(capsys)} == {"Ann", "Cy"}
