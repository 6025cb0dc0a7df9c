# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a mill pays: protection, several lines, lines that pay once, no way straight back."""

from merels.board import wood_bit
from merels.rules.game import Game, Outcome


def at(text, variant="nine-mens-morris", **options):
    return Game.from_position(text, variant, **options)


def names(game, mask):
    return sorted([game.board.name(bit) for bit in range(25) if mask >> bit & 1])


def test_protect_never_and_nothing_outside_passes_the_turn_quietly():
    game = at("white=a1,d1,g4,c3 black=a7,d7,g7 quiet=5", protect="never")
    move = wood_bit("g4") * 32 + wood_bit("g1")
    assert game.takes(move) == 0
    assert names(game, game.closing(wood_bit("g4"))) == ["g1"]
    game.play("g4-g1")
    assert (game.due, game.turn, game.quiet, game.ply) == (0, 1, 6, 1)


def test_protect_never_takes_only_what_stands_outside():
    game = at("white=a1,d1,g4,c3 black=a7,d7,g7,b6", protect="never", fly="off")
    game.play("g4-g1")
    assert game.legal() == ["xb6"]


def test_per_line_pays_for_each_line_up_to_what_is_there():
    two_lines = "white=a1,c5,d1,g4,g7 black=%s"
    game = at(two_lines % "b6,c3,d6,f6", fly="5", per_line="yes")
    game.play("c5-g1")
    assert game.due == 2
    game.play("xc3")
    assert game.due == 1 and game.turn == 0 and game.legal() == ["xb6", "xd6", "xf6"]
    game.play("xd6")
    assert game.outcome() == Outcome(0, "few-pieces")
    game = at(two_lines % "b6,c3,d6,f6", fly="5", per_line="yes", protect="never")
    game.play("c5-g1")
    assert game.due == 1  # the others stand in a mill
    game = at(two_lines % "b6,d6,f6", fly="5", per_line="yes", protect="never")
    game.play("c5-g1")
    assert (game.due, game.turn) == (0, 1)


def test_the_last_removal_of_two_may_find_nothing_left():
    game = at(
        "white=a1,c5,d1,g4,g7 black=b6,c3,d6,f6,e3 hand=0,3",
        fly="5",
        per_line="yes",
        protect="never",
    )
    game.play("c5-g1xc3")
    assert game.due == 1 and game.legal() == ["xe3"]
    game = at("white=a1,c5,d1,g4,g7 black=b6,c3,d6", fly="5", per_line="yes")
    game.play("c5-g1xc3")  # fewer than three: the second removal is not waited for
    assert game.outcome() == Outcome(0, "few-pieces") and game.due == 0


def test_a_line_pays_once_for_each_player():
    game = at(
        "white=a7,b2,c3,d7,e3,g4 black=a1,b6,d1,d5,e5,f2 used=white:a7-d7-g7", "russian-mill"
    )
    g7 = wood_bit("g4") * 32 + wood_bit("g7")
    assert game.takes(g7) == 0 and game.closing(wood_bit("g4")) == 0
    game.play("g4-g7")
    assert (game.due, game.turn, game.quiet) == (0, 1, 1)
    game = at(
        "white=a7,b2,c3,d7,e3,g4 black=a1,b6,d1,d5,e5,f2 used=black:a7-d7-g7", "russian-mill"
    )
    game.play("g4-g7")
    assert game.due == 1
    assert "used=white:a7-d7-g7,black:a7-d7-g7" in game.position()


def test_lines_that_were_closed_together_are_used_together():
    game = at("white=a1,c5,d1,g4,g7 black=b6,c3,d6,f6", "russian-mill", fly="5")
    game.play("c5-g1xc3")
    assert "used=white:a1-d1-g1,white:g7-g4-g1" in game.position()
    game.undo_turn()
    assert "used" not in game.position()


def test_a_line_that_could_pay_nothing_is_not_used():
    game = at("white=a1,d1,g4,c3 black=a7,d7,g7", "russian-mill", protect="never")
    game.play("g4-g1")
    assert "used" not in game.position()


def test_straight_back_is_closed_for_one_move_only():
    game = at("white=a7,b6,c3,d7,f6,g7 black=a1,b4,c4,d2,e3,e5,f2", "morabaraba")
    game.play("d7-d6xa1")
    game.play("d2-d1")
    assert "d6-d7" not in game.legal()
    assert not game.targets(wood_bit("d6")) >> wood_bit("d7") & 1
    try:
        game.play("d6-d7")
    except ValueError as error:
        assert error.why == "straight-back"
    else:
        raise AssertionError("d6-d7")
    game.play("c3-b2")
    game.play("d1-d2")
    assert "d6-d7" in game.legal()


def test_straight_back_is_open_when_the_mill_is_no_more():
    game = at("white=a7,b6,c3,d7,f6,g7 black=a1,b4,c4,d2,e3,e5,g4", "morabaraba")
    game.play("d7-d6xa1")
    game.play("g4-g1")
    game.undo()
    other = at(game.position().replace("a7,", "").replace("quiet=0", "quiet=0"), "morabaraba")
    other.play("g4-g1")
    assert "d6-d7" in other.legal()  # a7 has gone, d6-d7 closes nothing


def test_a_line_wins_where_it_shall():
    game = at("white=a1,b1,c2 black=a3,b2,c3", "three-mens-morris")
    game.play("c2-c1")
    assert game.outcome() == Outcome(0, "line") and game.due == 0 and game.ply == 1
    game.undo()
    assert game.outcome() is None


def test_a_line_wins_before_anything_else_is_looked_at():
    # black would be blocked as well
    game = at("white=a1,b1,c2 black=a2,b2,a3 quiet=99", "three-mens-morris")
    game.play("c2-c1")
    assert game.outcome() == Outcome(0, "line")


def test_fewer_than_the_minimum_loses_at_once_while_placing_too():
    game = at("white=a7,d7 black=a1 hand=5,2")
    game.play("g7xa1")
    assert game.outcome() == Outcome(0, "few-pieces")
