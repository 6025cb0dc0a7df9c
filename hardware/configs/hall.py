# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a board with linear Hall sensors and two 74HC4067 is wired, which knows white from black.

Constants only; copy it over config.py. The wiring is in hardware/other-builds.md, where a test
compares it with this file; docs/calibration.md has what comes after the wiring.
"""

SENSORS = "hall"

# GPIO numbers of the address wires S0, S1, S2, S3 of both multiplexers: four for 74HC4067, three
# for 74HC4051.
MUX_SELECT = (12, 13, 14, 15)

# GPIO numbers of their outputs: GP26, GP27, GP28.
MUX_ADC = (26, 27)

# GPIO numbers of their enable wires, one for each, when they share ADC pins; () when E is at
# ground.
MUX_ENABLE = ()

# GPIO number of the gate of a P-channel FET that feeds the sensors; None when they are always fed.
HALL_POWER = 21

# The point at each channel: C0 to C15 of the first multiplexer, then of the second; "-" for one
# that is not used.
POINTS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4 d4"

# GPIO numbers of the buttons; None for one that is not there.
NEW_BUTTON = 16
BACK_BUTTON = 17

# What shines: "ws2812" is one chain of LEDs with a chip in each; "none" is nothing.
LIGHTS = "ws2812"

# GPIO number of the LED data wire, and the point at which each LED sits, first in the chain first.
LED_DATA = 22
LEDS = "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 d4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1"

# The order in which an LED takes red, green and blue: "GRB" for WS2812B and SK6812.
LED_COLOURS = "GRB"
