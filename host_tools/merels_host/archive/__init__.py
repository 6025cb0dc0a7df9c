# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive: all games of all boards in one database, made from session files alone.

After the recorder in the host's stream (session file -> archive -> export). The truth is in the
session files; the archive can be thrown away and made again at any time. `schema` has the tables,
`store` opens them, `ingest` fills them, `queries` finds games in them, `verify` proves them.

    with Store.open("sqlite:///games.db") as store:
        Ingest(store).folder(Path("merels-games"))
"""
