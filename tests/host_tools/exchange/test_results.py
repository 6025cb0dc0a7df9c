# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Results however they are written: in tags, behind moves, in every format that has them there."""

import pytest
from merels_host.exchange import mssa, pgn_reader, playok
from merels_host.exchange.results import result_of
from merels_host.exchange.score import Fault, Score, Turn

SPELLED = {
    "1-0": ["1-0", "1–0", "1 - 0", "1:0", "(1-0)", "( 1 – 0 )", "1-o", "1-O", "White wins", "1-0.",
            "WHITE WON", "black resigns", "Black has resigned", "1\n-0", "1-\n0"],
    "0-1": ["0-1", "0—1", "0 : 1", "(0-1)", "o-1", "black wins", "White resigned", "0\n- 1"],
    "1/2-1/2": ["1/2-1/2", "1/2", "½-½", "½", "1/2 – 1/2", "0.5-0.5", "0,5 : 0,5", "(½-½)", "draw",
                "Draw agreed", "DRAWN", "remis", "tie", "1/2-\n1/2", "1/2\n-1/2", "1/\n2-1/2"],
    "*": ["*", "(*)"],
}  # fmt: skip
ALL = [(text, result) for result, texts in SPELLED.items() for text in texts]


@pytest.mark.parametrize(("text", "result"), ALL)
@pytest.mark.parametrize("between", [" ", "\n", "{why} ", " ; why\n"])
def test_behind_moves(text, result, between):
    for read, moves in (
        (pgn_reader.read, "1. d6 f4"),
        (playok.read, "1. 5 14"),
        (mssa.read, "1. A2 A4"),
    ):
        lines = f"{moves}{between}{text}\n\n{moves} 0-1\n".splitlines(keepends=True)
        found = list(read(lines, "f"))
        assert [[turn.text for turn in one.turns] for one in found] == [["d6", "f4"]] * 2
        assert [one.result for one in found] == [result, "0-1"]


@pytest.mark.parametrize(("text", "result"), ALL)
def test_in_tags(text, result):
    assert result_of(text) == result
    spelled = " ".join(text.split())
    [found] = pgn_reader.read([f'[Result "{spelled}"]\n', "\n", "1. d6\n"], "f")
    assert found.result == result


def test_words_that_are_none():
    for word in ("2-0", "1-1", "o-o", "drawer", "white", "green wins", "1-0-1", "50-1"):
        assert result_of(word) in (None, "1-0") if word == "white" else result_of(word) is None


def test_a_result_with_which_a_move_goes_on_is_none():
    [fault] = playok.read(["1. 5 14 2. 0-1x23 20 *\n"], "f")
    assert fault.move == "2."
    assert fault.words.startswith("0-1x23 cannot be played")


def test_two_results():
    score, fault = pgn_reader.read(["1. d6 f4 1-0 {or} 0-1\n"], "f")
    assert score.result == "1-0"
    assert score.turns[1].after == "or"
    assert str(fault) == (
        "f, game 1 (line 1): the moves end with 1-0 and with 0-1; the first is taken."
    )
    assert len(list(pgn_reader.read(["1. d6 f4 1-0 1-0 *\n"], "f"))) == 1


def test_the_result_of_a_variation_is_a_comment_there():
    [score] = pgn_reader.read(["1. d6 (1. a1 f4 0-1) f4 (1... 1-0 a1 *) 1-0"], "f")
    assert score.result == "1-0"
    assert score.turns[0].variations == [[Turn("a1"), Turn("f4", after="0-1")]]
    assert score.turns[1].variations == [[Turn("a1", before="1-0")]]


@pytest.mark.parametrize("behind", ["", " {who knows}", "\n"])
def test_the_result_behind_a_variation_that_is_never_closed(behind):
    score, fault = pgn_reader.read([f"1. d6 f4 (1... a1 2. g1 (2. g4 {{x}}) 0-1{behind}"], "f")
    assert isinstance(score, Score)
    assert score.result == "0-1"
    assert [turn.text for turn in score.turns] == ["d6", "f4"]
    assert score.turns[1].after == "(1... a1 2. g1 (2. g4 (x))"
    assert isinstance(fault, Fault)
    assert fault.words == (
        "a variation that begins here is never closed. It is kept as a comment."
    )
