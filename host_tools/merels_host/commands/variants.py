# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels variants`: the family of games and what each does differently."""

import json
from typing import Annotated

import typer
from merels import options as options_table

from merels_host import variant_table
from merels_host.rules_asked import Interpreter, ask


def run(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON list with all options of each.")
    ] = False,
    on: Annotated[
        Interpreter, typer.Option(help="The interpreter that the rules run on.")
    ] = Interpreter.cpython,
) -> None:
    """List the games and their options."""
    answer = ask({"verb": "variants"}, on.value)
    if as_json:
        print(json.dumps(answer))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    games = Table(box=box.SIMPLE_HEAD)
    for header in variant_table.HEADERS:
        games.add_column(header)
    for row in variant_table.rows():
        games.add_row(*row)
    options = Table(box=box.SIMPLE_HEAD)
    for header in ("option (--set name=value)", "values, the default first"):
        options.add_column(header)
    for name in options_table.names():
        options.add_row(name, ", ".join(options_table.values(name)))
    console = Console()
    console.print(games)
    console.print(options)
