# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a board with a pin for each switch is wired. Constants only; copy it over config.py.

The wiring is in hardware/other-builds.md, where a test compares it with this file.
"""

SENSORS = "switches"

# GPIO numbers of the switches, and the point of each in the same order. There is no pin left for
# d4 and for the back button.
SWITCHES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 26, 27, 28)
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"

# GPIO numbers of the buttons; None for one that is not there.
NEW_BUTTON = 16
BACK_BUTTON = None

# What shines: "ws2812" is one chain of LEDs with a chip in each; "none" is nothing.
LIGHTS = "ws2812"

# GPIO number of the LED data wire, and the point at which each LED sits, first in the chain first.
LED_DATA = 22
LEDS = "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1"

# The order in which an LED takes red, green and blue: "GRB" for WS2812B and SK6812.
LED_COLOURS = "GRB"
