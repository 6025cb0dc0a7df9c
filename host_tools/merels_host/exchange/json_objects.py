# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Cuts a text of many JSON objects into its objects, without holding more than one of them.

Below json_reader.py. What stands between objects (the brackets and commas of a list) is passed
over; what is no object at all comes out as it is, to be refused with its place. An object that
was cut off ends with the file, or where a line begins a game as json_writer.py does.

    list(objects(["[\n", '{"a": 1},\n', '{"b": {}}]\n']))    # [(2, '{"a": 1}'), (3, '{"b": {}}')]
"""

import re
from collections.abc import Iterable, Iterator

_MARKS = re.compile(r'[{}"]|\\.')
_BETWEEN = "[], \t\r\n\ufeff\x1e"
_FIRST_KEY = re.compile(r'\{\s*"id"')


def objects(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(number of the line on which it begins, text) of each object."""
    pieces: list[str] = []  # of the object under way
    begun = depth = 0
    for number, line in enumerate(lines, 1):
        if depth and _FIRST_KEY.match(line):  # a game begins: the one before it was cut off
            yield begun, "".join(pieces)
            pieces, depth = [], 0
        start = 0
        quoted = False  # a text of JSON never goes on in the next line
        for mark in _MARKS.finditer(line):
            sign = mark[0]
            if sign == '"' and (depth or quoted):
                quoted = not quoted
            elif quoted or len(sign) > 1:
                continue
            elif sign == "{":
                if not depth:
                    yield from _other(number, line[start : mark.start()])
                    start, begun = mark.start(), number
                depth += 1
            elif sign == "}" and depth:
                depth -= 1
                if not depth:
                    yield begun, "".join([*pieces, line[start : mark.end()]])
                    pieces, start = [], mark.end()
        if depth:
            pieces.append(line[start:])
        else:
            yield from _other(number, line[start:])
    if depth:
        yield begun, "".join(pieces)


def _other(number: int, text: str) -> Iterator[tuple[int, str]]:
    text = text.strip(_BETWEEN)
    if text:
        yield number, text
