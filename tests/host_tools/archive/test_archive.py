# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive: filled from session files in any steps, made again, proven; on both databases."""

import contextlib
import json
import random
import re
import sqlite3
import time

import pytest
import sqlalchemy as sa
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from hypothesis import given, settings
from hypothesis import strategies as st
from merels.rules.game import Game
from merels.wire import framing
from merels_host import cli
from merels_host.archive import schema
from merels_host.archive.archivist import Archivist
from merels_host.archive.export import as_json, export
from merels_host.archive.ingest import Ingest
from merels_host.archive.listing import name_of
from merels_host.archive.queries import Queries
from merels_host.archive.rebuild import rebuild
from merels_host.archive.store import Store
from merels_host.archive.verify import Verified, verify
from merels_host.board.link import Hello
from merels_host.errors import (
    ArchiveAway,
    ArchiveDamaged,
    ArchiveProblem,
    DiskProblem,
    GameNotFound,
    UsageProblem,
)
from merels_host.sessions.session import Session, SessionFile

RECORDS = [BOOT, *game_records(E64)]


def session(folder, board="b1", journal="j1", utc="2026-11-30T10:00:00.000Z"):
    said = {"sensors": "presence", "points": "25"}
    return Session(folder, Hello(board, journal, "0.1.0", 1, 0, said), "p", utc)


def hear(session, texts, start=1, utc="2026-11-30T10:00:01.000Z"):
    for number, text in enumerate(texts, start):
        session.line(utc, "in", framing.frame("@", f"{number} {text}"))
    session.sync()


def written(folder, texts=RECORDS, start=1, **more):
    made = session(folder, **more)
    hear(made, texts, start)
    made.close()
    return made.path


def tables(store):
    """All that is in the archive."""
    with store.begin() as connection:
        return {
            table.name: sorted(
                map(repr, connection.execute(sa.select(table)).mappings())
            )
            for table in schema.metadata.sorted_tables
        }  # fmt: skip


def games(store, **more):
    with store.begin() as connection:
        return list(Queries(connection).games(**more))


def exported(store, form="json", names=()):
    with store.begin() as connection:
        queries = Queries(connection)
        return "".join(export(queries, queries.games(names), form, print))


def position_hash(*moves):
    game = Game()
    for move in moves:
        game.play(move)
    return framing.checksum(game.position())


def test_a_game_is_in_the_archive_with_its_times(store, tmp_path):
    written(tmp_path)
    assert Ingest(store).folder(tmp_path) == 42
    [game] = json.loads(exported(store))
    assert game["moves"] == list(E64)
    assert (game["board"], game["game"], game["variant"]) == ("b1", 1, "nine-mens-morris")
    assert (game["set"], game["over"]) == ({}, {"winner": "white", "reason": "blocked"})
    assert game["seconds"][:3] == [0.9, 1.0, 1.0]
    assert (game["id"], game["whole"], game["doubts"]) == ("j1-1", True, 0)
    assert game["started"] == game["ended"] == "2026-11-30T10:00:01.000Z"
    assert game["white"] is None
    assert list(verify(store)) == []


def test_options_take_backs_and_edits(store, tmp_path):
    records = [
        *game_records(["d6", "f4", "d2"], fly="off", protect="any"),
        f"takeback ply=2 game=1 board=0 pos={position_hash('d6', 'f4')} ms=9000",
        "move text=a1 ply=3 game=1 board=0 ms=10000",
        "edit game=1 ply=3 white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black board=0 ms=11000",
        "move text=g7 ply=4 game=1 board=0 ms=12500",
    ]
    written(tmp_path, records)
    Ingest(store).folder(tmp_path)
    [game] = json.loads(exported(store))
    assert game["set"] == {"fly": "off", "protect": "any"}
    assert game["moves"] == ["d6", "f4", "a1", "g7"]
    assert game["seconds"] == [0.9, 1.0, 1.0, 1.5]
    assert game["takebacks"] == 1
    assert game["over"] is None
    text = "white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black"
    assert game["positions"] == [{"ply": 3, "position": text}]
    [row] = games(store)
    with store.begin() as connection:
        turns = Queries(connection).turns(row)
    assert [(turn.text, turn.taken_back) for turn in turns][2] == ("d2", 1)


