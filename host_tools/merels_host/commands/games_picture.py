# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games picture`: a position of a game, or any other, as a picture.

merels games picture 7f3a21c9-12 --ply 29 --out mill.png
"""

from enum import Enum
from typing import Annotated

import typer

from merels_host.commands import completions
from merels_host.commands.parameters import Archive, Changed
from merels_host.errors import UsageProblem


class Theme(str, Enum):
    """For light and for dark surroundings."""

    light = "light"
    dark = "dark"


class PictureForm(str, Enum):
    """What a picture can be written as."""

    svg = "svg"
    png = "png"


ThemeOption = Annotated[Theme, typer.Option(help="For light or for dark surroundings.")]
Size = Annotated[
    int, typer.Option(min=60, max=4000, metavar="PX", help="Width and height of the board.")
]


def picture(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[ID]",
            help="A game as merels games list has it.",
            autocompletion=completions.games,
        ),
    ] = "",
    ply: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="After so many turns; left out: at the end."),
    ] = None,
    position: Annotated[
        str, typer.Option(metavar="TEXT", help="In place of a game: a position's text.")
    ] = "",
    fen: Annotated[
        str, typer.Option(metavar="TEXT", help="In place of a game: a FEN of Sanmill.")
    ] = "",
    variant: Annotated[
        str,
        typer.Option(
            help="The variant of --position or --fen; see merels variants.",
            autocompletion=completions.variants,
        ),
    ] = "nine-mens-morris",
    changed: Changed = None,
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="A name that ends with .svg or .png, or - for standard output."
        ),
    ] = "",
    form: Annotated[
        PictureForm | None, typer.Option("--format", help="What to write; else the file's ending.")
    ] = None,
    size: Size = 540,
    theme: ThemeOption = Theme.light,
    last_move: Annotated[
        bool, typer.Option("--last-move/--no-last-move", help="Mark what the last turn did.")
    ] = True,
    archive: Archive = "",
) -> None:
    """Draw a position: the board, the last move, mills, hands and captures."""
    from merels_host.archive.one_game import one_score
    from merels_host.commands.picture_file import PictureFile
    from merels_host.rulebook.ask import game_asked, options_of
    from merels_host.views.moments import Film, moment_of
    from merels_host.views.pictures.scene import scene

    if sum(map(bool, (name, position, fen))) != 1:
        raise UsageProblem("name one game, or give one --position or --fen.")
    place = PictureFile.asked(out, form.value if form else "", name or "position", ("svg", "png"))
    if name:
        film = Film.of(one_score(archive, name))
        moment, board = film.at(ply), film.board
        title = f"{name} after turn {moment.ply}"
    else:
        options = options_of(changed or [])
        if fen:
            from merels_host.exchange.fen_reader import read

            game_asked({"variant": variant, "set": options})  # says what is wrong with these
            game = read(fen, variant, **options)
        else:
            game = game_asked({"variant": variant, "set": options, "position": position})
        moment, board = moment_of(game), game.board
        title = f"a position of {game.variant}"
    drawn = scene(moment, board, last_move)
    if place.form == "svg":
        from merels_host.views.pictures.svg import document

        place.write(document(drawn, size=size, theme=theme.value, title=title))
    else:
        from merels_host.views.pictures.raster import png

        place.write(png(drawn, size=size, theme=theme.value, title=title))
