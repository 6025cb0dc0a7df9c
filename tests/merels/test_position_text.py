# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Positions as text: both ways, what is left out, and every reason to refuse one."""

from merels.errors import BadPosition
from merels.rules.game import Game, Outcome


def why(text, variant="nine-mens-morris", **options):
    try:
        Game.from_position(text, variant, **options)
    except BadPosition as error:
        assert "(%s)" % error.why in str(error)
        return error.why
    raise AssertionError(text)


def again(game):
    """The game's position, read and written once more."""
    return Game.from_position(game.position(), game.variant, **game.changed).position()


def test_what_is_left_out_is_as_usual():
    game = Game.from_position("white=g4,a1,d1 black=a7,d7,b6")
    assert game.position() == "white=a1,d1,g4 black=a7,b6,d7 hand=0,0 turn=white due=0 quiet=0"
    assert again(game) == game.position()


def test_words_may_come_in_any_order_and_be_empty():
    game = Game.from_position("turn=black quiet=7  hand=8,9 black= white=d6")
    assert game.position() == "white=d6 hand=8,9 turn=black due=0 quiet=7"


def test_reasons_to_refuse_a_position():
    for text, reason in (
        ("white", "bad-word"),
        ("=a1", "bad-word"),
        ("white=a1,d1,g4 purple=a7", "unknown-word"),
        ("white=a1 white=d1", "word-twice"),
        ("white=a1,a1,d1 black=a7,d7,b6", "same-point-twice"),
        ("white=a1,d1,g4 black=a1,d7,b6", "same-point-twice"),
        ("white=a1,d1,d4 black=a7,d7,b6", "unknown-point"),
        ("white=a1,,d1 black=a7,d7,b6", "unknown-point"),
        ("white=a1,d1,g4 black=a7,d7,b6 hand=3", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 hand=3,x", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 hand=3,-1", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 quiet=99999", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 quiet=", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 due=one", "bad-number"),
        ("white=a1,d1,g4 black=a7,d7,b6 turn=green", "bad-turn"),
        ("white=a1,d1,g4 black=a7,d7,b6 hand=7,3", "too-many-pieces"),
        ("", "too-few-pieces"),
        ("white=a1 black=a7", "too-few-pieces"),
        ("white=a1,d1,g4 black=a7,d7,b6 due=1", "no-line"),
        ("white=a1,d1,g1 black=a7,d7,b6 due=2", "too-many-due"),
        ("white=a1,d1,g1 black=a7,d7,b6 marked=a7", "not-in-this-game"),
        ("white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:placing", "not-in-this-game"),
    ):
        assert why(text) == reason, text


def test_reasons_that_only_some_games_have():
    for text, variant, options, reason in (
        ("white=a1,d1,g1 black=a7,d7,g7 due=1", "mill", {"protect": "never"}, "nothing-to-remove"),
        ("white=a1,b1,c1 black=a3,b3,c3", "achi", {}, "two-winners"),
        ("white=a1,b1,c1 black=a2,b3,c3 due=1", "achi", {}, "no-line"),
        ("white=a1,d1,g1 black=a7,d7,b6 marked=b4", "cham-gonu", {}, "not-a-piece"),
        ("white=a1,d1,g1 black=a7,d7,b6 marked=a7", "cham-gonu", {}, "not-a-piece"),
        ("white=a1,d1,g1 black=a7,d7 hand=3,3 banned=a7", "mill", {"banned": "yes"}, "not-empty"),
        ("white=a1,d1,g1 black=a7,d7,b6 banned=b4", "mill", {"banned": "yes"}, "not-empty"),
        ("white=a1,d1,g1 black=a7,d7,b6 used=a1-d1", "russian-mill", {}, "not-a-line"),
        ("white=a1,d1,g1 black=a7,d7,b6 used=red:a1-d1-g1", "russian-mill", {}, "not-a-line"),
        ("white=a1,d1,g1 black=a7,d7,b6 back=a1", "morabaraba", {}, "not-a-move"),
        ("white=a1,d1,g1 black=a7,d7,b6 back=a4-b4", "morabaraba", {}, "not-a-move"),
        ("white=a1,d1,g1 black=a7,d7,b6 back=a1-a2", "morabaraba", {}, "unknown-point"),
        ("white=a1,d1,g1 black=a7,d7,b6 owes=white:placing", "morabaraba", {}, "bad-owes"),
        ("white=a1,d1,g1 black=a7,d7,b6 due=1 owes=black:placing", "dooz", {}, "bad-owes"),
        ("white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white", "dooz", {}, "bad-owes"),
        ("white=a1,d1,g1 black=a7,d7,b6 hand=2,0 due=1 owes=white:again", "dooz", {}, "bad-owes"),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:again",
            "dooz",
            {"placing_mill": "hand-again"},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 hand=2,0 due=1 owes=black:again",
            "dooz",
            {"placing_mill": "hand-again"},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 hand=2,0 due=1 "
            "owes=white:again,white:black:full:1,white:moves",
            "dooz",
            {"placing_mill": "hand-again"},
            "bad-owes",
        ),
        ("white=a1 black=a7 hand=1,1", "cheng-san-qi", {}, "too-few-pieces"),
        ("", "cheng-san-qi", {}, "too-few-pieces"),
        ("white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:moves", "dooz", {}, "bad-owes"),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:black:why:1,white:moves",
            "dooz",
            {},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:black:full:2,white:moves",
            "dooz",
            {},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=4 owes=white:black:full:4,white:moves",
            "dooz",
            {},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:black:full:1,red:moves",
            "dooz",
            {},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:black:capture:a1:0:d7",
            "dooz",
            {},
            "bad-owes",
        ),
        (
            "white=a1,d1,g1 black=a7,d7,b6 due=1 owes=white:black:capture:a1:0:d6",
            "mul-mulan",
            {},
            "bad-owes",
        ),
    ):
        assert why(text, variant, **options) == reason, text


