# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Pages of GoldToken."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores
from merels_host.exchange import goldtoken_reader, goldtoken_rows
from merels_host.exchange.score import Fault, Score


def read(text, variant=""):
    return list(goldtoken_reader.read(text.splitlines(keepends=True), "x.txt", variant))


def page(root, name):
    return read((root / "tests" / "data" / "exchange" / name).read_bytes().decode())


def test_a_page(root):
    [score] = page(root, "goldtoken.txt")
    situations = (root / "tests" / "data" / "situations.jsonl").read_text().splitlines()
    [told] = [one for one in map(json.loads, situations) if one["id"] == "E64"]
    assert "".join(turn.text for turn in score.turns) == "".join(told["moves"])
    assert score.tags == {"White": "Ann", "Black": "Bob", "Site": "GoldToken"}
    assert score.before == "Nine Men's Morris Game 13097650"
    assert score.result == "1-0"


def test_pages_as_people_keep_them(root):
    first, second, third, cut, last = page(root, "goldtoken-rough.txt")
    assert first.tags == {"White": 'Ann "the mill"', "Black": "Bob", "Site": "GoldToken"}
    assert (first.result, first.reason) == ("1-0", "resigned")
    assert [turn.text for turn in first.turns] == [
        "d6", "e4", "d2", "b2", "a7", "g7", "d7", "g4", "a4", "g1xd7",
    ]  # fmt: skip
    assert [turn.after for turn in first.turns if turn.after] == [
        "both at once", "ends in a corner? Place to a1", "(2011-05-01 12:00)",
    ]  # fmt: skip
    assert str(second) == (
        "x.txt, game 2, move 3. (line 19): g4 cannot be played: a piece must be removed first."
    )
    assert [turn.text for turn in third.turns] == ["a7", "a1", "d7", "d1", "g7xa1"]
    assert third.turns[-1].after == "Plaec to c5"
    assert str(cut) == (
        "x.txt, game 3, move 6. (line 29): Plaec to c5 cannot be played: this is not a move. "
        "As the last word it is kept as a comment."
    )
    assert last.tags == {"White": "Gustav", "Black": "Frida"}
    assert (last.result, last.reason) == ("1/2-1/2", "agreed")


@pytest.mark.parametrize(
    ("text", "found", "rest"),
    [
        ("Place to d6", ["d6"], ""),
        ("placed a piece on D6.", ["d6"], "."),
        ("d6 -> f4", ["d6-f4"], ""),
        ("d6->f4, take a7", ["d6-f4xa7"], ""),
        ("moves from d6 to f4 and captures a7", ["d6-f4xa7"], ""),
        ("Place to d6, take f4", ["d6xf4"], ""),
        ("Place to d6, take f4, take a1", ["d6xf4xa1"], ""),
        (", take f4", ["xf4"], ""),
        ("took (f4) quickly", ["xf4"], "quickly"),
        ("Place to d6\tPlace to f4", ["d6", "f4"], ""),
        ("Place to d6 (my favourite)", ["d6"], "(my favourite)"),
        ("Place to d44", [], "Place to d44"),
        ("take care", [], "take care"),
        ("", [], ""),
    ],
)
def test_moves(text, found, rest):
    assert goldtoken_rows.moves(text) == (found, rest)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Player 1: Ann", {"White": "Ann"}),
        ("(Player 2) Bob", {"Black": "Bob"}),
        ("Dark: Bob (2)", {"Black": "Bob"}),
        ("Black: Bob", {"Black": "Bob"}),
        ("Ann vs Bob", {"White": "Ann", "Black": "Bob"}),
        ("Ann (black) versus Bob", {"White": "Bob", "Black": "Ann"}),
        ("Ann against Bob (White)", {"White": "Bob", "Black": "Ann"}),
        ("(Player 1: Ann) vs. (Player 2: Bob)", {"White": "Ann", "Black": "Bob"}),
        ("Ann", {}),
    ],
)
def test_players(text, told):
    assert goldtoken_rows.players(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1-0", ("1-0", "")),
        ("Result: 0-1", ("0-1", "")),
        ("½-½", ("1/2-1/2", "")),
        ("Draw agreed", ("1/2-1/2", "agreed")),
        ("The game is a draw", ("", "")),
        ("Game is a draw.", ("1/2-1/2", "")),
        ("Ann wins", ("1-0", "")),
        ("bob has won the game!", ("0-1", "")),
        ("Winner: Bob", ("0-1", "")),
        ("Ann resigns.", ("0-1", "resigned")),
        ("Player 2 resigned", ("1-0", "resigned")),
        ("White won by resignation", ("1-0", "resigned")),
        ("Nobody wins", ("", "")),
        ("hello", ("", "")),
    ],
)
def test_results(text, told):
    assert goldtoken_rows.result(text, {"White": "Ann", "Black": "Bob"}) == told


