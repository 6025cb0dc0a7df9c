# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The host side of Merels: the `merels` command and what it is made of.

The stream enters at `link` (one board's serial line), is written down by `session` (the flight
recorder), understood by `recorder` (games) and leaves as PGN (`pgn`) or on the screen
(`screen`). The rules, the wire format and the board's geometry are not here: they are the
firmware's own package `merels`, of which there is one copy.

    from merels_host.link import Link
    link = Link("socket://127.0.0.1:4420")
"""
