# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels doctor`: computer and board looked over, each line ok or what to do."""

import json
from typing import Annotated

import typer

from merels_host.board.find import only_board
from merels_host.commands.parameters import Port
from merels_host.errors import NoBoard
from merels_host.setup.doctor import Finding, board_findings, host_findings
from merels_host.text import printable


def run(
    port: Port = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """Look whether computer and board are in order, and say what to do.

    The board's firmware is stopped for a moment and started again; its game goes on.
    """
    found: list[Finding] = []
    missing = None
    try:
        for finding in host_findings():
            _tell(finding, found, as_json)
        for finding in board_findings(port or only_board()):
            _tell(finding, found, as_json)
    except NoBoard as error:
        missing = error
        _tell(Finding("board", "cannot be asked", error.message), found, as_json)
    if as_json:
        print(
            json.dumps(
                [
                    {"name": f.name, "ok": not f.todo, "seen": f.seen, "todo": f.todo or None}
                    for f in found
                ]
            )
        )
    if any(finding.todo for finding in found):
        raise typer.Exit(3 if missing else 1)


def _tell(finding: Finding, found: list[Finding], as_json: bool) -> None:
    found.append(finding)
    if not as_json:
        head = f"ok    {finding.name}: {finding.seen}"
        todo = f"TO DO {finding.name}: {finding.seen}; {finding.todo}"
        print(printable(todo if finding.todo else head))
