# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels record`: boards' ports in, session files, archive and PGN files out.

merels record /dev/ttyACM0 --out games
"""

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from merels_host.archive.archivist import Archivist
from merels_host.board.find import board_ports, only_board
from merels_host.commands import completions
from merels_host.commands.parameters import (
    NO_ARCHIVE,
    Black,
    Event,
    Place,
    White,
    folder,
    named_archive,
)
from merels_host.errors import ArchiveProblem, UsageProblem
from merels_host.recorder.fleet import Fleet
from merels_host.recorder.recorder import Recorder
from merels_host.sessions import players
from merels_host.sessions.folder import look
from merels_host.terminal import until_stopped
from merels_host.views.live_screen import Plain, screen_for

_STOPPED_EARLY = 130


def run(
    ports: Annotated[
        list[str] | None,
        typer.Argument(
            help="Serial ports or any pyserial URLs: /dev/ttyACM0, COM3, socket://127.0.0.1:4420. "
            "Left out: the one board that is plugged in.",
            metavar="[PORT]...",
            autocompletion=completions.ports,
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for session files and PGN; by default merels-games in this folder.",
            parser=folder,
            metavar="DIR",
        ),
    ] = Path("merels-games"),
    archive: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Archive of games: a file, sqlite:///FILE, postgresql://..., or none; by default "
            "your own.",
            envvar="MERELS_ARCHIVE",
            callback=named_archive,
        ),
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", help="Record every board that is plugged in, now or later.")
    ] = False,
    once: Annotated[bool, typer.Option("--once", help="End when the game is over.")] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait for port and board instead of giving up.")
    ] = False,
    start: Annotated[
        bool,
        typer.Option("--start", help="Start a board that stands at the MicroPython prompt."),
    ] = False,
    white: White = None,
    black: Black = None,
    event: Event = None,
    place: Place = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print lines, also on a terminal.")
    ] = False,
) -> int:
    """Record the games of a board.

    Runs until Ctrl-C (or, with --once, until the game is over). Nothing is lost when the cable is
    pulled, the board restarts or this program is killed: start it again with the same folder.
    """
    named = list(dict.fromkeys(ports or []))
    if any(not name.strip() for name in named):
        raise UsageProblem("a port needs a name; with no port at all, the one board is recorded.")
    if every and named:
        raise UsageProblem("give ports or --all, not both.")
    names = players.named({"white": white, "black": black, "event": event, "place": place})
    if (white or black) and (every or len(named) > 1):
        raise UsageProblem(
            "--white and --black name the players of one board; with several boards, name them "
            "afterwards with merels games tag."
        )
    if not named and not every:
        named = [only_board()]
    with until_stopped() as stop, contextlib.ExitStack() as stack:
        many = every or len(named) > 1
        screen = stack.enter_context(screen_for(sys.stdout, plain or many))
        for stray in look(out).strays:
            screen.note(stray.error.message)
        archivist = _archivist(archive, out, screen, stack)

        def recorder(url: str) -> Recorder:
            watcher = screen.marked(url) if many else screen
            may_start = _starter(start, many, screen)
            waits = wait or every
            return Recorder(
                url,
                out,
                watcher,
                once=once,
                wait=waits,
                archivist=archivist,
                start=may_start,
                names=names,
            )

        if many:
            return _record_many(named, recorder, every, once, stop)
        alone = recorder(named[0])
        alone.run(stop)
        stack.close()  # the archive is complete, and the picture done, before the files are named
        for path in alone.files:
            print(path)
        return _STOPPED_EARLY if stop() and (once or not alone.greeted) else 0


def _record_many(
    named: list[str],
    make: Callable[[str], Recorder],
    every: bool,
    once: bool,
    stop: Callable[[], bool],
) -> int:
    fleet = Fleet(named, make, (lambda: [p.device for p in board_ports()]) if every else None)
    fleet.run(stop)
    for recorder in fleet.recorders.values():
        for path in recorder.files:
            print(path)
    for url, error in fleet.trouble:
        print(f"merels: {url}: {error.message}", file=sys.stderr)
    if fleet.trouble and not every:
        return fleet.trouble[0][1].exit_code
    early = (once and not every) or not any(one.greeted for one in fleet.recorders.values())
    return _STOPPED_EARLY if stop() and early else 0


def _archivist(
    url: str, out: Path, screen: Plain, stack: contextlib.ExitStack
) -> Archivist | None:
    """The archive's keeper; None if none is wanted, or the user's own cannot be opened."""
    if url == NO_ARCHIVE:
        return None
    try:
        return stack.enter_context(Archivist(url, out, screen.note))
    except ArchiveProblem as problem:
        if url:
            raise
        screen.note(f"{problem.message} Recording goes on without it.")
        return None


def _starter(start: bool, many: bool, screen: Plain) -> Callable[[str], bool]:
    """Says whether a board at the prompt may be started: by the option, or by who sits here."""
    if start or many or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return lambda why: start

    def ask(why: str) -> bool:
        with screen.paused():
            return typer.confirm(f"{why}\nStart it now?", default=True)

    return ask
