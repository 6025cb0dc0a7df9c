# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The options of a game: which there are, what values they take, which exclude each other.

A variant is a board plus option values, and any option can be changed for one game; the text
`name=value` is the same in commands, in records and in PGN.

    value_text("fly", 3)        # "3"
    value_text("fly", "off")    # "off"
"""

from merels.errors import BadOption

# name: the default of Nine Men's Morris, then the other words it takes; a number stands for
# the smallest number it takes (and every greater one, up to its limit in NUMBERS).
OPTIONS = {
    "diagonals": ("no", "yes", "all", "lines-only", "edges-only"),
    "pieces": ("9",),
    "starts": ("white", "black"),
    "fly": ("3", "off", "always"),
    "mill": ("remove", "win"),
    "protect": ("outside-first", "never", "any"),
    "per-line": ("no", "yes"),
    "minimum": ("3",),
    "placing-mill": ("remove", "hand", "hand-again", "delay", "count", "none"),
    "banned": ("no", "yes"),
    "slide-while-placing": ("no", "yes"),
    "defender-first": ("no", "yes"),
    "no-straight-back": ("no", "yes"),
    "line-once": ("no", "yes"),
    "stop-at-two": ("no", "yes"),
    "full": ("first-loses", "first-removes", "second-removes", "mover-removes", "draw"),
    "blocked": (
        "loses",
        "passes",
        "removes",
        "removes-then-opponent",
        "draw",
        "both-remove",
    ),
    "quiet-limit": ("100",),
    "endgame-limit": ("0",),
    "repetition": ("3",),
    "repetition-origin": ("yes", "no"),
    "centre-first": ("yes", "no"),
    "custodian": ("no", "yes"),
    "intervention": ("no", "yes"),
    "leap": ("no", "yes"),
}

# name: smallest and greatest number; 0 switches a limit off.
NUMBERS = {
    "pieces": (3, 12),
    "fly": (3, 12),
    "minimum": (1, 12),
    "quiet-limit": (0, 9999),
    "endgame-limit": (0, 9999),
    "repetition": (0, 99),
}


def value_text(name, value):
    """The canonical text of an option's value. Raises BadOption."""
    if name not in OPTIONS:
        raise BadOption("There is no option %r; options are %s." % (name, ", ".join(OPTIONS)))
    if value is True or value is False:
        value = "yes" if value else "no"
    text = str(value)
    if name in NUMBERS:
        low, high = NUMBERS[name]
        if 0 < len(text) < 6 and not text.strip("0123456789"):
            number = int(text)
            if low <= number <= high and not (name == "repetition" and number == 1):
                return str(number)
        if text in OPTIONS[name][1:]:
            return text
        words = ["%d to %d" % (low, high)] + list(OPTIONS[name][1:])
    else:
        if text in OPTIONS[name]:
            return text
        words = OPTIONS[name]
    raise BadOption("%s=%s is not a value; it takes %s." % (name, text, ", ".join(words)))


# Pairs that exclude each other. A value "!x" means any value but x.
CLASHES = (
    ("mill", "win", "per-line", "yes", "a line ends the game"),
    ("mill", "win", "line-once", "yes", "a line ends the game"),
    ("mill", "win", "no-straight-back", "yes", "a line ends the game"),
    ("mill", "win", "placing-mill", "!remove", "a line ends the game"),
    ("placing-mill", "delay", "banned", "yes", "marked pieces close their points themselves"),
    ("placing-mill", "count", "banned", "yes", "nothing is removed while placing"),
    ("placing-mill", "none", "banned", "yes", "nothing is removed while placing"),
)


def check(full, board_id, points):
    """Refuse options that exclude each other, naming both. `points`: how many the board has.

    Raises BadOption.
    """
    pieces = int(full["pieces"])
    if pieces * 2 > points:
        raise BadOption(
            "pieces=%d does not fit the board %s, which has %d points."
            % (pieces, board_id, points)
        )
    if full["centre-first"] == "no" and board_id != "square":
        raise BadOption(
            "centre-first=no does not fit the board %s, which has no centre." % board_id
        )
    if int(full["minimum"]) > pieces:
        _clash(full, "minimum", "pieces", "nobody could have enough pieces")
    limit = int(full["quiet-limit"])
    if limit and int(full["endgame-limit"]) > limit:
        _clash(full, "endgame-limit", "quiet-limit", "the second is always reached first")
    for one, value, other, another, because in CLASHES:
        if full[one] == value:
            if another[0] == "!":
                if full[other] != another[1:]:
                    _clash(full, one, other, because)
            elif full[other] == another:
                _clash(full, one, other, because)


def _clash(full, one, other, because):
    raise BadOption(
        "%s=%s and %s=%s exclude each other: %s." % (one, full[one], other, full[other], because)
    )
