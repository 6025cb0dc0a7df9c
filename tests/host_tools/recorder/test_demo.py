# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The demo's parts: hands that watch the lights, and a proof that finds each difference."""

import json
import sys
from typing import ClassVar

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from merels.rules.game import Game
from merels_host.errors import Disagreement, DiskProblem, PortGone, SimulatorProblem
from merels_host.recorder import demo
from merels_host.recorder.demo import TURNS, Demo, moves_of, prove
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.watcher import Watcher
from merels_host.simulator import simulate_command, virtual_hands
from merels_host.simulator.simulate_command import SimulateCommand
from merels_host.simulator.virtual_hands import VirtualHands


class FakeControl:
    """Answers as the control line does, and remembers what was asked."""

    def __init__(self, lights):
        self.lights = list(lights)
        self.asked = []

    def ask(self, words):
        if words == "lights":
            return self.lights.pop(0) if len(self.lights) > 1 else self.lights[0]
        self.asked.append(words)
        return {"ok": True}


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(virtual_hands, "_LOOK", 0.001)
    monkeypatch.setattr(virtual_hands, "_PATIENCE", 0.05)


def test_hands_place_move_and_remove_when_the_light_says_so():
    control = FakeControl([{}, {"d1": "missing"}, {"d1": "removable", "b2": "removable"}])
    hands = VirtualHands(control, speed=1000)
    hands.play("d6", "white")
    hands.play("a4-a7xd1", "black")
    assert control.asked == ["drop d6 white", "lift a4", "drop a7 black", "lift d1"]
    assert len(control.lights) == 1


@pytest.mark.parametrize(("shown", "word"), [({}, "dark"), ({"d1": "wrong"}, "wrong")])
def test_a_removal_that_is_not_shown_is_a_difference(shown, word):
    hands = VirtualHands(FakeControl([shown]), speed=1000)
    with pytest.raises(
        Disagreement, match=f"after a7 the board does not show d1 as removable, but as {word}"
    ):
        hands.play("a7xd1", "white")


def test_stopped_hands_lift_nothing_more():
    control = FakeControl([{}])
    VirtualHands(control, speed=1000, stop=lambda: True).play("a7xd1", "white")
    assert control.asked == ["drop a7 white", "lift d1"]


def test_the_demo_plays_the_games_own_turns():
    game = Game()
    for turn in TURNS:
        game.play(turn)
    assert (game.outcome().winner, game.outcome().reason) == (0, "blocked")
    assert TURNS == E64


def played(**changes):
    game = Game()
    for turn in TURNS:
        game.play(turn)
    wood = {}
    for name in game.board.names:
        for side, word in enumerate(("white", "black")):
            if game.on(side) >> game.board.bit(name) & 1:
                wood[name] = word
    return {"moves": list(TURNS), "position": game.position(), "wood": wood, **changes}


@pytest.fixture
def recorded(tmp_path):
    """A recorder that has recorded the demo's game."""

    def make(records=None):
        with FakeBoard(records or [BOOT, *game_records(E64)]) as board:
            recorder = Recorder(board.url, tmp_path, Watcher(), once=True)
            recorder.run(lambda: board.acked == len(board.records))
        return recorder

    return make


def test_a_game_that_agrees_is_proven(recorded):
    assert prove(recorded(), played()).turns == list(TURNS)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"moves": [*TURNS[:5], "a1", *TURNS[6:]]},
            "the board's moves differ from the intended ones at ply 6: a1 for f2.",
        ),
        ({"moves": list(TURNS[:-1])}, "at ply 39: nothing for g7-g4xa1."),
        ({"moves": [*TURNS, "a1"]}, "at ply 40: a1 for nothing."),
        ({"position": "hand=9,9"}, r"the board's position \(hand=9,9\) is not the recorder's"),
        ({"wood": {}}, r"what stands on the wood \({}\) is not the recorder's position"),
    ],
)
def test_a_board_that_differs_is_found(recorded, changes, sentence):
    with pytest.raises(Disagreement, match=sentence):
        prove(recorded(), played(**changes))


def test_a_recording_that_differs_is_found(recorded):
    with pytest.raises(
        Disagreement, match=r"the session file's moves differ .* at ply 2: f4 for e4"
    ):
        prove(recorded([BOOT, *game_records(["d6", "f4"])]), played())


def test_another_result_on_disk_is_found(recorded):
    with pytest.raises(
        Disagreement, match=r"the session file's result .* is not the intended one"
    ):
        prove(recorded([BOOT, *game_records(E64)[:-1]]), played())


def test_a_doubt_is_found(recorded):
    records = [line.replace("ply=7", "ply=8") for line in game_records(E64)]
    with pytest.raises(Disagreement, match="the recorder disagrees with the board: record 9: "):
        prove(recorded([BOOT, *records]), played())


def test_a_pgn_file_that_differs_is_found(recorded):
    recorder = recorded()
    path = recorder.files[1]
    path.write_text(path.read_text().replace("20. g7-g4xa1", "20. g7-g4"))
    with pytest.raises(
        Disagreement, match=r"the PGN file's moves differ .* ply 39: g7-g4 for g7-g4xa1"
    ):
        prove(recorder, played())


def test_no_pgn_file_is_found(recorded):
    recorder = recorded()
    recorder._scorer.files.written.clear()
    with pytest.raises(Disagreement, match="no PGN file was written"):
        prove(recorder, played())


def test_a_session_file_with_a_gap_is_found(recorded):
    recorder = recorded()
    path = recorder.files[0]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if '"line":"@9 ' not in line))
    with pytest.raises(Disagreement, match="lacks records after number 8"):
        prove(recorder, played())


