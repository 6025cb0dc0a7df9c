# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Colours and rhythms: everybody can tell apart what shows together.

How colours look to colour-blind eyes is computed after G. M. Machado, M. M. Oliveira and L. A. F.
Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE
Transactions on Visualization and Computer Graphics 15 (2009): its matrices of severity 1.0, for
linear light. How far two colours are apart is measured in CIELAB (D65, the sum of squares of
CIE 1976); 2.3 is a difference that can just be seen, side by side.
"""

from merels.lights import palette

NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
EYES = {
    "red-green": (NORMAL, PROTANOPIA, DEUTERANOPIA),
    "blue-yellow": (NORMAL, TRITANOPIA),
}
APART = 20  # CIELAB

# CIE XYZ of the three colours of sRGB, white D65
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def seen(eyes, colour):
    """What these eyes see of a colour (0..255 each, linear): as another colour, 0..1 each."""
    parts = [sum(factor * part / 255 for factor, part in zip(row, colour)) for row in eyes]
    return [min(1.0, max(0.0, part)) for part in parts]


def lab(light):
    """CIELAB of linear light, 0..1 each."""
    values = []
    for row, white in zip(XYZ, WHITE):
        part = sum(factor * one for factor, one in zip(row, light)) / white
        values.append(part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116)
    x, y, z = values
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(eyes, one, other):
    """How far apart these eyes see two colours."""
    first = lab(seen(eyes, one))
    second = lab(seen(eyes, other))
    return sum((a - b) ** 2 for a, b in zip(first, second)) ** 0.5


def pairs():
    """Every two meanings that can show together."""
    found = set()
    for moment in palette.TOGETHER:
        for one in moment:
            found.add((one, palette.WRONG))
            for other in moment:
                if one < other:
                    found.add((one, other))
    return sorted(found)


def test_every_meaning_has_a_look():
    many = len(palette.MEANINGS)
    assert many == len(set(palette.MEANINGS)) == len(palette.RHYTHMS)
    assert len(palette.COLOURS) == many * len(palette.PALETTES) * 3
    assert palette.look(palette.MILL) == (255, 170, 0, palette.STEADY)
    for number in range(len(palette.PALETTES)):
        assert palette.look(palette.OFF, number) == (0, 0, 0, palette.STEADY)
        for meaning in range(1, many):
            assert any(palette.look(meaning, number)[:3]), palette.MEANINGS[meaning]


def test_every_meaning_belongs_to_a_moment():
    found = {palette.OFF, palette.WRONG}
    for moment in palette.TOGETHER:
        found.update(moment)
    assert found == set(range(len(palette.MEANINGS)))


def test_what_shows_together_differs_in_rhythm():
    assert len(pairs()) > 40
    for one, other in pairs():
        names = palette.MEANINGS[one], palette.MEANINGS[other]
        assert palette.RHYTHMS[one] != palette.RHYTHMS[other], names


def test_every_rhythm_differs_to_the_eye_from_every_other():
    rhythms = range(7)
    assert set(palette.RHYTHMS) == set(rhythms)
    curves = []
    for rhythm in rhythms:
        curve = [palette.level(rhythm, phase, 1) for phase in range(0, 4096, 32)]
        assert curve[0] >= 240 and min(curve) >= 0 and max(curve) <= 256
        assert (len(set(curve)) > 1) == (rhythm != palette.STEADY)
        for earlier in curves:  # a fifth of the time one is bright and the other is dim
            differs = [abs(a - b) > 100 for a, b in zip(curve, earlier)]
            assert sum(differs) * 10 >= len(curve), rhythm
        curves.append(curve)


def test_marching_runs_along_the_points():
    for phase in (128, 256, 384, 512):
        dim = [point for point in range(8) if palette.level(palette.MARCHING, phase, point) < 256]
        assert len(dim) == 2 and dim[1] - dim[0] == 4
    for point in range(8):
        assert palette.level(palette.MARCHING, 0, point) == 256


def test_colour_blind_eyes_tell_apart_what_shows_together():
    for name in EYES:
        number = palette.PALETTES.index(name)
        for eyes in EYES[name]:
            for one, other in pairs():
                distance = apart(
                    eyes, palette.look(one, number)[:3], palette.look(other, number)[:3]
                )
                names = palette.MEANINGS[one], palette.MEANINGS[other]
                assert distance > APART, (name, names, distance)


def test_the_measure_knows_what_colour_blind_eyes_confuse():
    for one, other, blind in (
        ((255, 120, 0), (130, 200, 0), (PROTANOPIA, DEUTERANOPIA)),
        ((170, 110, 0), (40, 120, 0), (PROTANOPIA, DEUTERANOPIA)),
        ((255, 200, 0), (255, 160, 160), (TRITANOPIA,)),
        ((0, 120, 255), (0, 160, 160), (TRITANOPIA,)),
    ):
        assert apart(NORMAL, one, other) > 2 * APART
        for eyes in blind:
            assert apart(eyes, one, other) < APART
        for eyes in (PROTANOPIA, DEUTERANOPIA, TRITANOPIA):
            if eyes not in blind:
                assert apart(eyes, one, other) > APART


def test_single_needs_no_colour():
    number = palette.PALETTES.index("single")
    for meaning in range(len(palette.MEANINGS)):
        red, green, blue, _ = palette.look(meaning, number)
        assert red == green == blue
