# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Blocked sides, limits and repetition, and which end comes first."""

from merels.rules.game import Game, Outcome

STUCK = "white=a1,a7,g1,g7 black=a4,d1,d5,d6,d7,g4"  # white cannot move
QUIET = "white=a7,c3,d1,g4 black=b6,d7,e5,f2"
ROUND = ("a7-a4", "e5-d5", "a4-a7", "d5-e5")


def at(text, variant="nine-mens-morris", **options):
    return Game.from_position(text, variant, **options)


def test_blocked_loses_or_draws():
    assert at(STUCK).outcome() == Outcome(1, "blocked")
    assert at(STUCK, blocked="draw").outcome() == Outcome(None, "blocked")


def test_blocked_by_a_move_in_a_game():
    game = at("white=a1,a7,g1,g7 black=a4,d1,d6,f2,g4 turn=black")
    game.play("d6-d7")
    assert game.outcome() == Outcome(1, "blocked")
    game.undo()
    assert game.outcome() is None and game.turn == 1


def test_blocked_passes():
    game = at(STUCK, blocked="passes")
    assert game.turn == 1 and game.ply == 0
    game.play("d5-c5")
    assert game.turn == 1 and game.ply == 1  # white passes once more
    game.play("g4-f4")
    assert game.turn == 0 and game.legal() == ["g1-g4", "g7-g4"]
    game.undo()
    assert game.turn == 1


def test_both_blocked_is_a_draw_under_passes():
    # all points that are empty are closed, and both have a piece to place
    closed = "b6,d6,f6,c5,d5,e5,b4,c4,e4,f4,c3,d3,e3,b2,d2,f2"
    game = at(STUCK.replace("d5,d6,", "") + " hand=1,1 banned=" + closed, banned="yes")
    assert game.outcome() == Outcome(1, "blocked")
    text = STUCK.replace("d5,d6,", "") + " hand=1,1 banned=" + closed
    assert at(text, banned="yes", blocked="passes").outcome() == Outcome(None, "blocked")


def test_blocked_removes_an_adjacent_piece_and_moves():
    game = at(STUCK, blocked="removes")
    assert (game.turn, game.due) == (0, 1) and game.legal() == ["xa4", "xd1", "xd7", "xg4"]
    game.play("xd1")
    assert (game.turn, game.due, game.ply) == (0, 0, 1)
    assert game.legal() == ["a1-d1", "g1-d1"]
    game.play("a1-d1")
    assert game.turn == 1 and game.turns() == ["xd1", "a1-d1"]
    try:
        at(STUCK, blocked="removes").play("xd6")
    except ValueError as error:
        assert error.why == "not-due-here"
    else:
        raise AssertionError("xd6")


def test_blocked_removes_and_the_opponent_moves():
    game = at(STUCK, blocked="removes-then-opponent")
    game.play("xd1")
    assert (game.turn, game.due) == (1, 0)


def test_blocked_both_remove_and_the_blocked_side_moves():
    game = at(STUCK, blocked="both-remove")
    game.play("xd1")
    assert (game.turn, game.due) == (1, 1)
    assert game.legal() == ["xa7", "xg1", "xg7"] or game.legal() == ["xa1", "xa7", "xg1", "xg7"]
    game.play("xa7")
    assert (game.turn, game.due, game.ply) == (0, 0, 2)
    while game.actions:
        game.undo()
    assert (game.turn, game.due) == (0, 1)


def test_mills_do_not_protect_from_a_blocked_side():
    game = at("white=a7,g7,a1,g1 black=d7,d6,d5,a4,g4,d1", blocked="removes")
    assert "xd7" in game.legal()


def test_a_blocked_side_may_take_the_last_but_two():
    game = at("white=a7 black=d7,a4,b6", minimum=1, fly="off", blocked="removes")
    game.play("xd7")
    assert not game.over
    game = at("white=a7,g7,a1,g1 black=d7,a4,g4,d1", minimum=4, fly="off", blocked="removes")
    game.play("xd7")
    assert game.outcome() == Outcome(0, "few-pieces")


