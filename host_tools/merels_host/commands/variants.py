# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels variants`: the family of games and what each does differently."""

import json
import shutil
import textwrap
from typing import Annotated

import typer
from merels.rules import options as options_table

from merels_host.rulebook import variant_table
from merels_host.rulebook.ask import Interpreter, ask

_TABLE = 120  # columns in which the tables need not break a word
_OPTION_HEADERS = ("option (--set name=value)", "values, the default first")


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
    width = shutil.get_terminal_size().columns
    options = [(name, ", ".join(options_table.values(name))) for name in options_table.names()]
    if width >= _TABLE:
        _print_table(variant_table.HEADERS, variant_table.rows(), width)
        _print_table(_OPTION_HEADERS, options, width)
        return
    for name, aliases, board, differences in variant_table.rows():
        also = f", also called {aliases}" if aliases else ""
        _print_block(f"{name} ({board}{also})", differences, width)
    print()
    _print_block(f"{_OPTION_HEADERS[0]}: {_OPTION_HEADERS[1]}", "", width)
    print()
    for name, values in options:
        _print_block(name, values, width)


def _print_table(headers, rows, width: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for header in headers:
        table.add_column(header, overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(width=width).print(table)


def _print_block(head: str, body: str, width: int) -> None:
    """A head and what belongs to it, indented: for windows that are too narrow for a table."""
    for text, indent in ((head, ""), (body, "    ")):
        for line in textwrap.wrap(
            text,
            max(width - 1, 20),
            initial_indent=indent,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        ):
            print(line)
