# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels record`: a board's port in, session file and PGN files out.

merels record /dev/ttyACM0 --out games
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from merels_host.recorder import Recorder
from merels_host.screen import screen_for
from merels_host.stopping import until_stopped

_STOPPED_EARLY = 130


def run(
    port: Annotated[
        str,
        typer.Argument(
            help="A serial port or any pyserial URL: /dev/ttyACM0, COM3, socket://127.0.0.1:4420.",
            metavar="PORT",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for session files and PGN; by default merels-games in this folder.",
            file_okay=False,
            metavar="DIR",
        ),
    ] = Path("merels-games"),
    once: Annotated[bool, typer.Option("--once", help="End when the game is over.")] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait for the port to appear instead of giving up.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print lines, also on a terminal.")
    ] = False,
) -> int:
    """Record the games of a board.

    Runs until Ctrl-C (or, with --once, until the game is over). Nothing is lost when the cable is
    pulled, the board restarts or this program is killed: start it again with the same folder.
    """
    with until_stopped() as stop:
        with screen_for(sys.stdout, plain) as screen:
            recorder = Recorder(port, out, screen, once=once, wait=wait)
            recorder.run(stop)
        for path in recorder.files:
            print(path)
        early = stop() and (once or not recorder.greeted)
    return _STOPPED_EARLY if early else 0
