# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lists of games: filters, orders and pages, on both databases, and `merels games list`."""

import itertools
import json
import os
import re

import pytest
import sqlalchemy as sa
from merels_host import cli
from merels_host.archive import schema
from merels_host.archive.filters import RESULTS, Filters
from merels_host.archive.listing import SORTS, Page, count, listed, name_of
from merels_host.archive.store import Store
from merels_host.commands import filter_options, games_list
from merels_host.errors import UsageProblem

MILLS = "nine-mens-morris"
# variant, white, black, event, started, winner, reason, plies, takebacks
GAMES = (
    (MILLS, "Ann", "Bob", "Club", "2025-12-31T23:59:59.000Z", "white", "blocked", 40, 0),
    ("lasker-morris", "Bob", "Änn", "Club", "2026-01-01T00:00:00Z", "black", "resigned", 30, 1),
    (MILLS, "Cy", "Ann", "", "2026-01-31T10:00:00.000Z", "none", "agreed", 55, 0),
    ("achi", "", "", "", "2026-02-01T10:00:00.000Z", "none", "unfinished", 7, 3),
    ("achi", "", "", "Fair", "2026-02-01T10:00:00.000Z", None, None, 7, 0),
    ("achi", "", "", "", "2026-03-01T10:00:00.000Z", None, None, 0, 0),
    (MILLS, "O'Neil", "%", "Club", "2026-03-02T10:00:00.000Z", "white", "few-pieces", 40, 2),
)
NAMES = ("variant", "white", "black", "event", "started", "winner", "reason", "plies", "takebacks")


@pytest.fixture
def filled(store):
    rows = []
    for number, values in enumerate(GAMES, 1):
        row = dict(zip(NAMES, values, strict=True))
        row |= {"board": f"b{number % 2}", "journal": "7f3a21c9" if number < 6 else "0badcafe"}
        row |= {"first": number * 100, "last": number * 100 + 50, "game": number, "changed": ""}
        row |= {"heard": row["started"], "ended": None, "opening": "", "removals": number % 3}
        row |= {"place": "", "whole": 1, "doubts": 0}
        rows.append(row)
    with store.begin(write=True) as connection:
        connection.execute(sa.insert(schema.games), rows)
    return store


def numbers(store, page=None, **chosen):
    with store.begin() as connection:
        rows = [row.game for row in listed(connection, Filters(**chosen), page)]
        if page is None:
            assert count(connection, Filters(**chosen)) == len(rows)
        return rows


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, [1, 2, 3, 4, 5, 7]),
        ({"empty": True}, [1, 2, 3, 4, 5, 6, 7]),
        ({"board": "b1"}, [1, 3, 5, 7]),
        ({"variant": "achi"}, [4, 5]),
        ({"variant": "mill"}, [1, 3, 7]),
        ({"variant": "Lasker Morris"}, [2]),
        ({"player": "ann"}, [1, 3]),
        ({"player": "Änn"}, [2]),
        ({"white": "ANN"}, [1]),
        ({"black": "Ann"}, [3]),
        ({"white": "O'Neil", "black": "%"}, [7]),
        ({"black": "%"}, [7]),
        ({"event": "club"}, [1, 2, 7]),
        ({"result": "white"}, [1, 7]),
        ({"result": "1-0"}, [1, 7]),
        ({"result": "0-1"}, [2]),
        ({"result": "draw"}, [3]),
        ({"result": "*"}, [4, 5]),
        ({"reason": "resigned"}, [2]),
        ({"since": "2026"}, [2, 3, 4, 5, 7]),
        ({"until": "2025"}, [1]),
        ({"since": "2026-01", "until": "2026-01"}, [2, 3]),
        ({"since": "2026-01-31", "until": "2026-02-01T09:59"}, [3]),
        ({"until": "2026-02-01"}, [1, 2, 3, 4, 5]),
        ({"min_plies": 40}, [1, 3, 7]),
        ({"prefix": "7f3"}, [1, 2, 3, 4, 5]),
        ({"prefix": "0badcafe-7"}, [7]),
        ({"prefix": "%"}, []),
        (
            {"event": "Club", "variant": "nine-mens-morris", "result": "white", "since": "2026"},
            [7],
        ),
    ],
)
def test_filters(filled, chosen, found):
    assert numbers(filled, **chosen) == found


@pytest.mark.parametrize(
    "date", ["yesterday", "2026-13", "2026-02-30", "30.11.2026", "2026T10:00"]
)
def test_what_is_no_date(date):
    with pytest.raises(UsageProblem, match="is no date; write it as 2026-11-30"):
        Filters(since=date)


def test_what_is_no_result():
    with pytest.raises(UsageProblem, match="1-1 is no result; write one of white, black"):
        Filters(result="1-1")


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"variant": "morabarba"}, "there is no variant morabarba; did you mean morabaraba?"),
        ({"variant": "xy"}, "there is no variant xy; see merels variants."),
        ({"reason": "blokced"}, "no game ends by blokced; did you mean blocked? The reasons are"),
        ({"reason": "xy"}, "no game ends by xy; the reasons are unfinished, few-pieces"),
    ],
)
def test_what_is_no_variant_and_no_reason(chosen, words):
    with pytest.raises(UsageProblem) as caught:
        Filters(**chosen)
    assert words in caught.value.message


