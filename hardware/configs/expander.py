# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a board with two MCP23017 on the I2C bus is wired. Constants only; copy it over config.py.

The wiring is in hardware/other-builds.md, where a test compares it with this file.
"""

SENSORS = "expander"

# GPIO numbers of the bus, and the addresses of the chips.
I2C_SDA = 18
I2C_SCL = 19
EXPANDERS = (0x20, 0x21)

# The point at each input: GPA0 to GPA7 and GPB0 to GPB7 of the first chip, then of the second; "-"
# for one that is not used. The newer data sheet of the chip takes GPA7 and GPB7 for outputs only.
POINTS = "a7 d7 g7 b6 d6 f6 c5 - d5 e5 a4 b4 c4 e4 f4 - g4 c3 d3 e3 b2 d2 f2 - a1 d1 g1 d4"

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
