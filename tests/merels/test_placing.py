# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The placing phase and its end, with every option that changes them."""

from merels.board import count, wood_bit
from merels.rules.game import Game, Outcome
from merels.rules.position import HAND

FULL = (  # twelve each without a mill, diagonals or not
    "d6 f6 a7 e4 e3 b6 c5 a1 a4 e5 f4 c3 g4 d7 d2 d5 g7 b4 b2 d3 d1 f2 c4 g1"
)


def play(moves, variant="nine-mens-morris", **options):
    game = Game(variant, **options)
    for move in moves.split():
        game.play(move)
    return game


def full(**options):
    return play(FULL, "twelve-mens-morris", **options)


def test_black_may_start():
    game = Game(starts="black")
    assert game.turn == 1
    game.play("d6")
    assert game.turn == 0 and game.black and not game.white


def test_the_centre_may_be_closed_for_the_first_piece():
    game = Game("three-mens-morris", centre_first="no")
    assert "b2" not in game.legal() and len(game.legal()) == 8
    try:
        game.play("b2")
    except ValueError as error:
        assert error.why == "closed"
    game.play("a1")
    assert "b2" in game.legal()


def test_a_mill_takes_from_the_hand_and_the_opponent_plays():
    game = play("a7 a1 d7 d1", "dooz")
    assert game.takes(HAND * 32 + wood_bit("g7")) == 0
    assert game.closing() >> wood_bit("g7") & 1
    game.play("g7")
    assert (list(game.hand), game.turn, game.due, game.ply) == ([9, 9], 1, 0, 5)
    game.undo()
    assert list(game.hand) == [10, 10]


def test_a_mill_takes_from_the_board_when_the_hand_is_empty():
    game = Game.from_position("white=a7,d7,b4 black=a1,d1,f4 hand=2,0", "dooz")
    game.play("g7")
    assert game.due == 1 and game.legal() == ["xa1", "xd1", "xf4"]
    game.play("xa1")
    assert game.over


def test_each_line_takes_one_from_the_hand_then_from_the_board():
    start = "white=a4,a7,d1,g1,c5 black=b6,d6,f4,b2 hand=3,1"
    game = Game.from_position(start, "mill", placing_mill="hand", per_line="yes")
    game.play("a1")
    assert (list(game.hand), game.due, game.turn) == ([2, 0], 1, 0)
    game.play("xb6")
    assert game.turn == 1 and not game.over
    game = Game.from_position(start, "mill", placing_mill="hand")
    game.play("a1")
    assert (list(game.hand), game.due, game.turn) == ([2, 0], 0, 1)


def test_a_mill_takes_from_the_hand_and_the_same_player_plays_again():
    game = play("a7 a1 d7 d1 g7", "mill", placing_mill="hand-again")
    assert (list(game.hand), game.turn, game.ply) == ([6, 6], 0, 5)
    game.play("g4")
    assert game.turn == 1
    assert game.turns() == ["a7", "a1", "d7", "d1", "g7", "g4"]
    game = Game.from_position(
        "white=a7,d7,b4 black=a1,d1,f4,f6 hand=2,0", "mill", placing_mill="hand-again"
    )
    game.play("g7xa1")
    assert game.turn == 0


def test_a_position_between_mill_and_removal_says_who_plays_again():
    options = {"placing_mill": "hand-again", "slide_while_placing": "yes"}
    start = "white=a7,d7,b4,g4 black=a1,d1,f4,f6 hand=2,0"
    for move, turn in (("g7", 0), ("g4-g7", 1)):
        game = Game.from_position(start, "mill", **options)
        game.play(move)
        assert game.position().endswith(" owes=white:again") == (turn == 0)
        read = Game.from_position(game.position(), "mill", **options)
        for one in (game, read):
            one.play("xa1")
            assert one.turn == turn
            one.undo()
        assert read.position() == game.position()


