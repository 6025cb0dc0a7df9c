# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games`: the archive of all recorded games.

merels games list
merels games export --format pgn > games.pgn
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from merels_host.commands import (
    games_export,
    games_gif,
    games_import,
    games_list,
    games_picture,
    games_replay,
    games_tag,
)
from merels_host.commands.parameters import Archive, GameNames, folder

app = typer.Typer(
    help="List, show, export and prove the games in the archive.", no_args_is_help=True
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def show(
    ids: GameNames,
    archive: Archive = "",
    as_json: AsJson = False,
) -> None:
    """Show games move by move, with times and take-backs."""
    from merels_host.archive.export import as_json as game_as_json
    from merels_host.archive.game_text import story
    from merels_host.archive.queries import Queries
    from merels_host.archive.store import Store

    with Store.open(archive, create=False) as store, store.begin() as connection:
        queries = Queries(connection)
        if as_json:
            print(json.dumps([game_as_json(queries, row) for row in queries.games(ids)]))
            return
        for row in queries.games(ids):
            for line in story(queries, row):
                print(line)


@app.command()
def rebuild(
    archive: Archive = "",
    folders: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", metavar="DIR", parser=folder, help="A folder with session files, too."
        ),
    ] = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Leave out session files that are gone or cannot be read."),
    ] = False,
) -> None:
    """Make the archive again from the session files.

    A file that is damaged, or no archive at all, is kept aside under another name. Nothing is
    changed if a session file is gone or cannot be read, unless --forget is given.
    """
    from merels_host.archive.recover import rebuild_or_anew
    from merels_host.text import printable

    def note(words: str) -> None:
        print(f"note: {printable(words, 1000)}", file=sys.stderr)

    made = rebuild_or_anew(archive, folders or [], forget, note)
    if made.aside:
        print(f"The old file is kept as {made.aside}.")
    print(f"{made.count} records are in {made.url} now.")


@app.command()
def verify(archive: Archive = "", as_json: AsJson = False) -> int:
    """Replay every record through the rules, and compare with what is kept."""
    from dataclasses import asdict

    from merels_host.archive.store import Store
    from merels_host.archive.verify import Verified
    from merels_host.archive.verify import verify as faults

    count = Verified()
    with Store.open(archive, create=False) as store:
        store.prove()
        if as_json:
            found = [asdict(fault) for fault in faults(store, count)]
            print(json.dumps({**asdict(count), "disagreements": found}))
            return 1 if found else 0
        number = 0
        for fault in faults(store, count):
            print(fault.words)
            number += 1
    if not count.games and not count.records:
        print(f"{store.url} has no game and no record: there is nothing to verify.")
        return 1 if number else 0
    counted = f"{count.games} games and {count.records} records"
    print(f"{counted}: {f'{number} disagreements' if number else 'all agree'}.")
    return 1 if number else 0


# Verbs with a module of their own.
app.command("list")(games_list.list_games)
app.command("import")(games_import.import_games)
app.command("export")(games_export.export)
app.command("picture")(games_picture.picture)
app.command("gif")(games_gif.gif)
app.command("replay")(games_replay.replay)
app.command("tag")(games_tag.tag)
