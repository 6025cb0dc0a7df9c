# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the menu offers: settings and options of the rules, each with a few values.

Beside settings.py and used by menu.py, which lays choices and values out on the wood. Their page
in docs/playing.md is made from this table.

    offered("fly", True)                # ("off", "3", "always")
    in_force("fly", settings)           # "3"
    change("fly", "off", settings)      # {"rules": "fly=off"}
"""

from merels.board import BOARDS
from merels.errors import RulesError
from merels.lights import hints, palette
from merels.rules import variants
from merels.rules.options import values

OPTIONS = ("fly", "protect")  # of the rules; the other choices are settings by themselves
SET_UP = "set-up"  # no choice with values: it begins a mode, as do the next two
LEARN = "learn"
CALIBRATE = "calibrate"  # not offered by a board without analog sensors
BEGIN = (SET_UP, LEARN, CALIBRATE)
GAME = ("variant", "fly", "protect")  # what makes another game

CHOICES = (
    ("variant", ()),  # all that fit the wood
    ("fly", ("off", "3", "always")),
    ("protect", ("outside-first", "never", "any")),
    ("settle", ("100", "160", "200", "240", "300", "400")),
    ("help", hints.LEVELS),
    ("brightness", ("5", "10", "20", "40", "70", "100")),
    ("palette", palette.PALETTES),
    (SET_UP, ()),
    (LEARN, ()),
)
NAMES = tuple([name for name, _ in CHOICES])


def offered(name, centre):
    """The values of a choice, in their order; "" for a variant that needs d4 where it is missing.

    centre: has the wood a d4?
    """
    if name != "variant":
        return CHOICES[NAMES.index(name)][1]
    found = []
    for variant in variants.ids():
        rows = BOARDS[variants.find(variant).board][0]
        found.append(variant if centre or "d4" not in rows else "")
    return found


def in_force(name, settings):
    """The value as it is set now, which need not be offered; "" if the variant is unknown."""
    if name != "variant" and name not in OPTIONS:
        return settings.get(name)
    try:
        variant = variants.find(settings.get("variant"))
    except RulesError:
        return ""
    if name == "variant":
        return variant.id
    changed = dict(_options(settings))
    return changed.get(name) or variant.differences.get(name) or values(name)[0]


def change(name, value, settings):
    """What has to be set, setting name to text. Another variant begins with its own rules."""
    if name == "variant":
        return {"variant": value, "rules": ""}
    if name not in OPTIONS:
        return {name: value}
    options = [pair for pair in _options(settings) if pair[0] != name]
    options.append((name, value))
    return {"rules": ",".join(["%s=%s" % pair for pair in options])}


def _options(settings):
    """The options that the setting `rules` changes, as pairs."""
    words = settings.get("rules").split(",")
    return [tuple(word.split("=", 1)) for word in words if "=" in word]
