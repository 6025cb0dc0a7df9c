# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lines that break anywhere, also inside a word."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores
from merels_host.exchange import mssa, pgn_reader, playok
from merels_host.exchange.pgn_breaks import doubtful, joined, mended
from merels_host.exchange.pgn_wording import Wording
from merels_host.exchange.point_names import MSSA, PLAYOK
from merels_host.exchange.score import Fault, Score


def read(text, reader=pgn_reader):
    return list(reader.read(text.splitlines(keepends=True), "f"))


def words(text, reader=pgn_reader):
    [score] = read(text, reader)
    return [turn.text for turn in score.turns], score.result


@pytest.fixture(scope="module")
def twenty(root):
    """The moves of the game of twenty turns as PlayOK has them, in one line."""
    text = (root / "tests" / "data" / "exchange" / "playok.txt").read_text(encoding="utf-8")
    return text.partition("\n\n")[2].strip()


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n", "\n  "])
def test_a_break_at_every_place_of_a_list_of_playok(twenty, end):
    whole = read(twenty, playok)
    for at in range(1, len(twenty)):
        if not (end.startswith(" ") and twenty[at - 1] == " "):
            assert read(twenty[:at] + end + twenty[at:], playok) == whole, twenty[at - 4 :]


def test_lines_of_every_width(twenty):
    whole = read(twenty, playok)
    for width in range(5, 100):
        lines = [twenty[at : at + width] for at in range(0, len(twenty), width)]
        assert read("\n".join(lines), playok) == whole, width


@given(legal_scores(["nine-mens-morris"]), st.integers(25, 90))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_lists_cut_at_a_width_are_the_same_game_or_a_fault(score, width):
    score.tags = {}
    head, _, text = playok.write(score).partition("\n\n")
    lines = [text.strip()[at : at + width] for at in range(0, len(text.strip()), width)]
    found = read("\n".join([head, "", *lines]), playok)
    ours = [turn.text for turn in score.turns]
    if isinstance(found[0], Score):
        turns = [turn.text for turn in found[0].turns]
        # Only of the last move can it be unknown whether it is one or two.
        assert turns[: len(ours) - 2] == ours[: len(ours) - 2]
    else:
        assert isinstance(found[0], Fault)


@pytest.mark.parametrize("gap", ["\n", "\r\n", " \r\n\t", "\n\n"])
def test_moves_of_pgn_and_of_the_mssa(gap):
    whole = "1. d6 f4 2. d2 b4 3. f6 f2 4. b6xf4 f4 5. a1 d5 6. c4 e4 7. a7 g7 1-0"
    expected = words(whole)
    theirs = "1. A2 A4 2. A6 A8 3. A3 A5 4. A1xA4 A4 5. E7 R2 6. R8 R4 7. E1 E3 1-0"
    assert words(theirs, mssa) == expected
    for text, reader in ((whole, pgn_reader), (theirs, mssa)):
        for at in range(1, len(text)):
            assert words(text[:at] + gap + text[at:], reader) == expected, text[at - 4 :]


def test_moves_from_point_to_point():
    start = '[Variant "Three Men\'s Morris"]\n\n1. a1 a3 2. b3 c1 3. c2 b1 4. '
    for move in ("a1-a2", "a1-\na2", "a1\n-a2", "a1-a\n2", "a\n1-a2", "a1–\na2"):
        assert words(f"{start}{move} *")[0][-1] == "a1-a2"


def test_what_is_no_word_cut_in_two():
    for text in (
        "1. d6 {a d-\nb} f4", "1. d6 ; 10-\nf4", "1. d6 f4 ; a\n6", "1. d6 f4 1-0\n1. a1",
        "f4 1 - 0\n1. a1", "f4 0.5-0.5\n1. a1", "1\n1. d6", "1. d6 $1\n2. f4", "x\nf4", "d6\nx f4",
        "1. d6 f4\n2. a1", "1. d6 (-\n) f4",
    ):  # fmt: skip
        assert mended(text, False) == text
    assert mended("5 1\n2. 6", True) == "5 1\n2. 6"
    assert mended("5 1\n2. 6", False) == "5 12.\n 6"


