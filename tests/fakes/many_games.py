# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Archives with as many games as one likes: some are played, the database copies them.

fill(store, 100_000, folder)        # 2,000,000 turns and more, in a minute
write_session(folder, 50, seed=7)   # a session file with 50 games, for an archive or a page
"""

import itertools
import random

import sqlalchemy as sa
from merels.rules.game import OFF, Game
from merels.wire import framing
from merels_host.archive import schema
from merels_host.archive.ingest import Ingest
from merels_host.board.link import Hello
from merels_host.sessions.session import Session, SessionFile

VARIANTS = (
    "nine-mens-morris", "nine-mens-morris", "nine-mens-morris", "six-mens-morris",
    "three-mens-morris", "lasker-morris", "morabaraba",
)  # fmt: skip
PLAYERS = ("Ann", "Bob", "Cy", "Dora", "Emil", "Fay", "")
EVENTS = ("Club evening", "Spring cup", "")
TEMPLATES = 500
_COPIED = ("games", "turns")
_TIMES = ("started", "heard", "ended", "utc")


def game_texts(dice, number, most=90):
    """The records of one game: mills rather more often than by chance, some turns taken back."""
    game = Game(dice.choice(VARIANTS))
    texts = [f"game game={number} variant={game.variant} ms=1000"]
    ms = 1000
    while not game.over and game.ply < most:
        if game.ply > 2 and dice.random() < 0.01:
            game.undo_turn()
            texts.append(f"takeback ply={game.ply} game={number} ms={ms}")
            continue
        play_turn(game, dice)
        ms = _ms(dice, ms)
        text = game.turn_text(game.ply - 1)
        texts.append(f"move text={text} ply={game.ply} game={number} ms={ms}")
        if game.ply > 30 and not game.over and dice.random() < 0.01:
            winner = dice.choice(("white", "black", "none"))
            game.finish(None if winner == "none" else ("white", "black").index(winner),
                        "agreed" if winner == "none" else "resigned")  # fmt: skip
    outcome = game.outcome()
    if outcome:
        winner = "none" if outcome.winner is None else ("white", "black")[outcome.winner]
        texts.append(f"over winner={winner} reason={outcome.reason} ply={game.ply} "
                     f"game={number} ms={ms}")  # fmt: skip
    return texts


def play_turn(game, dice, skill=0.6):
    """Play a turn by chance; skill: how often one who can close a mill does."""
    before = game.ply
    while game.ply == before and not game.over:
        actions = game.legal_actions()
        closing = [action for action in actions if action & 31 != OFF and game.takes(action)]
        game.do(dice.choice(closing if closing and dice.random() < skill else actions))


def _ms(dice, before):
    """The board's clock after somebody thought, mostly for some seconds."""
    return before + round(1000 * min(dice.lognormvariate(1.5, 0.8), 300))


def write_session(folder, games, seed=1, board="b0", journal="00000000"):
    """The path of a session file with `games` games of 2020-01-01."""
    dice = random.Random(seed)
    hello = Hello(board, journal, "0.1.0", 1, 0, {"sensors": "presence", "points": "25"})
    session = Session(folder, hello, "p", "2020-01-01T00:00:00.000Z")
    numbers = itertools.count(1)
    for game in range(1, games + 1):
        utc = f"2020-01-01T{game // 3600 % 24:02}:{game // 60 % 60:02}:{game % 60:02}.000Z"
        for text in game_texts(dice, game):
            session.line(utc, "in", framing.frame("@", f"{next(numbers)} {text}"))
    session.sync()
    session.close()
    return session.path


def name_players(connection, seed=1):
    """Let the games of the archive have players and events."""
    dice = random.Random(seed)
    g = schema.games
    keys = connection.execute(sa.select(g.c.board, g.c.journal, g.c.first)).all()
    for board, journal, first in sorted(keys):
        white, black = dice.sample(PLAYERS, 2)
        connection.execute(
            sa.update(g)
            .where(g.c.board == board, g.c.journal == journal, g.c.first == first)
            .values(white=white, black=black, event=dice.choice(EVENTS))
        )


def fill(store, games, folder, seed=1):
    """Fill an empty archive with `games` games and their turns; records only of the first."""
    played = min(games, TEMPLATES)
    Ingest(store).files([SessionFile(write_session(folder, played, seed))])
    with store.begin(write=True) as connection:
        name_players(connection, seed)
        copies = -(-games // played) - 1
        connection.execute(
            sa.text("CREATE TEMPORARY TABLE copies (board TEXT, journal TEXT, day TEXT)")
        )
        rows = [
            {
                "board": f"b{number % 10}",
                "journal": f"{number:08x}",
                "day": f"{2020 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}",
            }
            for number in range(1, copies + 1)
        ]
        if rows:
            insert = sa.text("INSERT INTO copies VALUES (:board, :journal, :day)")
            connection.execute(insert, rows)
        for name in _COPIED:
            connection.execute(sa.text(_copy(schema.metadata.tables[name])))
        connection.execute(sa.text("DROP TABLE copies"))


def _copy(table):
    """The SQL that adds to `table` its rows once more for each row of `copies`."""
    sources = {"board": "copies.board", "journal": "copies.journal"}
    sources |= {name: f"copies.day || substr(t.{name}, 11)" for name in _TIMES}
    names = [column.name for column in table.columns]
    values = ", ".join(sources.get(name, f"t.{name}") for name in names)
    return (
        f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} "
        f"FROM copies CROSS JOIN {table.name} AS t"
    )
