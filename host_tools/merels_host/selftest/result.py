# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The end of a self test, stopped or not: says what was found, and writes the report.

result = Result(hello, procedure.seen, path, utc)
result.tell(as_json=False)
result.good                 # True: something was tested, and nothing is broken

Where the report goes is looked at before the test, so that no walk is in vain:

report_place(None, "e66", utc)      # merels-selftest-e66-20261130T120431.txt
"""

import json
import sys
import tempfile
from pathlib import Path

from merels import __version__

from merels_host.board.link import Hello
from merels_host.errors import DiskProblem, MerelsError, UsageProblem
from merels_host.files import write_atomically
from merels_host.selftest import recognise, report
from merels_host.selftest.observed import Observed
from merels_host.selftest.report import nothing, untested
from merels_host.text import printable

_STOPPED = "stopped with Ctrl-C."
_ELSEWHERE = "name another file with --report"
_PLAIN = str.maketrans("", "", "-:")


class Result:
    """stopped: what has ended it too early."""

    def __init__(
        self,
        hello: Hello,
        seen: Observed,
        path: Path,
        utc: str,
        stopped: BaseException | None = None,
    ):
        self._hello, self._seen, self._path, self._utc = hello, seen, path, utc
        self._found = recognise.findings(seen)
        self._unfinished = ""
        if stopped:
            self._unfinished = stopped.message if isinstance(stopped, MerelsError) else _STOPPED
        self.good = not self._found and not nothing(seen)

    def tell(self, as_json: bool) -> None:
        """Print what was found, then write the report; what was found is said in any case."""
        written = None
        try:
            if not nothing(self._seen):
                write_report(self._path, self._report())
                written = self._path
        except DiskProblem as problem:
            self.good = False
            print(f"merels: {problem}", file=sys.stderr)
        finally:
            if as_json:
                print(json.dumps(self._object(written)))
            else:
                for line in self._lines(written):
                    print(printable(line))

    def _report(self) -> str:
        return report.text(
            self._hello, self._seen, self._found, self._utc, __version__, self._unfinished
        )

    def _object(self, written: Path | None) -> dict:
        seen = self._seen
        return {
            "board": self._hello.board,
            "firmware": self._hello.firmware,
            "report": str(written) if written else None,
            "finished": not self._unfinished,
            "not_tested": untested(seen),
            "stuck": sorted(seen.stuck),
            "walk": {point: sorted(lit) for point, lit in seen.walk.items()},
            "bounce": seen.bounce,
            "findings": [
                {"fault": one.fault, "points": list(one.points), "sentence": one.sentence}
                for one in self._found
            ],
        }

    def _lines(self, written: Path | None) -> list[str]:
        lines = [one.sentence for one in self._found]
        left = untested(self._seen)
        if nothing(self._seen):
            return ["Nothing was tested."]
        if left:
            lines.append(f"Not tested: {', '.join(left)}.")
        if self._found:
            lines.append("Something is broken; see above.")
        else:
            lines.append(f"Nothing broken was found{' in what was tested' if left else ''}.")
        if written:
            lines.append(f"The report for a question: {written}")
        return lines


def report_place(wanted: Path | None, board: str, utc: str) -> Path:
    """The file, which can be written; the default name is one that is not there yet.

    Raises UsageProblem for a folder, DiskProblem where nothing can be written.
    """
    path = wanted or _unused(f"merels-selftest-{board}-{utc[:19].translate(_PLAIN)}")
    if path.is_dir():
        raise UsageProblem(f"{path} is a folder; name a file in it with --report.")
    if not path.parent.is_dir():
        raise DiskProblem(f"there is no folder {path.parent}; make it, or {_ELSEWHERE}.")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise DiskProblem(
            f"cannot write to the folder of {path} ({error.strerror or error}); {_ELSEWHERE}."
        ) from error
    return path


def _unused(name: str) -> Path:
    path, count = Path(f"{name}.txt"), 1
    while path.exists():
        count += 1
        path = Path(f"{name}-{count}.txt")
    return path


def write_report(path: Path, text: str) -> None:
    """Raises DiskProblem."""
    write_atomically(path, text, _ELSEWHERE)