def took(store, tmp_path, *records):
    written(tmp_path, [*game_records(["d6", "f4", "d2"]), *records])  # at 100, 1000, 2000, 3000 ms
    Ingest(store).folder(tmp_path)
    assert list(verify(store)) == []
    return json.loads(exported(store))[0]["seconds"]


def back(ply, ms):
    left = ["d6", "f4", "d2"][:ply]
    return f"takeback ply={ply} game=1 board=0 pos={position_hash(*left)} ms={ms}"


@pytest.mark.parametrize(
    ("records", "seconds"),
    [
        ([back(2, 9000), "move text=a1 ply=3 game=1 board=0 ms=9002"], [0.9, 1.0, 7.002]),
        ([back(2, 9000), "move text=a1 ply=3 game=1 board=0 ms=9050"], [0.9, 1.0, 7.05]),
        ([back(2, 9000), "move text=a1 ply=3 game=1 board=0 ms=9051"], [0.9, 1.0, 0.051]),
        # Two turns corrected at once, by one record or two.
        ([back(1, 9000), "move text=a1 ply=2 game=1 board=0 ms=9002"], [0.9, 8.002]),
        ([back(2, 9000), back(1, 9001), "move text=a1 ply=2 game=1 ms=9002"], [0.9, 8.002]),
        # The correction of a correction is still the same thinking.
        (
            [
                back(2, 9000), "move text=a1 ply=3 game=1 board=0 ms=9002",
                back(2, 9900), "move text=g1 ply=3 game=1 board=0 ms=9902",
            ],
            [0.9, 1.0, 7.902],
        ),
        # The clock began anew since.
        ([BOOT, back(2, 20), "move text=a1 ply=3 game=1 board=0 ms=22"], [0.9, 1.0, None]),
    ],
)  # fmt: skip
def test_a_correction_takes_as_long_as_what_it_corrects(store, tmp_path, records, seconds):
    assert took(store, tmp_path, *records) == seconds


def test_a_restart_of_the_boards_clock_is_no_time(store, tmp_path):
    first, *rest = game_records(["d6", "f4"])
    written(tmp_path, [first, rest[0], BOOT, rest[1]])
    Ingest(store).folder(tmp_path)
    assert json.loads(exported(store))[0]["seconds"] == [0.9, None]


@pytest.mark.parametrize("seed", range(4))
def test_many_small_steps_give_what_one_reading_gives(store, tmp_path, seed):
    dice = random.Random(seed)
    records = [*RECORDS, *game_records(["a1", "a4"], number=2), BOOT]
    order = [
        number for number in range(1, len(records) + 1) for _ in range(dice.choice((1, 1, 2)))
    ]
    for _ in range(10):  # the line was noisy: some come late
        at = dice.randrange(len(order) - 4)
        order.insert(at + 4, order.pop(at))
    made = session(tmp_path)
    ingest = Ingest(store)
    for number in order:
        hear(made, [records[number - 1]], number)
        if dice.random() < 0.5:
            ingest.files([SessionFile(made.path)], {made.path: made.safe})
        if dice.random() < 0.1:
            ingest = Ingest(store)  # the program was started anew
    made.close()
    ingest.folder(tmp_path)
    stepwise = tables(store)
    assert rebuild(store) == len(records)
    assert tables(store) == stepwise
    assert list(verify(store)) == []
    assert [game["moves"] for game in json.loads(exported(store))] == [list(E64), ["a1", "a4"]]


def test_what_is_not_safely_on_disk_is_not_taken(store, tmp_path):
    made = session(tmp_path)
    hear(made, RECORDS[:5])
    safe = made.safe
    made.line("2026-11-30T10:00:02.000Z", "in", framing.frame("@", f"6 {RECORDS[5]}"))
    ingest = Ingest(store)
    assert ingest.files([SessionFile(made.path)], {made.path: safe}) == 5
    made.sync()
    assert ingest.files([SessionFile(made.path)], {made.path: made.safe}) == 1
    made.close()


