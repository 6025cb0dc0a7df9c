# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The tables of the archive, version 4; docs/data-formats.md describes each column.

Everything is text or a whole number, so that SQLite and PostgreSQL hold the same and a rebuilt
archive can be compared with the old one. Times are UTC text as in session files. No number is
made up by the database: keys come from the boards, so a rebuild gives the same keys again.

    select(games.c.variant).where(games.c.board == "e66141")
"""

from collections.abc import Collection

from sqlalchemy import DDL, Column, ForeignKeyConstraint, Integer, MetaData, Table, Text, event
from sqlalchemy import Index as _Index

VERSION = 4

metadata = MetaData()

_OURS = {"sessions", "journals", "records"}  # tables of every version


def is_foreign(tables: Collection[str]) -> bool:
    """Is a database that has these tables another program's?"""
    # A damaged archive may lack one of them.
    return bool(tables) and len(_OURS.intersection(tables)) < 2


# Text sorts by its bytes on every database, whatever the language of a server is.
PLAIN = "C"
_BYTES = Text().with_variant(Text(collation=PLAIN), "postgresql")


def _word(name: str, **more) -> Column:
    return Column(name, _BYTES, nullable=False, **more)


def _name(name: str) -> Column:
    """A name that people gave: the language of the server says what its small letters are."""
    return Column(name, Text, nullable=False, server_default="")


def _number(name: str, **more) -> Column:
    return Column(name, Integer, nullable=False, **more)


meta = Table("meta", metadata, _word("name", primary_key=True), _word("value"))

# Which session files are in the archive, and how many of their bytes.
sessions = Table(
    "sessions",
    metadata,
    _word("path", primary_key=True),
    _word("board"),
    _word("journal"),
    _word("utc"),
    _number("size"),
)

boards = Table(
    "boards",
    metadata,
    _word("board", primary_key=True),
    _word("firmware"),
    _word("sensors"),
    _word("points"),
    _word("first_utc"),
    _word("last_utc"),
)

# have: every record up to this number is here, or gone from the board too.
journals = Table(
    "journals",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("have"),
)

# Records that the board had no longer.
gaps = Table(
    "gaps",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("first", primary_key=True),
    _number("last"),
)

records = Table(
    "records",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("number", primary_key=True),
    _word("utc"),
    _word("line"),
)

games = Table(
    "games",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("first", primary_key=True),  # number of its first record
    _number("last"),
    _number("game"),
    _word("variant"),
    _word("changed"),
    # Who played and where: filled from session files that say so.
    _name("white"),
    _name("black"),
    _name("event"),
    _name("place"),
    _word("started"),
    _word("heard"),
    Column("ended", _BYTES),
    Column("winner", _BYTES),  # white, black, none; NULL while the game is not over
    Column("reason", _BYTES),
    _word("opening"),
    _number("plies"),
    _number("removals"),
    _number("takebacks"),
    _number("whole"),
    _number("doubts"),
    # How lists are sorted, and how a game is found by its name.
    _Index("games_heard", "heard", "board", "journal", "first"),
    _Index("games_variant", "variant", "heard", "board", "journal", "first"),
    _Index("games_name", "journal", "game"),
)

IMPORTED = "imported"  # in place of a board's name; json_writer has the same

# Games of other programs, whole, as PGN in our dialect.
imported = Table(
    "imported",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("first", primary_key=True),
    _word("digest", unique=True),
    _word("core", server_default=""),  # see identity
    _word("utc"),
    _word("pgn"),
    _Index("imported_core", "core"),
)

turns = Table(
    "turns",
    metadata,
    _word("board", primary_key=True),
    _word("journal", primary_key=True),
    _number("number", primary_key=True),  # of its record
    _number("first"),  # of the game's first record
    _number("ply"),
    _number("side"),
    _word("text"),
    _number("phase"),  # 0 placing, 1 moving, 2 flying
    _word("utc"),
    Column("ms", Integer),  # the board's clock
    Column("took_ms", Integer),  # since what was before it; NULL where that is unknown
    _number("taken_back"),
    ForeignKeyConstraint(
        ["board", "journal", "first"],
        ["games.board", "games.journal", "games.first"],
        deferrable=True,
        initially="DEFERRED",
    ),
    _Index("turns_game", "board", "journal", "first"),
)
# How long turns took, without looking at each: for statistics of all games. In words that both
# databases know: told as an Index, SQLAlchemy loads all of PostgreSQL's dialects for it.
event.listen(
    turns,
    "after_create",
    DDL("CREATE INDEX turns_time ON turns (phase, took_ms) WHERE taken_back = 0"),
)