def test_a_capture_without_a_mill_gives_no_second_turn():
    game = Game.from_position(
        "white=a7 black=d7,a1 hand=3,3", "mill", placing_mill="hand-again", custodian="yes"
    )
    game.play("g7xd7")
    assert game.turn == 1


def test_the_sweep_may_leave_both_sides_too_few():
    game = Game.from_position(
        "white=a7,d7,b6,b4 black=a1,d1,c5,e5 hand=0,1 turn=black marked=a1,d1,a7,d7",
        "cheng-san-qi",
    )
    game.play("g4")
    assert game.outcome() == Outcome(1, "few-pieces")
    game = Game.from_position(
        "white=a7,d7,b6,b4 black=a1,c5,e5 hand=0,1 turn=black marked=a1,c5,a7,d7",
        "cheng-san-qi",
    )
    game.play("g4")
    read = Game.from_position(game.position(), "cheng-san-qi")
    assert read.outcome() == game.outcome() == Outcome(1, "few-pieces")


def test_taking_from_the_hand_may_leave_too_few():
    game = Game.from_position("white=a7,d7,b4 black=a1,d1 hand=2,1", "dooz")
    game.play("g7")
    assert game.outcome() == Outcome(0, "few-pieces")


def test_a_mill_while_placing_may_do_nothing():
    game = play("a7 a1 d7 d1 g7", "mill", placing_mill="none")
    assert (game.due, game.turn, list(game.hand)) == (0, 1, [6, 7])
    game = Game.from_position("white=a7,d7,g4,b4 black=a1,d1,f4", "mill", placing_mill="none")
    game.play("g4-g7")
    assert game.due == 1


def test_marked_pieces_stay_until_placing_ends():
    game = play("a7 a1 d7 d1 g7xa1", "cheng-san-qi")
    assert game.black == (1 << wood_bit("a1")) | (1 << wood_bit("d1"))
    assert game.marked == 1 << wood_bit("a1")
    assert "a1" not in game.legal()
    while list(game.hand) != [0, 0]:
        game.play(game.legal()[0])
        while game.due:
            assert "xa1" not in game.legal()  # marked once is enough
            game.play(game.legal()[0])
    assert game.marked == 0
    assert not (game.white | game.black) >> wood_bit("a1") & 1


def test_sweeping_marked_pieces_may_leave_too_few():
    game = Game.from_position(
        "white=a7,d7,b6,b4,f4,f2,c3 black=a1,d1,c5,e5 hand=1,1 marked=a1,d1", "cheng-san-qi"
    )
    game.play("g4")
    game.play("e4")
    assert game.over is False
    game = Game.from_position(
        "white=a7,d7,b6,b4,f4,f2,c3 black=a1,d1,c5 hand=1,1 marked=a1,d1", "cheng-san-qi"
    )
    game.play("g4")
    assert not game.over
    game.play("e4")
    assert game.outcome() == Outcome(0, "few-pieces")
    game.undo()
    assert count(game.black) == 3 and count(game.marked) == 2


def test_a_marked_piece_closes_no_line():
    game = Game.from_position(
        "white=a7,b4,b6,g7,f4 black=a1,d1,c5,e5 hand=3,3 marked=a7", "cheng-san-qi"
    )
    game.play("d7")
    assert game.due == 0


def test_closed_points_open_again_when_placing_ends():
    game = play("a7 a1 d7 d1 g7xa1", banned="yes")
    assert "a1" not in game.legal()
    try:
        game.play("a1")
    except ValueError as error:
        assert error.why == "closed"
    game = Game.from_position(
        "white=a7,d7,b6,a4 black=d1,c5,f4 hand=0,1 turn=black banned=a1", banned="yes"
    )
    game.play("e5")
    assert "a4-a1" in game.legal() and game.banned == 0
    game.undo()
    assert game.banned == 1 << wood_bit("a1")


