# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Morabaraba in the names of Mind Sports South Africa, both ways."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores, same_game
from merels.rules import variants
from merels_host.errors import ExchangeProblem
from merels_host.exchange import mssa
from merels_host.exchange.pgn_writer import UNKNOWN
from merels_host.exchange.point_names import MSSA
from merels_host.exchange.score import Fault, Score, Turn


def read(text, variant=""):
    return list(mssa.read(text.splitlines(keepends=True), "x.txt", variant))


def test_rings_go_clockwise_from_the_top_left_corner():
    for ring, corners in (("E", "a7 g7 g1 a1"), ("A", "b6 f6 f2 b2"), ("R", "c5 e5 e3 c3")):
        assert [MSSA.ours(f"{ring}{number}") for number in (1, 3, 5, 7)] == corners.split()
    assert [MSSA.ours(name) for name in ("E8", "A8", "R8")] == ["a4", "b4", "c4"]
    assert len(MSSA.ours_of) == 24
    assert MSSA.ours("e1-E2xa3") == "a7-d7xf6"


def test_a_file_as_clubs_keep_them(root):
    text = (root / "tests" / "data" / "exchange" / "mssa.txt").read_bytes().decode()
    first, fault, last = read(text)
    assert first.variant == "morabaraba"
    assert first.tags == {"Event": "Gauteng Open", "White": "Thandi", "Table": "4"}
    assert [turn.text for turn in first.turns][:5] == ["a7", "b6", "d7", "d6", "g7xb6"]
    assert first.before == "light cows begin"
    assert first.result == "1-0"
    assert (fault.move, fault.line) == ("2.", 13)
    assert fault.words == "E1 cannot be played: the point is taken."
    assert last.result == "1/2-1/2"


def test_other_games_with_diagonals_may_say_so():
    [score] = read('[Variant "Twelve Men\'s Morris"]\n1. E1 A1\n')
    assert score.variant == "twelve-mens-morris"
    assert read("1. E1 A1", "eleven-mens-morris")[0].variant == "eleven-mens-morris"


def test_comments_and_variations_go_out_too():
    turn = Turn("d7", after="E1 {or} a7", nags=[1], variations=[[Turn("g7xd6"), Turn("b4")]])
    text = mssa.write(Score("morabaraba", turns=[Turn("a7"), turn], before="a7"))
    assert (
        text.partition("\n\n")[2]
        == "{a7} 1. E1 E2 $1 {E1 {or[%char 7D] a7} (1... E3xA2 2. A8) *\n"
    )
    assert '[Notation "MSSA"]' in text


def test_what_it_cannot_hold():
    for variant in variants.ids():
        if variant != "morabaraba":
            with pytest.raises(ExchangeProblem, match="are for Morabaraba, and this game is "):
                mssa.write(Score(variant))


@given(legal_scores(["morabaraba"]))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_round_trip(score):
    [again] = read(mssa.write(score))
    assert same_game(score, again)
    said = {name: text for name, text in score.tags.items() if text != UNKNOWN.get(name)}
    assert again.tags == said


@given(legal_scores(["morabaraba"], {"starts": "black", "blocked": "passes", "fly": "off"}))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_round_trip_with_other_rules(score):
    [again] = read(mssa.write(score))
    assert same_game(score, again)
    assert again.changed == score.changed


PIECES = ["1.", "2...", " ", "\n", "E1", "r8", "A3xE1", "xA7", "E1-E2", "1-0", "{", "}", ";", "(",
          ")", '[Event "a"]', "[", "]", "$1", "!", "–", "E9", "\ufeff", "1/2",
          "E\n1", "E1-\nE2", "R", "x\n", "1{a}.", "7.", "(1. E1 1-0", "1\n-0"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=30))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_fuzz(text):
    assert all(isinstance(found, Score | Fault) for found in read(text))
