# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The table of formats: which one a file is in, and games joined to one file."""

import csv
import json

import pytest
from merels_host.exchange import fen
from merels_host.exchange.formats import FORMATS, READ, WRITTEN, detect, joined
from merels_host.exchange.score import Score, Turn

GAME = Score("nine-mens-morris", turns=[Turn("d6"), Turn("f4")], result="1-0")


@pytest.mark.parametrize(
    ("beginning", "name"),
    [
        ("", "pgn"),
        ("[]", "json"),
        ("[\n]\n", "json"),
        ("\ufeff [\r\n {", "pgn"),
        ('\ufeff [\r\n { "id": null', "json"),
        ('{"variant": "achi"}', "json"),
        ("{a comment} 1. d6 f4", "pgn"),
        ('[Event "?"]\n\n1. d6 f4', "pgn"),
        ('[FEN "' + fen.START + '"]\n1. d6', "pgn"),
        (fen.START, "fen"),
        ("; positions\n" + fen.START, "fen"),
        ('[Site "PlayOK"]\n', "playok"),
        ('[GameType "70,0"]\n', "playok"),
        ('[gametype "21,0"]\n', "pgn"),
        ("1. 5 13 2. 20 19", "playok"),
        ("{a7} 1.\n5 13", "playok"),
        ("1. 3x4", "playok"),
        ("5 13 20 19 14 21 4 7 *", "playok"),
        ('[White "A"]\n5 13 20 19-18 14x21 4 7 1-0\n1 2 3-1', "playok"),
        ("1-0 0-1", "pgn"),
        ("5 13 20 25 14", "pgn"),
        ("1. d6 1-0", "pgn"),
        ("1-0", "pgn"),
        ("1. E1 A1", "pgn"),
        ("1. E1 A6", "mssa"),
        ("1. E3xR4", "mssa"),
        ("1. D6 E8", "pgn"),
        ('[Notation "MSSA"]\n1. E1 A1', "mssa"),
        ("1\tPlace to d6", "goldtoken"),
        ("1. d6 -> f6", "goldtoken"),
        ("GoldToken game 5", "goldtoken"),
        ('[Event "GoldToken Open"]\n1. d6', "pgn"),
        ("1. d6->f6", "pgn"),
        ("1. a2 a3 2. b2", "pgn"),
    ],
)
def test_detect(beginning, name):
    assert detect(beginning) == name


@pytest.mark.parametrize("name", [name for name in READ if name in WRITTEN])
def test_what_is_written_is_detected_and_read_again(name):
    score = GAME if name != "mssa" else Score("morabaraba", turns=[Turn("a7")], result="1-0")
    form = FORMATS[name]
    text = "".join(joined([form.write(score)] * 3, form))
    assert detect(text) == name
    read = list(form.read(text.splitlines(keepends=True), "x", ""))
    assert [one.turns for one in read] == [score.turns] * 3
    assert [one.result for one in read] == ["1-0"] * 3


# Files in the style of each program: the games and the faults in them.
STYLES = {
    "fen.txt": ("fen", 5, 2),
    "goldtoken.txt": ("goldtoken", 1, 0),
    "goldtoken-rough.txt": ("goldtoken", 3, 2),
    "mssa.txt": ("mssa", 2, 1),
    "playok.txt": ("playok", 1, 0),
    "playok-rough.txt": ("playok", 4, 1),
}


@pytest.mark.parametrize("file", STYLES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_are_known_by_their_beginning_and_read_with_any_line_ends(root, file, end):
    text = (root / "tests" / "data" / "exchange" / file).read_bytes().decode()
    text = text.replace("\r\n", "\n").replace("\n", end)
    name, games, faults = STYLES[file]
    assert detect(text) == name
    read = list(FORMATS[name].read(text.splitlines(keepends=True), file, ""))
    assert [isinstance(one, Score) for one in read].count(True) == games
    assert [isinstance(one, Score) for one in read].count(False) == faults


def test_of_no_games_there_is_a_file_too():
    nothing = {name: "".join(joined([], FORMATS[name])) for name in WRITTEN}
    assert json.loads(nothing.pop("json")) == []
    assert len(list(csv.reader(nothing.pop("csv").splitlines()))) == 1
    assert set(nothing.values()) == {""}


def test_the_names_of_the_table_are_those_of_its_rows():
    assert all(form.name == name and form.extension[0] == "." for name, form in FORMATS.items())
    assert "csv" not in READ
