# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels calibrate: the steps, on the true firmware at modelled Hall sensors; faults in words."""

import json

import pytest
from fakes.hall import HallApp
from fakes.hall_link import MEN, HallLink, person
from fakes.table import BadFlash, Table
from merels_host import cli
from merels_host.board.calibration import Calibrated, Calibrator, faults_of, numbers
from merels_host.commands import calibrate
from merels_host.errors import MerelsError, RequestRefused


def calibrated(board, *deeds):
    said = []
    found = Calibrator(HallLink(board), said.append, person(board, *deeds)).run()
    return found, said


def test_both_steps():
    board = HallApp()
    found, said = calibrated(board, {}, MEN)
    assert (found.baselines, found.pieces, found.kept, found.faults) == (True, True, True, {})
    assert found.sentences() == []
    assert set(found.strengths) == set(MEN)
    assert all(1780 < strength < 1820 for strength in found.strengths.values())
    assert said == [
        "Take everything off the board, then press Enter.",
        "Put white's men on a7,d7,g7,b6,d6,f6,c5,d5,e5 and black's men on c3,d3,e3,b2,d2,f2,a1,d1,"
        "g1: where the lights are. Then press Enter; s leaves it out.",
    ]
    assert board.app.mode is None and board.sensors.judge.calibrated


def test_what_hinders_is_said_and_tried_again():
    board = HallApp()
    found, said = calibrated(
        board, {"d6": 49}, {}, MEN | {"a7": 0, "g1": 0}, MEN | {"d7": -49, "e3": -7}
    )
    assert said[1] == (
        "Something is felt at d6: take it away. If nothing is there, its sensor is not of the kind"
        " of the others, or is broken. Enter tries again, s stops."
    )
    assert said[3].startswith("No magnet is felt at a7, g1: put a man there")
    assert found.faults == {"reversed": ["d7"], "weak": ["e3"]}
    reversed_, weak = found.sentences()
    assert reversed_.startswith("The magnet of the piece on d7 is the wrong way round: turn it")
    assert weak.startswith("The piece on e3 is hardly felt")


def test_a_piece_too_many():
    found, _ = calibrated(HallApp(), {}, MEN | {"a4": 30})
    assert found.faults == {"disturbed": ["a4"]}
    assert found.sentences()[0].startswith("Something is felt at a4, where no piece was wanted")


def test_faults_of_sensors():
    board = HallApp(faults={"c4": "missing", "b4": "frozen"})
    board.run(20000)
    found, _ = calibrated(board, {}, "s")
    assert found.baselines and not found.pieces
    assert found.faults == {"missing": ["c4"], "stuck": ["b4"]}
    missing, stuck = found.sentences()
    assert "No sensor answers at c4" in missing and "The sensor at b4 always says" in stuck


def test_stopping_leaves_the_board_alone():
    for deeds in ([], ["s"], [{"d6": 49}, "s"]):
        board = HallApp()
        found, _ = calibrated(board, *deeds)
        assert found == Calibrated() and board.app.mode is None
        assert not board.sensors.judge.calibrated


def test_a_flash_that_fails():
    flash = BadFlash()
    flash.fail["replace"] = 28
    found, _ = calibrated(HallApp(flash), {}, MEN)
    assert (found.baselines, found.pieces, found.kept) == (True, True, False)
    assert "holds until power-off" in found.sentences()[0]


def test_what_is_ended_at_the_board_is_said():
    board = HallApp()

    def away():
        board.app.leave_mode(board.now)
        return "enter"

    with pytest.raises(MerelsError, match="ended at the board"):
        Calibrator(HallLink(board), print, away).run()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("not-analog", "has switches"),
        ("busy", "the board is busy"),
        ("unknown-request", "too old"),
        ("not-yet", "too old"),
        ("strange", "strange thing"),
    ],
)
def test_why_a_board_cannot_begin(code, words):
    class Refuses:
        def request(self, asked):
            raise RequestRefused("a strange thing", code)

    with pytest.raises(MerelsError, match=words):
        Calibrator(Refuses(), print, str).run()


def test_what_is_felt_least_and_most():
    found, _ = calibrated(HallApp(), {}, MEN | {"a1": -20})
    assert 720 < found.strengths["a1"] == min(found.strengths.values()) < 760
    said = calibrate._extremes({"a7": 900, "d7": 700, "g7": 1200})
    assert said == "Felt least: d7 with 700, most: g7 with 1200."


def test_numbers_have_signs():
    found = numbers("0001ffff8000" + 22 * "0000")
    assert [found[point] for point in ("a7", "d7", "g7", "g1")] == [1, -1, -32768, 0]


def test_faults_of_an_answer():
    assert faults_of({}) == {}
    assert faults_of({"faults": "weak@d6,weak@a1,new@g7"}) == {"weak": ["d6", "a1"], "new": ["g7"]}


@pytest.fixture
def board(monkeypatch):
    board = HallApp()
    monkeypatch.setattr(calibrate, "Link", lambda port: HallLink(board))
    return board


def verb(board, monkeypatch, *deeds, words=()):
    wait = person(board, *deeds)
    monkeypatch.setattr(calibrate, "_key", lambda keys, link: wait())
    return cli.main(["calibrate", "/dev/ttyX", *words])


def test_the_verb(board, monkeypatch, capsys):
    assert verb(board, monkeypatch, {}, MEN) == 0
    assert "Done: the board knows" in capsys.readouterr().out
    assert verb(board, monkeypatch, {}, MEN | {"d6": -49}, words=["--json"]) == 1
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert told.pop("strengths").keys() == MEN.keys()
    assert told == {
        "board": "board-1",
        "baselines": True,
        "pieces": True,
        "kept": True,
        "faults": {"reversed": ["d6"]},
    }
    assert "wrong way round" in shown.err
    assert verb(board, monkeypatch, {}, "s") == 0
    shown = capsys.readouterr().out
    assert "what was known of pieces before stays as it is; run merels calibrate again" in shown
    assert verb(board, monkeypatch, "s") == 1
    assert "nothing was measured" in capsys.readouterr().out
    assert verb(board, monkeypatch, words=["--reset"]) == 0
    assert not board.sensors.judge.calibrated


def test_the_board_hears_from_us_while_a_person_is_slow():
    class Keys:
        ended = False

        def __init__(self, *keys):
            self.keys = list(keys)

        def next(self, timeout):
            assert timeout < 10
            if not self.keys:
                self.ended = True
                return ""
            return self.keys.pop(0)

    line = HallLink(None)
    assert calibrate._key(Keys("", "", "enter"), line) == "enter"
    assert line.sent == ["state", "state"]
    assert calibrate._key(Keys(), line) == ""


def test_a_stuck_sensor_is_named_and_the_rest_calibrated():
    board = HallApp(faults={"d7": "frozen"})
    found, _ = calibrated(board, {}, MEN)
    assert found.pieces and found.faults == {"stuck": ["d7"]}
    assert set(found.strengths) == set(MEN) - {"d7"}


def test_enter_at_once_hides_no_fault():
    board = HallApp()
    deeds = [{}, MEN | {"d7": 7, "c4": 30}]

    def wait():
        board.stand(**deeds.pop(0))
        return "enter"

    found = Calibrator(HallLink(board), print, wait).run()
    assert found.faults == {"disturbed": ["c4"], "weak": ["d7"]}


def test_a_board_of_switches_has_nothing_to_forget(monkeypatch, capsys):
    monkeypatch.setattr(calibrate, "Link", lambda port: HallLink(Table()))
    assert cli.main(["calibrate", "/dev/ttyX", "--reset"]) == 1
    assert "this board has switches" in capsys.readouterr().err