def test_lines_keep_their_numbers():
    [fault] = read("1. d6-\nf4 2. a1 *")
    assert (fault.line, fault.move) == (1, "1.")
    [fault] = read("1. d\n6\nf4 2. d\n2 d2 *")
    assert (fault.line, fault.move) == (4, "2...")
    [fault] = read("1. 5 1\n3 2. 20\n5 *", playok)
    assert (fault.line, fault.move) == (3, "2...")
    assert fault.words == "5 cannot be played: the point is taken."


def test_digits_that_may_be_one_word():
    assert doubtful("5 1\n3 2.", PLAYOK) == [3]
    assert doubtful("5 3\n3 2", PLAYOK) == []
    assert doubtful("15. 1\n0-1x23", PLAYOK) == [5]
    assert doubtful("15. 10-1\n5x2\n3 {1\n2} 1 ; 1\n2", PLAYOK) == [8, 12]
    assert doubtful("18 1\n2. 16", PLAYOK) == [4]
    assert doubtful("18 19\n9. 16", PLAYOK) == [5]
    assert doubtful("18 25\n9. 16", PLAYOK) == []
    assert joined("15. 10-1\n5x2\n3 8", [8, 12]) == "15. 10-15x23\n\n 8"
    assert joined("1\n 5 1\n3", [1, 6]) == "15\n  13\n"


def test_both_ways_of_reading():
    wording = Wording("1. 5 1\n3 2. 20 1\n9", PLAYOK)
    assert wording.text == "1. d6 a7\ng7 2. d2 a7\ne5"
    assert wording.other(0, 20)
    assert wording.text == "1. d6 a7\ng7 2. d2 b2\n"
    assert not wording.other(10, 22)
    assert wording.other(0, 8)
    assert wording.text == "1. d6 e4\n 2. d2 a7\ne5"
    assert not wording.other(0, 8)
    assert not Wording("1. E1\n1 E2", MSSA).doubts


def test_the_reading_in_which_all_fits_is_taken():
    # Two moves, as 13 would leave Black without one.
    assert words("1. 5 1\n3 2. 20 19 *", playok)[0][1] == "e4"
    assert words("1. 5 1\n2. 20 19 *", playok)[0][1] == "a7"
    assert words("1. 1\n3 2. 20 19 *", playok)[0][:2] == ["a7", "g7"]
    # The last move is one, as three turns have one number; the other way it may be two.
    assert words("1. 5 13 2. 20 1\n9 1-0", playok)[0][3:] == ["b2"]
    assert words("1. 5 13 2. 1\n9 1-0", playok)[0][2:] == ["a7", "e5"]
    # A result is none if the game goes on.
    assert words("1. 5 1\n0-1", playok) == (["d6", "a7"], "0-1")
    assert words("1. 5 13 2. 20 19 *", playok)[1] == "*"


def test_a_game_that_fits_in_no_way_is_a_fault_and_the_next_is_read():
    text = "1. 5 1\n3 2. 20 19 3. 5 1\n4 *\n\n1. 5 1\n3 2. 20 19 1-0"
    fault, score = read(text, playok)
    assert str(fault) == "f, game 1, move 3. (line 2): 5 cannot be played: the point is taken."
    assert [turn.text for turn in score.turns] == ["d6", "e4", "d2", "b2"]


def test_many_doubts_take_no_time():
    dice = random.Random(1)
    for _ in range(3):
        text = "\n".join(str(dice.randint(1, 2)) for _ in range(3000))
        found = read(f"1. {text}", playok)
        assert all(isinstance(one, Score | Fault) for one in found)
    [fault] = read("1. 5 13 2. 5 " + "1\n2 " * 20000, playok)
    assert fault.words.startswith("5 cannot be played")
