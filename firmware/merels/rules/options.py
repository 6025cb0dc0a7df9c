# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The options of a game: which there are, what values they take, which exclude each other.

A variant is a board plus option values, and any option can be changed for one game; the text
`name=value` is the same in commands, in records and in PGN.

    value_text("fly", 3)        # "3"
    value_text("fly", "off")    # "off"
"""

from merels.errors import BadOption

# name=values; the first value is the default of Nine Men's Morris, 3..12 stands for the numbers
# from 3 to 12, and 0 switches a limit off. One text, as that is what costs a Pico least.
TABLE = (
    "diagonals=no,yes,all,lines-only,edges-only pieces=9,3..12 starts=white,black "
    "fly=3,off,3..12,always mill=remove,win protect=outside-first,never,any per-line=no,yes "
    "minimum=3,1..12 placing-mill=remove,hand,hand-again,delay,count,none banned=no,yes "
    "slide-while-placing=no,yes defender-first=no,yes no-straight-back=no,yes line-once=no,yes "
    "stop-at-two=no,yes full=first-loses,first-removes,second-removes,mover-removes,draw "
    "blocked=loses,passes,removes,removes-then-opponent,draw,both-remove "
    "quiet-limit=100,0..9999 endgame-limit=0,0..9999 repetition=3,0,2..99 "
    "repetition-origin=yes,no centre-first=yes,no custodian=no,yes intervention=no,yes leap=no,yes"
)


def names():
    """The names of all options, in the order of the rules page."""
    return [word[: word.find("=")] for word in TABLE.split()]


def defaults():
    """The default of each option (name to text), in the order of the rules page."""
    full = {}
    for word in TABLE.split():
        name, _, values = word.partition("=")
        full[name] = values.split(",", 1)[0]
    return full


def values(name):
    """The values of an option, its default first; a..b is a range. Raises BadOption."""
    for word in TABLE.split():
        if word[: word.find("=")] == name:
            return word[len(name) + 1 :].split(",")
    raise BadOption("There is no option %r; options are %s." % (name, ", ".join(names())))


def value_text(name, value):
    """The canonical text of an option's value. Raises BadOption."""
    if value is True or value is False:
        value = "yes" if value else "no"
    text = str(value)
    words = values(name)
    for word in words:
        at = word.find("..")
        if at < 0:
            if text == word:
                return text
        elif 0 < len(text) < 6 and not text.strip("0123456789"):
            number = int(text)
            if int(word[:at]) <= number <= int(word[at + 2 :]):
                return str(number)
    if ".." in words[1]:
        words = words[1:]  # the range has the default too
    raise BadOption("%s=%s is not a value; it takes %s." % (name, text, ", ".join(words)))


# Pairs that exclude each other, and why. A value "!x" means any value but x.
CLASHES = (
    "mill=win per-line=yes:a line ends the game",
    "mill=win line-once=yes:a line ends the game",
    "mill=win no-straight-back=yes:a line ends the game",
    "mill=win placing-mill=!remove:a line ends the game",
    "placing-mill=delay banned=yes:marked pieces close their points themselves",
    "placing-mill=count banned=yes:no mill removes a piece while placing",
    "placing-mill=none banned=yes:no mill removes a piece while placing",
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
    for clash in CLASHES:
        pair, because = clash.split(":")
        one, other = pair.split()
        if _holds(full, one) and _holds(full, other):
            _clash(full, one[: one.find("=")], other[: other.find("=")], because)


def _holds(full, word):
    name, value = word.split("=")
    if value[0] == "!":
        return full[name] != value[1:]
    return full[name] == value


def _clash(full, one, other, because):
    raise BadOption(
        "%s=%s and %s=%s exclude each other: %s." % (one, full[one], other, full[other], because)
    )
