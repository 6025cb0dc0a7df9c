# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The file of an archive in SQLite: made, opened in whatever way is possible, known as damaged.

Beside `store`, for whatever concerns files. To read, an archive need not be writable, nor the
folder that it lies in: SQLite is then told so, as it would make files of its own otherwise.

    engine = open_file(url, Path("archive.db"), create=False)
"""

import contextlib
import os
import sqlite3
from collections.abc import Collection
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event, exc

from merels_host.archive.schema import is_foreign, metadata
from merels_host.errors import ArchiveAway, ArchiveMissing, ArchiveProblem, UsageProblem
from merels_host.files import data_folder

BESIDE = ("", "-wal", "-shm")  # endings of the files that SQLite keeps together
_MAGIC = b"SQLite format 3\0"
_BUSY_S = 30  # how long SQLite waits for another merels that is writing


def file_of(url: sa.URL) -> Path | None:
    """The file of the database, None where it is in memory, on a server, or named by a URI."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name in ("", ":memory:") or name.startswith("file:"):
        return None
    return Path(name)


def open_file(url: sa.URL, path: Path | None, create: bool) -> sa.Engine:
    """The database `url`, whose file is `path`; create: it is to be written, and made if need be.

    Raises ArchiveProblem, also where a folder has the name: nobody's folder is an archive.
    """
    if path is None:
        return _engine(url)
    _prepare(path, create)
    if create:
        return _engine(url)
    return next((one for one in _ways_to_read(url, path) if _can_be_read(one)), _engine(url))


def is_damage(cause: BaseException | None) -> bool:
    """Does the database complain of what is in its file, so that only a new one helps?"""
    if not isinstance(cause, sqlite3.DatabaseError):
        return False
    words = str(cause)
    return type(cause) is sqlite3.DatabaseError or words.startswith(
        ("no such table", "no such column", "malformed database schema", "Could not decode")
    )


def tables(path: Path) -> set[str]:
    """The tables in a database, which is not changed by that; none where it cannot be read."""
    try:
        name = f"file:{quote(str(path.resolve()))}?mode=ro"
        with contextlib.closing(sqlite3.connect(name, uri=True)) as found:
            rows = found.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except (sqlite3.Error, OSError):
        return set()
    return {str(row[0]) for row in rows if not str(row[0]).startswith("sqlite_")}


def foreign(url: str, found: Collection[str]) -> ArchiveProblem:
    """What to say of a database that another program has filled with these tables."""
    return ArchiveProblem(
        f"{url} is another program's database (it has a table {min(found)}), and is left as it "
        "is; name an archive of merels, or a new one, with --archive."
    )


def check(connection: sa.Connection) -> str:
    """What SQLite finds wrong with its file as a whole, "" if nothing."""
    if connection.dialect.name != "sqlite":
        return ""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return misfit(connection) if found == "ok" else " ".join(found.split())


def misfit(connection: sa.Connection) -> str:
    """The first column that has something of another kind than what it is for, in words; "" if
    none has. SQLite takes anything for any column."""
    if connection.dialect.name != "sqlite":
        return ""
    for table in metadata.sorted_tables:
        wrong = {column.name: _is_no(column) for column in table.columns}
        query = sa.select(sa.case(*((test, name) for name, test in wrong.items())))
        name = connection.scalar(query.where(sa.or_(*wrong.values())).limit(1))
        if name:
            kind = "text" if _is_text(table.c[name]) else "a number"
            return f"something in {table.name}.{name} is not {kind}"
    return ""


def _is_no(column: sa.Column) -> sa.ColumnElement[bool]:
    kinds = ["text" if _is_text(column) else "integer", *(["null"] if column.nullable else [])]
    return sa.func.typeof(column).not_in(kinds)


def _is_text(column: sa.Column) -> bool:
    return isinstance(column.type, sa.Text)


def remove(path: Path) -> None:
    """Remove a database that nobody needs, as far as it is there."""
    for ending in BESIDE:
        with contextlib.suppress(OSError):
            Path(f"{path}{ending}").unlink()


def _prepare(path: Path, create: bool) -> None:
    """A folder for the file, and no empty file where nothing was to be made."""
    above = next((folder for folder in path.parents if folder.exists()), None)
    if above is not None and not above.is_dir():
        own = "set MERELS_DATA to a folder, or " if path.parent == data_folder() else ""
        raise ArchiveProblem(
            f"{above} is a file, so no archive can lie in it; {own}name another archive, as "
            "--archive games.db.",
            UsageProblem.exit_code,
        )
    if os.path.exists(path) and not os.path.isfile(path):
        what = "is a folder" if os.path.isdir(path) else "is no file"
        raise ArchiveProblem(
            f"{path} {what}, and an archive is a file; name one, as --archive games.db.",
            UsageProblem.exit_code,
        )
    if not create and not os.path.exists(path):
        raise ArchiveMissing(
            f"there is no archive {path}; merels record and merels games import make it, and "
            "merels games rebuild --from DIR does so from session files."
        )
    if not _may_be_one(path):
        raise ArchiveProblem(
            f"{path} is no archive, for it is no database at all, and is left as it is; name "
            "another with --archive, or give that file another name."
        )
    found = tables(path)
    if is_foreign(found):
        raise foreign(str(path), found)
    try:
        os.makedirs(path.parent, exist_ok=True)
    except OSError as error:
        raise ArchiveAway(
            f"the folder {path.parent} for the archive cannot be made "
            f"({error.strerror or error}); choose another place with --archive."
        ) from error


def _may_be_one(path: Path) -> bool:
    """Is it not there, or empty, or does it begin as SQLite's do, or can nobody say?"""
    try:
        with path.open("rb") as file:
            begin = file.read(len(_MAGIC))
    except OSError:
        return True
    return begin in (b"", _MAGIC)


def _ways_to_read(url: sa.URL, path: Path):
    """From the one that sees what a recorder is writing just now, to the one that needs least."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        yield _engine(url)
    name = f"file:{quote(str(path.resolve()))}"
    yield _engine(url.set(database=name, query={"uri": "true", "mode": "ro"}), write=False)
    if not _size(Path(f"{path}-wal")):  # all is in the file itself, and nobody is writing
        query = {"uri": "true", "immutable": "1"}
        yield _engine(url.set(database=name, query=query), write=False)


def _can_be_read(engine: sa.Engine) -> bool:
    """Can the file be opened this way? What is in it is another question."""
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    except exc.OperationalError:
        engine.dispose()
        return False
    except exc.DatabaseError:
        return True  # it can be, but is damaged
    return True


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _engine(url: sa.URL, write: bool = True) -> sa.Engine:
    engine = sa.create_engine(url, connect_args={"timeout": _BUSY_S})
    event.listen(engine, "connect", _on_connect_to_write if write else _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection, _) -> None:
    # Python's sqlite3 begins transactions when it sees fit; `_on_begin` does it when we mean it.
    connection.isolation_level = None


def _on_connect_to_write(connection, _) -> None:
    connection.isolation_level = None
    # A reader never waits for the recorder, and what a power cut takes is made again from the
    # session files.
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _on_begin(connection: sa.Connection) -> None:
    write = connection.get_execution_options().get("merels_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
