# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of other programs on both databases: taken in, named, listed, counted, given out."""

import json

import pytest
import sqlalchemy as sa
from merels_host import cli
from merels_host.archive import schema
from merels_host.archive.store import Store

GAMES = """\
[Event "Club\N{RIGHT-TO-LEFT OVERRIDE} \N{SNOWMAN}"]
[Date "2024.05.12"]
[UTCTime "18:30:00"]
[White "O'Neil; %s :x"]
[Black "Bob"]
[Result "1-0"]
[Termination "resigned"]

1. d6 {hello} f4 $1 (1... a1 {better}) 2. d2 {[%emt 0:00:03.000]} b4 1-0

[Date "2024.??.??"]
[White "Bob"]
[Black "ÄNN"]
[Variant "Lasker Morris"]
[Result "1/2-1/2"]

1. f4 {[%emt 0:00:01.000]} b4 2. d6 d2 1/2-1/2

[Result "*"]

1. d6 d6 *

[White "Zoe"]

1. d2 b4 2. d6 *
"""


@pytest.fixture
def merels(url, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("MERELS_ARCHIVE", url)
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "data"))
    (tmp_path / "g.pgn").write_text(GAMES, encoding="utf-8")

    def run(*words, code=0):
        assert cli.main(list(words)) == code
        return capsys.readouterr().out

    told = run("games", "import", str(tmp_path / "g.pgn"), code=1)
    assert told == "3 games imported, 0 already there, 1 fault.\n"
    return run


def listed(merels, *words):
    return [game["white"] for game in json.loads(merels("games", "list", "--json", *words))]


def test_lists_and_names(merels):
    first = "O'Neil; %s :x"
    assert listed(merels) == ["Bob", first, "Zoe"]
    assert listed(merels, "--reverse", "--limit", "1") == ["Zoe"]
    assert listed(merels, "--offset", "1") == [first, "Zoe"]
    assert listed(merels, "--since", "2024-05") == [first]
    assert listed(merels, "--until", "2024") == ["Bob", first]
    assert listed(merels, "--player", "bob", "--result", "draw") == ["Bob"]
    assert listed(merels, "--variant", "Lasker Morris") == ["Bob"]
    assert listed(merels, "--reason", "resigned") == [first]
    assert listed(merels, "--white", first.lower()) == [first]
    ids = [game["id"] for game in json.loads(merels("games", "list", "--json"))]
    assert listed(merels, "--after", ids[0]) == [first, "Zoe"]
    assert "white wins, resigned  Ada - Bob" in merels("games", "tag", ids[1], "--white", "Ada")
    assert listed(merels, "--id", ids[1]) == ["Ada"]


def test_shown_counted_and_given_out(merels, tmp_path):
    ids = [game["id"] for game in json.loads(merels("games", "list", "--json"))]
    assert "or 1... a1 {better}" in merels("games", "show", ids[1])
    found = json.loads(merels("stats", "--json"))
    assert (found["games"], found["white"], found["draws"], found["unfinished"]) == (3, 1, 1, 1)
    assert {one["opening"] for one in found["openings"]} == {"d6 b4 d2 f4", "d6 b4 f4 d2"}
    assert found["seconds"]["placing"]["turns"] == 2
    assert json.loads(merels("stats", "--json", "--player", "bob"))["games"] == 2
    assert merels("games", "export", "--format", "csv").count("\r\n") + 1 >= 4
    for form in ("pgn", "json"):
        assert merels("games", "export", "--format", form).count("hello") == 1
    assert merels("games", "verify") == "3 games and 0 records: all agree.\n"
    assert merels("games", "picture", ids[0], "--out", str(tmp_path / "p.svg")) is not None
    assert (tmp_path / "p.svg").exists()


def test_what_a_database_lost_comes_back_from_the_files(merels, url):
    ids = [game["id"] for game in json.loads(merels("games", "list", "--json"))]
    merels("games", "tag", *ids, "--event", "Fair")
    before = tables(url)
    with Store.open(url) as store, store.begin(write=True) as connection:
        for table in (schema.turns, schema.games, schema.imported):
            connection.execute(sa.delete(table))
    merels("games", "rebuild")
    assert tables(url) == before


SORTED = """\
[White "bob"]

1. d6 *

[White "Zoe"]
[Date "2024.05.12"]
[UTCTime "01:00:00"]

1. d2 *

[White "Änn"]
[Date "2024.05.12"]

1. f4 *

[White "_x"]
[Date "2024"]

1. b4 *
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def in_a_language(request, tmp_path):
    """The URL of an archive whose server sorts as English does, the letters without their case."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'a.db'}"
    return request.getfixturevalue("server").database("english", language="en-US")


@pytest.fixture
def sorted_games(in_a_language, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("MERELS_ARCHIVE", in_a_language)
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "data"))
    (tmp_path / "g.pgn").write_text(SORTED, encoding="utf-8")
    assert cli.main(["games", "import", str(tmp_path / "g.pgn")]) == 0
    capsys.readouterr()

    def run(*words):
        assert cli.main(list(words)) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_a_server_of_any_language_sorts_as_every_other(sorted_games, in_a_language):
    def names(*words):
        return [game["white"] for game in sorted_games("games", "list", "--json", *words)]

    assert names() == ["_x", "Änn", "Zoe", "bob"]
    assert names("--sort", "white") == ["Zoe", "_x", "bob", "Änn"]
    [first] = sorted_games("games", "list", "--json", "--white", "_x")
    assert names("--sort", "white", "--after", first["id"]) == ["bob", "Änn"]
    players = sorted_games("stats", "--json")["players"]
    assert [one["player"] for one in players] == ["Zoe", "_x", "bob", "Änn"]
    with Store.open(in_a_language) as store, store.begin() as connection:
        if connection.dialect.name == "postgresql":
            assert collations(connection) == {"C"}


def collations(connection):
    columns = sa.inspect(connection).get_columns("games")
    sorts = ("board", "journal", "variant", "heard", "started")
    return {one["type"].collation for one in columns if one["name"] in sorts}


def tables(url):
    with Store.open(url) as store, store.begin() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table)).mappings()))
            for table in schema.metadata.sorted_tables
        }
