# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What can go wrong on the host, by name.

Every error is one clear sentence with the next step in it; `cli.main` prints it and ends with the
class's exit code (1 failed, 2 usage, 3 no board). Nothing here has a traceback for a user.

    raise PortNotFound("there is no port /dev/ttyACM9; the ports here are: /dev/ttyACM0.")
"""

import re

from merels_host.text import printable

# What a simulated board says on its serial line to a second client before it hangs up.
LINE_IN_USE = "This line is in use by another program."


_LONGEST_WORD, _LONGEST = 200, 1200  # characters of a name in a sentence, and of the sentence
_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")


def fit(sentence: str) -> str:
    """A sentence as a terminal takes it: one line, and short however long what it quotes is."""
    line = printable(sentence, len(sentence))
    line = _WORD.sub(lambda found: f"{found[0][:60]}...{found[0][-60:]}", line)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]}...{line[-_LONGEST // 4 :]}"


class MerelsError(Exception):
    """Something a person can mend: one sentence with the next step, and an exit code."""

    exit_code = 1

    def __init__(self, message: str, exit_code: int | None = None):
        self.message = fit(message)
        super().__init__(self.message)
        if exit_code is not None:
            self.exit_code = exit_code


class UsageProblem(MerelsError):
    """The command was called in a way that cannot work."""

    exit_code = 2


class NoBoard(MerelsError):
    """No board can be reached; the kinds below say why."""

    exit_code = 3


class PortNotFound(NoBoard):
    """There is no such port."""


class PortBusy(NoBoard):
    """Another program holds the port."""


class PortDenied(NoBoard):
    """The port is there, but this user may not open it."""


class PortRefused(NoBoard):
    """Nobody listens at this network address."""


class BoardSilent(NoBoard):
    """The port is open, but no Merels board answers on it."""


class BoardStopped(BoardSilent):
    """The board stands at the MicroPython prompt; its firmware does not run."""


class BoardUnsafe(NoBoard):
    """The board crashed three times in a row at its start, and waits in safe mode."""


class BoardTaken(NoBoard):
    """Another recorder has this board."""


class BoardSetBack(NoBoard):
    """The board's records contradict those on disk, and it cannot begin another journal."""


class PortGone(NoBoard):
    """The port went away while it was in use."""


class ProtocolMismatch(MerelsError):
    """The board speaks another version of the wire protocol."""


class RequestRefused(MerelsError):
    """The board answered a request with an error; .code is its code."""

    def __init__(self, message: str, code: str):
        super().__init__(message)
        self.code = code


class DiskProblem(MerelsError):
    """A file cannot be written or read."""


class ArchiveProblem(MerelsError):
    """The archive of games cannot be opened, filled or read."""


class ArchiveMissing(ArchiveProblem):
    """There is no archive there yet."""


class ArchiveDamaged(ArchiveProblem):
    """What is in the archive's file is damaged, or of another schema: only a new one helps."""


class ArchiveAway(ArchiveProblem):
    """The archive cannot be used just now: its server is down, its disk full, its file locked."""


class GameNotFound(MerelsError):
    """The archive has no such game."""


class ExchangeProblem(MerelsError):
    """A game that a format of other programs cannot express; the sentence says why."""


class SessionDamaged(MerelsError):
    """A session file has a line in its middle that is not what a recorder writes."""


class ScriptProblem(MerelsError):
    """A hand script cannot be read; the sentence names file and line."""

    exit_code = 2


class SimulatorProblem(MerelsError):
    """The simulated board cannot be started, or ended by itself."""


class FlashProblem(MerelsError):
    """The firmware cannot be compiled or copied to the board."""


class ConfigProblem(MerelsError):
    """A config.py that a board would refuse; the sentence names the constant or the line."""


class Disagreement(MerelsError):
    """Two things that must agree do not: the sentence names the difference."""
