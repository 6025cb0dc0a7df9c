# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels simulate --build`: its options, its faults, and the control line of such a board."""

import json
import os
import subprocess
import sys
import time

import pytest
import serial
from merels_host.commands.simulated_build import agree, as_json, wired_as
from merels_host.errors import ConfigProblem, SimulatorProblem, UsageProblem
from merels_host.simulator.builds import KINDS, shipped
from merels_host.simulator.control import Control
from merels_host.simulator.faults import WORDS, FaultError, check_fault, fault_text, parse_fault
from merels_host.simulator.handscript import Script, ScriptError, parse
from merels_host.simulator.player import Player
from merels_host.simulator.simulate_command import SimulateCommand

NONE = Script("")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("shaky:d6", "there is no fault `shaky`; there are bounce[:POINT], stuck:POINT, "),
        ("shaky" * 9, "there is no fault `shakyshakyshakyshaky`; "),
        ("weak", "expected `weak:POINT`, not `weak`"),
        ("weak:", "expected `weak:POINT`, not `weak:`"),
        ("weak:" + 21 * "x", "expected `weak:POINT`, not `weak:x"),
        ("crosstalk:d6", "expected `crosstalk`, not `crosstalk:d6`"),
    ],
)
def test_what_is_no_fault_is_said(text, sentence):
    with pytest.raises(FaultError) as caught:
        parse_fault(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (
            "matrix",
            "weak:d6",
            "a build of matrix with ws2812 cannot have the fault `weak`",
        ),
        ("hall", "bounce", "a build of hall with ws2812 cannot have the fault `bounce`; it can"),
        ("shift", "silent:0x20", "cannot have the fault `silent`"),
        ("expander", "silent:0x22", "`silent` is nowhere at `0x22`; it can be at 0x20, 0x21"),
        ("switches", "stuck:d4", "`stuck` is nowhere at `d4`; it can be at a7, d7, "),
        ("shift", "dead:-", "`dead` is nowhere at `-`; it can be at "),
        ("matrix", "dead-row:GP7", "it can be at GP2, GP3, GP4, GP5, GP6"),
        ("matrix", "dead-column:7", "it can be at GP7, GP8, GP9, GP10, GP11"),
        ("hall", "stuck-select:GP26", "it can be at GP12, GP13, GP14, GP15"),
        ("matrix", "dark-after:26", "`dark-after` is nowhere at `26`; it can be at 0, 1, 2, "),
        ("hall", "drift:-5", "`drift` is nowhere at `-5`; it can be at a whole number up to"),
        ("hall", "noise:many", "a whole number up to 1000000"),
        ("hall", "noise:0", "a whole number up to 1000000"),
        ("hall", "noise:12345678", "a whole number up to 1000000"),
        ("matrix", "brown-out:soon", "a whole number up to 1000000"),
    ],
)
def test_what_a_build_cannot_have_is_said_with_what_it_can(kind, text, sentence):
    with pytest.raises(FaultError) as caught:
        check_fault(parse_fault(text), shipped(kind))
    assert sentence in str(caught.value)
    with pytest.raises(UsageProblem, match="--fault "):
        as_json(shipped(kind), [text])


def test_every_fault_is_written_as_it_is_read_and_some_build_can_have_it():
    for word in WORDS:
        kinds = [kind for kind in KINDS if word.possible(shipped(kind))]
        assert kinds, word.word
    for text in ("weak:d6", "crosstalk", "brown-out:500"):
        assert fault_text(parse_fault(text)) == text


def test_which_build_it_is(tmp_path):
    assert wired_as(None, None, NONE) is None
    assert wired_as("hall", None, NONE).SENSORS == "hall"
    script = parse("build shift", "x")
    assert wired_as(None, None, script).SENSORS == "shift"
    assert wired_as("shift", None, script).SENSORS == "shift"
    with pytest.raises(UsageProblem, match="--build is matrix, switches, shift, expander, hall"):
        wired_as("hal", None, NONE)
    with pytest.raises(UsageProblem, match="the hand script says shift; leave --build hall out"):
        wired_as("hall", None, script)


def test_a_config_of_ones_own(tmp_path, root):
    file = tmp_path / "config.py"
    with pytest.raises(UsageProblem, match="there is no file"):
        wired_as(None, file, NONE)
    text = (root / "firmware" / "config.py").read_text(encoding="utf-8")
    file.write_text(text.replace("ROWS = (2, 3, 4, 5, 6)", "ROWS = (6, 5, 4, 3, 2)"))
    for kind in (None, "matrix"):
        config = wired_as(kind, file, NONE)
        assert (config.SENSORS, config.ROWS) == ("matrix", (6, 5, 4, 3, 2))
    with pytest.raises(UsageProblem, match="says matrix; leave --build hall out"):
        wired_as("hall", file, NONE)
    file.write_text(text.replace("ROWS = (2,", "ROWS = (7,"))
    with pytest.raises(ConfigProblem, match="GP7 is already used by ROWS"):
        wired_as(None, file, NONE)


def test_options_that_contradict_the_build():
    agree(shipped("hall"), "colour", 25)
    agree(shipped("switches"), "presence", 24)
    agree(shipped("matrix"), None, None)
    with pytest.raises(UsageProblem, match="a build of hall sees colour; leave --sensors"):
        agree(shipped("hall"), "presence", None)
    with pytest.raises(UsageProblem, match="this build of switches has 24 points; leave --points"):
        agree(shipped("switches"), None, 25)


