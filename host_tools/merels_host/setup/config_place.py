# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where a config.py is: a file on this computer or the root of a board; an old one is kept.

place = OnBoard("/dev/ttyACM0")
text = place.read()
place.write(text)              # the one before is now config.py.old
"""

from pathlib import Path

from merels_host.errors import ConfigProblem, DiskProblem
from merels_host.files import write_atomically
from merels_host.setup.board_files import BoardFiles
from merels_host.setup.firmware_files import CONFIG, sources
from merels_host.setup.held_board import HeldBoard

OLD = ".old"


def default_config() -> str:
    """The config.py of the project, with the reference wiring."""
    return sources()[CONFIG].read_text(encoding="utf-8")


class InFile:
    """A config.py on this computer. Raises DiskProblem, or ConfigProblem when it is no text."""

    def __init__(self, path: Path):
        self.path = path

    def read(self) -> str | None:
        """Its text; None when there is none."""
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise DiskProblem(
                f"cannot read {self.path} ({error.strerror}); give the path of a config.py."
            ) from error
        except UnicodeDecodeError as error:
            raise ConfigProblem(f"{self.path} is no text; save it as UTF-8.") from error

    def write(self, text: str) -> None:
        """Put text in its place and keep the one before."""
        before = self.read()
        if before is not None and before != text:
            write_atomically(self.path.with_name(self.path.name + OLD), before)
        write_atomically(self.path, text)


class OnBoard:
    """The config.py of a board. Raises what HeldBoard and BoardFiles raise."""

    def __init__(self, url: str):
        self.url = url

    def read(self) -> str | None:
        """Its text; None when there is none. The board is restarted."""
        with HeldBoard(self.url) as board:
            data = BoardFiles(board).read(CONFIG)
        return None if data is None else data.decode(errors="replace")

    def write(self, text: str) -> None:
        """Put text in its place, keep the one before, and restart the board."""
        with HeldBoard(self.url) as board:
            files = BoardFiles(board)
            before = files.read(CONFIG)
            if before is not None and before != text.encode():
                files.replace(CONFIG + OLD, before)
            files.replace(CONFIG, text.encode())
