# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Bare FEN as start positions, with moves or without, both ways."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores, played, same_game
from merels.rules import variants
from merels_host.errors import ExchangeProblem
from merels_host.exchange import fen_list
from merels_host.exchange.fen import START
from merels_host.exchange.score import Fault, Score, Turn

THREE_RINGS = [name for name in variants.ids() if variants.find(name).board == "three-rings"]
MIDDLE = "********/O*@*****/O*@***** w m s 2 0 2 0 0 0 -1 -1 -1 -1 0 3 20 ids:nodes"


def read(text, variant=""):
    return list(fen_list.read(text.splitlines(keepends=True), "x.txt", variant))


def test_a_file_of_positions(root):
    text = (root / "tests" / "data" / "exchange" / "fen.txt").read_bytes().decode()
    plain, played_on, short, few, lasker, twelve, last = read(text)
    assert (plain.start, plain.turns, plain.before) == ("", [], "first position")
    assert [turn.text for turn in played_on.turns] == ["d6", "f4", "a1", "d1"]
    assert played_on.turns[2].after == "why not?"
    assert played_on.result == "1/2-1/2"
    assert str(short) == (
        "x.txt, game 3 (line 6): The rings must be three times eight of O @ * X, not "
        "********/********/***."
    )
    assert few.words.startswith("A Sanmill FEN has 17 fields; this has 11")
    assert (lasker.variant, lasker.changed) == ("lasker-morris", {"fly": "off"})
    assert lasker.before == "for Emanuel"
    assert twelve.variant == "twelve-mens-morris"
    assert "turn=black" in last.start
    assert last.before == "at the end"
    assert last.replayed().turn == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{START} d6 d6", "d6 cannot be played: the point is taken."),
        (f"; variant=chess\n{START}", "there is no game 'chess'"),
        (f"; variant=achi\n{START}", "FEN is for games on three rings"),
        (f"; variant=dooz set=fly\n{START}", "Rules must be name=value"),
        (START.replace(" 9 ", " " + "9" * 5000 + " "), "is not a number"),
        ("Exercises\n" + START, "Exercises cannot be played: this is not a move."),
    ],
)
def test_faults(text, words):
    faults = [found for found in read(text) if isinstance(found, Fault)]
    assert len(faults) == 1
    assert words in faults[0].words


def test_the_variant_may_be_told_by_whoever_reads():
    assert read(START.replace("0 9", "0 12"), "morabaraba")[0].variant == "morabaraba"


def test_a_start_and_moves_go_out():
    turns = [Turn("d6", after="first"), Turn("f4")]
    assert fen_list.write(Score("nine-mens-morris", turns=turns)) == (
        f"{START}\n1. d6 {{first}} 1... f4 *\n"
    )
    assert fen_list.write(Score("nine-mens-morris", changed={"fly": "off"})) == (
        f"; variant=nine-mens-morris set=fly=off\n{START}\n"
    )


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score("achi"), "this game has no FEN: Sanmill has no achi"),
        (Score("nine-mens-morris", start="white=z9"), "this game has no FEN: "),
        (Score("none"), "this game has no FEN: There is no variant"),
    ],
)
def test_what_it_cannot_hold(score, words):
    with pytest.raises(ExchangeProblem, match=words):
        fen_list.write(score)


def test_a_position_that_fen_has_no_field_for_is_refused():
    # Whose the marked pieces are is not said, and both sides have some.
    white, black = "a4,b6,c5,d1,d5,d6,d7,f4,f6", "c3,c4,d3,e3,e4,e5,f2,g4"
    start = f"white={white} black={black} hand=0,1 turn=black due=0 quiet=0 marked=c5,d1,g4"
    with pytest.raises(ExchangeProblem, match="a FEN cannot tell all of the position"):
        fen_list.write(Score("cheng-san-qi", start=start))


@given(legal_scores(THREE_RINGS))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_round_trip(score):
    [again] = read(fen_list.write(score))
    assert same_game(score, again)
    assert again.start == ""


@given(st.sampled_from(THREE_RINGS), st.integers(0, 2**32), st.integers(1, 60))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_round_trip_from_the_middle(variant, seed, length):
    game = played(variant, seed, length)
    assume(not game.over)
    score = Score(variant, start=game.position())
    for _ in range(6):
        if game.over:
            break
        text = game.legal()[seed % len(game.legal())]
        game.play(text)
        if text[0] == "x" and score.turns:
            score.turns[-1].text += text
        else:
            score.turns.append(Turn(text))
    try:
        text = fen_list.write(score)
    except ExchangeProblem:
        assume(False)
    [again] = read(text)
    assert again.replayed().position() == score.replayed().position()


PIECES = [START, MIDDLE, "; variant=dooz", "; set=", "ids:nodes", "c:w-1-3", "\n", " ", "d6", "{",
          "}", ";", "1.", "*", "/", "O@*X", "1-0", "moves", '"', "\ufeff"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=30))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_fuzz(text):
    assert all(isinstance(found, Score | Fault) for found in read(text))


@given(st.lists(st.sampled_from(["0", "9", "3", "-1", "w", "b", "p", "?", "ids:nodes", "x"]),
                max_size=19), st.text("O@*X/", max_size=27))  # fmt: skip
@settings(max_examples=200, deadline=None, derandomize=True)
def test_fuzz_fields(words, rings):
    assert all(isinstance(one, Score | Fault) for one in read(" ".join([rings, *words])))
