# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games gif`: a whole game that moves.

merels games gif 7f3a21c9-12 --pace 0.5
"""

from enum import Enum
from typing import Annotated

import typer

from merels_host.commands.games_picture import Theme, ThemeOption
from merels_host.commands.parameters import Archive, GameName


class AnimationForm(str, Enum):
    """What a moving picture can be written as."""

    gif = "gif"
    svg = "svg"


def gif(
    name: GameName,
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="A name that ends with .gif or .svg, or - for standard output."
        ),
    ] = "",
    form: Annotated[
        AnimationForm | None,
        typer.Option("--format", help="What to write; else the file's ending."),
    ] = None,
    size: Annotated[
        int,
        typer.Option(min=60, max=2000, metavar="PX", help="Width and height of the board."),
    ] = 400,
    theme: ThemeOption = Theme.light,
    pace: Annotated[
        float, typer.Option(min=0.05, max=60, metavar="SECONDS", help="Time for each turn.")
    ] = 1.0,
    real_time: Annotated[
        bool, typer.Option("--real-time", help="As long as the players took, where it is known.")
    ] = False,
    archive: Archive = "",
) -> None:
    """Draw a whole game, turn by turn: an animated GIF, or SVG."""
    from merels_host.archive.one_game import one_score
    from merels_host.commands.picture_file import PictureFile
    from merels_host.views.moments import Film
    from merels_host.views.pictures.animation import frames, moving_gif, moving_svg

    place = PictureFile.asked(out, form.value if form else "", name, ("gif", "svg"))
    film = Film.of(one_score(archive, name))
    make = moving_svg if place.form == "svg" else moving_gif
    show = frames(film, pace, real_time)
    place.write(make(film, show, size=size, theme=theme.value, title=name))