def test_a_file_that_was_cut_is_read_again(store, tmp_path):
    made = session(tmp_path)
    hear(made, RECORDS[:5])
    ingest = Ingest(store)
    ingest.folder(tmp_path)
    with made.path.open("r+b") as file:
        file.truncate(made.safe - 20)
        file.seek(0, 2)
        file.write(b"\n")
    made.close()
    with made.path.open("ab") as file:
        for number in (5, 6):
            entry = {"utc": "x", "dir": "in"}
            entry["line"] = framing.frame("@", f"{number} {RECORDS[number - 1]}")
            file.write(json.dumps(entry).encode() + b"\n" + b" " * 200)
    ingest.folder(tmp_path)
    assert games(store)[0].plies == 4


def test_an_older_file_that_comes_late_takes_nothing_from_damaged_ones(store, tmp_path):
    young = tmp_path / "young"
    path = written(young, utc="2026-12-01T00:00:00.000Z")
    ingest = Ingest(store)
    ingest.folder(young)
    path.write_bytes(b"rubbish\n" + path.read_bytes())
    assert ingest.files([SessionFile(written(tmp_path, [*RECORDS, BOOT]))]) == 1
    assert [row.plies for row in games(store)] == [39]


def test_an_older_file_that_comes_late_changes_what_was_heard_first(store, tmp_path):
    young = tmp_path / "young"
    old = tmp_path / "old"
    written(young, utc="2026-12-01T00:00:00.000Z")
    path = written(old, RECORDS[:20])
    path.write_text(path.read_text().replace("10:00:01", "09:00:00"))
    ingest = Ingest(store)
    ingest.folder(young)
    ingest.folder(old)
    late = tables(store)
    assert games(store)[0].started == "2026-11-30T09:00:00.000Z"
    rebuild(store)
    assert tables(store) == late


def test_lost_records_are_passed_over(store, tmp_path):
    made = session(tmp_path)
    made.event("2026-11-30T10:00:00.500Z", "missing", first=1, last=10)
    made.event("2026-11-30T10:00:00.500Z", "missing", first="x", last=10**12)
    hear(made, RECORDS[10:], 11)
    made.close()
    Ingest(store).folder(tmp_path)
    [game] = json.loads(exported(store))
    assert not game["whole"]
    assert game["doubts"] == 1
    [fault] = verify(store)
    assert fault.words == (
        "board b1, journal j1, game 1, record 11: the beginning of game 1 is not recorded."
    )


def test_two_boards_and_two_journals_stay_apart(store, tmp_path):
    for board, journal in (("b1", "j1"), ("b1", "j2"), ("b2", "j1")):
        written(tmp_path, RECORDS[:5], board=board, journal=journal)
    Ingest(store).folder(tmp_path)
    assert len(games(store)) == 3
    assert len(games(store, board="b2")) == 1
    assert len(games(store, names=["j1-1"])) == 2
    [row] = games(store, names=["b2/j1-1"])
    assert (row.board, name_of(row)) == ("b2", "j1-1")


def test_a_game_that_was_heard_late_keeps_its_place(store, tmp_path):
    first, second = game_records(["a1"]), game_records(["d6"], number=2)
    made = session(tmp_path)
    hear(made, [BOOT], 1)
    hear(made, second, 2 + len(first), utc="2026-11-30T10:00:02.000Z")
    hear(made, first, 2, utc="2026-11-30T10:00:09.000Z")  # lost at first on a bad line
    made.close()
    Ingest(store).folder(tmp_path)
    assert [row.game for row in games(store)] == [1, 2]


