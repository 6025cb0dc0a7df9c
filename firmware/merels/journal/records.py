# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board remembers of a game, 16 bytes a turn, and the words it sends of it.

Sits between the app (which makes records) and the journal (which keeps them). A record is one slot
of 16 bytes, some kinds followed by slots of plain text:

    bytes 0-2   kind (3 bits), detail (20 bits), 1 bit free          little-endian
    bytes 3-5 + 1 bit                                                 the image, 25 bits, see below
    bytes 6-9   hash of the position (CRC-32 of its text), or a game's number
    bytes 10-13 ms (30 bits)
    bytes 14-15 the low half of the CRC-32 of the record's number, these 14 bytes and its text

The 25th bit of the image is bit 23 of the first three bytes. `detail` is, by kind: a move's from,
to and two removals (5 bits each, 31 for none); the length of the text (8 bits) and, of an edit,
the ply (12 bits); the plies that remain after a takeback; winner and reason of an over.

    >>> slot = pack(MOVE, move_detail(31 * 32 + 4, ()), 0x10, 0x5C07A1E2, 482113, b"", 17)
    >>> len(slot), Record(slot, 0).kind == MOVE, check(slot, 0, 16, 17)
    (16, True, True)
"""

import binascii
from struct import unpack_from

SLOT = 16  # bytes

BOOT = 1
GAME = 2
EDIT = 3
MOVE = 4
TAKEBACK = 5
OVER = 6
LONG_MOVE = 7  # a move with more than two removals: its text is kept

WORDS = ("", "boot", "game", "edit", "move", "takeback", "over", "move")
REASONS = (
    "unfinished",
    "few-pieces",
    "blocked",
    "line",
    "board-full",
    "quiet-limit",
    "endgame-limit",
    "repetition",
    "resigned",
    "agreed",
)
SIDES = ("white", "black")
MAX_TEXT = 240  # bytes of text that a record may carry
_NONE = 31
_TEXT_KINDS = (BOOT, GAME, EDIT, LONG_MOVE)


class Record:
    """One unpacked slot: kind, detail, image, hash, ms. Nothing is checked here (see check)."""

    def __init__(self, data, at):
        kind, middle, high, image, self.hash, self.ms = unpack_from("<BBBxHII", data, at)
        self.kind = kind & 7
        self.detail = (kind | middle << 8 | high << 16) >> 3 & 0xFFFFF
        self.image = data[at + 3] | image << 8 | high >> 7 << 24

    @property
    def text_length(self):
        return self.detail & 0xFF if self.kind in _TEXT_KINDS else 0

    @property
    def slots(self):
        """How many slots of 16 bytes the record takes."""
        return 1 + -(-self.text_length // SLOT)


def pack(kind, detail, image, position_hash, ms, text, number):
    """The record's bytes, a multiple of 16. Raises ValueError if the text is too long."""
    if len(text) > MAX_TEXT:
        raise ValueError(
            "A record keeps at most %d bytes of text, not %d: shorten it." % (MAX_TEXT, len(text))
        )
    if kind in _TEXT_KINDS:
        detail = detail << 8 | len(text)
    data = bytearray(SLOT * (1 + -(-len(text) // SLOT)))
    data[0:3] = (kind | detail << 3 | image >> 24 << 23).to_bytes(3, "little")
    data[3:6] = (image & 0xFFFFFF).to_bytes(3, "little")
    data[6:10] = position_hash.to_bytes(4, "little")
    data[10:14] = ms.to_bytes(4, "little")
    data[SLOT : SLOT + len(text)] = text
    data[14:16] = _crc(data, 0, len(data), number).to_bytes(2, "little")
    return data


def check(data, at, size, number):
    """Are the `size` bytes from `at` the whole record of this number, unharmed?"""
    return size >= SLOT and _number(data, at + 14, 2) == _crc(data, at, size, number)


def move_detail(action, removals):
    """The detail of a move: action (src * 32 + dst, -1: none) and up to two removed points."""
    first = removals[0] if len(removals) > 0 else _NONE
    second = removals[1] if len(removals) > 1 else _NONE
    return (action if action >= 0 else _NONE * 32 + _NONE) | first << 10 | second << 15


def actions(detail):
    """The actions that move_detail was made of, in order."""
    found = [] if detail & 1023 == _NONE * 32 + _NONE else [detail & 1023]
    for shift in (10, 15):
        point = detail >> shift & 31
        if point != _NONE:
            found.append(point << 5 | _NONE)
    return found


def over_detail(winner, reason):
    """winner: 0, 1 or None for a draw; reason: a word of REASONS."""
    return (2 if winner is None else winner) | REASONS.index(reason) << 2


def winner(detail):
    side = detail & 3
    return side if side < 2 else None


def reason(detail):
    return REASONS[detail >> 2]


def position_hash(text):
    """The hash of a position's text that both sides of the wire compare: its CRC-32."""
    return binascii.crc32(text.encode()) & 0xFFFFFFFF


def move_text(board, detail):
    """The turn's text in the names of the board, removals glued on: "d6-f6xb4"."""
    source = detail >> 5 & 31
    target = detail & 31
    text = ""
    if target != _NONE:
        text = board.name(target)
        if source != _NONE:
            text = board.name(source) + "-" + text
    for shift in (10, 15):
        point = detail >> shift & 31
        if point != _NONE:
            text += "x" + board.name(point)
    return text


def _crc(data, at, size, number):
    value = binascii.crc32(b"%d" % number)
    value = binascii.crc32(memoryview(data)[at : at + 14], value)
    return binascii.crc32(memoryview(data)[at + SLOT : at + size], value) & 0xFFFF


def _number(data, at, size):
    return int.from_bytes(data[at : at + size], "little")
