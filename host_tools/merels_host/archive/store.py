# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The database of an archive, opened by URL.

Between SQLAlchemy and everything that reads or fills the archive: the one place where databases
differ, and where their complaints become sentences.

    with Store.open("postgresql://localhost/merels") as store, store.begin() as connection:
        connection.execute(select(schema.games))
"""

import contextlib
from collections.abc import Collection, Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc

from merels_host.archive import schema, sqlite_file
from merels_host.errors import (
    ArchiveAway,
    ArchiveDamaged,
    ArchiveMissing,
    ArchiveProblem,
    MerelsError,
    UsageProblem,
)
from merels_host.files import default_archive

AGAIN = "give the same command again"
_PATIENCE_S = 10  # for a server to answer
_LOCK = 0x6D657265  # any number that no other program locks in this database


class Store:
    """An open archive. url: as text, without a password. file: where it is one of SQLite's."""

    def __init__(self, engine: sa.Engine, url: sa.URL, again: str = "", step: str = AGAIN):
        """again: the command that makes this archive again. step: see `open`."""
        self.engine = engine
        self.url = url.render_as_string(hide_password=True)
        self.file = sqlite_file.file_of(url)
        self._again = again
        self._step = step

    @classmethod
    def open(cls, url: str = "", create: bool = True, step: str = AGAIN) -> "Store":
        """Open the archive at `url` (a file's name will do), by default the user's own.

        create: make the tables, and for SQLite the file, if there are none; without it the archive
        need not be writable. step: what to do when it can be used again. Raises UsageProblem for
        what is no URL, ArchiveDamaged where only a new archive helps, ArchiveMissing (without
        `create`), and ArchiveProblem for all else, such as another program's database, which is
        not touched.
        """
        made = url_of(url)
        again = "merels games rebuild" + (f" --archive {url}" if url else "") + " --from DIR"
        store = cls(_engine(made, create), made, again, step)
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
        except Exception as error:
            # No fault of ours, if a column has something of another kind than what it is for.
            found = "" if isinstance(error, MerelsError) else self._misfit()
            if found:
                raise _damaged(self.url, found, self._again) from error
            raise

    def _misfit(self) -> str:
        with contextlib.suppress(exc.SQLAlchemyError), self.engine.connect() as connection:
            return sqlite_file.misfit(connection)
        return ""

    def prove(self) -> None:
        """Let the database look whether its file is sound as a whole. Raises ArchiveDamaged."""
        with self.begin() as connection:
            found = sqlite_file.check(connection)
        if found:
            raise _damaged(self.url, found, self._again)

    def insert(self, table: sa.Table):
        """An INSERT into `table` that passes over rows whose key is there already."""
        return self._insert(table).on_conflict_do_nothing()

    def upsert(self, table: sa.Table, keep: Collection[str] = ()):
        """An INSERT into `table` that replaces a row with the same key.

        keep: columns of text in which what is there stays, unless that is empty.
        """
        statement = self._insert(table)
        keys = [column.name for column in table.primary_key]
        others = {}
        for column in table.columns:
            new = statement.excluded[column.name]
            if column.name in keep:
                others[column.name] = sa.func.coalesce(sa.func.nullif(column, ""), new)
            elif column.name not in keys:
                others[column.name] = new
        return statement.on_conflict_do_update(index_elements=keys, set_=others)

    def _insert(self, table: sa.Table):
        # Only what is used is loaded: a list is wanted at once.
        if self.engine.dialect.name == "sqlite":
            from sqlalchemy.dialects.sqlite import insert
        else:
            from sqlalchemy.dialects.postgresql import insert
        return insert(table)

    def _check(self, create: bool) -> None:
        with self.begin(write=create) as connection:
            found = sa.inspect(connection).get_table_names()
            if schema.is_foreign(found):
                raise sqlite_file.foreign(self.url, found)
            if "meta" not in found:
                if not create:
                    raise ArchiveMissing(
                        f"there is no archive in {self.url}; merels record and merels games "
                        f"import make it with --archive {self.url}, and merels games rebuild "
                        "--from DIR does so from session files."
                    )
                schema.metadata.create_all(connection)
                version = {"name": "schema", "value": str(schema.VERSION)}
                connection.execute(self.insert(schema.meta), version)
            found = connection.scalar(
                sa.select(schema.meta.c.value).where(schema.meta.c.name == "schema")
            )
        if found != str(schema.VERSION):
            if found is None and self.file is not None:
                raise _damaged(self.url, "it does not say which version it is", self._again)
            what = f"the archive {self.url} has schema {found}, this program has {schema.VERSION}"
            older = found is not None and found.isdecimal() and int(found) < schema.VERSION
            step = "make it anew" if older else "update this program, or make it anew"
            if self.file is None:
                raise ArchiveProblem(
                    f"{what}; {step} in another database with merels games rebuild --archive URL "
                    "--from DIR."
                )
            raise ArchiveDamaged(f"{what}; {step} with {self._again}, which keeps the old one.")

    def _problem(self, error: exc.SQLAlchemyError) -> ArchiveProblem:
        cause = getattr(error, "orig", None) or error
        why = str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else "no reason"
        if self.file is not None and sqlite_file.is_damage(cause):
            return _damaged(self.url, why, self._again)
        step = f"nothing is lost: when that is mended, {self._step}; --archive names another"
        if isinstance(error, exc.OperationalError | exc.TimeoutError):
            return ArchiveAway(f"the archive {self.url} cannot be used ({why}); {step}.")
        return ArchiveProblem(f"the archive {self.url} cannot be used ({why}); {step}.")


