# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels stats`: who wins, how games begin and end, how long people think.

merels stats --variant nine-mens-morris --player Ann --plot ann.svg
"""

import json
import shutil
import sys
from typing import Annotated

import typer

from merels_host.commands import filter_options as options
from merels_host.commands.parameters import Archive


def run(
    variant: options.Variant = "",
    player: options.Player = "",
    white: options.White = "",
    black: options.Black = "",
    event: options.Event = "",
    board: options.Board = "",
    since: options.Since = "",
    until: options.Until = "",
    min_plies: options.MinPlies = 0,
    archive: Archive = "",
    most: Annotated[
        int, typer.Option("--top", min=1, metavar="N", help="So many openings and players.")
    ] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plot: Annotated[
        str,
        typer.Option(metavar="FILE", help="Draw them, too, into a file with .svg or .png."),
    ] = "",
) -> None:
    """Count results, openings, players, lengths and times of games.

    Games in which nobody has moved do not count.
    """
    from merels_host.archive.filters import Filters
    from merels_host.archive.store import Store
    from merels_host.statistics.figures import figures

    filters = Filters(
        variant=variant, player=player, white=white, black=black, event=event, board=board,
        since=since, until=until, min_plies=min_plies,
    )  # fmt: skip
    if plot:
        from merels_host.statistics import plots

        plots.check(plot)  # before the database is asked for much
    with Store.open(archive, create=False) as store, store.begin() as connection:
        found = figures(connection, filters, most)
    if as_json:
        print(json.dumps(found.as_json()))
    elif not found.games:
        print("There are no such games in the archive.")
    else:
        from merels_host.statistics.tables import lines

        print(f"{found.games:,} {'game' if found.games == 1 else 'games'}")
        for line in lines(found, sys.stdout.isatty(), shutil.get_terminal_size().columns):
            print(line)
    if plot:
        from merels_host.statistics import plots

        plots.write(found, plot)
        if not as_json:
            print(f"\nThe plots are in {plot}.")
