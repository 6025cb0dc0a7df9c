# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whole games on every simulated build: the firmware, its drivers, and wires they must mind."""

from fakes import driver
from fakes.configs import Example
from merels.board import wood_bit
from merels_host.simulator import builds
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.builds import KINDS, shipped
from merels_host.simulator.expectation import differences
from merels_host.simulator.handscript import ScriptError, parse
from merels_host.simulator.play import play
from merels_host.simulator.ports import MemoryConsole, MemoryStorage
from merels_host.simulator.wires import ticks
from merels_host.simulator.wires.fault import WiringFault

# Placing, a mill with its removal, a take-back by button, and a turn slid past another point.
GAME = """
build %s
at 0     drop d6 white
at 700   drop f4 black
at 1400  drop f6 white
at 2100  drop d2 black
at 2800  drop b6 white
at 3200  lift f4
at 4000  drop c4 black
at 4700  drop a1 white
at 5500  lift a1
at 7500  end
expect moves d6 f4 f6 d2 b6xf4 c4
expect takebacks 1
expect sync yes
expect complaints none
"""


def _played(text, name="game"):
    script = parse(text, name)
    result = play(script)
    return differences(script, result), result


def test_a_game_on_every_build():
    for kind in KINDS:
        different, _ = _played(GAME % kind, kind)
        assert different == []


def test_the_clock_of_the_board_may_come_round():
    script = parse(GAME % "matrix", "wrap")
    result = play(script, base=(1 << 30) - 4000)
    assert differences(script, result) == []


def _steps(board, now, until):
    while now < until:
        now += board.step(now)
    return now


def test_the_lights_are_what_the_leds_made_of_it():
    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-1", config=shipped("matrix"))
    assert board.ports.colours() == [[0, 0, 0]] * 25
    board.power_on()
    board.do(("drop", wood_bit("d6"), 0), 0)
    _steps(board, 0, 1000)
    lit = [k for k, colour in enumerate(board.ports.colours()) if any(colour)]
    assert wood_bit("d6") in lit and "d6" in board.app.lights.shown()
    assert len(board.ports.built.lights.frames) <= 2  # a night's frames would fill the memory
    board.power_off()
    assert board.ports.colours() == [[0, 0, 0]] * 25


def test_every_kind_of_lights_shows_what_the_firmware_wants():
    for name in ("apa102", "hc595", "ht16k33", "sk6812"):
        config = Example("lights/" + name)
        board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-1", config=config)
        board.power_on()
        now = _steps(board, 0, 500)
        assert [any(colour) for colour in board.ports.colours()] == [True] * 24 + [False]  # idle
        board.do(("drop", wood_bit("d6"), 0), now)
        now = _steps(board, now, 1200)
        lit = [k for k, colour in enumerate(board.ports.colours()) if any(colour)]
        assert lit == [wood_bit("d6")] and list(board.app.lights.shown()) == ["d6"], name


def test_the_modelled_time_is_the_time_of_the_script():
    play(parse("build hall\nat 0 drop d6 white\nat 5000 end", "time"))
    assert 8500 <= ticks.now_us // 1000 <= 8502  # 500 to boot, 3000 to settle


def test_a_brown_out_loses_what_chips_knew_and_no_move():
    text = GAME.replace("at 4700", "at 4400  fault brown-out\nat 4900").replace("5500", "6200")
    for kind in KINDS:
        different, _ = _played(text.replace("7500", "8500") % kind, kind)
        assert different == []


def _dips(text, ms):
    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-1", config=shipped("expander"))
    script = parse("build expander\n" + text, "dips")
    board.inject(script, 0)
    board.power_on()
    return board, _steps(board, 0, ms)


def test_brown_outs_come_again_until_they_are_healed():
    assert _dips("", 3000)[0].dips == 0
    board, now = _dips("fault brown-out:1000", 3500)
    assert board.dips == 3
    board.do(("heal", ("brown-out", "1000")), now)
    now = _steps(board, now, 7000)
    assert board.dips == 3
    board.do(("fault", ("brown-out", "")), now)
    assert board.dips == 4 and board.app


def _refused(text):
    try:
        play(parse(text, "game"))
    except ScriptError as error:
        return str(error)
    raise AssertionError("this was played: " + text)


def test_what_a_build_cannot_have_is_refused_by_its_line():
    assert _refused("build matrix\nfault weak:d6").startswith("game:2: a build of matrix")
    assert _refused("build matrix\nat 9 fault drift:5").startswith("game:2: a build of matrix")
    assert _refused("build matrix\nat 9 heal drift:5").startswith("game:2: a build of matrix")
    assert "no fault `stuck:a7` to heal" in _refused("build matrix\nat 9 heal stuck:a7")
    assert "no fault `brown-out` to heal" in _refused("build matrix\nat 9 heal brown-out")
    assert _refused("fault stuck:a7").startswith("game:1: only a build can have faults")
    assert _refused("at 5 fault stuck:a7").startswith("game:1: only a build can have faults")
    assert "leave `sensors` out" in _refused("build matrix\nsensors colour")
    assert "leave `points` out" in _refused("build switches\npoints 25")


def _loud(kind, module, name, value):
    """What the wires say when a driver has another constant."""
    drivers = driver("sensors." + module)
    true = getattr(drivers, name)
    setattr(drivers, name, value)
    try:
        play(parse(GAME % kind, kind))
    except WiringFault as said:
        return str(said)
    finally:
        setattr(drivers, name, true)
    raise AssertionError("nothing was said")


def test_a_row_that_is_driven_high_is_loud_in_a_game():
    matrix = driver("sensors.matrix")
    true = matrix.Pin

    class Pushing(true):
        OPEN_DRAIN = true.OUT

    said = _loud("matrix", "matrix", "Pin", Pushing)
    assert said == "the row on GP2 is driven high"


def test_a_column_read_too_early_is_loud_in_a_game():
    said = _loud("matrix", "matrix", "sleep_us", lambda us: None)
    assert said == "the column on GP7 is read before it has settled"


def test_an_adc_read_too_early_is_loud_in_a_game():
    said = _loud("hall", "hall", "_SETTLE_US", 2)
    assert said == "the ADC on GP26 is read before the multiplexer has settled"


def test_every_build_is_shipped():
    assert [shipped(kind).SENSORS for kind in KINDS] == list(KINDS)
    config = builds.Config(builds.constants(shipped("hall")))
    assert config.MUX_ADC == shipped("hall").MUX_ADC == (26, 27)
    try:
        builds.shipped("elsewhere")
    except OSError as error:
        assert "elsewhere" in str(error)
    else:
        raise AssertionError("there is no such build")
