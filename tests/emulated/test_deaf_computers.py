# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Computers that do not listen: the board keeps its pace, and all turns are there afterwards."""

import pytest

from emulated import firmware
from emulated.board import Board
from emulated.goals import percentile
from emulated.hands_on_board import Hands
from emulated.measures.pace import gaps
from emulated.product import TURNS

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

MOST_MS = 20  # from scan to scan, as in play with a computer that listens


class UnheardHands(Hands):
    """Hands that go by the clock alone."""

    def play(self, turns):
        for text in turns:
            self.board.wait(60)
            self._move(text)
            self.board.wait(400)
            self.game.play(text)


def plays_on(board, cut_off, reconnect):
    board.until_moves()
    assert board.hello()
    board.ask("set telemetry=on")
    cut_off()
    board.look_anew()
    hands = UnheardHands(board, seed=5)
    hands.play(TURNS[:5])
    steady, _ = gaps(board.look())
    reconnect()
    board.wait(300)
    assert board.hello(board.acked)
    board.until(lambda: len(board.moves) == 5, 5000)
    assert [record.values["text"] for record in board.moves] == list(TURNS[:5])
    assert hands.wrong == []
    assert percentile(steady, 99) < MOST_MS
    assert max(steady) < 2 * MOST_MS


def test_a_reader_that_stops_costs_neither_turns_nor_pace(micropython):
    with Board(micropython, firmware.written()) as board:
        plays_on(board, board.read_no_more, board.read_again)


def test_a_program_that_goes_costs_neither_turns_nor_pace(micropython):
    with Board(micropython, firmware.written()) as board:
        plays_on(board, board.close_port, board.open_port)
