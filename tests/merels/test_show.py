# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the lights say of a game and of the hands, point by point."""

from fakes.table import Dice
from merels.board import wood_bit
from merels.hands.hands import Hands
from merels.lights.hints import SILENT, STANDARD, TEACHER, Hints
from merels.lights.palette import MEANINGS, TOGETHER, WRONG
from merels.lights.show import show
from merels.rules.game import Game
from merels.sensing.point_age import Rest

MILL = "white=b6,f6,d7,a1 black=b4,g1,e3,c3"


def mask(names):
    total = 0
    for name in names.split():
        total |= 1 << wood_bit(name)
    return total


def shown(game, lifted="", dropped="", ms=0, level=STANDARD):
    """Meaning -> sorted names, after hands have done this and `ms` have passed in small steps."""
    hands = Hands(game, Rest(), False)
    hands.begin(game, 0)
    image = (game.white | game.black) & ~mask(lifted) | mask(dropped)
    hands.moment.rest.changed(mask(lifted) | mask(dropped), 100)
    hands.see(image, image, 100)
    for now in range(100, 100 + ms + 1, 10):
        hands.step(now)
    return told(game, hands, level)


def told(game, hands, level=STANDARD):
    """Meaning -> sorted names."""
    hints = Hints()
    hints.level = level
    hints.see(game)
    meanings = bytearray(25)
    show(meanings, game, hands, hints)
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


def asked(game, lifted="", dropped="", ms=0):
    """What shows when the host asks for d7-d6xb4."""
    hands = Hands(game, Rest(), False)
    hands.begin(game, 0)
    hands.want(wood_bit("d7") * 32 + wood_bit("d6"), mask("b4"))
    image = (game.white | game.black) & ~mask(lifted) | mask(dropped)
    hands.moment.rest.changed(mask(lifted) | mask(dropped), 100)
    hands.see(image, image, 100)
    for now in range(100, 100 + ms + 1, 10):
        hands.step(now)
    return told(game, hands)


def test_a_hosts_move():
    game = Game.from_position(MILL)
    assert asked(game) == {"host-from": "d7", "host-to": "d6", "removable": "b4"}
    found = asked(game, "d7")  # the other targets would not be taken
    assert found == {"lifted": "d7", "host-to": "d6", "removable": "b4"}
    found = asked(game, "d7", "d6", 300)  # and not the other pieces
    assert found == {"mill": "b6 d6 f6", "removable": "b4"}
    found = asked(game, "d7", "a7", 300)
    assert found["wrong"] == "a7" and found["host-to"] == "d6"


def test_the_end_shows_the_winner():
    game = Game.from_position(MILL)
    game.finish(0, "resigned")
    assert shown(game) == {"over": "a1 b6 d7 f6"}
    game = Game.from_position(MILL)
    game.finish(None, "agreed")
    assert len(shown(game)["over"].split()) == 8


def test_a_teacher_shows_the_mills_of_both_sides():
    game = Game.from_position("white=b6,f6,d7,a1,g4 black=b4,c4,d5,g1,e3,a7")
    quiet = shown(game)
    assert quiet == {}
    assert shown(game, level=TEACHER) == {"completes-mill": "d6", "threat": "a4"}
    found = shown(game, "g4", level=TEACHER)
    assert found == {"lifted": "g4", "target": "f4 g7", "threat": "a4"}
    found = shown(game, "a1", level=TEACHER)  # where it may go counts more
    assert found == {"lifted": "a1", "target": "a4 d1"}


def test_a_teacher_helps_to_place():
    game = Game()
    for text in ["d6", "b4", "b6", "a4"]:
        game.play(text)
    position = game.position()
    found = shown(game, level=TEACHER)
    assert found == {"last-move": "a4", "completes-mill": "f6", "threat": "c4"}
    assert (game.turn, game.position()) == (0, position)


def test_a_teacher_is_quiet_while_a_removal_is_due_and_at_the_end():
    game = Game.from_position("white=b6,d6,f6,a1 black=b4,g1,e3,a4 due=1")
    assert shown(game, level=TEACHER) == {"removable": "a4 b4 e3 g1"}
    game = Game.from_position(MILL)
    game.finish(0, "resigned")
    assert shown(game, level=TEACHER) == {"over": "a1 b6 d7 f6"}


def test_silent_is_dark():
    game = Game.from_position(MILL)
    for lifted, dropped in (("", ""), ("d7", ""), ("d7", "d6"), ("b4 g1 e3", "a7 c5"), ("b6", "")):
        assert shown(game, lifted, dropped, 500, SILENT) == {}
    assert shown(Game(), level=SILENT) == {}
    game.finish(None, "agreed")
    assert shown(game, level=SILENT) == {}


def fits(found):
    """Is this no more than what can show together?"""
    numbers = {MEANINGS.index(name) for name in found} - {WRONG}
    for moment in TOGETHER:
        if not numbers - set(moment):
            return True
    return False


def test_no_more_shows_together_than_the_palette_says():
    dice = Dice(11)
    kinds = set()
    for variant in ("nine-mens-morris", "lasker-morris", "cham-gonu", "nine-holes", "morabaraba"):
        for _ in range(60):
            game = Game(variant)
            for _ in range(dice.below(40)):
                if not game.over:
                    game.do(dice.one_of(game.legal_actions()))
            hands = Hands(game, Rest(), False)
            hands.begin(game, 0)
            now = 0
            image = game.white | game.black
            actions = [] if game.over else [a for a in game.legal_actions() if a & 31 != 31]
            if actions and dice.below(3) == 0:
                hands.want(dice.one_of(actions), 0)
            for _ in range(6):
                if dice.below(3):
                    action = dice.one_of(actions) if actions else 0
                    change = 1 << (action & 31)
                    if action >> 5 != 31:
                        change |= 1 << (action >> 5)
                else:
                    change = 1 << dice.below(25)
                if dice.below(4) == 0:
                    change = image ^ (game.white | game.black)
                change &= game.board.points
                image ^= change
                hands.moment.rest.changed(change, now)
                hands.see(image, image, now)
                for _ in range(dice.below(30)):
                    hands.step(now)
                    now += 20
                for level in (TEACHER, STANDARD, SILENT):
                    found = told(game, hands, level)
                    kinds.add(hands.reading.kind)
                    assert fits(found), (variant, game.position(), found)
    assert len(kinds) > 9
