# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The recorder: keeps a board connected, its records on disk, and its games as PGN files.

`recorder` is the loop; `logbook` takes each line to the session file, `scorer` each record to its
game, and `watcher` tells a screen what happens.
"""
