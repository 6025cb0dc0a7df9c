# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where a picture goes: a file, whole or not at all, or standard output.

place = PictureFile.asked(out, form, "7f3a21c9-12", ("svg", "png"))
place.write(data)
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from merels_host.errors import UsageProblem
from merels_host.files import safe_name, write_atomically

_STANDARD_OUTPUT = "-"


@dataclass(frozen=True)
class PictureFile:
    """path: None for standard output. form: svg, png or gif."""

    path: Path | None
    form: str

    @classmethod
    def asked(cls, out: str, form: str, name: str, forms: tuple[str, ...]) -> "PictureFile":
        """What a command line asks for. out: a file's name, "-", or "" for one called `name`.
        form: one of `forms`, or "" for what the file's ending says, and the first of them else.

        Raises UsageProblem: the ending is none of these, or pixels would go to a terminal.
        """
        ending = Path(out).suffix[1:].lower() if out not in ("", _STANDARD_OUTPUT) else ""
        if ending and ending not in forms and not form:
            can = " or ".join(f".{one}" for one in forms)
            raise UsageProblem(f"the ending of {out} is no picture's; let it be {can}.")
        form = form or ending or forms[0]
        if out == _STANDARD_OUTPUT:
            if form != "svg" and sys.stdout.isatty():
                raise UsageProblem(
                    f"a terminal cannot show {form.upper()}; name a file with --out, or send the "
                    "output into one."
                )
            return cls(None, form)
        return cls(Path(out or f"{safe_name(name)}.{form}"), form)

    def write(self, data: str | bytes) -> None:
        """Write it, and print where it is. Raises DiskProblem."""
        if self.path is not None:
            write_atomically(self.path, data)
            print(self.path)
        elif isinstance(data, str):
            sys.stdout.write(data)
        else:
            sys.stdout.flush()
            raw: Any = getattr(sys.stdout, "buffer", sys.stdout)  # a closed one has none
            raw.write(data)
            raw.flush()
