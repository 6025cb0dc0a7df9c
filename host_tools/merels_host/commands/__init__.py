# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The verbs of the `merels` command, one module each.

To add the verb `frob`: write `commands/frob.py` with a function `run`, whose parameters are Typer
options and arguments and whose docstring begins with the line that `merels --help` shows, and add
`"frob": "that same line"` to `VERBS` in `merels_host/cli.py`. A verb with verbs of its own (as
`games list`) has a `typer.Typer` called `app` instead. The module is imported only when its verb
is used. `run` returns None or an exit code, and raises a `MerelsError` for what a person can mend.

    # commands/frob.py
    def run(port: Annotated[str, typer.Argument(help="Which port.")]) -> None:
        "Frob the board."
"""
