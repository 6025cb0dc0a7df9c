# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pins of a Raspberry Pi Pico, and the tables of a page that says what to solder to them.

PICO[4 - 1]                      # "GP2"
"""

import re

# From its data sheet, pin 1 first.
_PINS = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
    " GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND"
    " VSYS VBUS"
)
PICO = _PINS.split()


def tables(page):
    """All tables of the page: {text of the header row: rows of cells without it}."""
    found = {}
    for block in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        rows = [
            [cell.strip() for cell in line.strip("|\n").split("|")] for line in block.split("\n")
        ]
        found[" ".join(rows[0]).strip()] = [row for row in rows[2:] if len(row) > 1]
    return found