def test_a_record_that_is_missing_is_named_with_those_that_wait_for_it(
    store, url, tmp_path, capsys
):
    made = session(tmp_path)
    hear(made, RECORDS[:17])
    hear(made, RECORDS[18:30], 19)
    hear(made, RECORDS[33:], 34)
    hear(session(tmp_path, journal="j2"), RECORDS[3:], 4)
    hear(session(tmp_path, journal="j3"), RECORDS)
    words = [
        "board b1, journal j1: record 18 is missing, so 21 after it are in no game; if the board "
        "still has it, merels record fetches it.",
        "board b1, journal j2: records 1 to 3 are missing, so 39 after them are in no game; if "
        "the board still has them, merels record fetches them.",
    ]
    notes = []
    rebuild(store, [tmp_path], note=notes.append)
    assert notes == words
    assert [fault.words for fault in verify(store)] == words
    assert [fault.record for fault in verify(store)] == [18, 1]
    assert cli.main(["games", "verify", "--archive", url]) == 1
    assert capsys.readouterr().out.endswith("2 disagreements.\n")
    hear(made, RECORDS[17:18], 18)
    hear(made, RECORDS[30:33], 31)
    Ingest(store).folder(tmp_path)
    assert [fault.words for fault in verify(store)] == words[1:]


def test_games_without_a_move_are_left_out(store, tmp_path):
    written(tmp_path, [BOOT, *game_records([]), *game_records(["a1"], number=2)])
    Ingest(store).folder(tmp_path)
    assert [row.game for row in games(store)] == [2]
    assert [row.game for row in games(store, empty=True)] == [1, 2]
    assert games(store, variant="achi") == []


@pytest.mark.parametrize("name", ["j1-2", "x-1", "j1", "-", "j1-x", "b2/j1-1", "j1-9999999999"])
def test_a_game_that_is_not_there(store, tmp_path, name):
    written(tmp_path)
    Ingest(store).folder(tmp_path)
    with pytest.raises(GameNotFound, match=f"no game {name}; merels games list"):
        exported(store, names=[name])


def test_pgn_of_several_games_and_of_none(store, tmp_path):
    assert exported(store, "pgn") == ""
    assert json.loads(exported(store)) == []
    written(tmp_path, [*RECORDS, *game_records(["a1"], number=2)])
    Ingest(store).folder(tmp_path)
    text = exported(store, "pgn")
    assert text.count("[Event ") == 2
    assert "\n\n[Event " in text
    assert text.endswith("1. a1 {[%emt 0:00:00.900]} *\n")


def test_a_rebuild_needs_to_know_a_folder(store, tmp_path):
    with pytest.raises(UsageProblem, match="--from DIR"):
        rebuild(store)
    with pytest.raises(DiskProblem, match="there is no folder"):
        rebuild(store, [tmp_path / "none"])
    written(tmp_path)
    assert rebuild(store, [tmp_path]) == 42


def test_a_rebuild_does_not_lose_games_whose_files_are_gone(store, tmp_path):
    written(tmp_path, board="b1")
    path = written(tmp_path, board="b2")
    Ingest(store).folder(tmp_path)
    path.unlink()
    with pytest.raises(ArchiveProblem, match="1 session files .* no longer there.*--forget"):
        rebuild(store)
    assert len(games(store)) == 2
    rebuild(store, forget=True)
    assert len(games(store)) == 1


def test_verify_names_game_and_record(store, tmp_path):
    wrong = [*RECORDS]
    wrong[10] = re.sub("pos=[0-9a-f]{8}", "pos=00000000", wrong[10])
    written(tmp_path, wrong)
    Ingest(store).folder(tmp_path)
    count = Verified()
    [fault] = verify(store, count)
    assert (fault.board, fault.journal, fault.game, fault.record) == ("b1", "j1", 1, 11)
    assert "the board's position (00000000) is not the recorder's" in fault.words
    assert (count.games, count.records) == (1, 42)