def test_a_player_with_an_empty_hand_moves_while_the_other_still_places():
    game = Game.from_position("white=a7,d7,b6,a4 black=d1,c5,f4 hand=0,2 turn=white")
    assert "a4-a1" in game.legal() and "a4" not in game.legal()


def test_sliding_while_placing():
    game = play("d6 f4", "lasker-morris")
    assert "d6-d7" in game.legal() and "d7" in game.legal() and "d6-a1" not in game.legal()
    game.play("d6-d7")
    assert game.quiet == 1 and list(game.hand) == [9, 9]
    game.play("f4-g4")
    assert game.quiet == 2
    game.play("d6")
    assert game.quiet == 0


def test_repetition_while_placing_has_the_hands():
    game = play("d6 f4", "lasker-morris")
    for move in ("d6-d7", "f4-g4", "d7-d6", "g4-f4") * 2:
        assert not game.over
        game.play(move)
    assert game.outcome() == Outcome(None, "repetition")


def test_the_second_player_may_start_to_move():
    moves = "d7 g7 g4 a7 a4 g1 f6 d6 b6 d2 f2 a1 e5 c5 c4 d5 e3 c3"
    assert play(moves).turn == 0
    game = play(moves, defender_first="yes")
    assert game.turn == 1
    game.play("a1-d1")
    assert game.turn == 0
    game.play("e3-e4")
    assert game.turn == 1 and game.ply == 20
    assert play(moves, defender_first="yes", starts="black").turn == 0


def test_the_second_player_starts_after_the_removal_of_the_last_placing():
    game = Game.from_position(
        "white=a7,d7,b6,a4 black=d1,a1,c5,f4 hand=0,1 turn=black", defender_first="yes"
    )
    game.play("g1")
    assert game.turn == 1 and game.due == 1
    assert "owes=black:placing" in game.position()
    for player in (game, Game.from_position(game.position(), defender_first="yes")):
        player.play("xd7")
        assert player.turn == 1


def test_placing_stops_when_two_points_are_empty():
    game = play(FULL.rsplit(" ", 2)[0], "twelve-mens-morris", stop_at_two="yes")
    assert list(game.hand) == [0, 0] and game.turn == 0
    assert game.legal() == ["c5-c4", "d1-g1", "g4-g1"]
    game.undo()
    assert list(game.hand) == [1, 2]


def test_a_full_board_ends_the_game():
    assert full().outcome() == Outcome(1, "board-full")
    assert full(starts="black").outcome() == Outcome(0, "board-full")
    assert full(full="draw").outcome() == Outcome(None, "board-full")


def test_a_full_board_is_opened_by_removals():
    game = full(full="first-removes")
    assert (game.turn, game.due, game.ply) == (0, 1, 24)
    assert len(game.legal()) == 12
    game.play("xd7")
    assert (game.turn, game.due, game.ply) == (1, 1, 25)
    game.play("xa7")
    assert (game.turn, game.due, game.ply) == (0, 0, 26)
    assert game.legal() == ["a4-a7", "d6-d7", "g7-d7"]
    assert game.turns()[-2:] == ["xd7", "xa7"]
    game = full(full="second-removes")
    assert game.turn == 1
    game.play("xa7")
    assert game.turn == 0 and game.due == 1
    game.play("xd7")
    assert game.turn == 0 and game.due == 0
    game = full(full="mover-removes")
    assert game.turn == 0
    game.play("xd7")
    assert (game.turn, game.due) == (0, 0)  # and moves
    game = full(full="mover-removes", defender_first="yes")
    assert game.turn == 1


def test_a_board_filled_by_a_mill_is_not_full():
    moves = FULL.split()
    game = Game("twelve-mens-morris", placing_mill="none", full="draw")
    for move in moves:
        game.play(move)
    assert game.outcome() == Outcome(None, "board-full")


def el_filja(white, black):
    """The end of placing with these pieces and one more of black's to come, on g1."""
    return Game.from_position("white=%s black=%s hand=0,1 turn=black" % (white, black), "el-filja")


