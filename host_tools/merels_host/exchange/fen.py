# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Positions as Sanmill writes them, for the games on three rings.

    write(game)     # ********/@***O***/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes

The fields: the inner, middle and outer ring from twelve o'clock clockwise (O white, @ black, *
empty, X marked or closed); side; phase (r, p, m, o); action (p, s, r, ?); white on the board and
in hand; black likewise; removals due to white and to black (negative: of own pieces); for each
side the move that made its last mill, as points; the points of the lines that have paid; plies
since the last removal; number of the move. `ids:nodes` says that points are numbered as in the
rings, from 0; without it they are 8 more, as older versions have it. Captures that are due follow
as c: (custodian), i: (intervention) and l: (leap), and as m: what a mill pays instead, each
`w-1-16.18|b-0-`: how many, and which points.

Read by fen_reader.py. Source: the FEN of Sanmill's engine.
"""

from merels.board import count, wood_bit
from merels.rules.game import Game

from merels_host.errors import MerelsError

RINGS = (
    "d5 e5 e4 e3 d3 c3 c4 c5",
    "d6 f6 f4 f2 d2 b2 b4 b6",
    "d7 g7 g4 g1 d1 a1 a4 a7",
)
NODES = tuple(wood_bit(name) for name in " ".join(RINGS).split())  # node number to wood bit
START = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"


class FenProblem(MerelsError):
    """A text that is no Sanmill FEN, or a game that has none."""


def write(game: Game, first_move: int = 1) -> str:
    """The FEN of a game whose start was move number `first_move`. Raises FenProblem."""
    if game.board.id != "three-rings":
        raise FenProblem(
            f"Sanmill has no {game.variant}: FEN is for games on three rings; "
            "use the position text."
        )
    words = ["/".join(_ring(game, ring) for ring in (0, 8, 16)), "wb"[game.turn]]
    words += _phase(game)
    for side in (0, 1):
        words += [str(count(game.men[side] & ~game.marked)), str(game.hand[side])]
    words += [str(number) for number in _due(game)]
    for move in game.back:
        words += [str(_node(move & 31)), str(_node(move >> 5))] if move else ["-1", "-1"]
    words.append(str(_paid_points(game, 0) << 32 | _paid_points(game, 1)))
    words.append(str(game.quiet))
    words.append(str(first_move + _black_turns(game)))
    return " ".join([*words, "ids:nodes", *_captures(game)])


def _ring(game: Game, first: int) -> str:
    glyphs = []
    for bit in NODES[first : first + 8]:
        if (game.marked | game.banned) >> bit & 1:
            glyphs.append("X")
        else:
            glyphs.append("O" if game.white >> bit & 1 else "@" if game.black >> bit & 1 else "*")
    return "".join(glyphs)


def _phase(game: Game) -> list[str]:
    if game.over:
        return ["o", "?"]
    last_placed = game.due and game.placing and not (game.owes or game.hand[1 - game.turn])
    phase = "p" if game.hand[game.turn] or last_placed else "m"
    if game.due:
        return [phase, "r"]
    return [phase, "p" if phase == "p" else "s"]


def _due(game: Game) -> list[int]:
    due = [0, 0]
    if game.over:
        return due
    if game.owes:
        for who, whose, _, number in game.owes:
            if whose >= 0:
                due[who] += -number if who == whose else number
    else:
        due[game.turn] = game.due
    return due


def _node(bit: int) -> int:
    return NODES.index(bit)


def _paid_points(game: Game, side: int) -> int:
    """The points of a side's lines that have paid, by node."""
    mask = 0
    for number, line in enumerate(game.board.lines):
        if game.used[side] >> number & 1:
            mask |= line
    return sum(1 << node for node, bit in enumerate(NODES) if mask >> bit & 1)


def _black_turns(game: Game) -> int:
    return sum(game.history.word(game.history.start(turn)) >> 22 & 1 for turn in range(game.ply))


def _captures(game: Game) -> list[str]:
    """The fields of a capture that is due."""
    if not game.claim or game.over:
        return []
    middle = any(
        middle == game.at and line & game.claim
        for line, middle in zip(game.board.lines, game.board.middles, strict=True)
    )
    label = "c" if game.rules.custodian else "l" if game.rules.leap else "i"
    if middle:
        label = "i"
    nodes = ".".join(str(node) for node, bit in enumerate(NODES) if game.claim >> bit & 1)
    fields = [(label, min(game.due, count(game.claim)), nodes)]
    if game.lines_due:
        fields.append(("m", game.lines_due, ""))
    sides = "w-{}-{}|b-0-" if game.turn == 0 else "w-0-|b-{}-{}"
    return [f"{name}:{sides.format(number, points)}" for name, number, points in fields]
