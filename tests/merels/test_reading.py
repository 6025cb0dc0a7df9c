# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Readings of one image, and that they hold in every symmetry of the board."""

from merels.board import WOOD, wood_bit
from merels.hands import reading_kinds as kinds
from merels.hands.earlier import Past
from merels.hands.moment import Moment
from merels.hands.reading import Reading
from merels.masks import at_most, lowest, single
from merels.rules.game import HAND, OFF, Game
from merels.sensing.point_age import Rest

MOVING = "white=d6,a1,g1,b2 black=b4,d7,g7,f2"
MILL = "white=b6,f6,d7,a1 black=b4,g1,e3,c3"


def mask(names):
    total = 0
    for name in names.split():
        total |= 1 << wood_bit(name)
    return total


def names(bits):
    return " ".join([WOOD[bit] for bit in range(25) if bits >> bit & 1])


def read(game, lifted="", dropped="", rest=None, now=10000):
    """The reading when these points have emptied and filled, seen without colour."""
    image = (game.white | game.black) & ~mask(lifted) | mask(dropped)
    return explained(game, image, image, False, rest or Rest(), now)


def explained(game, white, black, colour, rest, now):
    moment = Moment(rest, colour)
    moment.take(white, black, game.board.points)
    moment.at(now, 200, False)
    found = Reading()
    found.read(moment, game)
    Past().compare(found, moment, game)
    return found


def position(text):
    return Game.from_position(text)


def test_the_position_itself():
    assert read(position(MOVING)).kind == kinds.SAME


def test_a_move():
    found = read(position(MOVING), "d6", "f6")
    assert found.kind == kinds.TURN and found.gone == 0
    assert found.action == wood_bit("d6") * 32 + wood_bit("f6")
    assert found.touched == mask("d6 f6")


def test_a_placement():
    found = read(Game(), "", "d6")
    assert (found.kind, found.action) == (kinds.TURN, HAND * 32 + wood_bit("d6"))


def test_a_mill_and_its_removal():
    game = position(MILL)
    due = read(game, "d7", "d6")
    assert due.kind == kinds.DUE and due.removable == game.black
    done = read(game, "d7 b4", "d6")
    assert done.kind == kinds.TURN and done.gone == mask("b4")
    assert done.touched == mask("d7 d6 b4")


def test_a_removal_from_a_mill_is_not_read():
    game = position("white=b6,f6,d7,a1 black=a4,b4,c4,g1")
    assert read(game, "d7 b4", "d6").kind == kinds.DUE_STRAY
    assert read(game, "d7 g1", "d6").kind == kinds.TURN


def test_a_due_removal_of_a_set_up_position():
    game = position("white=b6,d6,f6,a1 black=b4,g1,e3,a4 due=1")
    done = read(game, "b4")
    assert (done.kind, done.action, done.gone) == (kinds.TURN, -1, mask("b4"))
    wrong = read(game, "a1")
    assert (wrong.kind, wrong.complaint) == (kinds.NONE, "not-removable")
    assert read(game, "b4 g1").kind == kinds.NONE


def test_the_piece_in_the_hand():
    game = position(MILL)
    held = read(game, "d7")
    assert held.kind == kinds.LIFTED and held.lifted == mask("d7")
    assert names(held.targets) == "a7 g7 d6"


def test_the_opponents_piece_first():
    game = position(MILL)
    first = read(game, "b4")
    assert first.kind == kinds.FIRST and names(first.targets) == "d6"
    both = read(game, "b4 d7")
    assert both.kind == kinds.LIFTED and names(both.targets) == "d6"
    assert both.lifted == mask("b4 d7")


def test_a_drop_seen_before_its_lift():
    assert read(position(MOVING), "", "f6").kind == kinds.EARLY
    assert read(position(MOVING), "", "c4").complaint == "illegal-target"


def test_a_take_back():
    game = Game()
    game.play("d6")
    game.play("f4")
    back = read(game, "f4")
    assert back.kind == kinds.BACK and back.touched == mask("f4")


def test_a_capture_taken_back():
    game = position(MILL)
    game.play("d7-d6xb4")
    assert read(game, "d6", "d7 b4").kind == kinds.BACK


def test_a_lift_that_may_be_a_removal_first_is_no_take_back():
    game = Game()
    for move in ("d6", "a1", "b6", "g1"):
        game.play(move)
    # f6 would close white's mill and take g1, which black has only just placed
    assert read(game, "g1").kind == kinds.FIRST