def test_verify_sees_a_table_that_was_changed(store, tmp_path):
    written(tmp_path)
    Ingest(store).folder(tmp_path)
    with store.begin(write=True) as connection:
        t, g, r = schema.turns, schema.games, schema.records
        connection.execute(sa.update(t).where(t.c.number == 5).values(text="a7"))
        connection.execute(sa.update(g).values(plies=3))
        connection.execute(sa.delete(t).where(t.c.number == 7))
        line = sa.select(r.c.line).where(r.c.number == 9).scalar_subquery()
        connection.execute(sa.update(r).where(r.c.number == 9).values(line=line + "x"))
    words = [fault.words.partition(", ")[2] for fault in verify(store)]
    assert "journal j1, record 9: its text in the archive is damaged." in words
    assert any("game 1, record 2: the archive's games are not" in one for one in words)
    assert any("record 5: the archive's turns are not" in one and "(text)" in one for one in words)
    assert any("record 7: the archive's turns are not" in one for one in words)


def test_an_archive_of_another_version_says_what_to_do(store, url):
    with store.begin(write=True) as connection:
        connection.execute(sa.update(schema.meta).values(value="99"))
    with pytest.raises(ArchiveProblem, match=f"this program has {schema.VERSION}; update"):
        Store.open(url)


def test_an_older_archive_is_made_anew(store, url):
    with store.begin(write=True) as connection:
        connection.execute(sa.update(schema.meta).values(value="0"))
    with pytest.raises(ArchiveProblem, match=f"this program has {schema.VERSION}; make it anew"):
        Store.open(url)


def test_an_archive_that_is_to_be_read_must_be_there(url, tmp_path):
    with pytest.raises(ArchiveProblem, match="there is no archive"):
        Store.open(url, create=False)
    with pytest.raises(ArchiveProblem, match="there is no archive .*none.db; merels record"):
        Store.open(str(tmp_path / "none.db"), create=False)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("text", ["mysql://x/y", "sqlite://:::/x:y@", "://", "oracle://x"])
def test_what_is_no_url_of_an_archive(text):
    with pytest.raises(UsageProblem, match="write sqlite:///"):
        Store.open(text)


@pytest.mark.parametrize(
    "text",
    ["sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:", "sqlite+pysqlite:///:memory:",
     "sqlite:///file::memory:?uri=true", "sqlite:///file:x?mode=memory&uri=true"],
)  # fmt: skip
def test_an_archive_in_memory_is_refused_by_every_verb(tmp_path, monkeypatch, capsys, text):
    monkeypatch.chdir(tmp_path)
    for words in (["games", "list"], ["games", "rebuild"], ["record", "socket://127.0.0.1:1"]):
        assert cli.main([*words, "--archive", text]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err) == (
            "", f"merels: {text} names no file; write sqlite:///games.db.\n"
        )  # fmt: skip


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "x.db").write_text("SQLite format 3\0, and then a letter to my aunt" * 100)
    with pytest.raises(
        ArchiveDamaged, match="is damaged .file is not a database.; nothing is lost"
    ):
        Store.open(str(tmp_path / "x.db"))


def test_a_folder_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for create in (True, False):
        with pytest.raises(ArchiveProblem, match="file is a file, so no archive .*; name another"):
            Store.open(str(tmp_path / "file" / "deep" / "x.db"), create=create)
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "file"))
    with pytest.raises(
        ArchiveProblem, match="is a file, .*; set MERELS_DATA to a folder, or name"
    ):
        Store.open()
    monkeypatch.setattr("os.makedirs", lambda *_, **__: (_ for _ in ()).throw(OSError(13, "No")))
    with pytest.raises(
        ArchiveProblem, match="for the archive cannot be made .No.; choose another"
    ):
        Store.open(str(tmp_path / "new" / "x.db"))


def test_a_server_that_is_not_there():
    pytest.importorskip("psycopg")
    with pytest.raises(ArchiveProblem, match="cannot be used .*; nothing is lost"):
        Store.open("postgresql://merels:secret@127.0.0.1:1/x")


def test_a_driver_that_is_missing(monkeypatch):
    def create_engine(*args, **more):
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr("merels_host.archive.store.sa.create_engine", create_engine)
    with pytest.raises(ArchiveProblem, match=r"pip install 'merels\[postgresql\]'"):
        Store.open("postgresql://x/y")


