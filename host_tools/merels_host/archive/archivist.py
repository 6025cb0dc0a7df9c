# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive kept up to date while recorders write: one thread, told which files have grown.

Beside the recorders, who never wait for it: what it cannot do now, as when the database is away,
it does later, for the session files keep everything.

    with Archivist(url, folder, note) as archivist:
        archivist.look(session.path, session.safe)
"""

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from merels_host.errors import DiskProblem, MerelsError, SessionDamaged
from merels_host.session import SessionFile

_AGAIN = 5.0  # seconds until a database that refused is tried again
_STEP = "the next recording fills it, or merels games rebuild"
_GATHER = 0.05  # seconds in which more comes that goes into the same transaction


class Archivist:
    """note: is told in a sentence when the archive fails, and when it works again."""

    def __init__(self, url: str, folder: Path, note: Callable[[str], None]):
        self._url = url
        self._folder = folder
        self._note = note
        self._grown: dict[Path, int] = {}
        self._news = threading.Condition()
        self._ending = False
        self._trouble = ""
        self._thread = threading.Thread(target=self._run, name="archivist", daemon=True)

    def __enter__(self) -> "Archivist":
        """Open the archive, take in what the folder has. Raises ArchiveProblem, UsageProblem."""
        from merels_host.archive.ingest import Ingest
        from merels_host.archive.store import Store

        self._store = Store.open(self._url, step=_STEP)
        self._ingest = Ingest(self._store)
        self._thread.start()
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
        self._store.close()

    @property
    def trouble(self) -> str:
        """Why the archive is not up to date, "" if it is."""
        return self._trouble

    def look(self, path: Path, safe: int) -> None:
        """A session file has grown; its first `safe` bytes are on the disk."""
        with self._news:
            self._grown[path] = safe
            self._news.notify()

    def _run(self) -> None:
        self._try(self._earlier)
        while True:
            with self._news:
                self._news.wait_for(lambda: self._grown or self._ending)
                if not self._grown:
                    return
                if not self._ending:
                    self._news.wait_for(lambda: self._ending, _GATHER)
                grown, self._grown = self._grown, {}
            if not self._try(lambda grown=grown: self._take(grown)):
                with self._news:
                    self._grown = grown | self._grown
                    if self._ending:
                        return
                    self._news.wait_for(lambda: self._ending, _AGAIN)

    def _earlier(self) -> None:
        """What was recorded when no archive was kept, or by another merels."""
        self._ingest.folder(self._folder)

    def _take(self, grown: dict[Path, int]) -> None:
        files = []
        for path in grown:
            try:
                files.append(SessionFile(path))
            except (DiskProblem, SessionDamaged):
                continue  # it was moved away; what is in it is no longer ours
        self._ingest.files(files, grown)

    def _try(self, action: Callable[[], None]) -> bool:
        try:
            action()
        except Exception as error:  # the recorders go on, whatever it is
            # The next try opens the database anew: its file may be another one by then.
            self._store.engine.dispose()
            why = str(error) if isinstance(error, MerelsError) else _unexpected(error)
            if why != self._trouble:
                self._note(why)
            self._trouble = why
            return False
        if self._trouble:
            self._note("the archive works again.")
        self._trouble = ""
        return True


def _unexpected(error: Exception) -> str:
    return (
        f"an error in merels itself ({type(error).__name__}: {error}) stops the archive; nothing "
        "is lost: merels games rebuild makes it again. Please report that."
    )
