# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games tag`: who played, and where, said after the game.

merels games tag 7f3a21c9-12 --white Ann --black Bob --event "Club cup"
"""

from merels_host.commands.parameters import Archive, Black, Event, GameNames, Place, White
from merels_host.errors import UsageProblem


def tag(
    ids: GameNames,
    white: White = None,
    black: Black = None,
    event: Event = None,
    place: Place = None,
    archive: Archive = "",
) -> None:
    """Say who played a game, and where; '' takes a name away."""
    from merels_host.archive.game_text import line_of
    from merels_host.archive.one_game import only
    from merels_host.archive.queries import Queries
    from merels_host.archive.store import Store
    from merels_host.archive.tags import Tags
    from merels_host.sessions import players

    names = players.named({"white": white, "black": black, "event": event, "place": place})
    if not names:
        raise UsageProblem("say something of the games: --white, --black, --event or --place.")
    with Store.open(archive, create=False) as store:
        with store.begin(write=True) as connection:
            queries = Queries(connection)
            rows = [only(queries, name) for name in dict.fromkeys(ids)]
            Tags.of(store).say(connection, rows, names)
        with store.begin() as connection:
            queries = Queries(connection)
            for row in rows:
                print(line_of(only(queries, f"{row.board}/{row.journal}-{row.game}")))
