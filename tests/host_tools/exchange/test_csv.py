# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games as rows for a spreadsheet."""

import csv
import io

import pytest
from hypothesis import given, settings
from legal_scores import legal_scores
from merels.rules import variants
from merels_host.errors import ExchangeProblem
from merels_host.exchange import csv_writer
from merels_host.exchange.score import Score, Turn


def read(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_one_row():
    score = Score(
        "nine-mens-morris",
        changed={"fly": "off", "starts": "black"},
        tags={"White": 'Ann "the mill", O\'Hara', "Black": "?", "Date": "????.??.??"},
        turns=[Turn("d6"), Turn("f4")],
        result="1-0",
        reason="resigned",
    )
    assert csv_writer.HEAD + csv_writer.write(score) == (
        "variant,set,white,black,event,site,date,round,result,reason,plies,moves,start\r\n"
        'nine-mens-morris,"fly=off,starts=black","Ann ""the mill"", O\'Hara",,,,,,'
        "1-0,resigned,2,d6 f4,\r\n"
    )


def test_lines_and_formulas_stay_in_their_cell():
    score = Score("achi", tags={"White": "a\r\nb,c", "Black": '=HYPERLINK("x")', "Round": "-"})
    [row] = read(csv_writer.HEAD + csv_writer.write(score))
    assert (row["white"], row["black"], row["round"]) == ("a\r\nb,c", '\'=HYPERLINK("x")', "")


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@x", "  =1", "'=1", "''@x", "'  -1", "\N{FULLWIDTH PLUS SIGN}1", "\t=1"],
)
def test_a_formula_is_text_and_can_be_had_back(name):
    [row] = read(csv_writer.HEAD + csv_writer.write(Score("achi", tags={"White": name})))
    assert row["white"] == f"'{name}"


@pytest.mark.parametrize("name", ["'t Veld", "O'Neil", "Ann - Bob", "''", "a=b"])
def test_other_names_stay_what_they_are(name):
    [row] = read(csv_writer.HEAD + csv_writer.write(Score("achi", tags={"White": name})))
    assert row["white"] == name


def test_a_board_set_by_hand_between_turns_is_refused():
    turns = [Turn("d6"), Turn("a7", position="white=a1 black=d1 hand=8,8 turn=white")]
    with pytest.raises(ExchangeProblem, match="set by hand between turns"):
        csv_writer.write(Score("nine-mens-morris", turns=turns))


@given(legal_scores(variants.ids()))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_any_game_is_a_row(score):
    [row] = read(csv_writer.HEAD + csv_writer.write(score))
    assert row["variant"] == score.variant
    assert row["moves"].split() == [turn.text for turn in score.turns]
    assert (row["plies"], row["result"]) == (str(len(score.turns)), score.result)
