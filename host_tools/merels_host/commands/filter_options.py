# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The options that say which games are meant, for all verbs that are about some games.

def run(variant: Variant = "", player: Player = "") -> None: ...
"""

from enum import Enum
from typing import Annotated

import typer

from merels_host.commands import completions


class ResultChoice(str, Enum):
    """How a game may have ended, in words and as in PGN; those of filters.RESULTS."""

    white = "white"
    black = "black"
    draw = "draw"
    unfinished = "unfinished"
    white_in_pgn = "1-0"
    black_in_pgn = "0-1"
    draw_in_pgn = "1/2-1/2"
    unfinished_in_pgn = "*"


Variant = Annotated[
    str,
    typer.Option(
        metavar="ID", help="Games of this variant only.", autocompletion=completions.variants
    ),
]
Board = Annotated[
    str,
    typer.Option(
        metavar="ID", help="Games of this board only.", autocompletion=completions.boards
    ),
]
Player = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Games of this player only, in either colour.",
        autocompletion=completions.players,
    ),
]
White = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Games in which this player has white.",
        autocompletion=completions.players,
    ),
]
Black = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Games in which this player has black.",
        autocompletion=completions.players,
    ),
]
Event = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Games of this event only.", autocompletion=completions.events
    ),
]
ResultOption = Annotated[
    ResultChoice | None,
    typer.Option("--result", help="Games that ended so only; * is unfinished."),
]
Reason = Annotated[
    str,
    typer.Option(
        metavar="WORD",
        help="Games that ended by this only, as blocked, resigned.",
        autocompletion=completions.reasons,
    ),
]
Since = Annotated[
    str, typer.Option(metavar="DATE", help="Games begun then (UTC) or later: 2026-11-30, 2026.")
]
Until = Annotated[
    str, typer.Option(metavar="DATE", help="Games begun then (UTC) or before: 2026-11-30, 2026.")
]
MinPlies = Annotated[
    int, typer.Option("--min-plies", metavar="N", min=0, help="Games of N plies or more only.")
]
Prefix = Annotated[
    str, typer.Option("--id", metavar="TEXT", help="Games whose id begins with this.")
]
