# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels settings`: what a board was told once and keeps: shown, changed, put back.

merels settings set brightness=60 help=teacher
"""

import json
from typing import Annotated

import typer

from merels_host.board.find import only_board
from merels_host.board.settings import BoardSettings, Setting, checked
from merels_host.commands import completions
from merels_host.errors import UsageProblem
from merels_host.text import printable

app = typer.Typer(help="Show and change the settings of a board.")

_Port = Annotated[
    str | None,
    typer.Option(
        metavar="PORT",
        help="The board's port; left out: the one board plugged in.",
        autocompletion=completions.ports,
    ),
]
_Json = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]


@app.callback(invoke_without_command=True)
def show(context: typer.Context, port: _Port = None, as_json: _Json = False) -> None:
    """Show and change the settings of a board: without a word, all of them."""
    if context.invoked_subcommand is None:
        get([], port, as_json)
    elif port or as_json:
        raise UsageProblem(f"give --port and --json after {context.invoked_subcommand}.")


@app.command()
def get(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...")] = None,
    port: _Port = None,
    as_json: _Json = False,
) -> None:
    """Show these settings, or all: value, default, what they take and what they mean."""
    with BoardSettings(port or only_board()) as board:
        _tell(board.read(names or []), as_json)


@app.command("set")
def change(
    words: Annotated[list[str], typer.Argument(metavar="NAME=VALUE...")],
    port: _Port = None,
    as_json: _Json = False,
) -> None:
    """Change settings, all of these or none; the board keeps them."""
    values = checked(words)
    with BoardSettings(port or only_board()) as board:
        board.read(values)
        board.change(values)
        _tell(board.read(values), as_json)


@app.command()
def reset(
    port: _Port = None,
    as_json: _Json = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
) -> None:
    """Give every setting its default again; journal, games and learnt wiring stay."""
    if not yes:
        raise UsageProblem("this changes all settings of the board; say --yes if you mean it.")
    with BoardSettings(port or only_board()) as board:
        changed = board.reset()
        _tell(board.read([setting.name for setting in changed]) if changed else [], as_json)
        if not changed and not as_json:
            print("All settings have their defaults already.")


def _tell(settings: list[Setting], as_json: bool) -> None:
    if as_json:
        print(json.dumps([vars(setting) for setting in settings]))
        return
    for setting in settings:
        print(printable(f"{setting.name}={setting.value}"))
        if setting.meaning:
            default = setting.default or "none"
            print(f"    {setting.meaning}; {setting.values} (default {default})")