def test_a_turn_and_the_next():
    game = position(MOVING)
    found = read(game, "d6 b4", "f6 a4")
    assert found.kind == kinds.NEXT and not found.tied
    assert found.action == wood_bit("d6") * 32 + wood_bit("f6")
    assert game.actions == 0 and game.turn == 0


def test_two_placings_tell_by_order_or_are_tied():
    rest = Rest()
    rest.changed(mask("f4"), 9900)
    rest.changed(mask("d6"), 9950)
    found = read(Game(), "", "d6 f4", rest)
    assert found.kind == kinds.NEXT and found.action & 31 == wood_bit("f4")
    rest = Rest()
    rest.changed(mask("d6 f4"), 9950)
    assert read(Game(), "", "d6 f4", rest).tied


def test_a_turn_and_one_stray_piece():
    found = read(position(MOVING), "d6 f2", "f6")
    assert found.kind == kinds.STRAY and found.stray == mask("f2")


def test_two_own_pieces_that_could_both_have_come_are_tied():
    game = position("white=d6,f4,a1,g1 black=b4,d7,g7,c3")
    assert read(game, "d6 f4", "f6").kind == kinds.TWO


def test_complaints():
    assert read(position(MOVING), "b4").complaint == "not-your-turn"
    assert read(position("white=a7,a1,g1,b2 black=a4,d7,g7,f2"), "a7").complaint == "blocked-piece"
    assert read(position(MOVING), "d6 b4").complaint == "two-lifted"
    assert read(position(MOVING), "d6 a1").complaint == "two-lifted"
    assert read(position(MOVING), "d6", "c4").complaint == "illegal-target"
    game = Game()
    for move in ("d6", "f4", "d2", "a1"):
        game.play(move)
    assert read(game, "d6").complaint == "place-first"


def test_colour_settles_who_placed_which():
    game = Game()
    found = explained(game, mask("d6"), mask("f4"), True, Rest(), 1000)
    assert found.kind == kinds.NEXT and found.action & 31 == wood_bit("d6")
    assert not found.tied


def test_colour_sees_swapped_pieces():
    game = position(MOVING)
    white = game.white & ~mask("d6") | mask("b4")
    black = game.black & ~mask("b4") | mask("d6")
    found = explained(game, white, black, True, Rest(), 1000)
    assert found.kind == kinds.NONE
    assert found.missing == found.extra == mask("d6 b4")


def test_nothing_is_read_when_the_game_is_over():
    game = position(MOVING)
    game.finish(0, "resigned")
    assert read(game, "d6", "f6").kind == kinds.NONE


def test_single_and_lowest():
    assert single(8) and not single(0) and not single(3)
    assert at_most(0, 0) and at_most(6, 2) and not at_most(7, 2)
    assert lowest(0) == OFF and lowest(8) == 3 and lowest(1 << 24) == 24


def turned(name):
    """The point a quarter turn further: a7 to g7 to g1 to a1."""
    across = "abcdefg".index(name[0])
    up = int(name[1]) - 1
    return "abcdefg"[up] + str(7 - across)


def mirrored(name):
    return "abcdefg"[6 - "abcdefg".index(name[0])] + name[1]


def test_every_symmetry_reads_the_same():
    cases = (
        (MOVING, "d6", "f6"),
        (MOVING, "d6 f2", "f6"),
        (MOVING, "d6 b4", "f6 a4"),
        (MILL, "d7", "d6"),
        (MILL, "d7 b4", "d6"),
        (MILL, "b4", ""),
    )
    for text, lifted, dropped in cases:
        kinds = []
        for steps in range(8):
            image = {}
            for name in WOOD[:24]:
                other = mirrored(name) if steps > 3 else name
                for _ in range(steps & 3):
                    other = turned(other)
                image[name] = other
            words = []
            for word in text.split():
                side, points = word.split("=")
                words.append(side + "=" + ",".join([image[p] for p in points.split(",")]))
            game = position(" ".join(words))
            found = read(
                game,
                " ".join([image[p] for p in lifted.split()]),
                " ".join([image[p] for p in dropped.split()]),
            )
            kinds.append((found.kind, found.tied, found.complaint))
        assert len(set(kinds)) == 1, (text, lifted, dropped, kinds)


def test_every_order_of_every_first_mill_is_the_same_turn():
    # every move that closes a mill in this position, with every removal: one reading each
    game = position(MILL)
    seen = 0
    for action in game.legal_actions():
        takes = game.takes(action)
        for point in range(25):
            if takes >> point & 1:
                found = read(game, WOOD[action >> 5] + " " + WOOD[point], WOOD[action & 31])
                assert (found.kind, found.action) == (kinds.TURN, action)
                assert found.gone == 1 << point
                seen += 1
    assert seen == 4
