# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The lines on the USB serial port: sigil, number, words, checksum.

Sits at the end of the board's stream (journal -> wire) and at the start of the host's
(wire -> link): both sides use this file. docs/protocol.md has the grammar and a transcript.

    >>> frame("~", "lift at=c3 board=00001e3 ms=482400")
    '~ lift at=c3 board=00001e3 ms=482400 *64e77ff8'
    >>> line = parse(":4 hello proto=1 journal=7f3a21c9 have=16 *98745bdd")
    >>> line.kind, line.number, line.word, line.values["have"]
    ('request', 4, 'hello', '16')
"""

import binascii

PROTO = 1
MAX_LINE = 200  # bytes of one line without its newline; what is longer is not ours

RECORD = "@"
TELEMETRY = "~"
REQUEST = ":"  # requests of the host and the board's replies to them

_KINDS = {RECORD: "record", TELEMETRY: "telemetry", REQUEST: "request"}


class Line:
    """One understood line.

    kind: "record", "telemetry", "request" (both directions) or "bad" (a checksum that is wrong).
    number: the record's or request's number, -1 if it has none. word: the first word, such as
    "move". args: bare words after it. values: the key=value words. checked: a checksum was there
    and is right. text: what the checksum covers.
    """

    def __init__(self, kind, number, word, args, values, checked, text):
        self.kind = kind
        self.number = number
        self.word = word
        self.args = args
        self.values = values
        self.checked = checked
        self.text = text


def checksum(text):
    """CRC-32 (as in zlib, ISO 3309) of the text's bytes, as 8 hex digits."""
    return "%08x" % (binascii.crc32(text.encode()) & 0xFFFFFFFF)


def frame(sigil, text):
    """Make a line, without its newline. A space stands between "~" and its text."""
    space = " " if sigil == TELEMETRY else ""
    return "%s%s%s *%s" % (sigil, space, text, checksum(text))


def parse(line):
    """Understand a line (text, with or without newline). None: it is log text, not ours.

    A missing checksum is allowed (a person typed the line) and leaves `checked` False; a wrong one
    gives kind "bad". Words that nobody knows are kept, never an error.
    """
    line = line.strip()
    kind = _KINDS.get(line[:1])
    if kind is None or not _printable(line):
        return None
    text = line[1:]
    if text[:1] == " ":
        text = text[1:]
    checked = False
    star = text.rfind(" *")
    if star >= 0 and len(text) == star + 10:
        if text[star + 2 :].lower() != checksum(text[:star]):
            return Line("bad", -1, "", [], {}, False, text)
        text = text[:star]
        checked = True
    number = -1
    word = ""
    args = []
    values = {}
    for part in text.split():
        key, equals, value = _partition(part)
        if word and equals:
            values[key] = value
        elif word:
            args.append(part)
        elif number < 0 and kind != "telemetry" and decimal(part) >= 0:
            number = decimal(part)
        else:
            word = part
    return Line(kind, number, word, args, values, checked, text)


def decimal(text):
    """A decimal number of up to nine digits, or -1 if the text is not one."""
    # isdigit() also accepts digits of other scripts on CPython; nine digits stay below 2**30
    if not 0 < len(text) < 10:
        return -1
    for byte in text.encode():  # MicroPython would keep each character of a text as a name
        if not 48 <= byte <= 57:
            return -1
    return int(text)


def _partition(part):
    at = part.find("=")
    return (part[:at], "=", part[at + 1 :]) if at > 0 else (part, "", "")


def _printable(line):
    for byte in line.encode():
        if not 32 <= byte <= 126:
            return False
    return True
