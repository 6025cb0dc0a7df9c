# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Everything that a config.py says is soldered: the parts and what goes between pieces and them.

built = Built(config)
machine.reset(built.wiring)
built.pieces.put(white=0b10000, black=0, now=0)
built.press(0b01)                     # the new button is down
"""

from merels.board import WOOD

from merels_host.simulator.wires.apa102 import Apa102Wires
from merels_host.simulator.wires.buttons import ButtonWires
from merels_host.simulator.wires.contacts import Contacts
from merels_host.simulator.wires.expander import ExpanderWires
from merels_host.simulator.wires.hall import HallWires
from merels_host.simulator.wires.hc595 import Hc595Wires
from merels_host.simulator.wires.ht16k33 import Ht16k33Wires
from merels_host.simulator.wires.matrix import MatrixWires
from merels_host.simulator.wires.poles import Poles
from merels_host.simulator.wires.shift import ShiftWires
from merels_host.simulator.wires.switches import SwitchWires
from merels_host.simulator.wires.wiring import Wiring
from merels_host.simulator.wires.ws2812 import Ws2812Wires

_CHIP = 8  # inputs of a 74HC165, outputs of a 74HC595


class Built:
    """wires: of the sensors. lights: of the LEDs, or None. pieces: what they do to the sensors.
    drift: codes a second of the Hall sensors."""

    def __init__(self, config):
        self.wires = _SENSORS[config.SENSORS](config)
        self.lights = _LIGHTS[getattr(config, "LIGHTS", "ws2812")](config)
        self.drift = 0
        self._buttons = (config.NEW_BUTTON, config.BACK_BUTTON)
        buttons = ButtonWires(tuple([gpio for gpio in self._buttons if gpio is not None]))
        self.wiring = Wiring(self.wires, self.lights, buttons)
        if config.SENSORS == "hall":
            self.pieces = Poles(self.wires)
        else:
            names = config.POINTS.split()
            self.pieces = Contacts(
                self.wires, [-1 if name == "-" else WOOD.index(name) for name in names]
            )

    def press(self, held):
        """Bit 0: the new button is down; bit 1: the back button. One that is not there cannot."""
        pressed = self.wiring.buttons.pressed
        for number, gpio in enumerate(self._buttons):
            if held >> number & 1:
                pressed.add(gpio)
            else:
                pressed.discard(gpio)


def _hall(config):
    return HallWires(
        config.POINTS.split(),
        config.MUX_SELECT,
        config.MUX_ADC,
        config.MUX_ENABLE,
        getattr(config, "HALL_POWER", None),
    )


def _whole_chips(points):
    return -(-len(points.split()) // _CHIP) * _CHIP


_SENSORS = {
    "matrix": lambda config: MatrixWires(config.ROWS, config.COLUMNS),
    "switches": lambda config: SwitchWires(config.SWITCHES),
    "shift": lambda config: ShiftWires(
        config.SHIFT_LOAD, config.SHIFT_CLOCK, config.SHIFT_DATA, _whole_chips(config.POINTS)
    ),
    "expander": lambda config: ExpanderWires(config.I2C_SDA, config.I2C_SCL, config.EXPANDERS),
    "hall": _hall,
}

_LIGHTS = {
    "ws2812": lambda config: Ws2812Wires(
        config.LED_DATA, len(config.LEDS.split()), len(config.LED_COLOURS)
    ),
    "apa102": lambda config: Apa102Wires(
        config.LED_DATA, config.LED_CLOCK, len(config.LEDS.split())
    ),
    "hc595": lambda config: Hc595Wires(
        config.LED_DATA, config.LED_CLOCK, config.LED_LATCH, _whole_chips(config.LEDS)
    ),
    "ht16k33": lambda config: Ht16k33Wires(config.I2C_SDA, config.I2C_SCL, config.LED_ADDRESS),
    "none": lambda config: None,
}
