# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Parameters that several verbs share.

def picture(archive: Archive = "") -> None: ...
"""

from typing import Annotated

import typer

from merels_host.commands import completions

GameName = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="A game as merels games list has it.",
        autocompletion=completions.games,
    ),
]
GameNames = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...",
        help="Games as merels games list has them.",
        autocompletion=completions.games,
    ),
]
AnyGames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID]...",
        help="Games as merels games list has them.",
        autocompletion=completions.games,
    ),
]
Archive = Annotated[
    str,
    typer.Option(
        "--archive",
        metavar="URL",
        help="sqlite:///FILE, a file, or postgresql://...; by default your own archive.",
        envvar="MERELS_ARCHIVE",
    ),
]

Port = Annotated[
    str | None,
    typer.Argument(
        help="The board's port; left out: the one board plugged in.",
        autocompletion=completions.ports,
    ),
]
Variant = Annotated[
    str,
    typer.Option(
        help="The game, by id or alias; see merels variants.",
        autocompletion=completions.variants,
    ),
]
Changed = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change an option; may be repeated.",
        autocompletion=completions.options,
    ),
]
White = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Who has the white pieces.", autocompletion=completions.players
    ),
]
Black = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Who has the black pieces.", autocompletion=completions.players
    ),
]
Event = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="On what occasion they play.", autocompletion=completions.events
    ),
]
Place = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Where they play.", autocompletion=completions.places),
]
