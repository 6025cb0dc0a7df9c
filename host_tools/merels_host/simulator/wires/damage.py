# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Does to the wires of a build what is wrong with it; the words are those of `simulator.faults`.

apply_faults([("weak", "d6")], built, config)     # and only these: what was wrong before is healed
"""

from merels.board import WOOD

from merels_host.simulator.faults import leds_of
from merels_host.simulator.wires import adc

_ASIDE = 8  # how strong a magnet is on the points beside it, with crosstalk
_OF_SENSOR = {"stuck": "frozen", "dead": "missing", "rail": "rail"}


def apply_faults(faults, parts, config):
    """Give the parts of a board (a Built) exactly these faults, all of them checked."""
    parts.wires.heal()
    parts.pieces.heal()
    if parts.lights:
        parts.lights.heal()
    adc.set_noise(adc.NOISE)
    parts.drift = 0
    for word, where in faults:
        _apply(word, where, parts, config)


def _apply(word, where, parts, config):
    wires, pieces = parts.wires, parts.pieces
    mask = 1 << WOOD.index(where) if where in WOOD else (1 << 25) - 1
    hall = config.SENSORS == "hall"
    if word == "bounce":
        pieces.bouncing |= mask
    elif word in _OF_SENSOR and hall:
        wires.faults[where] = _OF_SENSOR[word]
    elif word == "stuck":
        pieces.stuck |= mask
    elif word == "dead":
        pieces.dead |= mask
    elif word in ("dead-row", "dead-column"):
        wires.off.add(_gpio(where))
    elif word in ("stuck-row", "stuck-column"):
        wires.ground.add(_gpio(where))
    elif word == "no-diode":
        for place, name in enumerate(config.POINTS.split()):
            if where in ("", name):
                wires.bare |= 1 << place
    elif word in ("dead-data", "stuck-data"):
        wires.lies_at = int(word == "dead-data")
    elif word == "silent":
        for part in (wires, parts.lights):
            address = int(where[2:], 16)
            if address in getattr(part, "chips", ()):
                part.chips[address].answers = False
    elif word == "weak":
        pieces.weak |= mask
    elif word == "reversed":
        pieces.reversed |= mask
    elif word == "crosstalk":
        wires.aside = _ASIDE
    elif word == "stuck-select":
        wires.low.add(_gpio(where))
    elif word == "drift":
        parts.drift = int(where)
    elif word == "noise":
        adc.set_noise(int(where))
    elif word == "dark-after":
        parts.lights.reach = leds_of(config)[where]


def _gpio(where):
    return int(where[2:])
