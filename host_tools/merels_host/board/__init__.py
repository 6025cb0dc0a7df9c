# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board on a serial port: found, opened, asked, set, calibrated.

`link` is the line itself, `port` opens it, `find` says where a board is; the rest asks the board
something over its line. Nothing here knows of files of games.
"""
