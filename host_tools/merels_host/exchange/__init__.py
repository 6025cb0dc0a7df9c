# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games in the forms of other programs, read and written.

Between the archive and the files of others: each reader makes scores of a text, each writer makes
a text of scores, and none knows the others.

    for found in pgn_reader.read(lines): ...    # Score or Fault
"""
