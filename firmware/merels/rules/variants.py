# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The family of games as data: each variant is a board plus what differs from the standard.

find("tapatan").id          # "three-mens-morris"; raises UnknownVariant
"""

from merels.errors import UnknownVariant

# id/aliases/board/differences from nine-mens-morris; one text, as that costs a Pico least
TABLE = (
    "nine-mens-morris/mill merels muehle/three-rings/;"
    "three-mens-morris/tapatan luk-tsut-ki smaller-merels/square/diagonals=yes pieces=3 "
    "mill=win fly=off;"
    "nine-holes//square/diagonals=lines-only pieces=3 mill=win fly=always;"
    "achi//square/diagonals=yes pieces=4 mill=win fly=off;"
    "picaria//square/diagonals=all pieces=3 mill=win fly=off;"
    "five-mens-morris//two-rings/pieces=5 fly=off protect=any;"
    "six-mens-morris//two-rings/pieces=6 fly=off protect=any;"
    "seven-mens-morris//two-rings/pieces=7 fly=off protect=any;"
    "eleven-mens-morris//three-rings/diagonals=yes pieces=11;"
    "twelve-mens-morris//three-rings/diagonals=yes pieces=12;"
    "morabaraba//three-rings/diagonals=yes pieces=12 no-straight-back=yes full=draw "
    "endgame-limit=10;"
    "lasker-morris//three-rings/pieces=10 slide-while-placing=yes;"
    "russian-mill//three-rings/line-once=yes protect=any;"
    "dooz//three-rings/diagonals=yes pieces=12 placing-mill=hand full=mover-removes "
    "protect=any;"
    "cham-gonu//three-rings/diagonals=yes pieces=12 placing-mill=delay fly=off protect=any;"
    "zhi-qi//three-rings/diagonals=yes pieces=12 placing-mill=delay full=first-removes "
    "fly=off protect=any;"
    "cheng-san-qi//three-rings/placing-mill=delay fly=off;"
    "da-san-qi//three-rings/diagonals=yes pieces=12 placing-mill=delay full=first-loses "
    "defender-first=yes fly=off protect=any per-line=yes;"
    "mul-mulan//three-rings/diagonals=yes fly=off protect=any intervention=yes;"
    "nerenchi//three-rings/diagonals=yes pieces=12 defender-first=yes protect=any;"
    "el-filja//three-rings/pieces=12 placing-mill=count full=first-removes fly=off "
    "protect=any"
)


class Variant:
    """One variant: `id`, `aliases` (list), `board` (a board id), `differences` (name to value)."""

    def __init__(self, row):
        self.id, aliases, self.board, words = row.split("/")
        self.aliases = aliases.split()
        self.differences = {}
        for word in words.split():
            name, value = word.split("=")
            self.differences[name] = value


def ids():
    """The ids of all variants, the standard game first."""
    return [row[: row.find("/")] for row in TABLE.split(";")]


def find(name):
    """The Variant of an id or alias. Raises UnknownVariant."""
    for row in TABLE.split(";"):
        fields = row.split("/")
        if name == fields[0] or name in fields[1].split():
            return Variant(row)
    raise UnknownVariant("There is no variant %r; variants are %s." % (name, ", ".join(ids())))
