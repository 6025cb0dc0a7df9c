# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels log`: a session file as a readable story.

merels log merels-games/e6614103e7-20261130T123456Z.ndjson
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from merels_host.sessions.session import SessionFile
from merels_host.text import printable
from merels_host.views.session_text import tell


def run(
    file: Annotated[Path, typer.Argument(help="A session file (.ndjson).")],
    everything: Annotated[
        bool, typer.Option("--all", help="Show acknowledgements and the like, too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Tell what a session file recorded."""
    session = SessionFile(file)
    header = session.header
    if not as_json:
        print(
            printable(
                f"board {header.get('board')}, journal {header.get('journal')}, firmware "
                f"{header.get('firmware')}, at {header.get('port')}, from {header.get('utc')}"
            )
        )
    for told in tell(session, everything):
        if as_json:
            said = {"utc": told.utc, "kind": told.kind, "words": told.words.strip()}
            print(json.dumps(said | {"entry": told.entry}))
        else:
            print(printable(f"{told.utc[11:23]:12}  {told.words}"))
    if session.damaged and not as_json:
        print(f"{session.damaged} lines of the file are damaged and were passed over.")
    if session.undated and not as_json:
        print(f"{session.undated} lines of the file have no time that is one; it is not known.")
    if session.torn and not as_json:
        print(
            "The last line was cut off, by a crash or a power cut; nothing acknowledged is lost."
        )
