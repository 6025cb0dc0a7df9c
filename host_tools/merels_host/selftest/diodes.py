# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Diodes of a matrix: which pieces show whether each is there, and which one is missing.

Without its diode a closed switch lets current back from its row to its column, and three pieces on
the corners of a rectangle feign a fourth, opposite the one whose diode is missing.

    for points in fills(matrix): ...          # put pieces there, 18 at most at a time
    seen_with(matrix, points, bridged={"d6"})     # what the board sees then
"""

from collections.abc import Iterable, Iterator

from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Observed, Points
from merels_host.selftest.suspects import names
from merels_host.selftest.wiring import UNUSED

MOST = 18  # pieces of a game


def _cells(matrix: Matrix) -> dict[tuple[int, int], str]:
    return {
        divmod(place, matrix.width): point
        for place, point in enumerate(matrix.places)
        if point != UNUSED
    }


def _corners(matrix: Matrix, cells, cell) -> Iterator[tuple]:
    """(neighbour in the row, neighbour in the column, opposite) of each rectangle at a cell."""
    row, column = cell
    for other_row in range(len(matrix.rows)):
        for other_column in range(matrix.width):
            beside, below = (row, other_column), (other_row, column)
            opposite = (other_row, other_column)
            if row != other_row and column != other_column:
                corners = beside, below, opposite
                if all(corner in cells for corner in corners):
                    yield corners


def rectangle(matrix: Matrix, point: str, usable: Iterable[str]) -> tuple[str, ...]:
    """Three points whose pieces show whether the diode at the first is there, () if none do."""
    cells = {cell: one for cell, one in _cells(matrix).items() if one in {*usable, point}}
    for cell, one in cells.items():
        if one == point:
            for beside, below, _ in _corners(matrix, cells, cell):
                return point, cells[beside], cells[below]
    return ()


def fills(matrix: Matrix, usable: Iterable[str], most: int = MOST) -> list[tuple[str, ...]]:
    """Few sets of points, such that pieces on all of a set show missing diodes at some of them,
    and all sets together at every point where that is possible."""
    usable = set(usable)
    cells = {cell: point for cell, point in _cells(matrix).items() if point in usable}
    left = set(cells)
    found = []
    while left:
        taken = _fill(matrix, cells, left, most)
        shown = _shown(matrix, cells, taken)
        if not shown & left:
            break  # what is left is in no rectangle
        left -= shown
        found.append(tuple(cells[cell] for cell in sorted(taken)))
    return found


def tested(matrix: Matrix, puts: Iterable[Iterable[str]]) -> Points:
    """The points at which one of these sets of pieces shows whether the diode is there."""
    cells = _cells(matrix)
    taken = [{cell for cell, point in cells.items() if point in {*put}} for put in puts]
    return frozenset(cells[cell] for one in taken for cell in _shown(matrix, cells, one))


def _shown(matrix: Matrix, cells, taken) -> set:
    return {
        cell
        for cell in taken
        for beside, below, opposite in _corners(matrix, cells, cell)
        if beside in taken and below in taken and opposite not in taken
    }


def _fill(matrix: Matrix, cells, left, most) -> set:
    taken: set = set()
    kept_open: set = set()
    for cell in sorted(left):
        if cell in kept_open:
            continue
        best = None
        for beside, below, opposite in _corners(matrix, cells, cell):
            new = {cell, beside, below} - taken
            if opposite in taken or new & kept_open:
                continue
            cost = len(new) + (opposite not in kept_open)
            if len(taken) + len(new) <= most and (best is None or cost < best[0]):
                best = cost, new, opposite
        if best:
            taken |= best[1]
            kept_open.add(best[2])
    return taken


def seen_with(
    matrix: Matrix, pieces: Points, bridged: Points = frozenset(), backward: Points = frozenset()
) -> Points:
    """What a board sees with these pieces when the diodes at `bridged` are missing, with a wire in
    their place, and those at `backward` are the wrong way round."""
    cells = _cells(matrix)
    closed = {cell: point for cell, point in cells.items() if point in pieces}
    seen = set()
    for row in range(len(matrix.rows)):
        low_rows, low_columns = {row}, set()
        grown = True
        while grown:
            before = len(low_rows) + len(low_columns)
            for (at_row, at_column), point in closed.items():
                if at_row in low_rows and point not in backward:
                    low_columns.add(at_column)
                if at_column in low_columns and point in bridged | backward:
                    low_rows.add(at_row)
            grown = len(low_rows) + len(low_columns) > before
        seen |= {
            point for cell, point in cells.items() if cell[0] == row and cell[1] in low_columns
        }
    return frozenset(seen)


def suspects(
    matrix: Matrix, tests: Iterable[tuple[Points, Points]], dead: Points = frozenset()
) -> list[str]:
    """The points of which one diode, missing or reversed, explains all that was seen. dead: where
    a piece alone is not seen: its switch stays open, or its diode is the reversed one."""
    tests = list(tests)
    found = []
    for point in matrix.wiring.points:
        one = frozenset({point})
        bridged = all(seen_with(matrix, put - dead, one) == seen for put, seen in tests)
        if bridged or all(
            seen_with(matrix, put - (dead - one), backward=one) == seen for put, seen in tests
        ):
            found.append(point)
    return found


def doubts(matrix: Matrix, seen: Observed) -> list[str]:
    """The points of which one has the bad diode, when it is not yet clear which: three pieces on a
    rectangle at each tell."""
    tests = [(put, lit - seen.stuck) for put, lit in seen.fills]
    one = suspects(matrix, tests, seen.dead) if ghosts(seen) else []
    return one if len(one) > 1 else []


def ghosts(seen: Observed) -> list[tuple[Points, Points]]:
    """The fills in which more was seen than there was."""
    return [(put, lit) for put, lit in seen.fills if lit - put - seen.stuck]


def findings(matrix: Matrix, seen: Observed) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Missing and reversed diodes."""
    haunted = ghosts(seen)
    if not haunted:
        return
    clean = [(put, lit - seen.stuck) for put, lit in seen.fills]
    one = suspects(matrix, clean, seen.dead)
    if len(one) == 1:
        point = one[0]
        if point in seen.dead:
            yield (
                "diode-reversed",
                (point,),
                f"The diode at {point} is the wrong way round, {matrix.where(point)}: turn it so "
                "that its stripe is at the row.",
            )
        else:
            yield (
                "diode",
                (point,),
                f"The diode at {point} is missing or bridged, {matrix.where(point)}: three pieces "
                "on a rectangle with it feign a fourth. Look for solder across it, or put one in.",
            )
        return
    feigned = sorted({point for put, lit in haunted for point in lit - put})
    everywhere = frozenset(matrix.wiring.points)
    if all(seen_with(matrix, put - seen.dead, everywhere) == lit for put, lit in clean):
        yield (
            "diodes",
            tuple(matrix.wiring.points),
            "No diode works: pieces on three corners of a rectangle feign the fourth. Put a diode "
            "at each switch, its stripe at the row.",
        )
    elif one:
        yield (
            "diode",
            tuple(one),
            f"A diode is missing or bridged, at {' or '.join(one)}: look there for solder across "
            "it.",
        )
    else:
        yield (
            "diodes",
            tuple(feigned),
            f"Several diodes are missing or bridged: with pieces put elsewhere {names(feigned)} "
            "showed one, too. Look at the diodes in the rows and columns of these points.",
        )
