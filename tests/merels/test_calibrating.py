# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Calibrating at the board: lights that ask, buttons that measure, a host beside it."""

import sys

import fakes
from fakes.hall import HallApp
from fakes.table import BadFlash, Table
from merels.board import WOOD
from merels.lights import palette
from merels.modes import menu_choices
from merels.modes.menu import PLACES

NEW, BACK = 1, 2
WHITE = WOOD[:9]
BLACK = WOOD[15:24]


def _press(board, button, ms=60):
    board.pressed = button
    board.run(ms)
    board.pressed = 0
    board.run(60)


def _lit(board):
    """{meaning: its points}, of all that shines."""
    found = {}
    for point, meaning in board.app.lights.shown().items():
        found.setdefault(meaning, []).append(point)
    return {meaning: sorted(points, key=WOOD.index) for meaning, points in found.items()}


def _men(board, **other):
    fields = dict.fromkeys(WHITE, 49)
    fields.update(dict.fromkeys(BLACK, -49))
    fields.update(other)
    board.stand(**fields)
    board.run(600)


def _opened():
    """A board on which `calibrate` was chosen in the menu."""
    board = HallApp()
    _press(board, NEW, 1200)
    for _ in range(len(menu_choices.NAMES)):
        _press(board, BACK)
    assert board.app.lights.shown()[WOOD[PLACES[len(menu_choices.NAMES)]]] == "chosen"
    _press(board, NEW)
    return board


def test_only_a_board_with_analog_sensors_offers_it():
    table = Table()
    table.app.begin_mode("menu", 0)
    assert "calibrate" not in table.app.mode._names
    board = _opened()
    assert board.app.mode.name == "calibrate"
    assert _lit(board) == {"idle": list(WOOD)}


def test_from_the_menu_to_a_calibrated_board():
    board = _opened()
    board.stand(d6=49)
    board.run(100)
    assert _lit(board)["wrong"] == ["d6"]
    _press(board, NEW)
    assert not board.sensors.judge.calibrated and _lit(board)["wrong"] == ["d6"]
    board.stand()
    board.run(300)
    _press(board, NEW)
    assert board.sensors.judge.calibrated
    assert _lit(board) == {
        "idle": list(WOOD[9:15]) + ["d4"],
        "set-white": list(WHITE),
        "set-black": list(BLACK),
    }
    _men(board, g1=0)
    assert _lit(board) == {"idle": [n for n in WOOD if n != "g1"], "set-black": ["g1"]}
    _press(board, NEW)
    assert _lit(board)["wrong"] == ["g1"]
    _men(board)
    _press(board, NEW)
    assert _lit(board) == {"test": list(WOOD)}
    board.stand()
    board.run(300)
    assert board.app.mode is None
    assert board.ask("calibrate state") == "ok calibrated=yes"
    assert HallApp(board.storage).sensors.judge.strength[0][0] > 1500
    assert board.app.journal.game == 1 and board.app.game.ply == 0
    assert "merels.modes.calibration" not in sys.modules


def test_faults_shine_and_are_measured_again():
    board = _opened()
    _press(board, NEW)
    _men(board, d7=-49, e3=-7)
    _press(board, NEW)
    assert _lit(board)["wrong"] == ["d7", "e3"]
    assert board.ask("calibrate state").endswith(" faults=reversed@d7,weak@e3 calibrating=done")
    _men(board)
    _press(board, NEW)
    assert _lit(board) == {"test": list(WOOD)}
    _press(board, BACK)
    assert board.app.mode is None


def test_it_can_be_left_at_any_time():
    for presses in (0, 1):
        for button, ms in ((BACK, 60), (NEW, 1200), (BACK, 1200)):
            board = _opened()
            for _ in range(presses):
                _press(board, NEW)
            assert board.app.mode
            _press(board, button, ms)
            assert board.app.mode is None
            assert board.sensors.judge.calibrated == (presses > 0)


def test_a_host_goes_the_same_way():
    board = HallApp()
    assert board.ask("calibrate begin") == "ok calibrated=no calibrating=empty"
    assert board.ask("calibrate begin") == "ok calibrated=no calibrating=empty"
    wanted = " calibrating=pieces white=%s black=%s" % (",".join(WHITE), ",".join(BLACK))
    assert board.ask("calibrate") == "ok calibrated=empty" + wanted
    assert board.ask("calibrate") == "ok calibrated=empty" + wanted  # once more, not further
    _men(board, a7=0)
    assert board.ask("calibrate pieces") == "err code=no-piece at=a7"
    board.run(10)
    assert _lit(board)["wrong"] == ["a7"]
    _men(board)
    assert board.ask("calibrate pieces") == "ok calibrated=yes calibrating=done"
    assert board.ask("calibrate stop") == "ok calibrated=yes"
    assert board.app.mode is None and board.ask("calibrate stop") == "ok calibrated=yes"
    assert palette.MEANINGS[board.app.lights.meanings[0]] != "test"


def test_it_ends_with_the_conversation():
    board = HallApp()
    assert board.ask("hello proto=1").startswith("ok")
    board.ask("calibrate begin")
    board.run(9000)
    assert board.app.mode
    board.run(2000)
    assert board.app.mode is None


def test_not_while_something_else_has_the_wood():
    board = HallApp()
    board.ask("learn")
    assert board.ask("calibrate begin") == "err code=busy"
    board.ask("learn stop")
    _press(board, NEW, 1200)
    assert board.app.is_mode("menu")
    assert board.ask("calibrate begin") == "err code=busy"


def test_a_flash_that_fails_ends_nothing():
    flash = BadFlash()
    board = HallApp(flash)
    board.ask("calibrate begin")
    flash.fail["replace"] = 28
    _press(board, NEW)
    assert "set-white" in _lit(board)
    _men(board)
    assert board.ask("calibrate pieces") == "err code=storage"
    board.run(10)
    assert _lit(board) == {"test": list(WOOD)}


def test_a_quiet_step_of_such_a_board_takes_no_heap():
    board = HallApp()
    board.ask("calibrate")
    _men(board)
    board.run(3000)

    def steps():
        for _ in range(100):
            board.app.step(board.now)

    assert not fakes.allocates(steps)
    board.ask("calibrate begin")
    board.run(1000)
    assert not fakes.allocates(steps)