def test_no_mills_at_all_each_removes_one_of_his_own():
    game = el_filja("a7,d6,b4", "d7,b6,c5")
    game.play("g1")
    assert (game.turn, game.due) == (0, 1) and game.legal() == ["xa7", "xb4", "xd6"]
    game.undo()
    game = el_filja("a7,d6,b4,f4", "d7,b6,c5")
    game.play("g1")
    game.play("xa7")
    assert (game.turn, game.due) == (1, 1)
    assert game.legal() == ["xb6", "xc5", "xd7", "xg1"]
    game.play("xg1")
    assert (game.turn, game.due) == (0, 0) and not game.over


def test_mills_on_one_side_take_two_for_one():
    game = el_filja("a7,d7,g7,b4,f4", "b6,c5,e4,d1,a1,f2")
    game.play("d2")
    assert (game.turn, game.due) == (0, 2)
    game.play("xb6xc5")
    assert (game.turn, game.due) == (1, 1)
    game.play("xa7")
    assert (game.turn, game.due) == (0, 0)
    game = el_filja("a7,d6,g7,b4,f4", "b6,c5,e4,d1,a1,f2")
    game.play("g1")
    assert (game.turn, game.due) == (0, 1)
    game.play("xb6")
    assert (game.turn, game.due) == (1, 2)


def test_mills_on_both_sides():
    game = el_filja("a7,d7,g7,b4,f4", "b6,c5,e4,d1,a1,f2")
    game.play("g1")
    assert (game.turn, game.due) == (0, 1)
    game.play("xb6")
    assert (game.turn, game.due) == (1, 1)
    game = el_filja("a7,d7,g7,b6,d6,f6", "c5,e4,d1,a1,f2")
    game.play("g1")
    assert (game.turn, game.due) == (0, 2)  # black has one mill: it removes one, white one more
    game.play("xc5xe4")
    assert (game.turn, game.due) == (1, 1)


def test_counted_removals_end_when_protection_leaves_nothing():
    start = "white=a7,d7,g7,b4,f4 black=a1,d1,g1,c5,e4,e5 hand=0,1 turn=black"
    game = Game.from_position(start, "el-filja", protect="never", placing_mill="count")
    game.play("b6")
    # one line each: white takes one, black takes one
    assert (game.turn, game.due) == (0, 1)
    start = "white=a7,d7,g7,b6,d6,f6 black=a1,d1,g1,c5 hand=0,1 turn=black"
    game = Game.from_position(start, "el-filja", protect="never")
    game.play("g4")
    assert (game.turn, game.due) == (0, 2)
    game.play("xc5")
    assert game.due == 1 and game.legal() == ["xg4"]
    game.play("xg4")
    # every white piece stands in a mill: black's removal falls away
    assert (game.turn, game.due) == (0, 0) and not game.over
    start = "white=a7,d7,g7,b6,d6,f6 black=a1,d1,c5 hand=0,1 turn=black"
    game = Game.from_position(start, "el-filja", protect="never")
    game.play("g1")
    assert (game.turn, game.due) == (0, 2) and game.legal() == ["xc5"]
    game.play("xc5")
    assert (game.turn, game.due) == (0, 0)


def test_the_side_with_fewer_mills_removes_as_many_as_it_has():
    game = el_filja("a7,d7,g7,c4,f4", "b6,d6,f6,d1,a1,f2")
    game.play("g1")
    assert (game.turn, game.due) == (0, 1)
    game.play("xf2")
    assert (game.turn, game.due) == (1, 2)


def test_a_line_that_took_from_the_hand_has_paid():
    game = play("a7 a1 d7 d1 g7", "dooz", line_once="yes")
    assert game.position().endswith(" used=white:a7-d7-g7")
    game = play("a7 a1 d7 d1 g7", "mill", placing_mill="none", line_once="yes")
    assert "used" not in game.position()
