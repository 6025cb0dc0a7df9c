# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The examples in hardware/configs/lights, each on a model of its LEDs: checked, built, played."""

import fakes
from fakes import NoHeap, driver, flash, machine, power_on, ticks
from fakes.configs import Example
from fakes.usb import Usb
from merels.app import App
from merels.board import WOOD
from merels_host.simulator.wires.apa102 import Apa102Wires
from merels_host.simulator.wires.hc595 import Hc595Wires
from merels_host.simulator.wires.ht16k33 import Ht16k33Wires

ports_module = driver("ports")
start_module = driver("start")
bringup = driver("bringup")
check = driver("config_check").check


class Chain:
    """An eye on LEDs that take bytes."""

    def __init__(self, wires, channels=3):
        self.wires = wires
        self._channels = channels

    def lit(self):
        ticks.sleep_ms(3)
        frame = self.wires.frames[-1]
        if len(frame) == 2:
            frame = frame[1]
        step = self._channels
        return [led for led in range(25) if any(frame[step * led : step * led + step])]


class Latches:
    """An eye on LEDs at outputs."""

    def __init__(self, wires):
        self.wires = wires

    def lit(self):
        return [led for led in range(25) if self.wires.shown >> led & 1]


class Matrix:
    """An eye on LEDs in a matrix."""

    def __init__(self, wires):
        self.wires = wires

    def lit(self):
        return sorted([8 * common + row for common, row in self.wires.chip.shown])


def _sk6812(config):
    return Chain(fakes.Ws2812Wires(config.LED_DATA, 25, 4), 4)


def _apa102(config):
    return Chain(Apa102Wires(config.LED_DATA, config.LED_CLOCK))


def _hc595(config):
    return Latches(Hc595Wires(config.LED_DATA, config.LED_CLOCK, config.LED_LATCH))


def _ht16k33(config):
    return Matrix(Ht16k33Wires(config.I2C_SDA, config.I2C_SCL, config.LED_ADDRESS))


BUILDS = {"sk6812": _sk6812, "apa102": _apa102, "hc595": _hc595, "ht16k33": _ht16k33}
SINGLE = ("hc595", "ht16k33")


class Built:
    """A board with these lights."""

    def __init__(self, name):
        self.config = Example("lights/" + name)
        self.eye = BUILDS[name](self.config)
        self.wiring = power_on(None, self.eye.wires)
        ports_module.sys = Usb()
        self.ports = ports_module.Ports(self.config, flash.fresh_folder())
        self.leds = self.config.LEDS.split()
        self.image = 0

    def put(self, app, name, ms=600):
        self.image ^= 1 << self.config.POINTS.split().index(name)
        self.wiring.sensors.place(self.image)
        for _ in range(ms // 2):
            app.step(ticks.ticks_ms())
            ticks.sleep_ms(2)


def test_each_example_passes_its_check():
    for name in BUILDS:
        check(Example("lights/" + name))


def test_each_point_shines_where_the_example_says():
    for name in BUILDS:
        built = Built(name)
        assert len(built.leds) == 25 and built.ports.lights.problem() == ""
        for point in built.leds:
            frame = bytearray(75)
            frame[3 * WOOD.index(point) + 1] = 9
            built.ports.lights.write(frame)
            assert built.eye.lit() == [built.leds.index(point)], (name, point)


def test_only_the_pins_of_the_example_are_touched():
    for name in BUILDS:
        built = Built(name)
        config = built.config
        wired = {config.NEW_BUTTON, config.BACK_BUTTON}
        wired.update(config.ROWS, config.COLUMNS, built.eye.wires.pins)
        assert machine.touched == wired, name


def test_a_move_leaves_the_light_of_its_point():
    for name in BUILDS:
        built = Built(name)
        app = App(built.ports)
        built.put(app, "d6")
        built.put(app, "f4")
        assert app.game.turns() == ["d6", "f4"]
        assert built.eye.lit() == [built.leds.index("f4")], name
        assert app.lights.single == (name in SINGLE)


def test_a_board_with_one_colour_follows_brightness():
    built = Built("ht16k33")
    app = App(built.ports)
    built.put(app, "d6")
    assert built.eye.wires.chip.step == 6  # 40 percent
    app.change_setting("brightness", "100")
    built.put(app, "f4")
    assert built.eye.wires.chip.step == 15


def test_a_board_whose_led_chip_is_missing_says_so_and_plays():
    built = Built("ht16k33")
    built.eye.wires.chip.answers = False
    said = []
    folder = flash.fresh_folder()
    true = start_module._ports, start_module.tell, start_module.run, start_module.FOLDER
    start_module._ports = lambda guard, version: ports_module.Ports(built.config, folder)
    start_module.FOLDER = folder
    start_module.memory = NoHeap
    start_module.tell = lambda text, console: said.append(text)

    def run(app, console, guard):
        built.put(app, "d6")
        said.append(app.game.turns())
        raise KeyboardInterrupt

    start_module.run = run
    try:
        start_module.start(None)
    except KeyboardInterrupt:
        pass
    finally:
        start_module._ports, start_module.tell, start_module.run, start_module.FOLDER = true
    assert said[0] == "" and said[1].startswith("No HT16K33 answers at 0x70; look at its supply")
    assert said[2] == ["d6"]


def test_the_walk_along_leds_leaves_out_places_without_one():
    built = Built("hc595")
    said = []
    built.config.LEDS = built.config.LEDS.replace("d7", "-").replace("d4", "-")
    true, bringup.config = bringup.config, built.config
    try:
        bringup.walk(said.append, built.ports)
        assert len(said) == 23 and said[1] == "LED 3 of 25: g7"
        del built.config.LEDS
        bringup.walk(said.append, built.ports)  # LIGHTS = "none"
    finally:
        bringup.config = true
    assert len(said) == 23
