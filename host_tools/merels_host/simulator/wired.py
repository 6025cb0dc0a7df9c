# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The ports of a simulated build: the drivers of firmware/pico on modelled wires.

In place of `ports.Ports`, whose sensors see the wood itself. Here pieces close switches or are
felt by Hall sensors, the drivers scan those, and the lights are what the LEDs have made of it.

    ports = WiredPorts(Wood(25), MemoryStorage(), MemoryConsole(), "sim-1", shipped("hall"))
    ports.power_on()
    ports.at(1200)                  # ms: the modelled clock goes there, the wires feel the pieces
    ports.sensors.read()
"""

from merels_host.simulator.faults import check_fault
from merels_host.simulator.wires import machine, neopixel, plug, pwm, rp2, ticks
from merels_host.simulator.wires.built import Built
from merels_host.simulator.wires.damage import apply_faults
from merels_host.simulator.wires.shine import colours, keep_last

_MODULES = {"machine": machine, "neopixel": neopixel, "rp2": rp2, "time": ticks}
_SCAN_MS = 2  # firmware/pico/loop.py


class WiredPorts:
    """The ports and the board's id, and the faults that the build has."""

    def __init__(self, wood, storage, console, board_id, config):
        self.board_id = board_id
        self.now = 0
        self.wood = wood
        self.storage = storage
        self.console = console
        self.config = config
        self.guard = None
        self.faults = []
        self.built = None  # while the power is on
        self.sensors = self.lights = self.buttons = self.buzzer = None
        ticks.now_us = 0  # the clock of the board before this one went further
        self._drifts = 0  # since when, ms
        self._drifted = 0  # codes, before that

    def ticks_us(self):
        """The modelled watch, modulo 2**30."""
        return ticks.ticks_us()

    # the supply

    def power_on(self):
        """All chips as after power-up, then the drivers, as firmware/pico/ports.py makes them."""
        config = self.config
        self.built = Built(config)
        machine.reset(self.built.wiring)
        self._apply()
        self._feel()
        self.sensors = _driver("sensors").make_sensors(config)
        if self.sensors.analog:
            self.sensors.open(self.storage)
        self.lights = _driver("lights").make_lights(config)
        self.buttons = _driver("buttons").Buttons(config.NEW_BUTTON, config.BACK_BUTTON)
        buzzer = getattr(config, "BUZZER", None)
        self.buzzer = None if buzzer is None else _driver("buzzer").Buzzer(buzzer)

    def power_off(self):
        """What the chips knew is lost, and the LEDs are dark."""
        self.built = None

    # time

    def at(self, now):
        """Let the modelled time come to `now` (ms) and the wires feel what is on the wood then."""
        self.now = now
        if 1000 * now > ticks.now_us:
            ticks.sleep_us(1000 * now - ticks.now_us)
        if self.built:
            self._feel()

    def pause(self, wait):
        """Milliseconds until the next step of a firmware that can wait so long."""
        if not self.built:
            return wait
        if self.built.lights:
            keep_last(self.built.lights)
        pwm.tones[:] = pwm.tones[-1:]
        change = self.wood.next_change(self.now)
        if change is not None:
            wait = min(wait, change - self.now)
        return max(min(wait, _SCAN_MS), ticks.now_us // 1000 - self.now)

    # faults

    def check(self, fault):
        """Raise FaultError where this build cannot have the fault."""
        check_fault(fault, self.config)

    def fault(self, fault):
        """From now on the build has it."""
        if fault not in self.faults:
            self.faults.append(fault)
        self._apply()

    def heal(self, fault):
        """It has it no more. What has drifted stays where it is."""
        self.faults.remove(fault)
        self._apply()

    def colours(self):
        """25 lists [r, g, b] in the order of the wood's points: what the LEDs show."""
        if not self.built or not self.built.lights:
            return [[0, 0, 0] for _ in range(25)]
        return colours(self.config, self.built.lights)

    def _apply(self):
        self._drift()
        if self.built:
            apply_faults(self.faults, self.built, self.config)
            self._feel()

    def _drift(self):
        """Drift is counted from when it began."""
        if self.built and self.built.drift:
            self._drifted += self.built.drift * (self.now - self._drifts) // 1000
        self._drifts = self.now

    def _feel(self):
        built = self.built
        white, black = self.wood.sides(self.now)
        built.pieces.put(white, black, self.now)
        if built.drift or self._drifted:
            more = built.drift * (self.now - self._drifts) // 1000
            built.wires.drift = self._drifted + more
        built.press(self.wood.buttons(self.now))


def _driver(name):
    return plug.driver(name, _MODULES)