def test_the_quiet_limit():
    game = at(QUIET + " quiet=98")
    game.play("a7-a4")
    assert game.outcome() is None and game.quiet == 99
    game.play("e5-d5")
    assert game.outcome() == Outcome(None, "quiet-limit")
    game = at(QUIET + " quiet=99", quiet_limit="0", repetition="0")
    game.play("a7-a4")
    assert game.outcome() is None and game.quiet == 100


def test_a_mill_at_the_limit_is_played_out():
    game = at("white=a1,a7,d1,g4 black=b6,d7,e5,f2 quiet=99")
    game.play("g4-g1")
    assert game.due == 1 and not game.over
    game.play("xf2")
    assert game.quiet == 0 and not game.over


def test_a_mill_that_pays_nothing_is_quiet():
    game = at("white=a1,c3,d1,g4 black=a7,d7,g7 quiet=99", protect="never")
    game.play("g4-g1")
    assert game.outcome() == Outcome(None, "quiet-limit")


def test_the_endgame_limit_needs_three_pieces():
    game = at("white=a7,d1,g4 black=b6,d7,e5,f2 quiet=9", endgame_limit="10")
    game.play("a7-a4")
    assert game.outcome() == Outcome(None, "endgame-limit")
    game = at(QUIET + " quiet=9", endgame_limit="10")
    game.play("a7-a4")
    assert game.outcome() is None


def test_repetition_counts_its_origin_unless_told_not_to():
    game = at(QUIET)
    for move in ROUND * 2:
        assert not game.over
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition") and game.ply == 8
    game.undo()
    assert game.outcome() is None
    game = at(QUIET, repetition_origin="no")
    for move in ROUND * 2 + ROUND[:1]:
        assert not game.over
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition") and game.ply == 9


def test_repetition_of_other_numbers():
    game = at(QUIET, repetition="2")
    for move in ROUND:
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition")
    game = at(QUIET, repetition="0")
    for move in ROUND * 4:
        game.play(move)
    assert game.outcome() is None
    game = at(QUIET, repetition="5")
    for move in ROUND * 4:
        assert not game.over
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition")


def test_repetition_looks_at_who_is_to_move():
    game = at("white=a7,d1,c3 black=b6,d7,e5", repetition="2")
    # white loses a tempo: the pieces stand as before, but black is to move
    for move in ("a7-a4", "e5-d5", "a4-a1", "d5-e5", "a1-a7"):
        assert not game.over, move
        game.play(move)
    assert game.outcome() is None


def test_a_removal_starts_the_repetition_anew():
    game = at("white=a7,c3,d1,g4,a1 black=b6,d7,e5,f2,c5")
    for move in ROUND + ("g4-g1xc5",):
        game.play(move)
    for move in ("e5-d5", "a7-a4", "d5-e5", "a4-a7") * 2:
        assert not game.over
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition")


def test_repetition_comes_before_the_limits():
    game = at(QUIET + " quiet=92")
    for move in ROUND * 2:
        game.play(move)
    assert game.quiet == 100
    assert game.outcome() == Outcome(None, "repetition")


def test_blocked_comes_before_repetition_and_limits():
    game = at("white=a1,a7,g1,g7 black=a4,d1,d6,f2,g4 turn=black quiet=99")
    game.play("d6-d7")
    assert game.outcome() == Outcome(1, "blocked")


def test_who_has_too_few_pieces_has_lost_and_is_to_move():
    game = at("white=a1,c3,d1,g4 black=a7,b6,e5")
    game.play("g4-g1xe5")
    assert game.outcome() == Outcome(0, "few-pieces") and game.turn == 1
    assert at("white=a1,c3,d1 black=a7,b6").outcome() == Outcome(0, "few-pieces")
    assert at("white=a1,c3 black=a7,b6,d7").outcome() == Outcome(1, "few-pieces")
