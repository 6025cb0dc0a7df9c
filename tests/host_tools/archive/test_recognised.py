# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whoever imports what was exported has nothing new, and files keep their order."""

import json

import pytest
import sqlalchemy as sa
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.archive import schema
from merels_host.archive.store import Store
from merels_host.archive.verify import verify
from merels_host.board.link import Hello
from merels_host.sessions.session import Session

UTC = "2026-11-30T10:00:00.000Z"
CLUB = """\
[Event "Club"]
[Date "2024.05.12"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Termination "resigned"]

1. d6 {hello} f4 $1 (1... a1 {better}) 2. d2 {[%emt 0:00:03.000]} 1-0

[White "Cy"]

1. d6 f4 *
"""


@pytest.fixture
def archive(url, monkeypatch, tmp_path):
    monkeypatch.setenv("MERELS_ARCHIVE", url)
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "data"))
    return url


@pytest.fixture
def merels(archive, capsys):
    def run(*words, code=0):
        assert cli.main(["games", *words]) == code
        return capsys.readouterr().out

    return run


def record(tmp_path, texts, names=None, number=1):
    said = {"sensors": "presence", "points": "25"}
    hello = Hello("b1", "0badcafe", "0.1.0", 1, number - 1, said)
    session = Session(tmp_path / "out", hello, "p", UTC.replace("10", f"1{number % 10}"), names)
    for at, text in enumerate(texts, number):
        session.line(UTC, "in", framing.frame("@", f"{at} {text}"))
    session.close()


def file(tmp_path, text, name="again.txt"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path / name)


def told(new, known):
    games = "1 game" if new == 1 else f"{new} games"
    return f"{games} imported, {known} already there, 0 faults.\n"


@pytest.fixture
def recorded(tmp_path, merels):
    names = {"white": "Ann", "place": "Bern"}
    record(tmp_path, [BOOT, *game_records(E64), *game_records(["a1", "d2"], number=2)], names)
    merels("rebuild", "--from", str(tmp_path / "out"))


@pytest.mark.parametrize("form", ["pgn", "json", "playok"])
def test_a_recorded_game_is_recognised(recorded, merels, tmp_path, form):
    exported = merels("export", "--format", form)
    assert merels("import", file(tmp_path, exported)) == told(0, 2)
    merels("tag", "0badcafe-1", "0badcafe-2", "--white", "Zoe", "--event", "Cup", "--place", "")
    assert merels("import", file(tmp_path, exported)) == told(0, 2)
    again = merels("export", "--format", form)
    assert again != exported
    assert merels("import", file(tmp_path, again)) == told(0, 2)
    assert len(json.loads(merels("list", "--json"))) == 2


@pytest.mark.parametrize("form", ["pgn", "json", "playok"])
def test_names_that_a_recorded_game_never_had_are_told(recorded, archive, tmp_path, capsys, form):
    def run(*words):
        code = cli.main(["games", *words])
        out, err = capsys.readouterr()
        return code, out, err

    _, exported, _ = run("export", "0badcafe-2", "--format", form)
    assert '"Ann"' in exported
    again = file(tmp_path, exported.replace('"Ann"', '"Zoe B"'))
    words = (
        "0badcafe-2, with White Ann, was recorded here; not taken from the file: White Zoe B: "
        "merels games tag 0badcafe-2 --white 'Zoe B'"
    )
    told = "0 games imported, 1 already there, 1 fault.\n"
    assert run("import", again) == (1, told, f"{again}: {words}\n")
    code, out, _ = run("import", again, "--json")
    fault = {"file": again, "game": 0, "move": "", "line": 0, "words": words}
    assert (code, json.loads(out)["faults"]) == (1, [fault])
    assert run("tag", "0badcafe-2", "--white", "Zoe B")[0] == 0
    assert run("import", again)[0] == 0
    assert run("import", file(tmp_path, exported))[0] == 0


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Black", "Eve"),
        ("Event", "Cup"),
        ("Site", "Rome"),
        ("Date", "2020.01.02"),
        ("Round", "9"),
        ("UTCTime", "00:00:01"),
    ],
)
def test_each_such_tag_is_told(recorded, merels, tmp_path, capsys, tag, value):
    exported = merels("export", "0badcafe-2")
    lines = [line for line in exported.splitlines() if not line.startswith(f"[{tag} ")]
    again = file(tmp_path, "\n".join([f'[{tag} "{value}"]', *lines]))
    assert cli.main(["games", "import", again]) == 1
    told = capsys.readouterr()
    assert told.out == "0 games imported, 1 already there, 1 fault.\n"
    assert f"not taken from the file: {tag} {value}" in told.err
    assert ("merels games tag" in told.err) == (tag in ("Black", "Event", "Site"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. a1", "1. a1 {a good beginning}"),
        ("1. a1", "1. a1 $1"),
        ("1. a1", "1. d1"),
        ('"Nine Men\'s Morris"', '"Lasker Morris"'),
        ("[Result", '[Annotator "Zoe"]\n[Result'),
        ("0badcafe 4", "0badcafe 5"),
        ("d2 {[%emt 0:00:01.000]} *", "d2 {[%emt 0:00:01.000]} 1-0"),
        ("d2 {[%emt 0:00:01.000]} *", "d2 {[%emt 0:00:01.000]} 2. g7 *"),
    ],
)
def test_what_says_more_or_other_things_is_another_game(recorded, merels, tmp_path, old, new):
    exported = merels("export", "0badcafe-2").replace('[PlyCount "2"]\n', "")
    changed = exported.replace(old, new)
    assert changed != exported
    assert merels("import", file(tmp_path, changed)) == told(1, 0)
    assert merels("import", file(tmp_path, changed)) == told(0, 1)


