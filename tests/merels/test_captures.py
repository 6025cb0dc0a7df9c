# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Custodian, intervention and leap: what they take, alone and beside a mill."""

from merels.board import wood_bit
from merels.rules.game import Game
from merels.rules.position import HAND


def at(text, variant="nine-mens-morris", **options):
    return Game.from_position(text, variant, **options)


def taken(game, text):
    """What may be removed first after `text`; takes() must have said so before."""
    before = game.takes(game.parse(text))
    game.play(text)
    assert before == (game.removable() if game.middle else 0), text
    return [move for move in game.legal() if move[0] == "x"]


def test_custodian_brackets_one():
    game = at("white=g7,d1,c3 black=d7,b6,e5 hand=5,5", custodian="yes")
    assert taken(game, "a7") == ["xd7"]
    assert game.due == 1
    game.play("xd7")
    assert game.turn == 1 and game.quiet == 0


def test_custodian_by_a_move_and_its_limits():
    start = "white=g7,a4,c3,d1 black=d7,b6,e5,f2"
    assert taken(at(start, custodian="yes"), "a4-a7") == ["xd7"]
    assert taken(at(start), "a4-a7") == []
    # who walks between two opposing pieces is not taken, and takes nothing
    assert taken(at("white=d6,a1,c3 black=a7,g7,e5,f2", custodian="yes"), "d6-d7") == []
    # a piece in a mill is protected while another stands outside
    mill = at("white=g7,a4,c3,d1 black=d7,d6,d5,f2", custodian="yes")
    assert taken(mill, "a4-a7") == []
    assert taken(
        at("white=g7,a4,c3,d1 black=d7,d6,d5,f2", custodian="yes", protect="any"), "a4-a7"
    ) == ["xd7"]


def test_custodian_in_two_lines_takes_one_of_them():
    game = at("white=g7,a1,c3 black=d7,a4,e5 hand=5,5", custodian="yes")
    assert taken(game, "a7") == ["xa4", "xd7"]
    assert game.due == 1
    game.play("xa4")
    assert game.turn == 1


def test_custodian_and_a_mill_leave_the_choice():
    game = at("white=g7,a1,c3,a4 black=d7,b6,e5,f2 hand=5,5", custodian="yes")
    assert taken(game, "a7") == ["xb6", "xd7", "xe5", "xf2"]
    assert game.due == 1
    for piece in ("xd7", "xe5"):
        game.play(piece)
        assert game.turn == 1 and game.due == 0
        game.undo()


def test_intervention_takes_both():
    game = at("white=d6,d1,c3 black=a7,g7,e5,f2 hand=5,5", intervention="yes")
    assert taken(game, "d7") == ["xa7", "xg7"]
    assert game.due == 2
    game.play("xg7")
    assert game.due == 1 and game.legal() == ["xa7"]
    game.play("xa7")
    assert game.turn == 1 and game.due == 0
    assert game.turns() == ["d7xg7xa7"]
    game.undo_turn()
    assert game.turns() == []


def test_intervention_in_two_lines_takes_the_pair_that_is_begun():
    game = at("white=f4,d1,c3 black=b6,f6,d7,d5,f2 hand=5,4", intervention="yes")
    assert taken(game, "d6") == ["xb6", "xd5", "xd7", "xf6"]
    game.play("xd5")
    assert game.legal() == ["xd7"] and game.due == 1


def test_intervention_and_a_mill():
    game = at("white=d6,d5,c3 black=a7,g7,e5,f2 hand=5,5", intervention="yes")
    assert taken(game, "d7") == ["xa7", "xe5", "xf2", "xg7"]
    assert game.due == 1
    game.play("xe5")
    assert game.turn == 1
    game.undo()
    game.play("xa7")
    assert game.legal() == ["xg7"] and game.due == 1


def test_mul_mulan_has_intervention_on_the_diagonals_too():
    game = at("white=d6,d1,c3 black=a7,c5,e5,f2 hand=5,5", "mul-mulan")
    assert taken(game, "b6") == ["xa7", "xc5"]


def test_leap_jumps_and_takes():
    game = at("white=a7,c3,d1,g4 black=b6,d7,e5,f2", leap="yes")
    assert game.targets(wood_bit("a7")) >> wood_bit("g7") & 1
    assert taken(game, "a7-g7") == ["xd7"]
    game.play("xd7")
    assert game.turn == 1
    # not over an own piece, not onto a piece, not without the option, not past a mill
    assert "a7-g7" not in at("white=a7,d7,c3,d1,g4 black=b6,e5,f2", leap="yes").legal()
    assert "a7-g7" not in at("white=a7,c3,d1,g4 black=d7,g7,e5,f2", leap="yes").legal()
    assert "a7-g7" not in at("white=a7,c3,d1,g4 black=b6,d7,e5,f2").legal()
    assert "a7-g7" not in at("white=a7,c3,d1,g4 black=d5,d7,d6,f2", leap="yes").legal()


def test_a_leap_pays_no_mill_besides():
    game = at("white=a7,c3,g1,g4 black=b6,d7,e5,f2", leap="yes")
    assert taken(game, "a7-g7") == ["xd7"]
    assert game.due == 1


def test_a_flying_piece_leaps_where_it_goes_from_end_to_end():
    game = at("white=a7,c3,d1 black=b6,d7,e5,f2", leap="yes")
    assert taken(game, "a7-g7") == ["xd7"]
    game.undo()
    assert taken(game, "a7-g1") == []


def test_no_leap_with_a_piece_in_hand():
    game = at("white=a7,c3,d1,g4 black=b6,d7,e5,f2 hand=2,2", "lasker-morris", leap="yes")
    assert "a7-g7" not in game.legal() and "a7-a4" in game.legal()


def test_a_refused_removal_says_why():
    game = at("white=g7,d1,c3 black=d7,b6,e5 hand=5,5", custodian="yes")
    game.play("a7")
    try:
        game.play("xb6")
    except ValueError as error:
        assert error.why == "not-due-here"
    else:
        raise AssertionError("xb6")
    game.undo()
    bracket = HAND * 32 + wood_bit("a7")
    assert game.takes(bracket) == 1 << wood_bit("d7")
    game = at("white=g7,d1,c3,a4 black=d7,b6,e5,a1 hand=4,4", custodian="yes")
    game.play("a7")
    assert game.due == 1 and game.takes(HAND * 32 + wood_bit("g1")) == 0


def test_intervention_spares_what_stands_in_a_mill():
    game = at("white=d6,d1,c3 black=a7,a4,a1,g7,f2 hand=4,4", intervention="yes")
    assert taken(game, "d7") == ["xg7"]
    assert game.due == 1
    game.play("xg7")
    assert game.turn == 1


def test_without_leap_a_flying_piece_jumps_over_nothing():
    game = at("white=a7,c3,d1 black=b6,d7,e5,f2", custodian="yes", intervention="yes")
    assert taken(game, "a7-g7") == []


def test_marked_pieces_are_not_stepped_between():
    start = "white=d6,d1,c3 black=a7,g7,e5,f2 hand=5,5 marked=%s"
    game = at(start % "e5", "cheng-san-qi", intervention="yes")
    assert taken(game, "d7") == ["xa7", "xg7"]
    game.play("xa7xg7")
    assert game.position().endswith(" marked=a7,e5,g7")
    game = at(start % "a7", "cheng-san-qi", intervention="yes")
    assert taken(game, "d7") == []
