# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Openings up to symmetry, and the phases of turns."""

import random

import pytest
from merels.board import Board
from merels.rules import variants
from merels.rules.game import Game
from merels_host.rulebook.openings import opening, symmetries
from merels_host.sessions.games import PHASES, phase_of
from symmetries import moved


@pytest.mark.parametrize(
    ("board", "diagonals", "count"),
    [
        ("three-rings", "no", 16), ("three-rings", "yes", 16), ("two-rings", "no", 16),
        ("square", "no", 8), ("square", "yes", 8), ("square", "all", 8),
        ("square", "lines-only", 8), ("square", "edges-only", 8),
        ("three-rings", "edges-only", 16),
    ],
)  # fmt: skip
def test_symmetries_leave_lines_and_ways_as_they_are(board, diagonals, count):
    board = Board(board, diagonals)
    found = symmetries(board.id)
    assert len(set(found)) == len(found) == count
    assert found[0] == tuple(range(25))
    for symmetry in found:
        assert sorted(symmetry) == list(range(25))
        assert {moved(symmetry, line) for line in board.lines} == set(board.lines)
        for bit in range(25):
            assert moved(symmetry, board.adjacent[bit]) == board.adjacent[symmetry[bit]]


def first_turns(game, dice):
    for _ in range(4):
        start = game.ply
        while game.ply == start and not game.over:
            game.do(dice.choice(game.legal_actions()))
    return game.turns()


@pytest.mark.parametrize("variant", variants.ids())
def test_all_images_of_an_opening_have_one_name_which_is_one_of_them(variant):
    dice = random.Random(variant)
    board = Game(variant).board
    for _ in range(20):
        turns = first_turns(Game(variant), dice)
        name = opening(variant, turns)
        assert opening(variant, name.split()) == name
        images = set()
        for symmetry in symmetries(board.id):
            image = [renamed(turn, board, symmetry) for turn in turns]
            images.add(by_side(image))
            assert opening(variant, image) == name
        assert by_side(name.split()) in images


def by_side(turns):
    return tuple(sorted(turns[::2])), tuple(sorted(turns[1::2]))


def renamed(turn, board, symmetry):
    text, at = "", 0
    while at < len(turn):
        if turn[at] in "-x":
            text, at = text + turn[at], at + 1
            continue
        text += board.name(symmetry[board.bit(turn[at : at + 2])])
        at += 2
    return text


def test_the_order_of_a_sides_pieces_does_not_matter_but_whose_they_are_does():
    name = opening("nine-mens-morris", ["d2", "b4", "d6", "f4", "a1"])
    assert name == "d6 b4 d2 f4"
    assert opening("nine-mens-morris", ["d6", "f4", "d2", "b4"]) == name
    assert opening("nine-mens-morris", ["d6", "d2", "f4", "b4"]) != name


def test_outer_and_inner_ring_are_the_same():
    inner = opening("nine-mens-morris", ["c5", "d5", "e5", "c3"])
    assert inner == opening("nine-mens-morris", ["a7", "d7", "g7", "a1"]) == "a7 d7 g7 a1"
    assert opening("six-mens-morris", ["b4", "c3", "a1", "c5"]) == opening(
        "six-mens-morris", ["a4", "b3", "b2", "b5"]
    )  # fmt: skip


def test_moves_and_removals_stay_in_their_order():
    one = opening("lasker-morris", ["a1", "b2", "a1-d1", "b4"])
    assert one == "a7 b6 a7-d7 b4"
    assert opening("lasker-morris", ["a1", "d1", "a1-a4", "b4"]) != one


@pytest.mark.parametrize(
    ("variant", "turns"),
    [
        ("nine-mens-morris", ["d6", "f4", "d2"]),
        ("nine-mens-morris", ["d6", "f4", "d2", "d4"]),
        ("tapatan", ["a1", "b1", "c1", "d4"]),
        ("chess", ["e4", "e5", "f4", "e5"]),
        ("nine-mens-morris", []),
    ],
)
def test_what_has_no_opening(variant, turns):
    assert opening(variant, turns) == ""


def test_phases():
    assert PHASES[phase_of(None, "d6")] == "placing"
    assert PHASES[phase_of(None, "d6-f6xa1")] == "moving"
    start = "white=a1,d1,g1 black=a7,d7,b6,f6 hand=0,0 turn="
    white, black = (Game.from_position(start + side) for side in ("white", "black"))
    assert PHASES[phase_of(white, "a1-a4")] == "flying"
    assert PHASES[phase_of(black, "a7-a4")] == "moving"
    grounded = Game.from_position(start + "white", fly="off")
    assert PHASES[phase_of(grounded, "a1-a4")] == "moving"
