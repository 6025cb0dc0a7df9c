# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels stats: what the database counts is what counting by hand gives; tables and plots."""

import json
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from xml.etree import ElementTree

import pytest
import sqlalchemy as sa
from fakes.many_games import fill, name_players, write_session
from merels_host import cli
from merels_host.archive import schema
from merels_host.archive.filters import Filters
from merels_host.archive.ingest import Ingest
from merels_host.archive.listing import listed
from merels_host.archive.queries import Queries
from merels_host.sessions.games import PHASES
from merels_host.sessions.session import SessionFile
from merels_host.statistics import plots
from merels_host.statistics.figures import figures
from merels_host.statistics.spread import Spread
from merels_host.statistics.tables import lines

GAMES = 40


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return write_session(tmp_path_factory.mktemp("session"), GAMES)


@pytest.fixture
def filled(store, session):
    Ingest(store).files([SessionFile(session)])
    with store.begin(write=True) as connection:
        name_players(connection)
        g = schema.games.c
        connection.execute(sa.update(schema.games).where(g.white == "Cy").values(white="?"))
    return store


def found(store, **chosen):
    with store.begin() as connection:
        return figures(connection, Filters(**chosen)).as_json()


def by_hand(store, **chosen):
    """The same by looking at every game and turn."""
    with store.begin() as connection:
        queries = Queries(connection)
        rows = list(listed(connection, Filters(**chosen)))
        turns = [turn for row in rows for turn in queries.moves(row)]
    results = defaultdict(Counter)
    for row in rows:
        result = {"white": "white", "black": "black", "none": "draws"}.get(row.winner)
        result = "unfinished" if row.winner is None or row.reason == "unfinished" else result
        keys = [(), ("variant", row.variant), ("reason", row.reason or "unfinished")]
        if row.opening:
            keys.append(("opening", row.variant, row.opening))
        for key in keys:
            results[key].update([result, "games"])
        for side, player in (("white", row.white), ("black", row.black)):
            if player in ("", "?"):
                continue
            won = {"draws": "drawn", "unfinished": "unfinished", side: "won"}.get(result, "lost")
            results["player", player].update([won, "games", side])
    seconds = defaultdict(list)
    for turn in turns:
        if turn.took_ms is not None:
            for name in (PHASES[turn.phase], "all"):
                seconds[name].append((turn.took_ms + 50) // 100 / 10)
    return rows, turns, results, seconds


CHOICES = (
    {},
    {"variant": "six-mens-morris"},
    {"player": "Ann"},
    {"white": "Bob", "min_plies": 20},
    {"event": "Spring cup"},
    {"since": "2020-01-01T00:00:20"},
    {"variant": "dooz"},
)


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
def test_figures_are_what_counting_by_hand_gives(filled, chosen):
    figures_ = found(filled, **chosen)
    rows, turns, results, seconds = by_hand(filled, **chosen)
    assert figures_["games"] == len(rows)
    for name in ("white", "black", "draws", "unfinished"):
        assert figures_[name] == results[()][name]
    assert figures_["removals"] == sum(turn.text.count("x") for turn in turns)
    assert figures_["takebacks"] == sum(row.takebacks for row in rows)
    for kind in ("variant", "reason"):
        listed_ = {row[kind]: row for row in figures_[kind + "s"]}
        assert set(listed_) == {key[1] for key in results if key[:1] == (kind,)}
        for name, row in listed_.items():
            for result in ("games", "white", "black", "draws", "unfinished"):
                assert row[result] == results[kind, name][result], (kind, name, result)
    for row in figures_["variants"]:
        plies = [one.plies for one in rows if one.variant == row["variant"]]
        assert row["plies"] == {
            "least": min(plies), "median": statistics.median(plies),
            "mean": round(statistics.fmean(plies), 1), "most": max(plies),
        }  # fmt: skip
    openings = [key for key in results if key[:1] == ("opening",)]
    openings.sort(key=lambda key: -results[key]["games"])
    assert len(figures_["openings"]) == min(len(openings), 10)
    for row, key in zip(figures_["openings"], openings, strict=False):
        assert row["games"] == results[key]["games"]
        mine = results["opening", row["variant"], row["opening"]]
        assert (row["white"], row["draws"]) == (mine["white"], mine["draws"])
    for row in figures_["players"]:
        mine = results["player", row["player"]]
        for name in ("games", "won", "lost", "drawn", "unfinished"):
            assert row[name] == mine[name], (row, name)
        assert (row["white"]["games"], row["black"]["games"]) == (mine["white"], mine["black"])
        assert row["points"] == mine["won"] + mine["drawn"] / 2
    assert len(figures_["players"]) == len([key for key in results if key[:1] == ("player",)])
    for name, one in figures_["seconds"].items():
        assert one["turns"] == len(seconds[name])
        assert one["median"] == (
            round(statistics.median(seconds[name]), 1) if seconds[name] else None
        )


def test_fill_gives_so_many_games(store, tmp_path, monkeypatch):
    monkeypatch.setattr("fakes.many_games.TEMPLATES", 10)
    fill(store, 40, tmp_path)
    with store.begin() as connection:
        rows = list(listed(connection))
        assert len(rows) == 40
        assert [row.heard for row in rows] == sorted(row.heard for row in rows)
        assert all(len(Queries(connection).moves(row)) == row.plies for row in rows)


def test_spreads():
    nothing = Spread()
    assert nothing.as_json(1) == dict.fromkeys(("least", "median", "mean", "most"))
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
    for end in range(1, len(values)):
        spread = Spread(Counter(values[:end]))
        assert spread.median == statistics.median(values[:end])
        assert (spread.least, spread.most) == (min(values[:end]), max(values[:end]))
    assert Spread.of_all([Spread({1: 2}), Spread({1: 1, 7: 1})]).values == {1: 3, 7: 1}


def said(capsys, *words, code=0):
    assert cli.main(["stats", *words]) == code
    return capsys.readouterr()


def test_the_command(filled, capsys, url, tmp_path):
    out = said(capsys, "--archive", url).out
    assert out.startswith(f"{GAMES} games\n\nResults by variant\nvariant ")
    for title in ("Length and pieces", "Openings", "Players", "Reasons", "Seconds a turn"):
        assert f"\n\n{title}" in out
    assert "\x1b" not in out and "─" not in out
    assert all(line == line.rstrip() for line in out.splitlines())
    assert json.loads(said(capsys, "--archive", url, "--json").out) == found(filled)
    words = ("--player", "Ann", "--since", "2020", "--top", "2", "--archive", url, "--json")
    chosen = json.loads(said(capsys, *words).out)
    assert len(chosen["players"]) == len(chosen["openings"]) == 2
    assert chosen["players"][0]["player"] == "Ann"
    assert chosen["players"][0]["games"] == chosen["games"] < GAMES
    out = said(capsys, "--archive", url, "--player", "Nobody").out
    assert out == "There are no such games in the archive.\n"
    picture = str(tmp_path / "p.svg")
    assert said(capsys, "--archive", url, "--player", "Nobody", "--plot", picture).out
    assert "nothing is known" in (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert "let it end with .svg" in said(capsys, "--archive", url, "--plot", "x.gif", code=2).err


def test_tables_on_a_terminal_have_lines_and_fit(filled):
    with filled.begin() as connection:
        counted = figures(connection)
    text = "\n".join(lines(counted, True, 100))
    assert "─" in text and "\x1b[" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert max(map(len, plain.splitlines())) <= 100


def test_names_cannot_harm(filled, url, capsys, tmp_path):
    with filled.begin(write=True) as connection:
        connection.execute(sa.update(schema.games).values(white="[red]$x$ \x1b[2J <&", black="?"))
    out = said(capsys, "--archive", url, "--plot", str(tmp_path / "p.svg")).out
    assert "[red]$x$ \\x1b[2J <&" in out
    assert "[red]$x$ \\x1b[2J <& (" in texts(tmp_path / "p.svg")


def texts(path):
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return " ".join("".join(node.itertext()) for node in root.iter() if node.tag.endswith("text"))


def test_plots_tell_the_numbers_and_are_the_same_again(filled, url, capsys, tmp_path):
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    said(capsys, "--archive", url, "--plot", str(first), "--json")
    told = said(capsys, "--archive", url, "--plot", str(second)).out
    assert told.endswith(f"The plots are in {second}.\n")
    assert first.read_bytes() == second.read_bytes()
    root = ElementTree.fromstring(first.read_text(encoding="utf-8"))
    described = next(node.text for node in root.iter() if node.tag.endswith("}description"))
    assert json.loads(described) == found(filled)
    shown = texts(first)
    for word in ("Results by variant", "Openings", "placing: median", "Ann (", "few-pieces ("):
        assert word in shown, word
    picture = tmp_path / "p.png"
    said(capsys, "--archive", url, "--plot", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")
    assert b"Date" not in picture.read_bytes()[:200]


def test_two_bars_of_one_name_stay_two():
    rows = [
        {
            "opening": "d6 b4 d2 f4",
            "games": 4,
            "white": 4,
            "black": 0,
            "draws": 0,
            "unfinished": 0,
        },
        {
            "opening": "d6 b4 d2 f4",
            "games": 4,
            "white": 0,
            "black": 4,
            "draws": 0,
            "unfinished": 0,
        },
    ]
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    plots._results(axes, rows, "opening", "Openings")
    assert len({bar.get_y() for bar in axes.patches}) == 2


def test_without_matplotlib_a_sentence_says_what_to_install(filled, url, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    told = said(capsys, "--archive", url, "--plot", "x.svg", code=1)
    assert told.err.startswith("merels: the library that draws plots is not installed (matplotlib")
    assert "pip install 'merels[plots]'" in told.err
    assert told.out == ""


def test_tables_do_not_load_what_draws_plots(tmp_path):
    code = (
        "import sys; from merels_host.commands import stats; "
        "from merels_host.statistics import figures, tables; "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
