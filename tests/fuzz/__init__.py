# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Random games acted out by clumsy virtual hands through the real firmware: `make fuzz`.

One game (match.py) has an intended course (turn.py), hands of one kind or of many (kinds_*.py)
and a person (person.py) who sees the lights, answers what the board asks and follows its repairs.
child.py plays games on CPython or MicroPython, __main__.py tallies them and shrinks failures.
"""
