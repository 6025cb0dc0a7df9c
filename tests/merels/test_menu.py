# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The menu: by hand and by button, on any wood; what it changes, and what it leaves alone."""

from fakes.table import BadFlash, Table
from merels.board import WOOD
from merels.lights.hints import LEVELS
from merels.lights.palette import PALETTES
from merels.modes import menu, menu_choices
from merels.rules import variants
from merels.rules.game_words import of_words
from merels.settings import Settings
from merels_host.simulator.ports import MemoryStorage

NEW, BACK = 0, 1


def press(table, button, ms=100):
    table.board.wood.press(button, table.now, ms)
    table.run(ms + 100)


def opened(**words):
    """A table whose menu is open."""
    table = Table(**words)
    press(table, NEW, 1200)
    assert table.app.is_mode("menu")
    return table


def place(number):
    return WOOD[menu.PLACES[number]]


def at(name):
    """Where a choice of the main page lies."""
    return place(menu_choices.NAMES.index(name))


def lit(table):
    """The points of the page, the chosen one first."""
    shown = table.app.lights.shown()
    assert set(shown.values()) <= {"menu", "chosen"}, shown
    chosen = [point for point in shown if shown[point] == "chosen"]
    return chosen + sorted([point for point in shown if shown[point] == "menu"])


def touch(table, name):
    """Put a piece on a point, or take the one away that stands there, and wait a little."""
    bit = WOOD.index(name)
    if table.board.wood.seen(table.now) >> bit & 1:
        table.lift(name)
    else:
        table.drop(name)
    table.run(400)


def test_places_are_points_that_every_wood_has():
    assert len(menu.PLACES) == len(set(menu.PLACES)) == 24
    assert max(menu.PLACES) == 23
    assert len(variants.ids()) <= 24
    assert " ".join([place(number) for number in range(9)]) == "a7 d7 g7 g4 g1 d1 a1 a4 b6"


def test_every_value_can_be_set():
    for name, _ in menu_choices.CHOICES:
        for value in menu_choices.offered(name, True):
            settings = Settings(MemoryStorage())
            settings.change({"rules": "pieces=9,fly=off"}, lambda variant, rules: None)
            made = []

            def check(variant, rules, made=made):
                made.append(of_words("variant=%s set=%s" % (variant, rules)))

            settings.change(menu_choices.change(name, value, settings), check)
            assert menu_choices.in_force(name, settings) == value
            if name == "variant":
                assert made[0].variant == value and not made[0].changed
            elif name in menu_choices.OPTIONS:
                assert made[0].options[name] == value and made[0].options["pieces"] == "9"
            else:
                assert not made


def test_what_is_in_force_without_a_change():
    settings = Settings(MemoryStorage())
    for name, value in (("variant", "nine-mens-morris"), ("fly", "3"), ("settle", "200"),
                        ("protect", "outside-first"), ("help", "standard")):  # fmt: skip
        assert menu_choices.in_force(name, settings) == value
    settings.change({"variant": "luk-tsut-ki"}, lambda variant, rules: None)
    assert menu_choices.in_force("variant", settings) == "three-mens-morris"
    assert menu_choices.in_force("fly", settings) == "off"
    assert menu_choices.in_force("protect", settings) == "outside-first"
    settings.change({"variant": "chess"}, lambda variant, rules: None)
    assert (
        menu_choices.in_force("variant", settings) == menu_choices.in_force("fly", settings) == ""
    )


def test_every_default_is_offered():
    settings = Settings(MemoryStorage())
    for name in menu_choices.NAMES:
        if name in (menu_choices.SET_UP, menu_choices.LEARN):
            assert not menu_choices.offered(name, False)
            continue
        assert menu_choices.in_force(name, settings) in menu_choices.offered(name, False)


def test_holding_new_opens_the_menu():
    table = Table()
    press(table, NEW, 900)
    assert not table.app.is_mode("menu")
    table = opened()
    assert lit(table) == ["a7", "a1", "a4", "b6", "d1", "d7", "g1", "g4", "g7"]
    assert table.app.journal.game == 1


def test_a_value_is_chosen_by_hand():
    table = opened()
    touch(table, at("help"))
    assert lit(table) == [place(1), place(0), place(2)]  # standard is in force
    touch(table, place(LEVELS.index("teacher")))
    assert lit(table)[0] == at("help")
    assert table.ask("get help") == "ok help=teacher"
    press(table, BACK, 1200)
    assert not table.app.is_mode("menu")
    # the pieces that chose are no moves; they are shown and taken away
    for name, meaning in ((place(0), "extra"), (at("help"), "hint")):  # one could be a turn
        assert table.app.lights.shown() == {name: meaning}
        touch(table, name)
    table.run(1000)
    assert table.app.hands.sync and table.app.game.ply == 0 and not table.app.match.complaints
    table.cut()
    assert table.ask("get help") == "ok help=teacher"
    table.play("d6 f4")
    assert table.app.game.turns() == ["d6", "f4"]


