# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The requests `levels` and `calibrate`, on modelled Hall sensors and on digital ones."""

from fakes.hall import HallApp
from fakes.table import BadFlash, Table, copy
from merels.board import WOOD
from merels.sensing import levels_file, point_order
from merels_host.simulator.wires.adc import set_noise
from merels_host.simulator.wires.magnets import Magnet

WHITE = ("a7", "d7", "g7", "d6")
BLACK = ("f4", "b2", "e3", "a1")
TOLD = "white=%s black=%s" % (",".join(WHITE), ",".join(BLACK))


def _pieces(board, mt=49, **other):
    """White's and black's men on their points; other: mT of some points."""
    fields = dict.fromkeys(WHITE, mt)
    for name in BLACK:
        fields[name] = -mt
    fields.update(other)
    board.stand(**fields)
    board.run(500)


def _levels(answer):
    """{point: level} of an answer's last word."""
    digits = answer[answer.rfind("=") + 1 :]
    assert len(digits) == 100
    values = [int(digits[4 * k : 4 * k + 4], 16) for k in range(25)]
    return {WOOD[k]: values[k] - (values[k] >> 15 << 16) for k in range(25)}


def test_levels_of_switches():
    table = Table()
    table.drop("d6")
    table.run(20)
    assert table.ask("levels") == "ok analog=no levels=" + "0000" * 4 + "0001" + "0000" * 20
    assert table.ask("levels up") == table.ask("levels down") == "err code=not-analog"
    assert table.ask("levels sideways") == "err code=bad-word"
    for words in ("", " pieces", " state", " reset"):
        assert table.ask("calibrate" + words) == "err code=not-analog"
    assert table.ask("calibrate backwards") == "err code=bad-word"
    assert "calibrated" not in table.ask("state")


def test_levels_of_hall_sensors():
    board = HallApp()
    board.stand(d6=20, f4=-20)
    answer = board.ask("levels")
    assert answer.startswith("ok analog=yes levels=")
    levels = _levels(answer)
    assert abs(levels["d6"] - 740) < 20 and abs(levels["f4"] + 740) < 20 and abs(levels["a7"]) < 20
    up = _levels(board.ask("levels up"))
    assert up == dict.fromkeys(WOOD, 440) == _levels(board.ask("levels down"))
    board.stand()
    board.run(200)
    assert board.ask("calibrate") == "ok calibrated=empty"
    board.stand(d6=-30, f4=20)  # white's magnets show down, and more of it
    board.run(200)
    assert board.ask("calibrate pieces white=d6 black=f4").startswith("ok")
    levels = _levels(board.ask("levels"))
    assert levels["d6"] > 1000 and levels["f4"] < -700
    assert 350 < _levels(board.ask("levels up"))["d6"] < 380
    assert 235 < _levels(board.ask("levels down"))["f4"] < 260


def test_a_board_is_calibrated_and_knows_it_after_a_power_cut():
    board = HallApp()
    board.wires.offsets = {"d6": 150, "f4": -120}
    assert board.ask("calibrate state") == "ok calibrated=no"
    assert board.ask("state").endswith(" calibrated=no")
    assert board.ask("calibrate") == "ok calibrated=empty"
    assert abs(board.sensors.judge.base[4] - 2198) < 6
    _pieces(board, 20)
    assert board.ask("calibrate pieces " + TOLD) == "ok calibrated=yes"
    assert board.ask("state").endswith(" calibrated=yes")
    again = HallApp(board.storage)
    assert again.ask("calibrate state") == "ok calibrated=yes"
    assert 235 < _levels(again.ask("levels up"))["d6"] < 260
    assert again.ask("calibrate reset") == "ok calibrated=no"
    assert _levels(again.ask("levels up"))["d6"] == 440
    assert HallApp(board.storage).ask("calibrate state") == "ok calibrated=no"


