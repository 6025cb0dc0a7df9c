# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The numbers of moves: what contradicts the moves is a fault, and 1 begins another game."""

import itertools
import tracemalloc

import pytest
from merels_host.exchange import mssa, pgn_reader, playok
from merels_host.exchange.fen import START
from merels_host.exchange.pgn_count import number_in
from merels_host.exchange.score import Fault, Score

DUE = "is due; before it a turn is missing, or there is one too many."


def read(text, reader=pgn_reader):
    """Of each game its turns, and the faults."""
    return [
        " ".join(turn.text for turn in one.turns) if isinstance(one, Score) else str(one)
        for one in reader.read(text.splitlines(keepends=True), "f")
    ]


@pytest.mark.parametrize(
    ("text", "move", "said", "due"),
    [
        ("1. d6 f4 2. d2 3. b4 *", "2...", "3.", "2..."),  # Black's turn is missing
        ("1. d6 f4 3. d2 b4 *", "2.", "3.", "2."),  # a whole move is
        (
            "1. d6 f4 d2 2. b4 *",
            "2...",
            "2.",
            "2...",
        ),  # so is a number, and a turn there is too many
        ("1. d6 f4 d2 3. b4 *", "2...", "3.", "2..."),  # one number is missing, and a turn
        ("1. d6 f4 2. d2 b4 f6 3. f2 *", "3...", "3.", "3..."),
        ("1. d6 f4 2. d2 b4 f6 4. f2 *", "3...", "4.", "3..."),
        ("1. d6 f4 2... d2 *", "2.", "2...", "2."),  # White's turn is missing
        ("1. d6 2. f4 *", "1...", "2.", "1..."),
        ("2. d6 f4 3. d2 *", "1.", "2.", "1."),  # the beginning is
        ("0. d6 *", "1.", "0.", "1."),
        ("1 d6 f4 3 d2 b4 *", "2.", "3.", "2."),
        ("1. d6 f4 2. d2 b4 2. f6 *", "3.", "2.", "3."),
        ("1. d6 f4 1... d2 *", "2.", "1...", "2."),
    ],
)
def test_numbers_that_contradict_the_moves(text, move, said, due):
    found = read(f"{text}\n\n1. a1 a4 *")
    fault = f"f, game 1, move {move} (line 1): the number {said} stands where {due} {DUE}"
    assert found == [fault, "a1 a4"]


def test_in_the_names_of_others():
    assert read("1. 5 13 2. 20 3. 19 *\n1. 5 13 *", playok) == [
        f"f, game 1, move 2... (line 1): the number 3. stands where 2... {DUE}", "d6 e4",
    ]  # fmt: skip
    assert read("1. E1 A1 3. E2 *", mssa) == [
        f"f, game 1, move 2. (line 1): the number 3. stands where 2. {DUE}"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "d6 f4 d2 b4", "1. d6 f4 d2 b4", "1. d6 1... f4 2. d2 2... b4", "1. d6 1. f4 2. d2 2. b4",
        "1 d6 f4 2 d2 b4", "1.d6 f4 2.d2 b4 3.", "1 . d6 f4 2 . d2 b4", "1.\nd6 f4 2.\nd2\nb4",
        "1. d6 f4 2. {x} d2 2... {y} b4", "1. d6 f4 2. d2 (2. a1) 2... b4", "1… d6 f4 2… d2 b4",
        "1{a}.{b} d6 f4 2{c}{d}.d2 2;e\n... b4", "1 {a} d6 f4 2 d2 b4", "1. d6 1 ... f4 2. d2 b4",
    ],
)  # fmt: skip
def test_numbers_in_every_form(text):
    assert read(text) == ["d6 f4 d2 b4"]


def test_numbers_where_black_begins():
    assert read("1... d6 2. f4 d2 3. b4") == ["d6 f4 d2 b4"]
    assert read("1... d6 f4 2. d2 b4 3. f6 f2") == ["d6 f4 d2 b4 f6 f2"]
    assert "the number 3. stands" in read("1... d6 f4 2. d2 3. b4 *")[0]
    assert read("1... d6 3. f4")[0].endswith(f"the number 3. stands where 2. {DUE}")


@pytest.mark.parametrize("number", [1, 7, 20])
def test_a_game_that_began_before_may_be_counted_from_anywhere(number):
    head = f'[FEN "{START}"]\n\n'
    assert read(f"{head}{number}. d6 f4 {number + 1}. d2 b4 *") == ["d6 f4 d2 b4"]
    [fault] = read(f"{head}{number}. d6 f4 {number + 2}. d2 b4 *")
    assert fault.endswith(f"the number {number + 2}. stands where {number + 1}. {DUE}")


def test_a_variation_whose_numbers_contradict_it_is_a_comment():
    score, fault = pgn_reader.read(["1. d6 f4 2. d2 (3. a1 a4) (2. a4 b4 3. b2) 2... b4 *"], "f")
    assert fault.words == (
        f"the number 3. stands where 2. {DUE} The variation is kept as a comment."
    )
    assert score.turns[2].after == "(3. a1 a4)"
    assert [turn.text for turn in score.turns[2].variations[0]] == ["a4", "b4", "b2"]


def test_where_a_side_played_twice_numbers_may_differ_by_one():
    head = '[Rules "placing-mill=hand-again"]\n\n1. d6 a1 2. d7 a4 3. d5'
    for rest in ("4. f6 g1 5. d2", "f6 g1 4. d2", "3. f6 g1 4. d2", "f6 4... g1 5. d2"):
        assert read(f"{head} {rest} *") == ["d6 a1 d7 a4 d5 f6 g1 d2"]
    assert "the number 7. stands where 5. is due" in read(f"{head} f6 g1 7. d2 *")[0]
    assert "the number 3. stands where 2. is due" in read(head.replace("2. d7", "3. d7"))[0]