def test_a_piece_that_stands_there_is_lifted_to_choose():
    table = Table()
    table.play("d7 d6 a4 f4")
    press(table, NEW, 1200)
    table.lift("d7")  # fly
    table.run(400)
    assert lit(table) == ["d7", "a7", "g7"]
    table.drop("d7", 0)  # putting it back chooses nothing
    table.run(1000)
    assert lit(table) == ["d7", "a7", "g7"]
    table.lift("d7")  # again: the second value
    table.run(400)
    assert table.ask("get rules") == "ok rules=fly=3"
    table.drop("d7", 0)
    press(table, BACK, 1200)
    table.run(300)
    assert table.app.hands.sync and not table.app.hands.lost
    assert table.app.game.ply == 4 and table.app.journal.game == 1


def test_a_bouncing_piece_chooses_once():
    table = opened()
    for _ in range(6):
        table.drop("d7", 0)
        table.run(30)
        table.lift("d7")
        table.run(30)
    table.drop("d7", 0)
    table.run(200)
    assert len(lit(table)) == len(menu_choices.NAMES)  # not yet
    table.run(200)
    assert len(lit(table)) == 3  # the values of fly
    table.lift("d7")
    table.run(50)
    table.drop("d7", 0)
    table.run(600)
    assert len(lit(table)) == 3 and table.ask("get rules") == "ok rules="


def test_sliding_over_a_point_chooses_nothing():
    table = opened()
    for name in ("a7", "d7", "g7"):
        table.drop(name, 0)
        table.run(120)
        table.lift(name)
        table.run(40)
    table.run(500)
    assert len(lit(table)) == len(menu_choices.NAMES)


def test_what_was_put_beside_the_page_chooses_nothing_on_the_next():
    table = opened()
    touch(table, "d6")  # not lit
    assert len(lit(table)) == len(menu_choices.NAMES)
    touch(table, "a7")  # the variants, d6 among them
    assert len(lit(table)) == 21
    table.run(1000)
    assert len(lit(table)) == 21
    table = opened()
    touch(table, "d6")
    press(table, NEW)
    table.run(1000)
    assert len(lit(table)) == 21 and table.app.is_mode("menu")


def test_buttons_alone():
    table = opened()
    for number in (1, 2, 3):
        press(table, BACK)
        assert lit(table)[0] == place(number)
    press(table, NEW)
    assert lit(table)[0] == place(2)  # settle=200
    press(table, BACK)
    assert lit(table)[0] == place(3)
    press(table, NEW)
    assert table.ask("get settle") == "ok settle=240" and table.app.hands.settle == 240
    assert lit(table)[0] == at("settle")
    for _ in range(3):
        press(table, BACK)
    assert lit(table)[0] == at("palette")
    press(table, BACK)
    assert lit(table)[0] == at("set-up")
    press(table, BACK)
    assert lit(table)[0] == at("learn")
    press(table, BACK)
    assert not table.app.is_mode("menu") and table.app.journal.game == 1


def test_back_leaves_a_page_with_nothing_changed():
    table = opened()
    press(table, NEW)
    for _ in range(len(variants.ids())):
        assert len(lit(table)) == 21
        press(table, BACK)
    assert lit(table)[0] == "a7" and len(lit(table)) == len(menu_choices.NAMES)
    assert table.ask("get variant rules") == "ok rules= variant=nine-mens-morris"
    for button in (NEW, BACK):
        press(table, NEW, 1200) if not table.app.is_mode("menu") else None
        press(table, button, 1200)
        assert not table.app.is_mode("menu")
        table.run(300)
        assert table.app.lights.shown()["d6"] == "idle" and table.app.journal.game == 1


def test_a_value_that_is_not_offered():
    table = Table()
    table.ask("set brightness=33")
    press(table, NEW, 1200)
    touch(table, at("brightness"))
    assert set(table.app.lights.shown().values()) == {"menu"}
    press(table, NEW)  # nothing is chosen
    assert lit(table)[0] == at("brightness") and table.ask("get brightness") == "ok brightness=33"
    press(table, NEW)
    press(table, BACK)
    assert lit(table)[0] == place(0)
    press(table, NEW)
    assert table.ask("get brightness") == "ok brightness=5"


def test_it_leaves_by_itself():
    table = opened()
    table.run(menu.LEAVE_MS - 500)
    assert table.app.is_mode("menu")
    touch(table, "b2")
    touch(table, "b2")
    table.run(menu.LEAVE_MS - 1000)
    assert table.app.is_mode("menu")
    table.run(1000)
    assert not table.app.is_mode("menu") and table.app.lights.shown()["d6"] == "idle"
    assert table.ask("get") == (
        "ok brightness=40 help=standard palette=default rules= settle=200 sound=off"
        " variant=nine-mens-morris watchdog=off"
    )


