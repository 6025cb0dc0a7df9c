# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a board with APA102 or SK9822 LEDs is wired. Constants only; copy it over config.py.

The wiring is in hardware/other-lights.md, where a test compares it with this file.
"""

# How the points see: as on the hand-wired board. For another build, take the lines from here to
# BUZZER from its example.
SENSORS = "matrix"

# GPIO numbers of the matrix wires, ROW0 first and COL0 first.
ROWS = (2, 3, 4, 5, 6)
COLUMNS = (7, 8, 9, 10, 11)

# The point at each crossing: along ROW0 from COL0 on, then along ROW1, and so on.
# A board without the centre: take d4 out here and out of LEDS.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1 d4"

# Microseconds that a column wire gets to charge after a row has changed. Long wires: 60.
SETTLE_US = 30

# GPIO numbers of the buttons; None for one that is not there.
NEW_BUTTON = 16
BACK_BUTTON = 17

# GPIO number of a passive buzzer to ground; None without one. The setting `sound` turns it on.
BUZZER = None

# What shines: a chain of LEDs with a chip in each, on two wires.
LIGHTS = "apa102"

# GPIO numbers of the LED wires, and the point at which each LED sits, first in the chain first.
LED_DATA = 22
LED_CLOCK = 14
LEDS = "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 d4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1"

# The order in which an LED takes red, green and blue.
LED_COLOURS = "BGR"