def test_the_faults_travel_as_json():
    told = json.loads(as_json(shipped("hall"), ["weak:d6", "crosstalk"]))
    assert told["faults"] == [["weak", "d6"], ["crosstalk", ""]]
    assert told["constants"]["MUX_ADC"] == [26, 27]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--fault", "bounce"], "only a build can have faults; say which with --build."),
        (["--build", "matrix", "--fault", "drift:4"], "--fault drift:4: a build of matrix"),
        (["--build", "matrix", "--sensors", "colour"], "leave --sensors colour out."),
        (["--build", "matrix", "--points", "24"], "leave --points 24 out."),
        (["--build", "rug"], "--build is matrix, switches, shift, expander, hall, not rug."),
    ],
)
def test_wrong_calls_are_usage_errors(options, sentence):
    done = subprocess.run(
        [sys.executable, "-m", "merels_host", "simulate", *options],
        capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert done.returncode == 2 and not done.stdout
    assert sentence in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "build rug",
            "there is no build `rug`; there are matrix, switches, shift, ",
        ),
        ("build", "expected `build KIND`"),
        ("build hall\nbuild hall", "`build` was already said"),
        ("fault", "expected `fault WORD[:WHERE]`"),
        ("fault shaky", "there is no fault `shaky`"),
        ("at 5 fault shaky", "there is no fault `shaky`"),
        ("at 5 heal", "expected `heal WORD[:WHERE]`"),
        ("at 5 fault weak:d6 now", "expected `fault WORD[:WHERE]`"),
    ],
)
def test_hand_scripts_that_say_it_wrong(line, sentence):
    with pytest.raises(ScriptError) as caught:
        parse(line, "x")
    assert sentence in str(caught.value)


def test_the_control_line_breaks_and_heals():
    with (
        SimulateCommand("--build", "matrix", "--fault", "dead:f4") as board,
        Control(board.control) as hands,
    ):
        assert hands.ask("state")["build"] == "matrix"
        assert hands.ask("state")["faults"] == ["dead:f4"]
        with pytest.raises(SimulatorProblem, match="a build of matrix with ws2812 cannot have"):
            hands.ask("fault weak:d6")
        with pytest.raises(SimulatorProblem, match="there is no fault `dead:d6` to heal"):
            hands.ask("heal dead:d6")
        assert hands.ask("fault stuck:g1")["ok"]
        assert hands.ask("heal dead:f4")["ok"]
        assert hands.ask("state")["faults"] == ["stuck:g1"]
        before = hands.ask("host state")["reply"]
        assert hands.ask("fault brown-out")["ok"]
        assert hands.ask("host state")["reply"].split()[:2] == before.split()[:2]
        assert hands.ask("state")["faults"] == ["stuck:g1"] and hands.ask("state")["power"]


def test_a_brown_out_takes_the_board_from_its_port_and_brings_it_back():
    with SimulateCommand("--build", "switches") as board, Control(board.control) as hands:
        with serial.serial_for_url(board.serial, timeout=5) as port:
            port.write(b":1 hello proto=1\n")
            assert b"ok proto=1" in port.read_until(b"ok proto=1")
            hands.ask("fault brown-out")
            with pytest.raises(serial.SerialException):
                for _ in range(5):
                    port.read(4096)
        with serial.serial_for_url(board.serial, timeout=5) as port:
            port.write(b":2 hello proto=1\n")
            assert b"2 ok proto=1" in port.read_until(b"2 ok proto=1")


def test_a_board_without_a_build_has_no_faults():
    with SimulateCommand() as board, Control(board.control) as hands:
        assert "build" not in hands.ask("state")
        for words in ("fault stuck:g1", "heal stuck:g1"):
            with pytest.raises(SimulatorProblem, match="only a build can have faults"):
                hands.ask(words)


def test_a_script_begins_with_its_faults_on_a_running_board(tmp_path):
    script = tmp_path / "dead.hands"
    script.write_text(
        "build matrix\nfault dead:f4\nat 0 drop d6 white\nat 500 drop f4 black\n"
        "at 1500 end\nexpect moves d6\n"
    )
    with SimulateCommand("--play", str(script)) as board, Control(board.control) as hands:
        deadline = time.monotonic() + 300
        while "f4" not in (state := hands.ask("state"))["wood"]:
            assert time.monotonic() < deadline, state
            time.sleep(0.05)
        time.sleep(0.5)
        state = hands.ask("state")
        assert (state["build"], state["faults"]) == ("matrix", ["dead:f4"])
        assert state["moves"] == ["d6"]
        hands.ask("heal dead:f4")
        while hands.ask("state")["moves"] != ["d6", "f4"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_driver_that_breaks_a_law_of_the_wires_ends_the_script(monkeypatch, capsys):
    from merels_host.simulator import play
    from merels_host.simulator.wires.fault import WiringFault

    def broken(*_):
        raise WiringFault("the row on GP2 is driven high")

    monkeypatch.setattr(play, "play", broken)
    monkeypatch.setattr(sys, "stdin", iter(['{"name": "x.hands", "text": ""}\n']))
    play.main()
    assert json.loads(capsys.readouterr().out) == {
        "error": "x.hands: a driver breaks a law of the wires: the row on GP2 is driven high"
    }


def test_one_player_plays_builds_one_after_the_other():
    text = "build {}\nat 0 drop d6 white\nat 900 drop f4 black\nat 2000 end\n"
    with Player() as player:
        for kind in (*KINDS, "matrix"):
            result = player.play(text.format(kind), kind)
            assert (result["moves"], result["ms"]) == (["d6", "f4"], 2000), kind
