# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wood and the boards that lie on it: points, lines and ways as masks of bits.

Every mask in Merels has the bits of the WOOD, also in smaller games: a7 d7 g7 ... g1 are the
bits 0 to 23 in reading order and d4 is bit 24. Two-ring games lie on the middle and inner
ring, 3x3 games on the inner ring and d4; they keep point names of their own.

    board = Board("square", "yes")
    board.bit("a1") == wood_bit("c3")
"""

from merels.errors import BadOption, UnknownPoint

WOOD = (
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4",
    "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1", "d4",
)  # fmt: skip

# For each board: rows of neighbours that are lines, whose steps are ways to slide; more ways;
# the diagonals; how far its names are shifted to the wood.
BOARDS = {
    "three-rings": (
        "a7d7g7 a1d1g1 a7a4a1 g7g4g1 b6d6f6 b2d2f2 b6b4b2 f6f4f2 c5d5e5 c3d3e3 c5c4c3 e5e4e3 "
        "d7d6d5 d1d2d3 a4b4c4 g4f4e4",
        "",
        "a7b6c5 g7f6e5 a1b2c3 g1f2e3",
        0,
    ),
    "two-rings": (
        "b6d6f6 b2d2f2 b6b4b2 f6f4f2 c5d5e5 c3d3e3 c5c4c3 e5e4e3",
        "d6d5 d2d3 b4c4 f4e4",
        "",
        1,
    ),
    "square": ("c5d5e5 c3d3e3 c5c4c3 e5e4e3 d5d4d3 c4d4e4", "", "c5d4e3 c3d4e5", 2),
}
ALL_NEIGHBOURS = "d5e4 e4d3 d3c4 c4d5"  # what diagonals=all adds on the square


def _count(mask):
    total = 0
    while mask:
        mask &= mask - 1
        total += 1
    return total


# count(mask): how many bits are set. CPython has it built in; MicroPython has not.
count = getattr(int, "bit_count", _count)


def wood_bit(name):
    """The bit, 0 to 24, of a wood point such as "d6". Raises UnknownPoint."""
    if name in WOOD:
        return WOOD.index(name)
    raise UnknownPoint("The wood has no point %r; points are a7, d7 ... g1 and d4." % (name,))


# The bits in the order of their names, a1 to g7; a shift of the names does not change it.
BY_NAME = (
    b"\x15\x09\x00\x12\x0a\x03\x0f\x0b\x06\x16\x13\x10\x18"
    b"\x07\x04\x01\x11\x0c\x08\x14\x0d\x05\x17\x0e\x02"
)


class Board:
    """The geometry of one game.

    `points` mask of the points in play, `lines` their lines as masks, `adjacent` 25 masks of
    neighbours, `lines_at` for each of the 25 bits the lines through it, `names` the game's own
    point names in bit order, `middles` the middle point of each line, `id` the name of the board.
    Raises BadOption if the board has no
    such diagonals.
    """

    def __init__(self, board_id, diagonals="no"):
        rows, ways, corners, self.shift = BOARDS[board_id]
        if diagonals != "no" and not corners:
            raise BadOption(
                "diagonals=%s does not fit the board %s, which has none." % (diagonals, board_id)
            )
        if diagonals == "all" and board_id != "square":
            raise BadOption(
                "diagonals=all does not fit the board %s; only square has it." % board_id
            )
        self.id = board_id
        rows = rows.split()
        ways = ways.split() + rows
        if diagonals in ("yes", "all", "edges-only"):
            ways += corners.split()
        if diagonals in ("yes", "all", "lines-only"):
            rows += corners.split()
        if diagonals == "all":
            ways += ALL_NEIGHBOURS.split()
        self.lines = tuple([_mask(row) for row in rows])
        self.middles = bytes([WOOD.index(row[2:4]) for row in rows])
        self.points = 0
        for line in self.lines:
            self.points |= line
        adjacent = [0] * 25
        for way in ways:
            for at in range(0, len(way) - 2, 2):
                here = WOOD.index(way[at : at + 2])
                there = WOOD.index(way[at + 2 : at + 4])
                adjacent[here] |= 1 << there
                adjacent[there] |= 1 << here
        self.adjacent = tuple(adjacent)
        self.lines_at = tuple(
            [tuple([line for line in self.lines if line >> bit & 1]) for bit in range(25)]
        )

    @property
    def names(self):
        """The game's own names of its points, in bit order."""
        return tuple([self.name(bit) for bit in range(25) if self.points >> bit & 1])

    def name(self, bit):
        """The game's own name of a wood bit."""
        name = WOOD[bit]
        if self.shift:
            return chr(ord(name[0]) - self.shift) + chr(ord(name[1]) - self.shift)
        return name

    def bit(self, name):
        """The wood bit, 0 to 24, of one of the game's own names. Raises UnknownPoint."""
        if len(name) == 2:
            wood = name
            if self.shift:
                wood = chr(ord(name[0]) + self.shift) + chr(ord(name[1]) + self.shift)
            if wood in WOOD:
                bit = WOOD.index(wood)
                if self.points >> bit & 1:
                    return bit
        raise UnknownPoint(
            "The board has no point %r; its points are %s." % (name, " ".join(self.names))
        )


def points_text(board, mask):
    """The names of the points of a mask, sorted, with commas."""
    return ",".join([board.name(bit) for bit in BY_NAME if mask >> bit & 1])


def _mask(row):
    mask = 0
    for at in range(0, len(row), 2):
        mask |= 1 << WOOD.index(row[at : at + 2])
    return mask
