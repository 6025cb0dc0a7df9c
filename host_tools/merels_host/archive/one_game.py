# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One game of an archive, named on a command line, as a score.

one_score("", "7f3a21c9-12")
"""

from merels_host.archive.shelf import Shelf
from merels_host.archive.store import Store
from merels_host.errors import UsageProblem
from merels_host.exchange.score import Score


def one_score(archive: str, name: str) -> Score:
    """The score of the game `name`. Raises ArchiveProblem, GameNotFound, and UsageProblem where
    several boards have a game of this name."""
    with Store.open(archive, create=False) as store, store.begin() as connection:
        shelf = Shelf(connection)
        rows = list(shelf.games([name]))
        if len(rows) > 1:
            named = ", ".join(f"{row.board}/{row.journal}-{row.game}" for row in rows[:3])
            raise UsageProblem(f"{len(rows)} games are called {name}; say which: {named}.")
        return shelf.score(rows[0])