def test_the_archivist_takes_what_was_there_and_what_comes(url, tmp_path):
    notes = []
    written(tmp_path, board="b0")
    made = session(tmp_path, utc="2026-12-01T00:00:00.000Z")
    with Archivist(url, tmp_path, notes.append) as archivist:
        for number, text in enumerate(RECORDS, 1):
            hear(made, [text], number)
            archivist.look(made.path, made.safe)
        archivist.look(tmp_path / "gone.ndjson", 1)
    made.close()
    assert (notes, archivist.trouble) == ([], "")
    with Store.open(url) as store:
        assert [row.plies for row in games(store)] == [39, 39]
        assert list(verify(store)) == []


def test_an_archive_that_fails_for_a_while_catches_up(tmp_path, monkeypatch):
    monkeypatch.setattr("merels_host.archive.archivist._AGAIN", 0.05)
    notes = []
    real, failures = Ingest.files, []

    def sometimes(self, files, limits=None):
        if limits and len(failures) < 3:
            failures.append(1)
            raise ArchiveProblem("away.") if len(failures) < 3 else ZeroDivisionError("oops")
        return real(self, files, limits)

    monkeypatch.setattr(Ingest, "files", sometimes)
    made = session(tmp_path)
    hear(made, RECORDS)
    name = str(tmp_path / "a.db")
    with Archivist(name, tmp_path / "none", notes.append) as archivist:
        archivist.look(made.path, made.safe)
        while len(failures) < 3 or archivist.trouble:
            pass
    made.close()
    assert notes[0] == "away."
    assert notes[1].startswith("an error in merels itself (ZeroDivisionError: oops) stops the")
    assert notes[2:] == ["the archive works again."]
    with Store.open(name) as store:
        assert games(store)[0].plies == 39


