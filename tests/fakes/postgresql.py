# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A PostgreSQL server of our own for the time of the tests, where its programs are installed.

    with Server() as server:
        url = server.database("one")

Server.why_not() says in words why there can be none.
"""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path


def _program(name):
    found = shutil.which(name)
    if found:
        return found
    # Debian keeps all but the clients off the PATH.
    return next(iter(sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))), None)


class Server:
    """Listens on a free port of this computer only; no password."""

    @staticmethod
    def why_not():
        """Why no server can be started here, "" if it can."""
        if importlib.util.find_spec("psycopg") is None:
            return "needs psycopg (pip install 'merels[postgresql]')"
        if not (_program("initdb") and _program("pg_ctl")):
            return "needs a PostgreSQL server (initdb and pg_ctl)"
        return ""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._as = {}
        if hasattr(os, "getuid") and os.getuid() == 0:  # it refuses to run as root
            import pwd

            names = {entry.pw_name for entry in pwd.getpwall()}
            self._as = {"user": "postgres" if "postgres" in names else "nobody"}

    def __enter__(self):
        # Not below pytest's own folders, which it closes to other users.
        self._temporary = tempfile.TemporaryDirectory(prefix="merels-pg-")
        self.folder = Path(self._temporary.name)
        if self._as:
            shutil.chown(self.folder, self._as["user"])
        self._run(_program("initdb"), "-D", "data", "-U", "merels", "-A", "trust", "--no-sync")
        self._run(_program("pg_ctl"), "-D", "data", "-w", "-l", "log", "-o",
                  f"-p {self.port} -k {self.folder} -h 127.0.0.1 -F", "start")  # fmt: skip
        return self

    def __exit__(self, *exc_info):
        self._run(_program("pg_ctl"), "-D", "data", "-m", "immediate", "stop")
        self._temporary.cleanup()

    def database(self, name, language=""):
        """The URL of a new, empty database; language: that it sorts by, as en-US."""
        import psycopg

        where = f"postgresql://merels@127.0.0.1:{self.port}"
        with psycopg.connect(f"{where}/postgres", autocommit=True) as connection:
            sorts = f"TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '{language}'"
            more = f"{sorts} ENCODING 'UTF8'" if language else ""
            connection.execute(f"CREATE DATABASE {name} {more}")
        return f"{where}/{name}"

    def _run(self, *words):
        subprocess.run(words, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, **self._as)
