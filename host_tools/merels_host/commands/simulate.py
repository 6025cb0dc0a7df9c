# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels simulate`: the real firmware on a simulated board, until it is ended."""

import _thread
import contextlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from merels_host.commands import completions
from merels_host.commands.hands import read_script
from merels_host.commands.parameters import folder
from merels_host.commands.simulated_build import agree, as_json, wired_as
from merels_host.errors import DiskProblem, ScriptProblem, SimulatorProblem, UsageProblem
from merels_host.simulator.bridge import Bridge
from merels_host.simulator.builds import KINDS
from merels_host.simulator.expectation import differences
from merels_host.simulator.handscript import Script

LOCK_S = 2.0  # the child of a simulator that was killed needs a moment to end


def run(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="TCP port of the serial line (0: a free one).")
    ] = 0,
    storage: Annotated[
        Path | None,
        typer.Option(metavar="DIR", parser=folder, help="The board's flash, kept between runs."),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Act this hand script out on the running board."),
    ] = None,
    speed: Annotated[
        float, typer.Option(metavar="X", help="Act it out X times as fast as it says.")
    ] = 1.0,
    sensors: Annotated[
        str | None, typer.Option(metavar="presence|colour", help="What the sensors see.")
    ] = None,
    points: Annotated[
        int | None, typer.Option(metavar="24|25", help="With 25 the board has d4.")
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(KINDS),
            help="Run the drivers of this build on its wires.",
            autocompletion=completions.builds,
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The build is wired as this config.py says."),
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORD[:WHERE]",
            help="What is wrong with the build; may be said again.",
            autocompletion=completions.faults,
        ),
    ] = None,
    attended: Annotated[
        bool, typer.Option("--attended", help="End when standard input is closed, too.")
    ] = False,
) -> int:
    """Run the firmware on a simulated board.

    The first line of output is a JSON object: serial (for merels record), pty, control (virtual
    hands, see docs/hand-scripts.md) and interpreter. It runs until Ctrl-C; to kill it is a power
    cut.
    """
    script, text = read_script(play) if play else (Script(""), "")
    wired = wired_as(build, config, script)
    seen = _agreed("--sensors", sensors, script.sensors, ("presence", "colour"), "presence")
    count = _agreed("--points", points, script.points, (24, 25), 25)
    told = ""
    if wired:
        agree(wired, sensors or script.sensors, points or script.points)
        told = as_json(wired, fault or [])
    elif fault:
        raise UsageProblem("only a build can have faults; say which with --build.")
    if not 0 < speed <= 1000:
        raise UsageProblem("--speed is a number above 0, at most 1000.")
    try:
        if attended:
            threading.Thread(target=_end_with_input, daemon=True).start()
        with (
            _flash(storage) as (where, hold),
            Bridge(where, port, seen, count, hold, told) as bridge,
        ):
            _say_where(bridge)
            if play:
                bridge.play(text, play, speed, lambda result: _report(script, result))
            bridge.loop()
    except KeyboardInterrupt:
        pass  # the way to end it
    return 0


def _end_with_input() -> None:
    """Wait for the end of standard input; whoever started us has gone then. As a polite kill."""
    with contextlib.suppress(OSError, ValueError):
        while os.read(0, 4096):
            pass
    _thread.interrupt_main(signal.SIGTERM)  # Ctrl-C is ignored by what a shell has in background


def _say_where(bridge: Bridge) -> None:
    where = {
        "serial": bridge.serial,
        "pty": bridge.pty,
        "control": bridge.control,
        "interpreter": bridge.interpreter,
    }
    print(json.dumps(where), flush=True)


def _agreed(option: str, given, said, possible: tuple, default):
    """One value from the option, the script, or neither; they must not contradict each other."""
    if given is not None and given not in possible:
        raise UsageProblem(f"{option} is {' or '.join(map(str, possible))}, not {given}.")
    if given is not None and said is not None and given != said:
        raise UsageProblem(f"the hand script says {said}; leave {option} {given} out.")
    return given or said or default


def _report(script: Script, result: dict) -> None:
    """Say on stderr what came of the script; the board runs on."""
    if "error" in result:
        print(f"merels: {ScriptProblem(result['error'] + '.')}", file=sys.stderr, flush=True)
        return
    found = differences(script, result)
    for sentence in found:
        print(sentence, file=sys.stderr)
    moves = " ".join(result["moves"]) or "none"
    verdict = f"{len(found)} different" if found else "as expected"
    print(f"{script.name}: {verdict}; moves {moves}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _flash(storage: Path | None) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The folder that is the board's flash, and the lock on it as a file to hold open."""
    if storage is None:
        with tempfile.TemporaryDirectory(prefix="merels-", ignore_cleanup_errors=True) as made:
            yield made, ()
        return
    where = storage.resolve()
    try:
        where.mkdir(parents=True, exist_ok=True)
        lock = open(where / ".lock", "ab")  # noqa: SIM115 - closed below
    except OSError as error:
        raise DiskProblem(
            f"cannot write to {storage} ({error.strerror}); choose another folder with --storage."
        ) from error
    with lock:
        _take(lock, storage)
        yield str(where), (lock.fileno(),) if os.name == "posix" else ()


def _take(lock, storage: Path) -> None:
    """Lock the folder: one flash has one board. The lock ends with the processes that hold it."""
    try:
        import fcntl
    except ImportError:
        return  # Windows
    deadline = time.monotonic() + LOCK_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError as error:
            if time.monotonic() > deadline:
                raise SimulatorProblem(
                    f"another simulated board runs on {storage}; end it, or choose another folder."
                ) from error
        time.sleep(0.02)
