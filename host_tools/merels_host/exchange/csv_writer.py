# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games as CSV for a spreadsheet: one row a game, as RFC 4180 has it (commas, CR LF).

Out only: a row has no comments, variations and times, and cannot hold a game in which the board
was set by hand between turns. What a game lacks is an empty field.

    HEAD + write(score)     # one row under the names of the columns
"""

import csv
import io
import re

from merels_host.errors import ExchangeProblem
from merels_host.exchange.score import Score

COLUMNS = (
    "variant", "set", "white", "black", "event", "site", "date", "round", "result", "reason",
    "plies", "moves", "start",
)  # fmt: skip
_TAGS = {"white", "black", "event", "site", "date", "round"}
# A cell that begins so is a formula for a spreadsheet: whoever named the players could run it. The
# wide signs count for some as well. An apostrophe before it makes it text; one that stands there
# already gets another, so that taking one away gives what was there.
_FORMULA = re.compile("['\\s]*[-=+@\\t\\r\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
                      "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]")  # fmt: skip


def _row(cells: list[str]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue()


HEAD = _row(list(COLUMNS))


def write(score: Score) -> str:
    """One game as a row, with its line end. Raises ExchangeProblem."""
    if any(turn.position for turn in score.turns):
        raise ExchangeProblem(
            "CSV cannot hold this game: a board that was set by hand between turns has no place "
            "in a row; export it as PGN or JSON."
        )
    told = {name: score.tags.get(name.capitalize(), "") for name in _TAGS}
    told = {name: "" if text.strip("?.- ") == "" else text for name, text in told.items()}
    told |= {
        "variant": score.variant,
        "set": ",".join(f"{name}={value}" for name, value in score.changed.items()),
        "result": score.result,
        "reason": score.reason,
        "plies": str(len(score.turns)),
        "moves": " ".join(turn.text for turn in score.turns),
        "start": score.start,
    }
    return _row([_harmless(told[name]) for name in COLUMNS])


def _harmless(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text
