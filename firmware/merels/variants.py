# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The family of games as data: each variant is a board plus what differs from the standard.

    board_id, differences = find("lasker")     # raises UnknownVariant
"""

from merels.errors import UnknownVariant

# id, aliases, board, differences from nine-mens-morris
_TWELVE = "diagonals=yes pieces=12 "
VARIANTS = (
    ("nine-mens-morris", "mill merels muehle", "three-rings", ""),
    (
        "three-mens-morris",
        "tapatan luk-tsut-ki smaller-merels",
        "square",
        "diagonals=yes pieces=3 mill=win fly=off",
    ),
    ("nine-holes", "", "square", "diagonals=lines-only pieces=3 mill=win fly=always"),
    ("achi", "", "square", "diagonals=yes pieces=4 mill=win fly=off"),
    ("picaria", "", "square", "diagonals=all pieces=3 mill=win fly=off"),
    ("five-mens-morris", "", "two-rings", "pieces=5 fly=off protect=any"),
    ("six-mens-morris", "", "two-rings", "pieces=6 fly=off protect=any"),
    ("seven-mens-morris", "", "two-rings", "pieces=7 fly=off protect=any"),
    ("eleven-mens-morris", "", "three-rings", "diagonals=yes pieces=11"),
    ("twelve-mens-morris", "", "three-rings", _TWELVE),
    (
        "morabaraba",
        "",
        "three-rings",
        _TWELVE + "no-straight-back=yes full=draw endgame-limit=10",
    ),
    ("lasker-morris", "", "three-rings", "pieces=10 slide-while-placing=yes"),
    ("russian-mill", "", "three-rings", "line-once=yes protect=any"),
    (
        "dooz",
        "",
        "three-rings",
        _TWELVE + "placing-mill=hand full=mover-removes protect=any",
    ),
    ("cham-gonu", "", "three-rings", _TWELVE + "placing-mill=delay fly=off protect=any"),
    (
        "zhi-qi",
        "",
        "three-rings",
        _TWELVE + "placing-mill=delay full=first-removes fly=off protect=any",
    ),
    ("cheng-san-qi", "", "three-rings", "placing-mill=delay fly=off"),
    (
        "da-san-qi",
        "",
        "three-rings",
        _TWELVE
        + "placing-mill=delay full=first-loses defender-first=yes fly=off protect=any"
        + " per-line=yes",
    ),
    ("mul-mulan", "", "three-rings", "diagonals=yes fly=off protect=any intervention=yes"),
    ("nerenchi", "", "three-rings", _TWELVE + "defender-first=yes protect=any"),
    (
        "el-filja",
        "",
        "three-rings",
        "pieces=12 placing-mill=count full=first-removes fly=off protect=any",
    ),
)


def find(name):
    """The row (id, aliases, board id, differences) of an id or alias. Raises UnknownVariant."""
    for row in VARIANTS:
        if name == row[0] or name in row[1].split():
            return row
    raise UnknownVariant(
        "There is no variant %r; variants are %s." % (name, ", ".join([row[0] for row in VARIANTS]))
    )
