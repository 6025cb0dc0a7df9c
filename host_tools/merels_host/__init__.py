# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The host side of Merels: the `merels` command and what it is made of.

Each folder is a room. The stream enters at `board/` (a serial line), is written down in
`sessions/` (files that keep every line) by `recorder/`, and leaves as PGN, into `archive/` or
through `views/` onto a screen. The rules, the wire format and the board's geometry are not here:
they are the firmware's own package `merels`, of which there is one copy.

    from merels_host.board.link import Link
    link = Link("socket://127.0.0.1:4420")
"""
