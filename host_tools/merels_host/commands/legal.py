# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels legal`: what may be played in a position of any variant.

merels legal --variant lasker-morris --after "d6 f4"
"""

import json
from typing import Annotated

import typer

from merels_host.commands import completions
from merels_host.commands.parameters import Changed, Variant
from merels_host.rulebook.ask import Interpreter, ask, options_of


def run(
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
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
    on: Annotated[
        Interpreter, typer.Option(help="The interpreter that the rules run on.")
    ] = Interpreter.cpython,
) -> None:
    """Show the legal moves of a position."""
    request = {
        "verb": "legal",
        "variant": variant,
        "set": options_of(changed or []),
        "position": position,
        "after": after,
    }
    answer = ask(request, on.value)
    if as_json:
        print(json.dumps(answer))
        return
    print(answer["position"])
    over = answer["over"]
    if over:
        print(f"over: {over['winner'] or 'nobody'} wins ({over['reason']})")
    else:
        print(" ".join(answer["legal"]))
