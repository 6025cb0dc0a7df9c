# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive kept up to date while recorders write: one thread, told which files have grown.

Beside the recorders, who never wait for it: what it cannot do now, as when the database is away,
it does later, for the session files keep everything.

    with Archivist(url, folder, note) as archivist:
        archivist.look(session.path, session.safe)
"""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from merels_host.errors import ArchiveAway, DiskProblem, MerelsError, SessionDamaged
from merels_host.sessions.folder import look, order
from merels_host.sessions.session import SessionFile

if TYPE_CHECKING:
    from merels_host.archive.ingest import Ingest
    from merels_host.archive.store import Store

_AGAIN = 5.0  # seconds until a database that refused is tried again
_STEP = "this recording fills it, or the next, or merels games rebuild"
_PATIENCE = 3.0  # seconds in which an archive must say at the start that it is none of ours
_GATHER = 0.05  # seconds in which more comes that goes into the same transaction


class Archivist:
    """note: is told in a sentence when the archive fails, and when it works again."""

    def __init__(self, url: str, folder: Path, note: Callable[[str], None]):
        self._url = url
        self._folder = folder
        self._note = note
        self._store: Store | None = None
        self._ingest: Ingest | None = None
        self._grown: set[Path] = set()
        self._safe: dict[Path, int] = {}  # bytes of each file that are on the disk
        self._behind = True  # it lacks more than what has grown since
        self._news = threading.Condition()
        self._ending = False
        self._trouble = ""
        self._begun = threading.Event()
        self._refusal: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="archivist", daemon=True)

    def __enter__(self) -> "Archivist":
        """Open the archive, and take in what the folder has. One that is away is waited for.

        Raises ArchiveProblem or UsageProblem for what can never be an archive of ours.
        """
        self._thread.start()
        self._begun.wait(_PATIENCE)
        with self._news:
            self._begun.set()  # whatever comes to light later is only told
        if self._refusal:
            self._thread.join()
            raise self._refusal
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take in what is left, and close the archive."""
        with self._news:
            self._ending = True
            self._news.notify()
        self._thread.join()
        if self._store:
            self._store.close()

    @property
    def trouble(self) -> str:
        """Why the archive is not up to date, "" if it is."""
        return self._trouble

    def look(self, path: Path, safe: int) -> None:
        """A session file has grown; its first `safe` bytes are on the disk."""
        with self._news:
            self._grown.add(path)
            self._safe[path] = safe
            self._news.notify()

    def _run(self) -> None:
        try:
            self._open()
        except Exception as error:
            if not isinstance(error, ArchiveAway) and self._is_refused(error):
                return
            self._failed(error)
        else:
            self._try(set())
        self._begun.set()
        while True:
            with self._news:
                if self._behind:
                    self._news.wait_for(lambda: self._ending, _AGAIN)
                else:
                    self._news.wait_for(lambda: self._grown or self._ending)
                    if not self._grown:
                        return
                    self._news.wait_for(lambda: self._ending, _GATHER)
                ending = self._ending
                grown, self._grown = self._grown, set()
            if not self._try(grown) and ending:
                return

    def _is_refused(self, error: Exception) -> bool:
        """Is the command that named this archive still there to be refused?"""
        with self._news:
            if self._begun.is_set():
                return False
            self._refusal = error
            self._begun.set()
            return True

    def _open(self) -> None:
        from merels_host.archive.ingest import Ingest
        from merels_host.archive.store import Store

        self._store = Store.open(self._url, step=_STEP)
        self._ingest = Ingest(self._store)
        self._begun.set()

    def _take(self, grown: set[Path]) -> None:
        """What has grown; before that all there is, when it is not known what it lacks: what was
        recorded when no archive was kept, when it was away, or by another merels."""
        if self._ingest is None:
            self._open()
        assert self._ingest is not None
        files = {file.path: file for file in look(self._folder).files} if self._behind else {}
        for path in grown - files.keys():
            # What was moved away is no longer ours.
            with contextlib.suppress(DiskProblem, SessionDamaged):
                files[path] = SessionFile(path)
        with self._news:
            safe = dict(self._safe)
        self._ingest.files(sorted(files.values(), key=order), safe)
        self._behind = False

    def _try(self, grown: set[Path]) -> bool:
        try:
            self._take(grown)
        except Exception as error:  # the recorders go on, whatever it is
            with self._news:
                self._grown |= grown
            self._failed(error)
            return False
        if self._trouble:
            self._note("the archive works again.")
        self._trouble = ""
        return True

    def _failed(self, error: Exception) -> None:
        self._behind = True
        if self._store:
            # The next try opens the database anew: its file may be another one by then.
            self._store.engine.dispose()
        why = str(error) if isinstance(error, MerelsError) else _unexpected(error)
        if isinstance(error, ArchiveAway):
            why += " Recording goes on meanwhile."
        if why != self._trouble:
            self._note(why)
        self._trouble = why


def _unexpected(error: Exception) -> str:
    return (
        f"an error in merels itself ({type(error).__name__}: {error}) stops the archive; nothing "
        "is lost: merels games rebuild makes it again. Please report that."
    )
