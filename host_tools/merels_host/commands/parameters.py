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
