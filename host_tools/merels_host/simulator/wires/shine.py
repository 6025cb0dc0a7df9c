# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What can be seen of the LEDs: the colour at each point, whatever the kind of lights.

colours(config, wires)[4]             # [0, 40, 0]: d6 is green
"""

from merels.board import WOOD

_ON = [255, 255, 255]  # an LED of one colour
_ROWS = 8  # of the HT16K33, at each common line


def colours(config, wires):
    """25 lists [r, g, b] in the order of the wood's points."""
    seen = [[0, 0, 0] for _ in range(25)]
    for led, point in enumerate(config.LEDS.split()):
        if point != "-":
            seen[WOOD.index(point)] = _KINDS[config.LIGHTS](config, wires, led)
    return seen


def keep_last(wires):
    """Forget all frames but the last."""
    frames = getattr(wires, "frames", ())
    if len(frames) > 1:
        frames[:] = frames[-1:]


def _ws2812(config, wires, led):
    if not wires.frames:
        return [0, 0, 0]
    order = config.LED_COLOURS
    _, sent = wires.frames[-1]
    bytes_of = dict(zip(order, sent[len(order) * led : len(order) * (led + 1)]))
    white = bytes_of.get("W", 0)
    return [min(255, bytes_of[colour] + white) for colour in "RGB"]


def _apa102(config, wires, led):
    if not wires.frames:
        return [0, 0, 0]
    order = getattr(config, "LED_COLOURS", "BGR")
    bytes_of = dict(zip(order, wires.frames[-1][3 * led : 3 * led + 3]))
    return [bytes_of[colour] * wires.brightness[led] // 31 for colour in "RGB"]


def _hc595(config, wires, led):
    return list(_ON) if wires.shown >> led & 1 else [0, 0, 0]


def _ht16k33(config, wires, led):
    return list(_ON) if (led // _ROWS, led % _ROWS) in wires.chip.shown else [0, 0, 0]


_KINDS = {"ws2812": _ws2812, "apa102": _apa102, "hc595": _hc595, "ht16k33": _ht16k33}
