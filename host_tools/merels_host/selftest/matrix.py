# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken in a matrix of switches: rows, columns, and where they cross.

The rows are driven low one after the other, and the columns read; firmware/pico/sensors/matrix.py.
"""

from collections.abc import Iterator
from itertools import combinations

from merels_host.selftest.suspects import Suspect, closed, dead, names, read_from
from merels_host.selftest.wiring import UNUSED, ToldWiring


class Matrix:
    """rows, columns: their points, "-" where none is."""

    def __init__(self, wiring: ToldWiring):
        self.wiring = wiring
        self.row_pins = wiring.numbers("rows")
        self.column_pins = wiring.numbers("columns")
        width = len(self.column_pins)
        places = wiring.places + (UNUSED,) * (len(self.row_pins) * width - len(wiring.places))
        self.places = places
        self.width = width
        self.rows = [places[at : at + width] for at in range(0, len(places), width)]
        self.columns = [places[at::width] for at in range(width)]

    def row(self, number: int) -> str:
        """A row for a sentence."""
        return f"ROW{number} on {self.wiring.pin(self.row_pins[number])}"

    def column(self, number: int) -> str:
        """A column for a sentence."""
        return f"COL{number} on {self.wiring.pin(self.column_pins[number])}"

    def where(self, point: str) -> str:
        """Where the switch of a point is."""
        row, column = divmod(self.places.index(point), self.width)
        return f"between {self.row(row)} and {self.column(column)}"

    def suspects(self) -> Iterator[Suspect]:
        """What may be broken."""
        yield dead(
            "all",
            "No point sees a piece: compare ROWS and COLUMNS in config.py with the wires, see "
            "that the diodes have their stripe to the row, and try another magnet.",
            self.places,
        )
        yield from self._lines("row", self.rows, self.row)
        yield from self._lines("column", self.columns, self.column)
        for number, points in enumerate(self.columns):
            yield closed(
                "column-low",
                f"{self.column(number)} is always low, so that {names(_used(points))} always show "
                "a piece: it touches ground or a row; look along that wire for a solder bridge.",
                points,
            )
        for number, points in enumerate(self.rows):
            yield Suspect(
                "row-low",
                f"{self.row(number)} is always low, so that a piece on {names(_used(points))} is "
                "seen in the other rows, too: it touches ground; look along that wire for a "
                "solder bridge.",
                {
                    point: frozenset(_used(self.columns[column]))
                    for column, point in enumerate(points)
                    if point != UNUSED
                },
            )
        yield from self._pairs("rows", self.rows, self.row)
        yield from self._pairs("columns", self.columns, self.column)

    def _lines(self, fault, lines, name) -> Iterator[Suspect]:
        other = "column" if fault == "row" else "row"
        for number, points in enumerate(lines):
            used = _used(points)
            yield dead(
                fault,
                f"{name(number)} is dead, with {names(used)}: look at its solder joint at the "
                f"Pico, then along the wire, then whether config.py has that pin; the {other}s "
                "work.",
                points,
            )
            for start in range(1, len(used) - 1):
                yield dead(
                    f"{fault}-end",
                    f"{name(number)} reaches {used[start - 1]}, but not {names(used[start:])}: "
                    f"look at that wire after {used[start - 1]}.",
                    used[start:],
                )

    def _pairs(self, fault, lines, name) -> Iterator[Suspect]:
        for one, other in combinations(range(len(lines)), 2):
            walk = {}
            for here, there in ((one, other), (other, one)):
                for at, point in enumerate(lines[here]):
                    if point != UNUSED:
                        walk[point] = frozenset({point, lines[there][at]} - {UNUSED})
            changed = {point: seen for point, seen in walk.items() if len(seen) > 1}
            yield Suspect(
                f"{fault}-touch",
                f"{name(one)} and {name(other)} touch: a piece on {names(_used(lines[one]))} is "
                "seen beside it as well, and the other way round; look for a solder bridge "
                "between the two, at the Pico first.",
                changed,
            )
            swap = {one: other, other: one}

            def source(place: int, swap: dict[int, int] = swap) -> int:
                row, column = divmod(place, self.width)
                if fault == "rows":
                    return swap.get(row, row) * self.width + column
                return row * self.width + swap.get(column, column)

            yield read_from(
                f"{fault}-swapped",
                f"{name(one)} and {name(other)} are swapped: exchange the two wires at the Pico, "
                f"or the two numbers in {fault.upper()} of config.py.",
                self.places,
                source,
            )


def _used(points) -> list[str]:
    return [point for point in points if point != UNUSED]