def test_a_game_that_has_gone_on_since_is_recognised(tmp_path, merels):
    records = game_records(["a1", "d2", "g1"], number=2)
    record(tmp_path, records[:3])
    merels("rebuild", "--from", str(tmp_path / "out"))
    before = merels("export")
    assert "2. g1" not in before
    record(tmp_path, records[3:], number=4)
    merels("rebuild")
    assert "2. g1" in merels("export")
    assert merels("import", file(tmp_path, before)) == told(0, 1)


@pytest.mark.parametrize("form", ["pgn", "json"])
def test_an_imported_game_is_recognised_by_each_name_that_it_had(archive, merels, tmp_path, form):
    merels("import", file(tmp_path, CLUB))
    exports = [merels("export", "--format", form)]
    ids = [game["id"] for game in json.loads(merels("list", "--json"))]
    for white in ("Zoe", "Ada", ""):
        merels("tag", *ids, "--white", white, "--place", "Bern")
        exports.append(merels("export", "--format", form))
    for text in exports:
        assert merels("import", file(tmp_path, text)) == told(0, 2)
    other = exports[1].replace("Zoe", "Eve")
    assert merels("import", file(tmp_path, other)) == told(2, 0)
    merels("rebuild")
    for text in (*exports, other):
        assert merels("import", file(tmp_path, text)) == told(0, 2)
    with Store.open(archive) as store:
        assert list(verify(store)) == []


def test_a_form_that_leaves_something_behind_brings_nothing_new(merels, tmp_path):
    merels("import", file(tmp_path, CLUB))
    exported = merels("export", "--format", "playok")
    assert "hello" not in exported
    assert merels("import", file(tmp_path, exported)) == told(0, 2)


def test_one_game_in_two_forms_of_one_import(recorded, merels, tmp_path, monkeypatch):
    names = [file(tmp_path, merels("export", "--format", form), form) for form in ("pgn", "json")]
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "other.db"))
    assert merels("import", *names) == told(2, 2)
    assert merels("import", *reversed(names)) == told(0, 4)


EVENTS = [f"E{number * 7 % 30}" for number in range(30)]


@pytest.mark.parametrize("date", ["", '[Date "2024.05.12"]\n', '[Date "2024.??.??"]\n'])
def test_games_of_one_day_or_of_none_stay_in_the_order_of_their_file(
    merels, tmp_path, monkeypatch, date
):
    monkeypatch.setattr("merels_host.archive.importer.BATCH", 8)
    first, second = EVENTS[:17], EVENTS[17:]
    for events in (first, second):
        text = "\n".join(f'[Event "{event}"]\n{date}\n1. d6 *\n' for event in events)
        merels("import", file(tmp_path, text))

    def order():
        return [game["event"] for game in json.loads(merels("list", "--json"))]

    assert order() == EVENTS
    exported = merels("export")
    assert [line[8:-2] for line in exported.splitlines() if line.startswith("[Event")] == EVENTS
    merels("rebuild")
    assert order() == EVENTS
    assert merels("import", file(tmp_path, exported)) == told(0, 30)


def tables(archive):
    with Store.open(archive) as store, store.begin() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table)).mappings()))
            for table in schema.metadata.sorted_tables
        }


def test_a_lost_archive_comes_back_in_the_same_order(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "a.db"))
    text = "\n".join(f'[Event "{event}"]\n\n1. d6 *\n' for event in EVENTS)
    assert cli.main(["games", "import", file(tmp_path, text)]) == 0
    capsys.readouterr()
    cli.main(["games", "list"])
    before = capsys.readouterr().out
    (tmp_path / "a.db").unlink()
    assert cli.main(["games", "rebuild"]) == 0
    capsys.readouterr()
    cli.main(["games", "list"])
    assert capsys.readouterr().out == before
