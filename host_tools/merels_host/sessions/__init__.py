# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Session files, which keep every line that a board said, and the games in them.

`session` writes and reads one file, `recorded` finds the records in a folder of them, and `games`
folds records into games. Nothing here talks to a board.
"""
