# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels ports`: the serial ports of this computer, and which of them are boards.

merels ports --json
"""

import json
from importlib.resources import files
from typing import Annotated

import typer

from merels_host.board.find import SerialPort, serial_ports
from merels_host.board.probe import Probed, probe_all
from merels_host.commands import completions
from merels_host.text import printable

RULES = "60-merels.rules"


def run(
    ports: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PORT]...",
            autocompletion=completions.ports,
            help="Look at these, whatever they are; if none is named, at all of this computer.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
    udev: Annotated[
        bool, typer.Option("--udev", help="Print the udev rules that let you use boards on Linux.")
    ] = False,
) -> None:
    """Show the serial ports, and which are boards.

    Ports that may be boards (a Pico's by their USB ids) are greeted, others only when named.
    """
    if udev:
        print((files("merels_host") / "data" / RULES).read_text(encoding="utf-8"), end="")
        return
    known = {port.device: port for port in serial_ports()}
    shown = [known.get(name, SerialPort(name, "", "", None, None)) for name in ports or known]
    asked = [port.device for port in shown if ports or port.is_board]
    answers = dict(zip(asked, probe_all(asked), strict=True))
    if as_json:
        print(json.dumps([_as_json(port, answers.get(port.device)) for port in shown]))
        return
    if not shown:
        print("This computer has no serial ports at the moment; is a board plugged in?")
    width = max((len(port.device) for port in shown), default=0)
    for port in shown:
        print(printable(f"{port.device:<{width}}  {_words(port, answers.get(port.device))}"))


def _words(port: SerialPort, answer: Probed | None) -> str:
    if answer is None:
        return f"{port.description or 'a serial port'}; not a Pico, so not asked"
    return answer.words


def _as_json(port: SerialPort, answer: Probed | None) -> dict:
    hello = answer.hello if answer else None
    return {
        "port": port.device,
        "description": port.description,
        "serial_number": port.serial_number or None,
        "vid": port.vid,
        "pid": port.pid,
        "status": answer.status if answer else "not-asked",
        "board": hello.board if hello else None,
        "firmware": hello.firmware if hello else None,
        "journal": hello.journal if hello else None,
        "records": hello.last if hello else None,
        "words": answer.words if answer else None,
    }
