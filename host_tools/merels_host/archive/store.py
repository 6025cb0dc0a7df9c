# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The database of an archive, opened by URL and kept at one version of the tables.

Between SQLAlchemy and everything that reads or fills the archive: the one place where databases
differ, and where their complaints become sentences.

    with Store.open("postgresql://localhost/merels") as store, store.begin() as connection:
        connection.execute(select(schema.games))
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.dialects import postgresql, sqlite

from merels_host.archive import schema
from merels_host.errors import ArchiveProblem, UsageProblem
from merels_host.places import default_archive

_INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_LOCK = 0x6D657265  # any number that no other program locks in this database
_BUSY_S = 30  # how long SQLite waits for another merels that is writing


class Store:
    """An open archive. url: as text, without a password."""

    def __init__(self, engine: sa.Engine):
        self.engine = engine
        self.url = engine.url.render_as_string(hide_password=True)

    @classmethod
    def open(cls, url: str = "", create: bool = True) -> "Store":
        """Open the archive at `url` (a file's name will do), by default the user's own.

        create: make the tables, and for SQLite the file, if there are none. Raises UsageProblem
        for what is no URL and ArchiveProblem for all else.
        """
        made = _url(url)
        if made.get_backend_name() == "sqlite":
            _prepare_file(made.database or "", create)
        store = cls(_engine(made))
        try:
            store._check(create)
        except BaseException:
            store.close()
            raise
        return store

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextlib.contextmanager
    def begin(self, write: bool = False) -> Iterator[sa.Connection]:
        """A transaction: all or nothing; of those that write there is one at a time.

        Raises ArchiveProblem.
        """
        try:
            with self.engine.execution_options(merels_write=write).begin() as connection:
                if write and connection.dialect.name == "postgresql":
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                yield connection
        except exc.SQLAlchemyError as error:
            raise self._problem(error) from error

    def insert(self, table: sa.Table):
        """An INSERT into `table` that passes over rows whose key is there already."""
        return _INSERTS[self.engine.dialect.name](table).on_conflict_do_nothing()

    def upsert(self, table: sa.Table):
        """An INSERT into `table` that replaces a row with the same key."""
        statement = _INSERTS[self.engine.dialect.name](table)
        keys = [column.name for column in table.primary_key]
        others = {
            column.name: statement.excluded[column.name]
            for column in table.columns
            if column.name not in keys
        }
        return statement.on_conflict_do_update(index_elements=keys, set_=others)

    def _check(self, create: bool) -> None:
        with self.begin(write=create) as connection:
            if not sa.inspect(connection).has_table("meta"):
                if not create:
                    raise ArchiveProblem(
                        f"there is no archive in {self.url}; record with --archive {self.url}, or "
                        "fill it from session files with merels games rebuild --from DIR."
                    )
                schema.metadata.create_all(connection)
                version = {"name": "schema", "value": str(schema.VERSION)}
                connection.execute(self.insert(schema.meta), version)
            found = connection.scalar(
                sa.select(schema.meta.c.value).where(schema.meta.c.name == "schema")
            )
        if found != str(schema.VERSION):
            raise ArchiveProblem(
                f"the archive {self.url} has schema {found}, this program has {schema.VERSION}; "
                "update this program, or make another archive with merels games rebuild."
            )

    def _problem(self, error: exc.SQLAlchemyError) -> ArchiveProblem:
        cause = getattr(error, "orig", None) or error
        why = str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else "no reason"
        return ArchiveProblem(
            f"the archive {self.url} cannot be used ({why}); nothing is lost: when that is "
            "mended, or in another archive, merels games rebuild makes it again."
        )


def _url(text: str) -> sa.URL:
    if not text:
        text = default_archive()
    if "://" not in text:
        return sa.URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = sa.make_url(text)
    except (exc.ArgumentError, ValueError) as error:
        raise UsageProblem(f"{text} is not the URL of a database; {_FORMS}") from error
    if url.get_backend_name() == "sqlite":
        return url
    if url.get_backend_name() == "postgresql" and "+" not in url.drivername:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "postgresql":
        raise UsageProblem(f"merels cannot keep an archive in {url.get_backend_name()}; {_FORMS}")
    return url


_FORMS = "write sqlite:///games.db, or postgresql://user@host/name."


def _prepare_file(name: str, create: bool) -> None:
    """A folder for SQLite's file, and no empty file where nothing was to be made."""
    if not name or name == ":memory:":
        return
    path = Path(name)
    if not create and not path.exists():
        raise ArchiveProblem(
            f"there is no archive {path}; merels record makes it, or fill it from session files "
            "with merels games rebuild --from DIR."
        )
    try:
        os.makedirs(path.parent, exist_ok=True)
    except OSError as error:
        raise ArchiveProblem(
            f"the folder {path.parent} for the archive cannot be made "
            f"({error.strerror or error}); choose another place with --archive."
        ) from error


def _engine(url: sa.URL) -> sa.Engine:
    try:
        if url.get_backend_name() != "sqlite":
            return sa.create_engine(url, pool_pre_ping=True)
        engine = sa.create_engine(url, connect_args={"timeout": _BUSY_S})
    except ImportError as error:
        raise ArchiveProblem(
            f"the driver for PostgreSQL is not installed ({error.name}); "
            "install it with pip install 'merels[postgresql]'."
        ) from error
    except exc.ArgumentError as error:
        raise UsageProblem(f"{url} is not the URL of a database; {_FORMS}") from error
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection, _) -> None:
    # Python's sqlite3 begins transactions when it sees fit; `_on_begin` does it when we mean it.
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
