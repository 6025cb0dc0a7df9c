# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How long the board takes to start, and what heap it has then.

startup(uf2, firmware.written())
"""

from pathlib import Path

from emulated import firmware
from emulated.board import Board
from emulated.journals import recorded

_KB = 1024


def startup(uf2: Path, files: dict[str, bytes], lay: bytes | None = None) -> dict[str, float]:
    """Start-up and heap of a board with these files, or with this image of its flash."""
    with Board(uf2, files, lay) as board:
        light = board.until_light()
        moves = board.until_moves()
        settle(board, moves)
        heap = board.log.collections[-1]
        return {
            "power-on to first light": light,
            "power-on to moves accepted": moves,
            "heap free after the start": heap.free / _KB,
            "largest block after the start": heap.largest / _KB,
        }


def settle(board: Board, moves: float) -> None:
    """Play a turn, if need be: after it the board collects what the start has left."""
    board.wait(300)
    if not any(one.begin > moves for one in board.look().collections):
        board.drop("a7", white=True)
        board.until(lambda: board.look().collections[-1].begin > moves, 2000)
        board.wait(100)
        board.look()


def with_games(uf2: Path, games: int | None) -> float:
    """Milliseconds until a board that has recorded so many games accepts moves; None: a journal
    that is full."""
    with Board(uf2, firmware.written() | recorded(games)) as board:
        return board.until_moves()


def with_journals(uf2: Path) -> dict[str, float]:
    return {
        "power-on to moves accepted, 200 games recorded": with_games(uf2, 200),
        "power-on to moves accepted, journal full": with_games(uf2, None),
    }
