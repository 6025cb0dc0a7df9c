# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What happened to each kind of hands, as a table.

    tally = Tally()
    tally.add(result)       # of match.py
    print(tally.table())

Columns: plies acted out, those of the kind, turns taken late, questions, turns silently wrong,
turns that nobody meant, turns and second thoughts that were refused, games with no way back,
repairs, take-backs that nobody meant, how often the board was out of step and did not show where.
"""

from fuzz.kinds import KINDS
from fuzz.match import COLUMNS, FAULTS


class Tally:
    """rows: kind -> {column: sum}. failures: kind -> results with something to look at."""

    def __init__(self):
        self.rows = {}
        self.failures = {}

    def add(self, result):
        row = self.rows.setdefault(result["kind"], dict.fromkeys(("games", *COLUMNS), 0))
        row["games"] += 1
        counts = result["counts"]
        for column in COLUMNS:
            row[column] += counts[column]
        if counts["stuck"] or (self._decidable(result["kind"]) and any(map(counts.get, FAULTS))):
            self.failures.setdefault(result["kind"], []).append(result)

    @property
    def bad(self):
        """Was the board wrong where it could know better, or is there a dead end?"""
        return bool(self.failures)

    def table(self):
        lines = ["%-32s%7s" % ("kind", "games") + "".join("%9s" % name for name in COLUMNS)]
        for decidable in (True, False):
            lines.append("what sensors can decide" if decidable else "what nothing can decide")
            kinds = [k for k in KINDS if k.decidable == decidable and k.name in self.rows]
            lines += [self._line(kind.name, self.rows[kind.name], kind.why) for kind in kinds]
            rows = [self.rows[kind.name] for kind in kinds]
            sums = {name: sum(row[name] for row in rows) for name in ("games", *COLUMNS)}
            lines.append(self._line("together", sums))
        return "\n".join(lines)

    def _line(self, name, row, why=""):
        numbers = "".join("%9d" % row[column] for column in COLUMNS)
        return "  %-30s%7d" % (name, row["games"]) + numbers + ("  " + why if why else "")

    def _decidable(self, name):
        return any(kind.decidable for kind in KINDS if kind.name == name)
