# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What can stand at the cursor of a command line: games, players, variants, moves, ports.

For `autocompletion=` of Typer's arguments and options. A shell that asks gets no error: where
nothing is known, nothing is offered. Names come from strangers' files and shells evaluate what
they are offered, so a name with a character that means something to a shell is left out.

    variant: Annotated[str, typer.Option(autocompletion=variants)]
"""

import functools
import os
import re
from collections.abc import Callable, Iterable
from typing import Any

import typer

_MOST = 200  # of one kind
_SAFE = re.compile(r"[\w .,@+/:=-]*")
Offer = str | tuple[str, str]


def _quietly(offer: Callable[..., Iterable[Offer]]) -> Callable[..., list[Offer]]:
    """Without errors, and without what a shell might take for something else."""

    @functools.wraps(offer)
    def safely(*arguments: Any, **named: Any) -> list[Offer]:
        try:
            found = list(offer(*arguments, **named))
        except Exception:  # nobody could read it, and the line is not complete yet
            return []
        return [one for one in found if _is_safe(one if isinstance(one, str) else one[0])]

    return safely


def _is_safe(text: str) -> bool:
    return bool(_SAFE.fullmatch(text)) and text.isprintable()


def _harmless(help_text: str) -> str:
    return "".join(char if _is_safe(char) else "_" for char in help_text)


@_quietly
def games(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """Games of the archive by name, the newest first."""
    import sqlalchemy as sa

    from merels_host.archive.game_text import players_words
    from merels_host.archive.listing import name_of
    from merels_host.archive.schema import games as table

    board, slash, rest = incomplete.rpartition("/")
    c = table.c
    query = sa.select(table).order_by(c.heard.desc(), c.first.desc()).limit(_MOST)
    journal, dash, number = rest.rpartition("-")
    if dash:
        query = query.where(c.journal == journal)
        if number:
            query = query.where(sa.cast(c.game, sa.Text).startswith(number, autoescape=True))
    else:
        query = query.where(c.journal.startswith(rest, autoescape=True))
    if slash:
        query = query.where(c.board == board)
    for row in _rows(ctx, query):
        about = f"{row.variant}, {row.plies} plies, {row.started[:10]}{players_words(row)}"
        yield f"{board}{slash}{name_of(row)}", _harmless(about)


@_quietly
def players(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """People who have played."""
    return sorted({*_names(ctx, "white", incomplete), *_names(ctx, "black", incomplete)})


@_quietly
def events(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """Occasions on which games were played."""
    return _names(ctx, "event", incomplete)


@_quietly
def places(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """Where games were played."""
    return _names(ctx, "place", incomplete)


@_quietly
def boards(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """Boards that games were recorded from."""
    return _names(ctx, "board", incomplete)


@_quietly
def variants(incomplete: str) -> Iterable[Offer]:
    """Games of the family, by id, and by alias where one is begun."""
    from merels.rules.variants import find, ids

    for name in ids():
        yield name
        if incomplete:
            yield from ((alias, name) for alias in find(name).aliases)


@_quietly
def reasons(incomplete: str) -> Iterable[Offer]:
    """Why games end."""
    from merels.journal.records import REASONS

    return REASONS


@_quietly
def builds(incomplete: str) -> Iterable[Offer]:
    """Builds that a simulated board can be."""
    from merels_host.simulator.builds import KINDS

    return KINDS


@_quietly
def faults(incomplete: str) -> Iterable[Offer]:
    """What can be wrong with them."""
    from merels_host.simulator.faults import WORDS

    for word in WORDS:
        yield word.word + (":" if word.form and not word.form.startswith("[") else ""), word.tells


@_quietly
def formats(incomplete: str) -> Iterable[Offer]:
    """Formats in which games can be read."""
    from merels_host.exchange.formats import READ

    return READ


@_quietly
def options(incomplete: str) -> Iterable[Offer]:
    """Options of variants and their values: fly=off, one after the other with commas."""
    from merels.rules import options as table

    done, comma, last = incomplete.rpartition(",")
    name, equals, _ = last.partition("=")
    for offered in table.names():
        if equals and offered == name:
            values = (one for said in table.values(name) for one in _each(said))
            yield from (f"{done}{comma}{name}={value}" for value in dict.fromkeys(values))
        elif not equals:
            yield f"{done}{comma}{offered}="


def _each(said: str) -> list[str]:
    """The values that 3..12 stands for; others stand for themselves."""
    first, dots, last = said.partition("..")
    if dots and first.isdecimal() and last.isdecimal():
        return [str(number) for number in range(int(first), min(int(last), int(first) + 30) + 1)]
    return [said]


@_quietly
def moves(ctx: typer.Context, incomplete: str) -> Iterable[Offer]:
    """What may be played after the moves that stand there already."""
    from merels_host.rulebook.ask import game_asked, options_of

    *done, _ = f"{incomplete} ".split(" ")[:-1] or [""]
    request = {
        "variant": ctx.params.get("variant") or "nine-mens-morris",
        "set": options_of(list(ctx.params.get("changed") or [])),
        "position": ctx.params.get("position"),
        "after": " ".join(done),
    }
    return [" ".join([*done, move]) for move in game_asked(request).legal()]


@_quietly
def ports(incomplete: str) -> Iterable[Offer]:
    """Serial ports of this computer."""
    from serial.tools import list_ports

    return [(one.device, _harmless(one.description or "")) for one in list_ports.comports()]


def _names(ctx: typer.Context, column: str, incomplete: str) -> list[str]:
    import sqlalchemy as sa

    from merels_host.archive.schema import games as table

    name = table.c[column]
    query = sa.select(name).distinct().order_by(name).limit(_MOST)
    query = query.where(name != "", name.startswith(incomplete, autoescape=True))
    return [row[0] for row in _rows(ctx, query)]


def _rows(ctx: typer.Context, query: Any) -> list[Any]:
    """Rows of the archive that the line names, or of the user's own."""
    from merels_host.archive.store import Store

    archive = ctx.params.get("archive") or os.environ.get("MERELS_ARCHIVE", "")
    with Store.open(archive, create=False) as store, store.begin() as connection:
        return list(connection.execute(query))