def _damaged(url: str, why: str, again: str) -> ArchiveDamaged:
    return ArchiveDamaged(
        f"the archive {url} is damaged ({why}); nothing is lost: {again} makes it anew from the "
        "session files in DIR, and keeps the damaged one aside."
    )


def url_of(text: str) -> sa.URL:
    """The URL of an archive as somebody wrote it, "" for the user's own. Raises UsageProblem."""
    if not text:
        text = default_archive()
    if "://" not in text:
        return _of_a_file(sa.URL.create("sqlite", database=str(Path(text).expanduser())), text)
    try:
        url = sa.make_url(text)
    except (exc.ArgumentError, ValueError) as error:
        raise UsageProblem(f"{text} is not the URL of a database; {_FORMS}") from error
    if url.get_backend_name() == "sqlite":
        return _of_a_file(url.set(drivername="sqlite"), text)
    if url.get_backend_name() == "postgresql" and "+" not in url.drivername:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "postgresql":
        raise UsageProblem(f"merels cannot keep an archive in {url.get_backend_name()}; {_FORMS}")
    return url


def _of_a_file(url: sa.URL, text: str) -> sa.URL:
    """The same, if it is one of a file: in memory nothing stays. Raises UsageProblem."""
    name = url.database or ""
    if name in ("", ":memory:") or (
        name.startswith("file:") and (":memory:" in name or url.query.get("mode") == "memory")
    ):
        raise UsageProblem(f"{text} names no file; write sqlite:///games.db.")
    return url


_FORMS = "write sqlite:///games.db, or postgresql://user@host/name."


def _engine(url: sa.URL, create: bool) -> sa.Engine:
    try:
        if url.get_backend_name() == "sqlite":
            return sqlite_file.open_file(url, sqlite_file.file_of(url), create)
        # A server that says nothing must not keep a recorder from its boards.
        patience = {} if "connect_timeout" in url.query else {"connect_timeout": _PATIENCE_S}
        return sa.create_engine(url, pool_pre_ping=True, connect_args=patience)
    except ImportError as error:
        raise ArchiveProblem(
            f"the driver for PostgreSQL is not installed ({error.name}); "
            "install it with pip install 'merels[postgresql]'."
        ) from error
    except exc.ArgumentError as error:
        raise UsageProblem(f"{url} is not the URL of a database; {_FORMS}") from error