def test_faults_are_told_by_point():
    board = HallApp(faults={"c4": "missing"})
    assert board.ask("calibrate") == "ok calibrated=empty faults=missing@c4"
    _pieces(board, d7=-49, b2=-6)
    answer = board.ask("calibrate pieces " + TOLD)
    assert answer == "ok calibrated=yes faults=reversed@d7,missing@c4,weak@b2", answer
    assert not board.sensors.judge.flip
    assert board.ask("state").endswith(" " + answer[3:])


def test_what_empty_points_feel_of_others_is_told():
    board = HallApp()
    board.ask("calibrate")
    board.wires.aside = 8  # far too strong, or too near to each other
    board.stand(c5=62, e5=62, d6=62, a1=-49)
    board.run(500)
    answer = board.ask("calibrate pieces white=c5,e5,d6 black=a1")
    assert answer == "ok calibrated=yes faults=disturbed@d5"
    board.wires.aside = 1
    _pieces(board, b6=30)
    answer = board.ask("calibrate pieces " + TOLD)
    assert answer == "ok calibrated=yes faults=disturbed@b6"
    _pieces(board)
    assert board.ask("calibrate state") == "ok calibrated=yes"  # it was a piece too many


def test_a_noisy_board_can_be_calibrated_and_does_not_flicker():
    board = HallApp()
    set_noise(20)
    assert board.ask("calibrate") == "ok calibrated=empty"
    _pieces(board, 12)
    assert board.ask("calibrate pieces " + TOLD) == "ok calibrated=yes"
    seen = board.seen()
    assert seen[0] == "a7 d7 g7 d6"
    for _ in range(300):
        assert board.seen() == seen


def test_white_may_be_either_pole():
    board = HallApp()
    board.ask("calibrate")
    _pieces(board, -49, a1=-49)
    assert board.ask("calibrate pieces " + TOLD) == "ok calibrated=yes faults=reversed@a1"
    board.stand(d6=-49, f4=49)
    assert board.seen() == ("d6", "f4")


def test_the_pieces_of_the_game_are_known():
    board = HallApp()
    board.ask("calibrate")
    assert board.ask("calibrate pieces") == "err code=no-pieces"
    _pieces(board, -49)
    assert board.ask("position hand=5,5 " + TOLD).startswith("ok")
    assert board.ask("calibrate pieces") == "ok calibrated=yes"
    board.run(500)
    assert "sync=yes" in board.ask("state")


def test_an_empty_board_is_what_it_says():
    board = HallApp()
    board.stand(d6=49, f4=-9)
    board.run(800)
    before = copy(board.storage)
    assert board.ask("calibrate") == "err code=not-empty at=d6,f4"
    assert board.ask("calibrate state") == "ok calibrated=no faults=weak@f4"
    assert board.storage.size(levels_file.FILE) == before.size(levels_file.FILE) == -1
    board.stand()
    board.run(200)
    assert board.ask("calibrate") == "ok calibrated=empty"
    board.stand(d6=6)  # weak enough to be taken for rest, but for what is known by now
    board.run(200)
    board.sensors.judge.strength[0][4] = 300
    board.sensors.judge.adapt()
    assert board.ask("calibrate") == "err code=not-empty at=d6"


def test_a_stuck_sensor_hinders_no_other():
    board = HallApp()
    board.wires.faults["d6"] = "rail"
    board.run(200)
    assert board.ask("calibrate") == "ok calibrated=empty faults=missing@d6"