def test_a_position_that_is_over_says_so():
    for text, variant, outcome in (
        ("white=a1,a7,g1,g7 black=a4,d1,d7,g4", "mill", Outcome(1, "blocked")),
        ("white=a1,a7 black=a4,d1,d7,g4", "mill", Outcome(1, "few-pieces")),
        ("white=a1,a7,d2,f4 black=d1,d7 turn=black", "mill", Outcome(0, "few-pieces")),
        ("white=a1,a7,b4,d6 black=d1,d7,d3 quiet=100", "mill", Outcome(None, "quiet-limit")),
        (
            "white=a1,a7,b4,d6 black=d1,d7,d3 quiet=10",
            "morabaraba",
            Outcome(None, "endgame-limit"),
        ),
        ("white=a1,b1,c1 black=a2,b3,c3 turn=black", "nine-holes", Outcome(0, "line")),
    ):
        game = Game.from_position(text, variant)
        assert game.outcome() == outcome, text
        assert Game.from_position(game.position(), variant).outcome() == outcome


def test_marked_pieces():
    game = Game("cheng-san-qi")
    for move in ("a7", "a1", "d7", "d1", "g7xa1"):
        game.play(move)
    assert game.position() == (
        "white=a7,d7,g7 black=a1,d1 hand=6,7 turn=black due=0 quiet=0 marked=a1"
    )
    assert again(game) == game.position()


def test_banned_points():
    game = Game(banned="yes")
    for move in ("a7", "a1", "d7", "d1", "g7xa1"):
        game.play(move)
    assert game.position().endswith(" banned=a1")
    assert again(game) == game.position()


def test_used_lines():
    game = Game("russian-mill")
    for move in ("a7", "a1", "d7", "d1", "g7xa1"):
        game.play(move)
    assert game.position().endswith(" used=white:a7-d7-g7")
    assert again(game) == game.position()
    both = Game.from_position("white=a1,d2,g1 black=a7,d7,b6 used=a7-d7-g7", "russian-mill")
    assert both.position().endswith(" used=white:a7-d7-g7,black:a7-d7-g7")


def test_the_move_that_would_go_straight_back():
    start = "white=a7,b6,c3,d7,f6,g7 black=a1,b4,c4,d2,e3,e5,f2"
    game = Game.from_position(start, "morabaraba")
    game.play("d7-d6xa1")
    game.play("d2-d1")
    assert " back=d6-d7" in game.position()
    assert again(game) == game.position()
    read = Game.from_position(game.position(), "morabaraba")
    assert "d6-d7" not in read.legal() and read.legal() == game.legal()


def test_what_is_owed():
    game = Game.from_position(
        "white=a1,a7,g1,g7 black=a4,d1,d5,d6,d7,g4", "mill", blocked="both-remove"
    )
    assert game.position().endswith(
        " owes=white:black:blocked:1,black:white:blocked:1,white:moves"
    )
    assert again(game) == game.position()
    game = Game(custodian="yes")
    for move in ("g7", "d7", "a7"):
        game.play(move)
    assert game.position().endswith(" owes=white:black:capture:a7:0:d7")
    assert again(game) == game.position()