def test_a_number_behind_the_last_move():
    assert read("1. d6 f4 2. *") == ["d6 f4"]
    assert read("1. d6 f4 9. 1-0") == [
        "d6 f4", f"f, game 1, move 2. (line 1): the number 9. stands where 2. {DUE}",
    ]  # fmt: skip


@pytest.mark.parametrize("between", ["\n\n", "\n", " ", " {a} ", " ; b\n"])
@pytest.mark.parametrize("number", ["1.", "1 .", "1"])
def test_without_tags_and_results_1_begins_a_game(between, number):
    games = ["d6 f4 2. d2 b4", "a1", "a4 a7", "g1 g4 g7"]
    text = between.join(f"{number} {moves}" for moves in games)
    if between[-1] != "\n":  # after a single turn, "1." may be that of Black's
        text = text.replace(f"{number} a1{between}", "")
        games.remove("a1")
    assert read(text) == [game.replace("2. ", "") for game in games]


def test_tags_stay_with_the_first_of_such_games():
    first, second = pgn_reader.read(['[White "Ann"]\n', "1. d6 f4 {x}\n", "{y} 1. a1 a4\n"], "f")
    assert (first.tags, second.tags) == ({"White": "Ann"}, {})
    assert first.turns[1].after == "x y"


def test_after_a_game_that_is_given_up_1_begins_one():
    assert read("1. d6 d6 2. f4 (1. a1 a4) 1. a1 a4\n2. d1 1. b4") == [
        "f, game 1, move 1... (line 1): d6 cannot be played: the point is taken.",
        "a1 a4 d1", "b4",
    ]  # fmt: skip
    assert read("1. 1 99 2. 5\n1. 5 13", playok) == [
        "f, game 1, move 1... (line 1): 99 cannot be played: the board has no such point.",
        "d6 e4",
    ]  # fmt: skip
    # A list of moves goes on below a position, and is no game of its own.
    assert len(read(f'[FEN "{START}"]\nd6 d6\n1. a1 a4 *\n1. a4 *')) == 2
    assert read("1. d6 d6 (2. a1 1-0\n1. a4 *")[1:] == ["a4"]


@pytest.mark.parametrize("word", ["0", "00", "25", "99", "-3", "3x0", "3x25", "25-1", "1-30"])
def test_playok_has_24_points(word):
    fault, good = read(f"1. 5 13 2. {word} 4 *\n\n1. 5 13 *", playok)
    assert fault.startswith(f"f, game 1, move 2. (line 1): {word} cannot be played: ")
    assert good == "d6 e4"


def test_a_number_of_many_digits():
    for text in ("1. d6 1234567. f4 *", f"{'9' * 5000}. d6 *", f"1. d6 {'9' * 5000} *"):
        [fault] = pgn_reader.read([text], "f")
        assert isinstance(fault, Fault)


@pytest.mark.parametrize("end", ["\n1-0\n", " draw\n", "\n"])
def test_of_a_long_file_without_tags_little_is_in_memory(end):
    game = [f"1. d6 {{{'x' * 300}}} f4\n", *f"2. d2{end}".splitlines(keepends=True)]
    tracemalloc.start()
    try:
        lines = itertools.chain.from_iterable(itertools.repeat(game, 4000))
        found = sum(1 for _ in pgn_reader.read(lines, "f"))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == 4000
    assert most < 2_000_000


@pytest.mark.parametrize("blank", ["\x1c", "\x85", "\u2003", "\u2028", "\xa0"])
def test_any_blank_may_stand_in_a_number(blank):
    [fault] = read(f"1. d6 d6 …{blank} 2. f4 *")
    assert fault.endswith("d6 cannot be played: the point is taken.")
    assert number_in(f"2…{blank}") == (2, True)
    assert number_in(f"…{blank}") == (None, True)


@pytest.mark.parametrize(
    "text",
    [
        "1. d6 2. f4 3. d2 4. b4 1-0",
        "{x} 1. d6! 2. f4 {y} 3.d2 4. b4 {z} 1-0",
        "1. d6 2. f4 3. d2 (3. d1 4. a1) 4. b4 1-0",
    ],
)
def test_each_turn_may_have_its_own_number(text):
    [score] = pgn_reader.read([text], "x")
    assert [turn.text for turn in score.turns] == ["d6", "f4", "d2", "b4"]
    assert score.result == "1-0"


def test_several_games_with_a_number_for_each_turn():
    one, two = pgn_reader.read(["1. d6 2. f4 3. d2 *\n", "1. a1 2. a4 3. a7 4. d7 0-1\n"], "x")
    assert (len(one.turns), len(two.turns), two.result) == (3, 4, "0-1")


@pytest.mark.parametrize(
    "text",
    [
        "1. d6 2. f4 *",
        "1. d6 2. f4 3. d2 5. b4 *",
        "1. d6 2. f4 3. d2 b4 *",
        "1. d6 2. f4 3. d2 3... b4 *",
        "1. d6 2. f4 3. d2 4. d2 *",
    ],
)
def test_numbers_of_turns_that_are_not_sure_are_a_fault(text):
    [fault] = pgn_reader.read([text], "x")
    assert fault.move == "1..."
    assert "the number 2. stands where 1... is due" in fault.words
