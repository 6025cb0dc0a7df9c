# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The recorder: keeps a board connected, its records on disk, and its games as PGN files.

The middle of the host's stream (link -> recorder -> session file, games, PGN). One promise governs
it: a record is acknowledged when it is on this disk, and only then. All else may fail and be tried
again, since the board keeps what was not acknowledged.

    recorder = Recorder("/dev/ttyACM0", Path("merels-games"), watcher)
    recorder.run(stop=lambda: False)
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from merels.wire import framing

from merels_host.board.bell import Bell
from merels_host.board.link import PING_RARELY, Heard, Hello, Link
from merels_host.errors import BoardStopped, DiskProblem, NoBoard, PortGone
from merels_host.recorder.approach import Approach
from merels_host.recorder.logbook import Logbook
from merels_host.recorder.restored_flash import contradiction, is_other, rename
from merels_host.recorder.scorer import Scorer
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import JournalRecord, Recorded, is_record

KEPT = "Nothing is lost: the board keeps what is not on disk."  # if it has a flash of its own
_TICK = 0.25  # seconds: how soon a stop is noticed
_NAP = 60.0  # the same with a bell, which tells
_WATCHFUL = 1.0  # seconds that are waited at most for records that the board is known to have
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0  # seconds between two tries to open a port
_DISK_PAUSE = 2.0  # seconds between two tries to write
_PATIENCE = 4.0  # seconds without the next record although the board has it


class Follower(Protocol):
    """Is told which session file has grown, and to what size; `archive.archivist` has one."""

    def look(self, path: Path, safe: int) -> None: ...