@pytest.mark.parametrize(("sort", "reverse"), list(itertools.product(SORTS, (False, True))))
def test_every_order_can_be_read_in_pages(filled, sort, reverse):
    whole = numbers(filled, Page(sort, reverse))
    assert sorted(whole) == [1, 2, 3, 4, 5, 7]
    assert numbers(filled, Page(sort, not reverse)) == whole[::-1]
    assert numbers(filled, Page(sort, reverse, limit=2, offset=3)) == whole[3:5]
    assert numbers(filled, Page(sort, reverse, offset=4)) == whole[4:]
    with filled.begin() as connection:
        rows = {row.game: row for row in listed(connection)}
    for place, number in enumerate(whole):
        page = Page(sort, reverse, limit=2, after=rows[number])
        assert numbers(filled, page) == whole[place + 1 : place + 3]


def test_orders(filled):
    assert numbers(filled, Page("plies")) == [4, 5, 2, 1, 7, 3]
    assert numbers(filled, Page("takebacks", reverse=True, limit=2)) == [4, 7]
    assert numbers(filled, Page("variant"))[:2] == [4, 5]


def test_a_list_needs_no_sorting(tmp_path):
    """The database finds the next row in an index, however many there are."""
    queries = []
    with Store.open(str(tmp_path / "a.db")) as store, store.begin() as connection:
        sa.event.listen(
            store.engine,
            "before_cursor_execute",
            lambda c, cursor, text, values, *_: queries.append((text, values)),
        )
        for page, chosen, index in (
            (Page(), Filters(), "games_heard"),
            (Page(reverse=True, limit=20), Filters(), "games_heard"),
            (Page(), Filters(since="2026"), "games_heard (heard>?)"),
            (Page("variant"), Filters(), "games_variant"),
            (Page(), Filters(variant="achi"), "games_variant (variant=?)"),
        ):
            queries.clear()
            list(listed(connection, chosen, page))
            text, values = queries[0]
            plan = connection.exec_driver_sql("EXPLAIN QUERY PLAN " + text, values)
            words = " / ".join(row[3] for row in plan)
            assert index in words and "TEMP B-TREE" not in words, words


def said(capsys, *words, code=0):
    assert cli.main(["games", "list", *words]) == code
    return capsys.readouterr()


def test_the_command_takes_every_filter(filled, capsys, url):
    def found(*words):
        return [one["game"] for one in json.loads(said(capsys, *words, "--json").out)]

    os.environ["MERELS_ARCHIVE"] = url
    try:
        assert found() == [1, 2, 3, 4, 5, 7]
        assert found("--variant", "achi") == [4, 5]
        assert found("--player", "Ann") == [1, 3]
        assert found("--white", "Ann") == [1]
        assert found("--black", "Ann") == [3]
        assert found("--event", "Club") == [1, 2, 7]
        assert found("--board", "b0") == [2, 4]
        assert found("--result", "1/2-1/2") == [3]
        assert found("--reason", "blocked") == [1]
        assert found("--since", "2026-03") == [7]
        assert found("--until", "2026-01-01") == [1, 2]
        assert found("--min-plies", "41") == [3]
        assert found("--id", "0bad") == [7]
        assert found("--empty") == [1, 2, 3, 4, 5, 6, 7]
        assert found("--sort", "plies", "--reverse", "--limit", "2") == [3, 7]
        assert found("--limit", "0", "--offset", "4") == [5, 7]
        assert found("--after", "7f3a21c9-3", "--limit", "2") == [4, 5]
        assert found("--reverse", "--after", "7f3a21c9-3") == [2, 1]
        assert found("--variant", "dooz") == []
        assert "is no date; write it as" in said(capsys, "--since", "x", code=2).err
        assert "has no game 7f3a21c9-9;" in said(capsys, "--after", "7f3a21c9-9", code=1).err
        assert "--help" in said(capsys, "--result", "won", code=2).err
        assert "--help" in said(capsys, "--sort", "moon", code=2).err
    finally:
        del os.environ["MERELS_ARCHIVE"]


def test_a_terminal_gets_the_end_of_a_long_list(filled, capsys, url, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert len(said(capsys, "--archive", url).out.splitlines()) == 7
    monkeypatch.setattr(games_list, "_window", lambda: 2)
    lines = said(capsys, "--archive", url).out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["7f3a21c9-5", "0badcafe-7"]
    assert lines[3] == (
        "The last 2 of 6 games; all: --limit 0, those before these: --limit 2 --offset 2"
    )
    hint = re.findall(r"--\S+ \d+", lines[3])[1:]
    lines = said(capsys, "--archive", url, *" ".join(hint).split()).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["7f3a21c9-3", "7f3a21c9-4"]
    assert len(said(capsys, "--archive", url, "--limit", "0").out.splitlines()) == 7
    lines = said(capsys, "--archive", url, "--sort", "plies", "--reverse").out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["7f3a21c9-5", "7f3a21c9-4"]


def test_the_words_of_the_options_are_those_of_the_archive():
    assert tuple(one.value for one in filter_options.ResultChoice) == RESULTS
    assert tuple(one.value for one in games_list.Sort) == tuple(SORTS)


def test_names_of_rows(filled):
    with filled.begin() as connection:
        assert name_of(next(listed(connection))) == "7f3a21c9-1"
