# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games replay`: a game again, turn by turn, with what hands did.

merels games replay 7f3a21c9-12
"""

import os
import sys
from typing import Annotated

import typer

from merels_host.commands.parameters import Archive, GameName


def replay(
    name: GameName,
    ply: Annotated[int, typer.Option(min=0, metavar="N", help="Begin after so many turns.")] = 0,
    speed: Annotated[
        float,
        typer.Option(min=0.125, max=16, metavar="NUMBER", help="Turns a second, once it plays."),
    ] = 1,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print all positions, also on a terminal.")
    ] = False,
    archive: Archive = "",
) -> int:
    """Look at a game again, turn by turn, with keys.

    Right and left go on and back, home and end to the first and last position, a number and enter
    to a ply, m to the next mill; p plays, + and - change the speed, ? shows the keys, q quits.
    Beside the board stands what hands did before the turn, as far as telemetry was recorded.
    """
    from merels_host.archive.one_game import one_heard
    from merels_host.exchange.variant_names import name_of
    from merels_host.views.moments import Film
    from merels_host.views.replay.flight import Flight, flight_of_paths
    from merels_host.views.replay.text import whole_game

    heard = one_heard(archive, name)
    score = heard.score
    film = Film.of(score)
    film.at(ply)
    flight: Flight = flight_of_paths(heard.paths, heard.first, heard.last, heard.turns, film.board)
    players = " - ".join(score.tags.get(key) or "?" for key in ("White", "Black"))
    heading = f"{name}: {name_of(score.variant)}, {players}"
    dumb = os.environ.get("TERM") == "dumb"
    if plain or dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for line in whole_game(film, flight, heading):
            print(line)
        return 0
    from merels_host.views.board_text import ASCII, UNICODE
    from merels_host.views.live_screen import can_show
    from merels_host.views.replay.playback import Playback
    from merels_host.views.replay.screen import ReplayScreen

    playback = Playback(film, speed)
    playback.go(ply)
    glyphs = UNICODE if can_show("".join(UNICODE), sys.stdout) else ASCII
    app = ReplayScreen(film, flight, heading, glyphs, playback)
    app.run()
    return app.return_code or 0