class Recorder:
    """Records the board on one port into the folder `out`.

    url may have wildcards: then the board is looked for on all ports that they match. once: end
    with the game. wait: wait for port and board at the start, too. archivist: is told what is
    on disk. start: asked with a sentence whether a board at the prompt may be started. names: who
    plays, see `sessions.players`.
    """

    def __init__(
        self,
        url: str,
        out: Path,
        watcher: Watcher,
        *,
        once: bool = False,
        wait: bool = False,
        archivist: Follower | None = None,
        start: Callable[[str], bool] = lambda why: False,
        names: Mapping[str, str] | None = None,
    ):
        self.out = out
        self.watcher = watcher
        self.once = once
        self.wait = wait
        self._tick = _TICK
        self._bell: Bell | None = None
        self.kept = KEPT  # what to say of the records when the disk fails
        self.greeted = False  # has any board answered in this run?
        self.logbook = Logbook(out, url, names)
        self.recorded = Recorded()
        self._link = Link(url, tap=self.logbook.tap)
        self._approach = Approach(url, start)
        self._archivist = archivist
        self._wishes: set[int] = set()  # requests that older boards may refuse
        self._stop: Callable[[], bool] = lambda: False
        self._last = 0  # the highest number that the board is known to have
        self._sent = 0  # the highest number heard since the port was opened
        self._moved_at = 0.0  # when the last new record came
        self._disk_fails = ""  # why nothing can be written at the moment
        self._sessions: list[Path] = []
        self._scorer = Scorer(out, watcher)

    @property
    def port(self) -> str:
        """The port where the board is, or was last looked for."""
        return self._link.url

    @property
    def games(self) -> Games | None:
        """The games of the board, None before it has said who it is."""
        return self._scorer.games

    @property
    def files(self) -> list[Path]:
        """The session and PGN files that this run has written."""
        return self._sessions + self._scorer.files.written

    def sleep_until(self, bell: Bell) -> None:
        """Be one of many: look neither at the time nor at `stop` before the bell rings."""
        self._tick = _NAP
        self._bell = self._link.bell = bell
        self._link.ping_after = PING_RARELY

    def run(self, stop: Callable[[], bool]) -> None:
        """Record until `stop()` or, with `once`, until the game is over; files are then complete.

        Raises NoBoard if no board can be reached at the start, ProtocolMismatch, and DiskProblem
        if files could not be written to the end.
        """
        self._stop = self._link.stop = stop
        try:
            self._connect()
            while not stop() and not (self.once and self._is_over()):
                try:
                    self._listen()
                except NoBoard as why:
                    self._lost(str(why))
                    self._connect()
                except DiskProblem as why:
                    self._disk_failed(str(why))
                    self._connect()
        finally:
            self._finish()

    def _connect(self) -> None:
        """Open the port and greet the board, waiting for both; returns early on a stop."""
        pause = _FIRST_PAUSE
        while not self._stop():
            try:
                self._link.url = self._approach.next(self.games.board if self.games else "")
                self._link.open()
                self._sent = 0
                self._greet()
                self.logbook.event("connected", port=self._link.url)
                return
            except (NoBoard, DiskProblem) as why:
                started = isinstance(why, BoardStopped) and self._start_firmware(str(why))
                self._link.close()
                self._approach.let_go()
                if self._stop():
                    return
                if started:
                    pass
                elif isinstance(why, DiskProblem):
                    if not self.greeted:
                        raise
                    self._disk_failed(str(why))
                elif not self.greeted and not self.wait:
                    raise
                else:
                    self.watcher.waiting(str(why))
            self._pause(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _greet(self) -> None:
        known = self.games
        self.logbook.hold()
        if known is None:
            hello = self._link.hello()
        else:
            hello = self._link.hello(known.journal, max(self.recorded.have - 1, 0))
        if known is not None and (hello.board, hello.journal) == (known.board, known.journal):
            self._approach.hold(hello.board, hello.journal)
            why = contradiction(self._link, hello, self.recorded)
            if why:
                hello = self._part(why)
            else:
                self.logbook.go_on()
        else:
            hello = self._meet(hello)
        self._agreed(hello)

    def _agreed(self, hello: Hello) -> None:
        """What the board has goes on from what is on disk: begin to listen."""
        self.greeted = True
        self._last = hello.last
        self._moved_at = time.monotonic()
        if hello.first > self.recorded.have + 1:
            self.recorded.merge(Recorded.scan(self.out, hello.board, hello.journal, sync=True))
            self._scorer.follow(self.recorded, self._last)
        if hello.first > self.recorded.have + 1:
            self._miss(hello.first)
            self._link.hello(hello.journal, self.recorded.have)  # go on after the gap
        # What hands do and how the board is set make the session file a whole report.
        self._wishes = {self._link.send("set telemetry=on"), self._link.send("get")}
        if "crashes" in hello.values:
            self._wishes.add(self._link.send("crashes 1"))
        self.watcher.connected(hello)
        self._tell_archive()

    def _start_firmware(self, why: str) -> bool:
        """Start a board that stands at the prompt, if that is wanted and worth another try."""
        if not self._approach.shall_start(why):
            return False
        self.watcher.note(f"starting the firmware of the board at {self._link.url}.")
        with contextlib.suppress(PortGone):
            self._link.start_firmware()
        return True

    def _tell_archive(self) -> None:
        session = self.logbook.session
        if self._archivist and session:
            self._archivist.look(session.path, session.safe)

    def _meet(self, hello: Hello, renamed: bool = False) -> Hello:
        """A board (or a journal) that this run has not seen before: its files, its games.

        renamed: that it is another one was said. Returns what it said last, which may be of
        another journal by then.
        """
        self._approach.hold(hello.board, hello.journal)
        recorded = Recorded.scan(self.out, hello.board, hello.journal, sync=True)
        if recorded.have or self.games is not None:
            # So that the last record is heard again, and the new file tells its game whole.
            hello = self._link.hello(hello.journal, recorded.before_game())
            why = contradiction(self._link, hello, recorded)
            if why:
                return self._part(why)
        if self.games is not None and not renamed:
            what = "another board" if hello.board != self.games.board else "a new journal"
            self.watcher.note(
                f"there is {what} on {self._link.url} now (board {hello.board}, journal "
                f"{hello.journal}); its games go into files of their own."
            )
        self.recorded = recorded
        self.logbook.open(hello)
        if self.logbook.path:
            self._sessions.append(self.logbook.path)
        self._scorer.meet(hello.board, hello.journal, self.recorded)
        if self.recorded.have >= hello.last:
            self._scorer.nothing_new(self.recorded)
            if self.once and self._scorer.is_over():
                self.watcher.note(
                    "all that the board has is recorded already, and no game is under way; to "
                    "wait for the next one, leave --once out."
                )
        return hello

    def _part(self, why: str) -> Hello:
        """What the board has is not what is on disk: it becomes another journal."""
        rename(self._link, why)
        self._link.read(0)  # what was heard before is told again under the new name
        hello = self._link.hello()
        self.watcher.note(
            f"this board's flash was set back ({why}); what it has now is recorded as another "
            f"journal, {hello.journal}."
        )
        return self._meet(hello, renamed=True)

    def _miss(self, first: int) -> None:
        """The board no longer has the records before `first`."""
        missing = (self.recorded.have + 1, first - 1)
        self.logbook.event("missing", first=missing[0], last=missing[1])
        self.recorded.skip(*missing)
        self.watcher.note(
            f"the board no longer has its records {missing[0]} to {missing[1]}; "
            "the games in them are not recorded here."
        )

    def _listen(self) -> None:
        heard = self._link.read(self._patience())
        fresh = []
        for one in heard:
            if is_record(one.line):
                said = self.logbook.said(one.line.number)
                fresh.append(JournalRecord(one.line.number, one.utc, one.line, said))
            else:
                self._other(one)
        other = [one.number for one in fresh if is_other(self.recorded, one.line)]
        if other:
            self.logbook.mend()  # none of it is one of the records of this file
            self.logbook.hold()
            self._agreed(self._part(f"its record {other[0]} is not the one on disk"))
        elif fresh:
            self.logbook.sync()  # the promise: on disk before it is acknowledged
            for record in fresh:
                if self.recorded.add(record) or record.number > self._sent:
                    self._moved_at = time.monotonic()
                self._last = max(self._last, record.number)
                self._sent = max(self._sent, record.number)
            # A board that has just restarted refuses an ack for what it has not sent since then.
            keeps = min(self.recorded.have, self._sent)
            if keeps:
                self._link.send(f"ack {keeps}")
            self._scorer.follow(self.recorded, self._last)
            self._tell_archive()
            self.watcher.progress(self.recorded.have, self._last)
        else:
            self._link.keep_alive()
        self._report_differing()
        if self.recorded.have >= self._last:
            self._moved_at = time.monotonic()
        elif time.monotonic() - self._moved_at > _PATIENCE:
            self._greet()
        self.watcher.tick()

    def _patience(self) -> float:
        """Seconds until there is something to do even if the board says nothing."""
        tick = self._tick if self.recorded.have >= self._last else min(self._tick, _WATCHFUL)
        return max(min(tick, self._link.until_ping()), 0)

    def _other(self, one: Heard) -> None:
        """A line that is not a record."""
        line = one.line
        if line is None:
            self.watcher.log(one.text)
        elif line.kind == "request" and line.checked and line.word == "err":
            if line.number in self._wishes:
                return
            self.watcher.note(f"the board refused a request ({line.text}).")
        elif line.kind == "request" and line.checked and line.word == "ok":
            self._last = max(self._last, framing.decimal(line.values.get("last", "")))
            if "sync" in line.values:
                self.watcher.state(line.values)

    def _is_over(self) -> bool:
        """Has a game ended, in this run or before all of it, and nothing come after it?"""
        return self.recorded.have >= self._last and self._scorer.is_over()

    def _report_differing(self) -> None:
        for number in self.recorded.differing:
            self.watcher.note(
                f"record {number} came again with another text; the one on disk is kept."
            )
        self.recorded.differing = []

    def _lost(self, why: str) -> None:
        self._link.close()
        self._approach.let_go()
        try:
            self.logbook.event("lost", why=why)
        except DiskProblem as problem:
            self._disk_failed(str(problem))
        self.watcher.waiting(why)

    def _disk_failed(self, why: str) -> None:
        """Wait until the session file can be written again (or a stop)."""
        self._link.close()  # so that the board falls silent and keeps its records
        self.watcher.note(f"{why} {self.kept}".rstrip())
        self._disk_fails = why
        while not self._stop():
            self._pause(_DISK_PAUSE)
            try:
                self.logbook.mend()
            except DiskProblem:
                continue
            self._disk_fails = ""
            self.watcher.note("the disk takes data again; going on.")
            return

    def _pause(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not self._stop() and time.monotonic() < deadline:
            self.watcher.tick()
            if self._bell:
                self._bell.wait(seconds)
            else:
                time.sleep(min(_TICK, seconds))

    def _finish(self) -> None:
        """Say goodbye, complete the files. Raises DiskProblem for files that could not be."""
        with contextlib.suppress(NoBoard, DiskProblem):
            self._link.send("bye")  # if it cannot be sent, the board notices by our silence
        self._link.close()
        with contextlib.suppress(DiskProblem):
            self.logbook.sync()
        self._tell_archive()
        self.logbook.close()
        self._approach.let_go()
        if self._disk_fails:
            with contextlib.suppress(DiskProblem):
                self._scorer.finish()
            raise DiskProblem(
                f"the disk of {self.out} took nothing more. {self.kept} Free some space and start "
                "the recording again.".replace("  ", " ")
            )
        self._scorer.finish()