def test_a_session_file_without_a_game_is_found(recorded):
    with pytest.raises(Disagreement, match="has no game"):
        prove(recorded([BOOT]), played())


def test_the_moves_of_a_file_are_read_without_numbers_and_comments(tmp_path):
    path = tmp_path / "x.pgn"
    path.write_text('[Site "d6"]\n\n1. d6 { a1 b2 } f4 2... a1-a4xd6xb2 1-0\n')
    assert moves_of(path) == ["d6", "f4", "a1-a4xd6xb2"]


class BrokenBoard:
    """A simulated board whose serial line is a fake one, and whose hands have no wood."""

    def __init__(self, url):
        self.serial = url
        self.control = "socket://127.0.0.1:1"
        self.interpreter = "a fake"

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass


class BrokenControl(FakeControl):
    def __init__(self, url):
        super().__init__([{}])

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass


def run_broken(monkeypatch, tmp_path, board, control, stop=lambda: False):
    monkeypatch.setattr(demo, "SimulateCommand", lambda: BrokenBoard(board.url))
    monkeypatch.setattr(demo, "Control", control)
    monkeypatch.setattr(demo, "_PATIENCE", 0.3)
    return Demo(tmp_path, Watcher(), speed=1000).run(stop)


def test_a_turn_that_is_never_recorded_is_a_difference(monkeypatch, tmp_path):
    late = pytest.raises(Disagreement, match=r"ply 1 \(d6\) was not recorded within 0 seconds")
    with FakeBoard([BOOT, *game_records([])]) as board, late:
        run_broken(monkeypatch, tmp_path, board, BrokenControl)


def test_a_game_that_never_starts_is_a_difference(monkeypatch, tmp_path):
    late = pytest.raises(Disagreement, match="the start of the game was not recorded")
    with FakeBoard([BOOT]) as board, late:
        run_broken(monkeypatch, tmp_path, board, BrokenControl)


def test_a_board_that_ends_in_the_middle_is_the_error(monkeypatch, tmp_path):
    class Gone(BrokenControl):
        def ask(self, words):
            raise PortGone("the simulated board has ended.")

    with FakeBoard([BOOT, *game_records([])]) as board, pytest.raises(PortGone):
        run_broken(monkeypatch, tmp_path, board, Gone)


def test_a_stopped_demo_has_no_game(monkeypatch, tmp_path):
    with FakeBoard([BOOT, *game_records([])]) as board:
        stop = lambda: board.acked == 2  # noqa: E731
        assert run_broken(monkeypatch, tmp_path, board, BrokenControl, stop) is None


def test_a_disk_that_fills_up_loses_a_demo(monkeypatch, tmp_path):
    def full(self):
        raise DiskProblem("cannot write x; free some space.")

    class Notes(Watcher):
        notes: ClassVar[list] = []

        def note(self, sentence):
            self.notes.append(sentence)

    monkeypatch.setattr("merels_host.sessions.session.Session.mend", lambda self, utc: full(self))
    with FakeBoard([BOOT, *game_records([])]) as board:
        monkeypatch.setattr(demo, "SimulateCommand", lambda: BrokenBoard(board.url))
        monkeypatch.setattr(demo, "Control", BrokenControl)
        monkeypatch.setattr(demo, "_PATIENCE", 0.3)
        monkeypatch.setattr("merels_host.recorder.logbook.Logbook.sync", full)
        with pytest.raises(DiskProblem, match="play the demo again") as caught:
            Demo(tmp_path, Notes(), speed=1000).run(lambda: False)
    assert "keeps" not in caught.value.message + "".join(Notes.notes)
    assert len(Notes.notes) == 1


def process(monkeypatch, code):
    """Let the simulated board be this piece of Python."""
    real = simulate_command.subprocess.Popen

    def popen(command, **more):
        return real([sys.executable, "-c", code], **more)

    monkeypatch.setattr(simulate_command.subprocess, "Popen", popen)


WHERE = {"serial": "s", "control": "c", "pty": None, "interpreter": "i"}


def test_a_simulated_board_says_where_it_is(monkeypatch):
    process(monkeypatch, f"print({json.dumps(WHERE)!r}, flush=True); input()")
    with SimulateCommand() as board:
        assert (board.serial, board.control, board.pty, board.interpreter) == ("s", "c", None, "i")


def test_a_simulated_board_that_ends_at_once_gives_its_reason(monkeypatch):
    process(monkeypatch, "import sys; sys.exit('x\\nmerels: no interpreter.')")
    with pytest.raises(SimulatorProblem, match=r"did not start \(no interpreter\)\.$"):
        SimulateCommand()


def test_a_simulated_board_that_ends_without_a_word(monkeypatch):
    process(monkeypatch, "")
    with pytest.raises(SimulatorProblem, match="no words"):
        SimulateCommand()


def test_a_simulated_board_that_does_not_start_is_not_waited_for_for_ever(monkeypatch):
    process(monkeypatch, "import time; time.sleep(60)")
    monkeypatch.setattr(simulate_command, "_START", 0.2)
    with pytest.raises(SimulatorProblem, match="did not start within 0 s"):
        SimulateCommand()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_simulated_board_that_does_not_end_is_killed(monkeypatch):
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); "
    process(monkeypatch, code + f"print({json.dumps(WHERE)!r}, flush=True); time.sleep(60)")
    board = SimulateCommand()
    real = board._process.wait
    monkeypatch.setattr(board._process, "wait", lambda timeout=None: real(timeout and 0.2))
    board.close()
    assert board._process.returncode == -9
