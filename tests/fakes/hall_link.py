# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A link to a board with Hall sensors in this process, and a person beside it, for host tests.

board = HallApp()
Calibrator(HallLink(board), print, person(board, {}, {"d6": 49}, "s"))
"""

from merels.board import WOOD
from merels.wire import framing
from merels_host.board.link import Hello
from merels_host.errors import RequestRefused

WHITE, BLACK = WOOD[:9], WOOD[15:24]
MEN = dict.fromkeys(WHITE, 49) | dict.fromkeys(BLACK, -49)  # what the board asks for, in mT


class HallLink:
    """Answers as merels_host.board.link.Link does. sent: what was said without waiting."""

    def __init__(self, board):
        self.board = board
        self.sent = []

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def hello(self):
        return Hello("board-1", "00000000", "0.1.0", 1, 2, {})

    def request(self, words):
        reply = framing.parse(":1 " + self.board.ask(words))
        assert reply
        self.board.run(20)
        if reply.word == "err":
            raise RequestRefused(f"refused ({reply.text}).", reply.values["code"])
        return reply.values

    def send(self, words):
        self.sent.append(words)

    def read(self, timeout):
        return []


def person(board, *deeds):
    """Waits for keys: does one deed after the other (magnets, by point and mT) and presses Enter
    each time; or presses a key; nothing more after the last."""
    left = list(deeds)

    def wait():
        if not left:
            return ""
        deed = left.pop(0)
        if isinstance(deed, str):
            return deed
        board.stand(**deed)
        board.run(600)
        return "enter"

    return wait
