# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a builder calls at the prompt on the first power-up."""

import config
from fakes import driver, flash, power_on, ticks
from fakes.usb import Usb

bringup = driver("bringup")
ports_module = driver("ports")
ports_module.sys = Usb()


class Enough(Exception):
    pass


class Watched:
    """Runs watch() through a script of changes to the wiring; keeps what it says."""

    def __init__(self, changes):
        self.wiring = power_on()
        self.said = []
        ports = ports_module.Ports(config, flash.fresh_folder())
        self._changes = changes
        self._read = ports.sensors.read
        ports.sensors.read = self._next
        self._scans = 0
        try:
            bringup.watch(self.said.append, ports)
        except Enough:
            pass

    def _next(self):
        """The scan, with one change of the script made before every fourth."""
        if self._scans % 4 == 0:
            if self._scans == 4 * len(self._changes):
                raise Enough
            self._changes[self._scans // 4](self.wiring)
        self._scans += 1
        return self._read()


def test_walk_lights_one_led_after_the_other():
    wiring = power_on()
    said = []
    ports = ports_module.Ports(config, flash.fresh_folder())
    bringup.walk(said.append, ports)
    ticks.sleep_ms(2)
    assert said[0] == "LED 1 of 25: a7" and said[3] == "LED 4 of 25: f6" and len(said) == 25
    sent = [frame for _, frame in wiring.lights.frames]
    assert len(sent) == 26
    for led in range(25):
        lit = [k for k in range(25) if any(sent[led][3 * k : 3 * k + 3])]
        assert lit == [led]
    assert sent[25] == bytes(75)


def test_watch_says_what_changed():
    said = Watched(
        (
            lambda wiring: None,
            lambda wiring: wiring.sensors.place(1 << 0),
            lambda wiring: wiring.sensors.place(1 << 0 | 1 << 24),
            lambda wiring: wiring.buttons.pressed.add(17),
            lambda wiring: wiring.sensors.place(1 << 24),
            lambda wiring: wiring.buttons.pressed.clear(),
            lambda wiring: wiring.buttons.pressed.add(16),
        )
    ).said
    assert said[0].startswith("Bring a magnet")
    assert said[1:] == [
        "a7 closed",
        "d4 closed",
        "button back down",
        "a7 open",
        "button back up",
        "button new down",
    ]


def test_watch_lights_the_points_that_have_a_magnet():
    watched = Watched(
        (lambda wiring: wiring.sensors.place(1 << 5), lambda wiring: wiring.sensors.place(0))
    )
    sent = [frame for _, frame in watched.wiring.lights.frames]
    led = config.LEDS.split().index("f6")
    assert len(sent) == 3
    assert not any(sent[0]) and not any(sent[2])
    assert [k for k in range(75) if sent[1][k]] == [3 * led]  # green comes first


def test_watch_ignores_what_lasted_one_scan():
    class Flicker:
        def __init__(self):
            self.scans = 0

        def read(self):
            self.scans += 1
            if self.scans > 9:
                raise Enough
            return 1 if self.scans == 5 else 0

    power_on()
    ports = ports_module.Ports(config, flash.fresh_folder())
    ports.sensors = Flicker()
    said = []
    try:
        bringup.watch(said.append, ports)
    except Enough:
        pass
    assert len(said) == 1
