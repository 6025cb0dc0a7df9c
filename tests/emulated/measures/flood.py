# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A host that floods the line, while a hand moves: do scans keep their pace, and lights come?

flood(uf2, firmware.written())
"""

from itertools import pairwise
from pathlib import Path

from emulated.board import Board

_JUNK = (b"x" * 150 + b"\n") * 40
_REQUESTS = 30


def flood(uf2: Path, files: dict[str, bytes]) -> dict[str, float]:
    """A collection that the flood causes counts; a write to flash does not, for hands cause it."""
    with Board(uf2, files) as board:
        board.until_moves()
        board.wait(300)
        assert board.hello(), "no answer to hello"
        board.drop("d6", white=True)
        board.wait(800)
        board.look_anew()
        board.chip.advance(0, _JUNK)
        _lift_and_put_back(board)
        junk = _longest(board)
        board.look_anew()
        board.lift("d6")
        for _ in range(_REQUESTS):
            board.wait(2, board.request("state"))
        board.drop("d6", white=True)
        board.wait(400)
        return {
            "longest gap between scans, 6 KB of junk": junk,
            "longest gap between scans, 30 requests 2 ms apart": _longest(board),
        }


def _lift_and_put_back(board: Board) -> None:
    board.wait(50)
    at = board.lift("d6")
    board.wait(100)
    assert any(frame.begin > at for frame in board.look().frames), "no light in the flood"
    board.drop("d6", white=True)
    board.wait(400)


def _longest(board: Board) -> float:
    log = board.look()
    return max(
        after.begin - scan.begin
        for scan, after in pairwise(log.scans)
        if not any(scan.begin - 1 <= write.at <= after.begin for write in log.flash)
    )