def test_an_archive_that_is_away_at_the_start_is_filled_when_it_is_back(tmp_path, monkeypatch):
    monkeypatch.setattr("merels_host.archive.archivist._AGAIN", 0.05)
    monkeypatch.setattr("merels_host.archive.sqlite_file._BUSY_S", 0)
    notes, name = [], str(tmp_path / "a.db")
    Store.open(name).close()
    written(tmp_path, board="b0")
    made = session(tmp_path)
    hear(made, RECORDS)
    with contextlib.closing(sqlite3.connect(name, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with Archivist(name, tmp_path, notes.append) as archivist:
            assert "a.db cannot be used (database is locked)" in archivist.trouble
            assert archivist.trouble.endswith(" Recording goes on meanwhile.")
            archivist.look(made.path, made.safe)
            other.execute("ROLLBACK")
            while archivist.trouble:
                time.sleep(0.01)
    made.close()
    assert len(notes) == 2 and notes[1] == "the archive works again."
    with Store.open(name) as store:
        assert [row.plies for row in games(store)] == [39, 39]


def test_what_was_recorded_before_is_taken_when_the_archive_comes_back(tmp_path, monkeypatch):
    monkeypatch.setattr("merels_host.archive.archivist._AGAIN", 0.05)
    real, failures = Ingest.files, []

    def away_at_first(self, files, limits=None):
        failures.append(1)
        if len(failures) < 3:
            raise ArchiveAway("away.")
        return real(self, files, limits)

    monkeypatch.setattr(Ingest, "files", away_at_first)
    written(tmp_path)
    notes = []
    with Archivist(str(tmp_path / "a.db"), tmp_path, notes.append):
        while len(notes) < 2:  # nothing grows meanwhile
            time.sleep(0.01)
    assert notes == ["away. Recording goes on meanwhile.", "the archive works again."]
    with Store.open(str(tmp_path / "a.db")) as store:
        assert games(store)[0].plies == 39


def test_a_file_is_taken_no_further_than_it_is_safe_when_the_archive_comes_back(tmp_path):
    made = session(tmp_path)
    hear(made, RECORDS[:3])
    safe = made.safe
    archivist = Archivist(str(tmp_path / "a.db"), tmp_path, print)
    archivist.look(made.path, safe)
    hear(made, RECORDS[3:], 4)
    made.close()
    with archivist:
        pass
    with Store.open(str(tmp_path / "a.db")) as store:
        assert games(store)[0].plies == 1


@pytest.mark.parametrize("error", [ArchiveProblem("foreign."), ZeroDivisionError("oops")])
def test_an_archive_is_refused_at_the_start_and_only_told_of_later(tmp_path, monkeypatch, error):
    monkeypatch.setattr("merels_host.archive.archivist._PATIENCE", 0.05)
    notes, pauses = [], [0, 0.3]

    def refused(url, step):
        time.sleep(pauses.pop(0))
        raise error

    monkeypatch.setattr(Store, "open", refused)
    with pytest.raises(type(error)), Archivist("x", tmp_path, notes.append):
        pass
    assert notes == []
    with Archivist("x", tmp_path, notes.append) as archivist:
        assert archivist.trouble == ""  # the recorder has not waited for it
        while not notes:
            time.sleep(0.01)
        pauses += [0, 0, 0]
    assert str(error) in notes[0]


@pytest.mark.parametrize("away", ["server", "folder"])
def test_a_recording_begins_although_its_archive_is_away(tmp_path, monkeypatch, capsys, away):
    archive = "postgresql://x@127.0.0.1:1/x"
    if away == "server":
        pytest.importorskip("psycopg")
    else:
        archive = str(tmp_path / "new" / "a.db")
        full = OSError(28, "No space left on device")
        monkeypatch.setattr("os.makedirs", lambda *_, **__: (_ for _ in ()).throw(full))
    with FakeBoard(RECORDS) as board:
        words = ["record", board.url, "--once", "--out", str(tmp_path), "--archive", archive]
        assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert " Recording goes on meanwhile." in said
    assert len(list(tmp_path.glob("*.pgn"))) == 1


def test_a_transaction_that_fails_leaves_nothing_half_done(store, tmp_path, monkeypatch):
    written(tmp_path)
    ingest = Ingest(store)
    with monkeypatch.context() as patch:
        patch.setattr("merels_host.archive.fold.Fold.changes", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ingest.folder(tmp_path)
    assert games(store, empty=True) == []
    assert ingest.folder(tmp_path) == 42
    assert games(store)[0].plies == 39


def raw(**entry):
    return json.dumps(entry).encode()


LINES = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            raw(utc="u", dir="in", line=framing.frame("@", f"{n} {text}"))
            for n, text in enumerate(RECORDS[:12], 1)
        ]
    ),
    st.builds(
        lambda text: raw(utc="\0", dir="in", line=framing.frame("@", text)),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
    ),
    st.builds(
        lambda first, last: raw(event="missing", first=first, last=last),
        st.integers(), st.one_of(st.integers(), st.text()),
    ),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(LINES, max_size=25), words=st.text(max_size=8), cut=st.integers(0, 80))
def test_any_file_goes_in_and_gives_the_same_again(tmp_path_factory, lines, words, cut):
    folder = tmp_path_factory.mktemp("fuzz")
    header = {"type": "session", "schema": 1, "utc": "2026-11-30T12:34:56Z", "board": words or "b"}
    header |= {"journal": "j", "firmware": words, "port": "p", "merels": "1"}
    header["hello"] = {"points": words}
    data = b"\n".join([json.dumps(header).encode(), *lines, b""])
    (folder / "f.ndjson").write_bytes(data[: len(data) - cut] if cut < len(data) / 2 else data)
    with Store.open(str(folder / "a.db")) as store:
        ingest = Ingest(store)
        ingest.folder(folder)
        ingest.folder(folder)
        before = tables(store)
        rebuild(store, [folder])
        assert tables(store) == before
        assert not [f for f in verify(store) if "are not what the records say" in f.words]
        json.loads(exported(store))
        exported(store, "pgn")
        with store.begin() as connection:
            queries = Queries(connection)
            for row in queries.games(empty=True):
                as_json(queries, row)