def test_what_stands_around_a_game():
    text = "GoldToken\nTwelve Men's Morris - Game 7\n1\tPlace to a7\nQuick Jump\nMill\nChess\n"
    first, second = read(text + '[White "Ann"]\nWhite: Bob\n1\tPlace to d6\n\n2\tPlace to a1')
    assert first.variant == "twelve-mens-morris"
    assert first.turns[0].after == ""
    assert (second.tags, len(second.turns)) == ({"White": "Ann"}, 2)
    assert read("1\tPlace to a7", "morabaraba")[0].variant == "morabaraba"
    [score] = read("Turn\tAnn\tBob\n1\tPlace to a7\tPlace to a1\n")
    assert score.tags == {"White": "Ann", "Black": "Bob"}
    assert len(read("x " * 5000 + "\n1\tPlace to d6")[0].before) > 9000


@pytest.mark.parametrize("row", ["Place to", "d7 ->", "Place", "Place! to? $1"])
@pytest.mark.parametrize("end", ["", "\n", "\nAnn is to move\n", "\nDraw agreed\n"])
def test_a_last_row_that_is_not_complete_costs_itself_alone(row, end):
    score, fault = read(f"GoldToken\n1\tPlace to d6\n2\tPlace to f4\n3\t{row}{end}")
    assert [turn.text for turn in score.turns] == ["d6", "f4"]
    kept = row.translate(str.maketrans("!?$", "..."))
    assert score.turns[1].after.startswith(kept)
    assert (fault.move, fault.line) == ("3.", 4)
    assert fault.words.startswith(f"{kept} cannot be played: this is not a move.")


def test_a_row_that_waits_for_its_turn():
    [score] = read("GoldToken\n1\tPlace to d6\n2\tPlace to f4\n3\t\n")
    assert len(score.turns) == 2


def test_a_removal_that_does_not_say_of_what():
    rows = "1\tPlace to a7\n2\tPlace to f4\n3\tPlace to d7\n4\tPlace to a1\n5\tPlace to g7"
    score, fault = read(f"{rows}, take\n")
    assert score.turns[4].text == "g7"
    assert fault.move == "5."
    [fault] = read(f"{rows}, take\n6\tPlace to d1")
    assert (
        str(fault)
        == "x.txt, game 1, move 5. (line 5): , take cannot be played: this is not a move."
    )


@pytest.mark.parametrize(
    ("numbers", "line", "said", "due"),
    [((1, 3), 2, 3, 2), ((2, 3), 1, 2, 1), ((1, 2, 1), 3, 1, 3), ((1, 2, 4), 3, 4, 3)],
)
def test_rows_that_do_not_follow(numbers, line, said, due):
    points = iter(("a1", "a4", "d6"))
    text = "".join(f"{number}\tPlace to {next(points)}\n" for number in numbers)
    found = read(text + "GoldToken\n1\tPlace to a7\n")
    if said == 1:  # with which the next game begins
        assert [len(score.turns) for score in found] == [2, 1, 1]
        return
    fault, score = found
    assert str(fault) == (
        f"x.txt, game 1, move {said}. (line {line}): row {said} stands where row {due} is due."
    )
    assert len(score.turns) == 1


def test_not_every_row_has_a_number():
    [score] = read("1\tPlace to a1\n\tPlace to a4\n2\tPlace to d6\n\tPlace to d7\n")
    assert len(score.turns) == 4


def rows_of(score):
    """A game as a page has it."""
    for number, turn in enumerate(score.turns, 1):
        move, *taken = turn.text.split("x")
        said = move.replace("-", " -> ") if "-" in move else f"Place to {move}"
        yield f"{number}\t{said}{''.join(f', take {point}' for point in taken)}\n"


@given(legal_scores(["nine-mens-morris"]))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_any_game_comes_in(score):
    found = read("GoldToken\n" + "".join(rows_of(score)))
    assert [one.turns for one in found] == [score.turns]


PIECES = ["1\t", "2\t", "1. ", "Place to ", "d6", " -> ", "f4", ", take ", "\n", " ", "GoldToken",
          "Quick Jump", "Ann vs Bob", "Bob wins", "{", "}", ";", "(", "[", '[White "x"]', "\ufeff",
          "Player 1: ", "1-0", "$1", "draw", "Turn\tA\tB",
          "d6 ->", "take", "3\t", "Place", "!", "\n1-0"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=30))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_fuzz(text):
    assert all(isinstance(found, Score | Fault) for found in read(text))
