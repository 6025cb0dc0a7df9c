# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The examples in hardware/configs, each on a model of its wires: checked, built and played on."""

from fakes import Ws2812Wires, driver, flash, machine, power_on, ticks
from fakes.configs import Example
from fakes.usb import Usb
from merels.app import App
from merels.board import WOOD
from merels_host.simulator.wires.expander import ExpanderWires
from merels_host.simulator.wires.hall import HallWires
from merels_host.simulator.wires.magnets import Magnet
from merels_host.simulator.wires.shift import ShiftWires
from merels_host.simulator.wires.switches import SwitchWires

ports_module = driver("ports")
check = driver("config_check").check


def _switches(config):
    return SwitchWires(config.SWITCHES)


def _shift(config):
    return ShiftWires(config.SHIFT_LOAD, config.SHIFT_CLOCK, config.SHIFT_DATA, 32)


def _expander(config):
    return ExpanderWires(config.I2C_SDA, config.I2C_SCL, config.EXPANDERS)


def _hall(config):
    return HallWires(
        config.POINTS.split(),
        config.MUX_SELECT,
        config.MUX_ADC,
        config.MUX_ENABLE,
        config.HALL_POWER,
    )


BUILDS = {"switches": _switches, "shift": _shift, "expander": _expander, "hall": _hall}


class Built:
    """A board with this build."""

    def __init__(self, name):
        self.config = Example(name)
        self.wires = BUILDS[name](self.config)
        power_on(self.wires, Ws2812Wires(self.config.LED_DATA, len(self.config.LEDS.split())))
        ports_module.sys = Usb()
        self.ports = ports_module.Ports(self.config, flash.fresh_folder())
        self.order = self.config.POINTS.split()

    def place(self, *names):
        """A game's first pieces: white's and black's in turn."""
        if hasattr(self.wires, "magnets"):
            self.wires.magnets = [
                Magnet(names[k], -49 if k & 1 else 49) for k in range(len(names))
            ]
        else:
            self.wires.place(sum([1 << self.order.index(name) for name in names]))


def test_each_example_passes_its_check_and_names_its_kind():
    for name in BUILDS:
        config = Example(name)
        check(config)
        assert name == config.SENSORS


def test_each_point_is_read_where_the_example_says():
    for name in BUILDS:
        built = Built(name)
        names = [point for point in built.order if point != "-"]
        assert len(names) == (24 if name == "switches" else 25)
        for point in names:
            built.place(point)
            built.ports.sensors.read()  # Hall sensors are read by halves
            assert built.ports.sensors.read() == 1 << WOOD.index(point), (name, point)


def test_only_the_pins_of_the_example_are_touched():
    for name in BUILDS:
        config = Built(name).config
        wired = {config.LED_DATA, config.NEW_BUTTON}
        if config.BACK_BUTTON is not None:
            wired.add(config.BACK_BUTTON)
        wired.update(BUILDS[name](config).pins)
        assert machine.touched == wired, name


def test_a_game_on_each():
    for name in BUILDS:
        built = Built(name)
        app = App(built.ports)
        here = []
        for point in ("d6", "f4", "d2"):
            here.append(point)
            built.place(*here)
            for _ in range(300):
                app.step(ticks.ticks_ms())
                ticks.sleep_ms(2)
        assert app.game.turns() == ["d6", "f4", "d2"], name


def test_a_board_with_a_missing_chip_starts_and_plays_on_the_rest():
    built = Built("expander")
    built.wires.chips[0x21].answers = False
    ports = ports_module.Ports(built.config, flash.fresh_folder())
    assert ports.sensors.problem().endswith(
        "these points are dead: g4 c3 d3 e3 b2 d2 f2 a1 d1 g1 d4."
    )
    app = App(ports)
    built.place("d6")
    for _ in range(300):
        app.step(ticks.ticks_ms())
        ticks.sleep_ms(2)
    assert app.game.turns() == ["d6"]
