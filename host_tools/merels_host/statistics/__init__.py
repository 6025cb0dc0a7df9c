# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Statistics of the archive's games: who wins, how games begin and end, how long people think.

Between the tables of the archive and `merels stats`: `figures` asks for the numbers, `tables`
and `plots` show them.

    with store.begin() as connection:
        figures(connection, Choice(variant="nine-mens-morris"))["games"]
"""
