# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What happened to each kind of hands, as a table.

    tally = Tally()
    tally.add(result)       # of match.py
    print(tally.table())

Columns: plies acted out, those of the kind, wrong turns, questions, repairs, take-backs that
nobody meant, how often the board was out of step and did not show where, games with no way back.
"""

from fuzz.kinds import KINDS

COLUMNS = (
    "plies", "clumsy", "wrong", "asks", "repairs", "detours", "unguided", "dead",
)  # fmt: skip


class Tally:
    """rows: kind -> {column: sum}. failures: kind -> results with something to look at."""

    def __init__(self):
        self.rows = {}
        self.failures = {}

    def add(self, result):
        row = self.rows.setdefault(result["kind"], dict.fromkeys(("games", *COLUMNS), 0))
        row["games"] += 1
        for column in COLUMNS:
            row[column] += result[column]
        if result["dead"] or (result["wrong"] and self._decidable(result["kind"])):
            self.failures.setdefault(result["kind"], []).append(result)

    @property
    def bad(self):
        """Was the board wrong where it could know better, or is there a dead end?"""
        return bool(self.failures)

    @property
    def wrong(self):
        """Wrong turns of all kinds that sensors can decide."""
        return sum(row["wrong"] for kind, row in self.rows.items() if self._decidable(kind))

    def table(self):
        lines = ["%-32s%7s" % ("kind", "games") + "".join("%9s" % name for name in COLUMNS)]
        for decidable in (True, False):
            lines.append("what sensors can decide" if decidable else "what nothing can decide")
            lines += [
                self._line(kind.name)
                for kind in KINDS
                if kind.decidable == decidable and kind.name in self.rows
            ]
        return "\n".join(lines)

    def _line(self, kind):
        row = self.rows[kind]
        numbers = "".join("%9d" % row[column] for column in COLUMNS)
        return "  %-30s%7d" % (kind, row["games"]) + numbers

    def _decidable(self, name):
        return any(kind.decidable for kind in KINDS if kind.name == name)
