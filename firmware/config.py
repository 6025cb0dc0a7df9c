# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How this board is wired: the one file to edit when yours differs. Constants only.

The reference wiring, as in hardware/hand-wired.md:

    GPIO     pin on the Pico      wire
    GP2-6    4, 5, 6, 7, 9        ROW0 to ROW4: cathodes of the diodes
    GP7-11   10, 11, 12, 14, 15   COL0 to COL4: reed switches (pull-up inside the Pico)
    GP16     21                   BTN1, the new button, to ground
    GP17     22                   BTN2, the back button, to ground
    GP22     29                   data to the first LED, through the level shifter and 330 ohm

Keep free: GP0-1 (debug serial port), GP12-15 and GP26-27 (boards with Hall sensors), GP18-19
(display), GP20 (buzzer), GP21 (power to Hall sensors), GP28 (kind of board). GP23-25 and GP29 are
used inside the Pico.

After a change: copy this file to the board and restart it. A mistake is named in one sentence.
"""

# How the points see: "matrix" has a switch and a diode at each crossing of rows and columns. A
# board wired in another way needs other constants than these; hardware/other-builds.md has them.
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

# What shines: "ws2812" is one chain of LEDs with a chip in each; "none" is nothing. Other LEDs
# need other constants than these; hardware/other-lights.md has them.
LIGHTS = "ws2812"

# GPIO number of the LED data wire, and the point at which each LED sits, first in the chain first.
LED_DATA = 22
LEDS = "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 d4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1"

# The order in which an LED takes red, green and blue: "GRB" for WS2812B and SK6812; "GRBW" for
# SK6812 with a fourth LED for white.
LED_COLOURS = "GRB"

# Nanoseconds that the data line is high and low for a 0, and for a 1.
LED_TIMING = (350, 900, 800, 450)

# What times the data line: "pio" is exact; "neopixel" keeps the Pico busy, and is less exact.
LED_DRIVER = "pio"
