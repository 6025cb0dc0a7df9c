# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the lights say of a game and of the hands, point by point."""

from merels.board import wood_bit
from merels.game import Game
from merels.hands import Hands
from merels.palette import MEANINGS
from merels.rest import Rest
from merels.show import show

MILL = "white=b6,f6,d7,a1 black=b4,g1,e3,c3"


def mask(names):
    total = 0
    for name in names.split():
        total |= 1 << wood_bit(name)
    return total


def shown(game, lifted="", dropped="", ms=0):
    """Meaning -> sorted names, after hands have done this and `ms` have passed in small steps."""
    hands = Hands(game, Rest(), False)
    hands.begin(game, 0)
    image = (game.white | game.black) & ~mask(lifted) | mask(dropped)
    hands.rest.changed(mask(lifted) | mask(dropped), 100)
    hands.see(image, image, 100)
    for now in range(100, 100 + ms + 1, 10):
        hands.step(now)
    meanings = bytearray(25)
    show(meanings, game, hands)
    found = {}
    for point in range(24, -1, -1):
        if meanings[point]:
            name = game.board.name(point)
            found.setdefault(MEANINGS[meanings[point]], []).append(name)
    return {meaning: " ".join(sorted(names)) for meaning, names in found.items()}


def test_an_empty_board_is_awake():
    found = shown(Game())
    assert list(found) == ["idle"] and len(found["idle"].split()) == 24


def test_the_last_move():
    game = Game()
    game.play("d6")
    assert shown(game) == {"last-move": "d6"}


def test_a_lifted_piece_shows_its_targets_and_the_mill_among_them():
    game = Game.from_position(MILL)
    assert shown(game, "d7") == {"lifted": "d7", "target": "a7 g7", "completes-mill": "d6"}


def test_an_opponents_piece_first_shows_the_mills_that_take_it():
    game = Game.from_position(MILL)
    assert shown(game, "b4") == {"lifted": "b4", "completes-mill": "d6"}
    assert shown(game, "b4 d7") == {"lifted": "b4 d7", "completes-mill": "d6"}


def test_a_mill_asks_for_its_removal_only_when_it_rests():
    game = Game.from_position(MILL)
    assert shown(game, "d7", "d6", 100) == {"last-move": "d6"}
    found = shown(game, "d7", "d6", 250)
    assert found == {"mill": "b6 d6 f6", "removable": "b4 c3 e3 g1"}


def test_a_due_removal_of_the_position():
    game = Game.from_position("white=b6,d6,f6,a1 black=b4,g1,e3,a4 due=1")
    assert shown(game) == {"removable": "a4 b4 e3 g1"}


def test_out_of_step_shows_one_pair_of_the_way_back_at_a_time():
    game = Game.from_position(MILL)
    assert shown(game, "b4 g1 e3", "a7 c5", 400) == {"missing": "b4", "extra": "c5"}
    assert shown(game, "b4 e3", "", 400) == {"wrong": "b4"}  # the complaint is about it
    assert shown(game, "", "a7 c5", 400) == {"extra": "a7"}


def test_a_complaint_is_shown_at_its_point():
    game = Game.from_position(MILL)
    game.play("a1-d1")
    assert shown(game, "b6") == {"last-move": "d1", "wrong": "b6"}


def test_a_take_back_shows_before_it_is_taken():
    game = Game()
    game.play("d6")
    game.play("f4")
    assert shown(game, "f4", "", 500)["takeback"] == "f4"


def test_a_hosts_move():
    game = Game.from_position(MILL)

    hands = Hands(game, Rest(), False)
    hands.see(game.white | game.black, game.white | game.black, 0)
    hands.want(wood_bit("d7") * 32 + wood_bit("d6"), mask("b4"))
    meanings = bytearray(25)
    show(meanings, game, hands)
    assert MEANINGS[meanings[wood_bit("d7")]] == "host-from"
    assert MEANINGS[meanings[wood_bit("d6")]] == "host-to"
    assert MEANINGS[meanings[wood_bit("b4")]] == "removable"


def test_the_end_shows_the_winner():
    game = Game.from_position(MILL)
    game.finish(0, "resigned")
    assert shown(game) == {"over": "a1 b6 d7 f6"}
    game = Game.from_position(MILL)
    game.finish(None, "agreed")
    assert len(shown(game)["over"].split()) == 8
