# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is heard and sent, on its way into the session file of the right board.

Between the link, whose tap it is, and the session. Two things happen here: lines that come while
nobody knows which board is on the port wait until it has said so, for they belong into its file
and no other; and the `state` requests that keep the
line alive are written only where the answer tells something new, so that a board left on for a
week does not fill the disk.

    logbook = Logbook(Path("merels-games"), "/dev/ttyACM0")
    link = Link("/dev/ttyACM0", tap=logbook.tap)
    logbook.open(link.hello())
"""

from collections.abc import Mapping
from pathlib import Path

from merels.wire import framing

from merels_host.board.link import Hello, utc_now
from merels_host.errors import DiskProblem
from merels_host.sessions.players import Said
from merels_host.sessions.session import Session

_MOST = 3000  # lines of telemetry in a minute; hands make a tenth of it, a broken sensor more
_MOST_EARLY = 5000  # lines that wait until it is known whose they are
_MINUTE = 17  # characters of a UTC time that say which minute it is

_Line = tuple[str, str, str]  # (UTC time, "in" or "out", line)


class Logbook:
    """Writes the session files of the boards that one port shows, one after the other."""

    def __init__(self, folder: Path, url: str, names: Mapping[str, str] | None = None):
        """names: who plays, for the headers."""
        self.folder = folder
        self.url = url
        self._names = dict(names or {})
        self._said = Said({})
        self.session: Session | None = None
        self._early: list[_Line] = []  # heard while it is not known from whom
        self._held = True
        self._asked: dict[int, _Line] = {}  # state requests without an answer so far
        self._state: dict[str, str] = {}  # the last answer, without its time
        self._minute = ""  # of the last telemetry
        self._told = 0  # lines of telemetry in that minute

    @property
    def path(self) -> Path | None:
        """The session file that is open."""
        return self.session.path if self.session else None

    def open(self, hello: Hello) -> None:
        """Begin the session file of the board that said `hello`. Raises DiskProblem."""
        self.close()
        self.session = Session(self.folder, hello, self.url, utc_now(), self._names)
        self._said = Said(self.session.header)
        self.go_on()

    def said(self, number: int) -> Mapping[str, str]:
        """Who is said to play in the game of the record `number`."""
        return self._said.of(number)

    def hold(self) -> None:
        """From here on it is not known which board is on the port."""
        self._held = True
        self._early = []  # of one who did not say so, or was refused

    def go_on(self) -> None:
        """It is the board whose session is open. Raises DiskProblem."""
        self._held = False
        early, self._early = self._early, []
        for one in early:
            self._put(one)

    def tap(self, utc: str, direction: str, text: str) -> None:
        """Take a line heard or sent. Raises DiskProblem."""
        one = (utc, direction, text)
        line = framing.parse(text)
        if line is not None and line.kind == "telemetry" and self._is_flood(utc):
            return
        if line is None or line.kind != "request":
            self._put(one)
        elif direction == "out" and line.word == "state":
            self._asked = {line.number: one}
        elif direction == "in" and line.word == "ok" and line.number in self._asked:
            state = {key: line.values[key] for key in line.values if key != "ms"}
            if state != self._state:
                self._put(self._asked[line.number])
                self._put(one)
            self._state = state
            self._asked = {}
        else:
            self._put(one)

    def _is_flood(self, utc: str) -> bool:
        """Is this line of telemetry one too many? A flapping sensor must not fill the disk."""
        if utc[:_MINUTE] != self._minute:
            self._minute, self._told = utc[:_MINUTE], 0
        self._told += 1
        if self._told == _MOST + 1 and self.session:
            self.session.event(utc, "flood")
        return self._told > _MOST

    def event(self, name: str, **values: object) -> None:
        """Note what happened to the connection, if a session is open. Raises DiskProblem."""
        if self.session:
            self.session.event(utc_now(), name, **values)

    def sync(self) -> None:
        """Return when all that was taken is on the disk. Raises DiskProblem."""
        if self.session:
            self.session.sync()

    def mend(self) -> None:
        """Go on after a DiskProblem, without what was not on the disk. Raises DiskProblem."""
        self._early = []
        self._state = {}
        if self.session:
            self.session.mend(utc_now())

    def close(self) -> None:
        """Close the session file, if one is open."""
        session, self.session = self.session, None
        if session:
            try:
                session.sync()
            except DiskProblem:
                pass  # nothing that matters was unsynced: records are synced when they are heard
            finally:
                session.close()

    def _put(self, one: _Line) -> None:
        if self._held or self.session is None:
            self._early.append(one)
            del self._early[:-_MOST_EARLY]  # a port that never says who it is
        else:
            self.session.line(*one)
