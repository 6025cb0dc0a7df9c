# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels demo`: a whole game on a simulated board, recorded and proven.

merels demo --speed 2
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from merels_host.commands.parameters import folder, must_take
from merels_host.recorder.demo import Demo
from merels_host.recorder.game_files import pgn_of
from merels_host.terminal import until_stopped
from merels_host.views.live_screen import screen_for

_STOPPED = 130


def run(
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for session file and PGN; by default merels-games in this folder.",
            parser=folder,
            metavar="DIR",
        ),
    ] = Path("merels-games"),
    speed: Annotated[
        float, typer.Option(min=0.1, max=20, help="How many times as fast as people play.")
    ] = 1.0,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print lines, also on a terminal.")
    ] = False,
) -> int:
    """Play a whole game on a simulated board and record it.

    The real firmware runs; virtual hands lift and drop the pieces; the recorder listens on the
    serial line. At the end, what was meant, what the board saw and what is on disk must agree.
    """
    must_take(out)  # what the board of a demo keeps is gone with it
    with until_stopped() as stop:
        with screen_for(sys.stdout, plain) as screen:
            demo = Demo(out, screen, speed)
            game = demo.run(stop)
        if game is not None:
            print()
            print(pgn_of(game))
            print(
                f"{len(game.turns)} plies in {demo.seconds:.0f} s: the intended game, the board, "
                "the session file and the PGN agree."
            )
            print(f"The firmware ran on {demo.interpreter}.")
        for path in demo.files:
            print(path)
    return _STOPPED if game is None else 0
