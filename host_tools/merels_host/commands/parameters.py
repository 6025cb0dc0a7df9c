# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Parameters that several verbs share.

def picture(archive: Archive = "") -> None: ...
"""

from typing import Annotated

import typer

Archive = Annotated[
    str,
    typer.Option(
        "--archive",
        metavar="URL",
        help="sqlite:///FILE, a file, or postgresql://...; by default your own archive.",
        envvar="MERELS_ARCHIVE",
    ),
]