def _waving(board, name, mt):
    """A hand moves a magnet over the point while the board measures."""
    read = board.sensors.read
    scans = [0]

    def moved():
        scans[0] += 1
        board.put([Magnet(name, mt if scans[0] // 20 & 1 else mt + 4)])
        return read()

    board.sensors.read = moved


def test_what_moves_is_not_measured():
    board = HallApp()
    _waving(board, "g4", 0)
    assert board.ask("calibrate") == "err code=unsteady at=g4"
    del board.sensors.read
    board.stand()
    assert board.ask("calibrate") == "ok calibrated=empty"
    _waving(board, "g4", 30)
    assert board.ask("calibrate pieces white=g4") == "err code=unsteady at=g4"
    assert max(board.sensors.judge.strength[0]) == 0


def test_pieces_are_where_they_are_said_to_be():
    board = HallApp()
    assert board.ask("calibrate pieces white=a7") == "err code=not-calibrated"
    board.ask("calibrate")
    for words in ("white=z9", "white=a7 black=b2,", "black=d9,a7"):
        assert board.ask("calibrate pieces " + words) == "err code=no-such-point", words
    assert board.ask("calibrate pieces white= black=") == "err code=no-pieces"
    _pieces(board, d6=0, b2=1)
    assert board.ask("calibrate pieces " + TOLD) == "err code=no-piece at=d6,b2"
    assert max(board.sensors.judge.strength[0]) == 0


def test_when_the_flash_fails_it_holds_until_power_off():
    flash = BadFlash()
    board = HallApp(flash)
    flash.fail["replace"] = 28
    assert board.ask("calibrate") == "err code=storage"
    assert board.ask("calibrate state") == "ok calibrated=empty"
    _pieces(board, -49)
    assert board.ask("calibrate pieces " + TOLD) == "err code=storage"
    board.stand(d6=-49)
    assert board.seen() == ("d6", "")
    del flash.fail["replace"]
    board.stand()
    board.run(200)
    assert board.ask("calibrate") == "ok calibrated=yes"
    flash.fail["remove"] = 5
    assert board.ask("calibrate reset") == "err code=storage"
    assert board.ask("calibrate state") == "ok calibrated=yes"


def test_points_are_those_that_learn_found():
    board = HallApp()
    turned = list(range(25))
    turned[4], turned[13] = 13, 4  # config.py says d6 where in truth is f4
    point_order.save(board.storage, 25, bytes(turned), bytes(range(25)))
    board = HallApp(board.storage, {"d6": "missing"})
    assert board.ask("calibrate") == "ok calibrated=empty faults=missing@f4"
    board.stand(f4=20)  # by name of config.py
    board.run(200)
    assert board.ask("calibrate") == "err code=not-empty at=d6"
    assert abs(_levels(board.ask("levels"))["d6"] - 740) < 20
    assert board.ask("calibrate pieces white=a7") == "err code=no-piece at=a7"
    assert board.ask("calibrate pieces white=d6").startswith("ok calibrated=yes")
    assert 235 < _levels(board.ask("levels up"))["d6"] < 260
    assert board.sensors.judge.strength[0][13] > 700


def test_the_answer_knows_the_faults_at_once():
    for name, mt, fault in (("b2", -6, "weak@b2"), ("c4", 30, "disturbed@c4")):
        board = HallApp()
        board.ask("calibrate")
        fields = dict.fromkeys(WHITE, 49)
        fields.update(dict.fromkeys(BLACK, -49))
        fields[name] = mt
        board.stand(**fields)  # and not a moment of rest
        answer = board.ask("calibrate pieces " + TOLD)
        assert answer == "ok calibrated=yes faults=" + fault
        board.run(1000)
        assert board.ask("calibrate state") == answer


def test_a_sensor_without_noise_is_left_out_at_once():
    board = HallApp(faults={"d7": "frozen"})
    assert board.ask("calibrate") == "ok calibrated=empty faults=stuck@d7"
    told = "ok calibrated=yes faults=stuck@d7"
    _pieces(board)
    assert board.ask("calibrate pieces " + TOLD) == told
    assert board.sensors.judge.strength[0][0] > 1500 and not board.sensors.judge.strength[0][1]
    board.run(1000)
    assert board.ask("calibrate state") == told
    board.wires.faults.clear()
    _pieces(board)
    assert board.ask("calibrate pieces " + TOLD) == "ok calibrated=yes"
    board.stand()
    board.run(500)
    assert board.ask("calibrate") == "ok calibrated=yes"


def test_offsets_are_no_faults_when_the_empty_board_is_measured():
    board = HallApp()
    board.wires.offsets = {"d6": 280, "f4": -280}
    assert board.ask("calibrate") == "ok calibrated=empty"
