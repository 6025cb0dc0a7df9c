# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels perft`: how many games of each length there are from a position.

merels perft --variant achi --depth 5
"""

import json
from typing import Annotated

import typer

from merels_host.commands import completions
from merels_host.commands.parameters import Changed, Variant
from merels_host.rulebook.ask import Interpreter, ask, options_of


def run(
    depth: Annotated[int, typer.Option(min=1, max=20, help="How many levels to count.")],
    variant: Variant = "nine-mens-morris",
    changed: Changed = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Start from white=a1,d1 black=a7 hand=3,3 turn=white."),
    ] = None,
    after: Annotated[
        str,
        typer.Option(
            metavar="MOVES",
            help="Play these moves first: d6 f4 d6-f6xb4.",
            autocompletion=completions.moves,
        ),
    ] = "",
    turns: Annotated[
        bool, typer.Option("--turns", help="Count a move and its removals as one.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
    on: Annotated[
        Interpreter, typer.Option(help="The interpreter that the rules run on.")
    ] = Interpreter.cpython,
) -> None:
    """Count the positions that moves can reach."""
    request = {
        "verb": "perft",
        "variant": variant,
        "set": options_of(changed or []),
        "position": position,
        "after": after,
        "depth": depth,
        "turns": turns,
    }
    counts = ask(request, on.value)
    if as_json:
        print(json.dumps(counts))
        return
    for level, number in enumerate(counts, 1):
        print(f"{level:3} {number:,}")