def test_a_variant_begins_at_once_on_an_empty_board():
    table = Table()
    table.ask("set rules=fly=off")
    press(table, NEW, 1200)
    touch(table, "a7")
    number = variants.ids().index("six-mens-morris")
    touch(table, place(number))
    touch(table, place(number))
    touch(table, "a7")
    press(table, BACK, 1200)
    table.run(300)
    assert table.app.game.variant == "six-mens-morris" and table.app.journal.game == 2
    assert not table.app.game.changed and table.app.hands.sync
    shown = table.app.lights.shown()
    assert set(shown.values()) == {"idle"} and len(shown) == 16


def test_a_game_under_way_goes_on_and_the_next_has_the_new_rules():
    table = Table()
    table.play("d6 f4")
    press(table, NEW, 1200)
    touch(table, "g7")  # protect
    touch(table, "d7")
    press(table, BACK, 1200)
    touch(table, "g7")
    touch(table, "d7")
    assert table.ask("get rules") == "ok rules=protect=never"
    assert table.app.journal.game == 1 and table.app.game.ply == 2 and table.app.hands.sync
    table.play("d2")
    assert table.app.game.turns() == ["d6", "f4", "d2"] and not table.app.game.changed
    press(table, NEW)  # it asks
    press(table, NEW)
    press(table, NEW)  # a single press only asks
    assert table.app.game.changed == {"protect": "never"}


def test_the_game_stands_still_while_it_is_open():
    table = Table()
    table.play("d6 f4")
    press(table, NEW, 1200)
    table.drop("b2", 0)  # would be a move
    table.run(3000)
    assert table.app.game.ply == 2
    press(table, BACK, 1200)
    table.run(3000)
    assert table.app.game.ply == 2 and not table.app.hands.sync  # nobody saw it played: no turn
    table.lift("b2")
    table.run(500)
    assert table.app.hands.sync
    press(table, NEW, 1200)
    table.lift("d6")
    table.lift("f4")
    table.run(8000)
    press(table, BACK, 1200)
    assert table.app.journal.game == 1  # an empty board that was left so ends the game: not yet
    table.run(1500)
    assert table.app.journal.game == 1
    table.run(2000)
    assert table.app.journal.game == 2


def test_a_piece_in_the_hand_when_it_opens():
    table = Table(rules="variant=lasker-morris")
    table.play("d6 f4")
    table.lift("d6")
    table.run(300)
    press(table, NEW, 1200)
    press(table, BACK, 1200)
    table.drop("d5", 0)
    table.run(500)
    assert table.app.game.turns() == ["d6", "f4", "d6-d5"]


def test_wood_without_a_centre():
    table = opened(points=24)
    touch(table, "a7")
    assert len(lit(table)) == 17
    for name in ("three-mens-morris", "nine-holes", "achi", "picaria"):
        assert place(variants.ids().index(name)) not in lit(table)
    press(table, BACK)  # past those four
    assert lit(table)[0] == place(variants.ids().index("five-mens-morris"))
    touch(table, place(1))
    table.run(500)
    assert len(lit(table)) == 17 and table.ask("get variant") == "ok variant=nine-mens-morris"


def test_brightness_and_palette_are_seen_at_once():
    table = opened()
    before = max(table.board.ports.lights.frame)
    touch(table, at("brightness"))
    touch(table, place(5))  # the same point: the piece leaves it,
    touch(table, place(5))  # and comes again
    assert max(table.board.ports.lights.frame) > before * 3 // 2
    touch(table, at("palette"))
    touch(table, place(PALETTES.index("single")))
    frame = table.board.ports.lights.frame
    assert all(frame[at] == frame[at + 1] == frame[at + 2] for at in range(0, 75, 3))


def test_silent_still_has_its_menu():
    table = Table()
    table.ask("set help=silent")
    table.run(50)
    assert table.app.lights.shown() == {}
    press(table, NEW, 1200)
    assert len(lit(table)) == len(menu_choices.NAMES)


def test_what_cannot_be_kept_is_wrong():
    flash = BadFlash()
    table = opened(storage=flash)
    flash.fail = {"replace": 28}
    touch(table, at("settle"))
    touch(table, place(4))
    assert table.app.lights.shown()[place(4)] == "wrong"
    assert table.app.hands.settle == 300  # until power-off
    flash.fail = {}
    press(table, BACK)
    assert lit(table)[0] == place(5)
    press(table, NEW)
    assert table.ask("get settle") == "ok settle=400"


def test_rules_of_an_unknown_variant_are_wrong():
    storage = MemoryStorage()
    storage.replace("settings", b"variant=chess\n")
    table = opened(storage=storage)
    touch(table, at("fly"))
    assert set(table.app.lights.shown().values()) == {"menu"}
    touch(table, "g7")
    assert table.app.lights.shown()["g7"] == "wrong"
    press(table, BACK)
    touch(table, "a7")
    touch(table, "g7")
    assert lit(table)  # of whatever page: it can be left
    press(table, BACK, 1200)
    assert not table.app.is_mode("menu") and table.ask("get variant") == "ok variant=chess"
