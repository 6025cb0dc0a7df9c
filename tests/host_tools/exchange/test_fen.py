# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sanmill FEN, both ways."""

import random

import pytest
from merels.rules import variants
from merels.rules.game import Game
from merels.rules.position import OFF
from merels_host.exchange import fen, fen_reader
from merels_host.exchange.fen import FenProblem

THREE_RINGS = [name for name in variants.ids() if variants.find(name).board == "three-rings"]


def full_move(text):
    """The number of the move, the last of the 17 fields of a FEN."""
    return int(text.split()[16])


def after(*moves, variant="nine-mens-morris", **options):
    game = Game(variant, **options)
    for move in moves:
        game.play(move)
    return game


def test_the_start():
    assert fen.write(Game()) == fen.START
    assert fen_reader.read(fen.START).position() == Game().position()


@pytest.mark.parametrize(
    ("game", "text"),
    [
        # white on d6, black on b6: the middle ring starts at twelve o'clock
        (
            after("d6", "b6"),
            "********/O******@/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes",
        ),
        (
            after("d6"),
            "********/O*******/******** b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        ),
        (
            after("a7", "a1", "d7", "d1", "g7"),
            "********/********/OO**@@*O w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3 ids:nodes",
        ),
        (
            after("a7", "a1", "d7", "d1", "g7xa1", variant="cheng-san-qi"),
            "********/********/OO**@X*O b p p 3 6 1 7 0 0 -1 -1 -1 -1 0 0 3 ids:nodes",
        ),
        (
            after("a7", "a1", "d7", "d1", "g7xa1", banned="yes"),
            "********/********/OO**@X*O b p p 3 6 1 7 0 0 -1 -1 -1 -1 0 0 3 ids:nodes",
        ),
        (
            after("a7", "a1", "d7", "d1", "g7xa1", variant="russian-mill"),
            # nodes 16, 17 and 23: white's half of the number is the upper one
            "********/********/OO**@**O b p p 3 6 1 7 0 0 -1 -1 -1 -1 "
            f"{(1 << 16 | 1 << 17 | 1 << 23) << 32} 0 3 ids:nodes",
        ),
    ],
)
def test_known_positions(game, text):
    assert fen.write(game) == text
    read = fen_reader.read(text, game.variant, **game.changed)
    assert read.position() == game.position()
    assert fen.write(read, full_move(text)) == text


def test_the_last_mill():
    game = Game.from_position("white=a7,b6,c3,d7,f6,g7 black=a1,b4,c4,d2,e3,e5,f2", "morabaraba")
    game.play("d7-d6xa1")
    text = fen.write(game)
    assert " 6 0 6 0 0 0 16 8 -1 -1 0 0 1 " in text  # from d7, node 16, to d6, node 8
    game = fen_reader.read(text, "morabaraba")
    game.play("d2-d1")
    assert "d6-d7" not in game.legal()


def same(one, other, variant):
    read = [fen_reader.read(text, variant).position() for text in (one, other)]
    return read[0] == read[1]


def test_older_versions_number_the_points_from_eight():
    new = "***O*@**/O*@*****/***@**OO w m s 4 0 3 0 0 0 16 8 -1 -1 0 0 1 ids:nodes"
    old = "***O*@**/O*@*****/***@**OO w m s 4 0 3 0 0 0 24 16 -1 -1 0 0 1"
    assert (
        fen_reader.read(new, "morabaraba").position()
        == fen_reader.read(old, "morabaraba").position()
    )
    used = (1 << 16 | 1 << 17 | 1 << 23) << 32
    new = f"********/********/OO**@**O b p p 3 6 1 7 0 0 -1 -1 -1 -1 {used} 0 3 ids:nodes"
    old = f"********/********/OO**@**O b p p 3 6 1 7 0 0 -1 -1 -1 -1 {used << 8} 0 3"
    assert (
        fen_reader.read(new, "russian-mill").position()
        == fen_reader.read(old, "russian-mill").position()
    )


def test_the_end_of_a_game():
    game = Game.from_position("white=a1,a7,g1,g7 black=a4,d1,d7,g4")
    text = fen.write(game)
    assert " w o ? 4 0 4 0 0 0 " in text
    assert fen_reader.read(text).outcome() == game.outcome()


def test_a_full_board():
    game = Game.from_position(
        "white=a7,g7,d5,f6,c3,e3,a4,g4,d2,b2,a1,g1 black=d7,b6,d6,c5,e5,b4,f4,c4,e4,d3,f2,d1",
        "zhi-qi",
    )
    assert game.due == 1
    text = fen.write(game)
    assert " w m r 12 0 12 0 1 1 " in text
    assert fen_reader.read(text, "zhi-qi").position() == game.position()


def test_blocked_sides_that_remove():
    start = "white=a1,a7,g1,g7 black=a4,d1,d5,d6,d7,g4"
    for blocked in ("removes", "both-remove"):
        game = Game.from_position(start, blocked=blocked)
        read = fen_reader.read(fen.write(game), blocked=blocked)
        assert read.position() == game.position()
        game.play("xd1")
        read = fen_reader.read(fen.write(game), blocked=blocked)
        assert read.legal() == game.legal() and read.turn == game.turn


def test_captures():
    game = Game.from_position("white=d6,d5,c3 black=a7,g7,e5,f2 hand=5,5", "mul-mulan")
    game.play("d7")
    text = fen.write(game)
    assert text.endswith(" ids:nodes i:w-1-17.23|b-0- m:w-1-|b-0-")
    read = fen_reader.read(text, "mul-mulan")
    assert read.position() == game.position() and read.legal() == game.legal()
    game.play("xa7")
    read.play("xa7")
    assert read.legal() == game.legal() == ["xg7"]
    assert fen_reader.read(fen.write(game), "mul-mulan").legal() == ["xg7"]
    game = Game.from_position("white=g7,d1,c3 black=d7,b6,e5 hand=5,5", custodian="yes")
    game.play("a7")
    text = fen.write(game)
    assert text.endswith(" ids:nodes c:w-1-16|b-0-")
    assert fen_reader.read(text, custodian="yes").legal() == ["xd7"]


@pytest.mark.parametrize("variant", THREE_RINGS)
def test_round_trips_in_random_games(variant):
    choose = random.Random(variant)
    for _ in range(4):
        game = Game(variant)
        while not game.over and game.ply < 120:
            text = fen.write(game)
            read = fen_reader.read(text, variant)
            assert fen.write(read, full_move(text)) == text
            if not (game.owes or game.claim or game.marked):
                # nothing in it that a FEN has no field for
                assert read.position() == game.position()
            actions = game.legal_actions()
            closing = [a for a in actions if a & 31 != OFF and game.takes(a)]
            game.do(choose.choice(closing if closing and choose.random() < 0.5 else actions))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "17 fields"),
        ("********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0", "17 fields"),
        ("********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1", "three times eight"),
        (fen.START.replace("*/", "/", 1), "three times eight"),
        (fen.START.replace("*", "B", 1), "three times eight"),
        (fen.START.replace(" w ", " x "), "Side, phase and action"),
        (fen.START.replace(" 0 9 0 9 ", " 0 9 0 nine "), "not a number"),
        (fen.START.replace(" 0 9 0 9 ", " 0 9 0 10 "), "too-many-pieces"),
        (fen.START.replace("*", "O", 1).replace(" 0 9 0 9 ", " 0 8 0 9 "), "counts 0 pieces"),
        (fen.START.replace(" 0 0 -1", " 1 0 -1"), "no line"),
    ],
)
def test_what_is_no_fen(text, words):
    with pytest.raises(FenProblem, match=words):
        fen_reader.read(text)


def test_games_on_other_boards_have_none():
    with pytest.raises(FenProblem, match="three rings"):
        fen.write(Game("achi"))
    with pytest.raises(FenProblem, match="three rings"):
        fen_reader.read(fen.START, "achi")
