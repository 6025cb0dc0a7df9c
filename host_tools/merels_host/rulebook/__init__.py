# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The rules, asked for on a command line: `ask` puts the question, `answers` replies.

`answers` also runs on MicroPython, so this folder imports little.
"""
