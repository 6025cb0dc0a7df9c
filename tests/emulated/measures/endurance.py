# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What becomes of the heap when a board is used for long: games of all kinds, and all else it can.

after_games(uf2, firmware.written(), games=30)
long_run(uf2, firmware.written(), plies=500, quiet_ms=10000)
"""

import itertools
from pathlib import Path

from emulated.board import Board
from emulated.chip import Collection
from emulated.product import variants
from emulated.random_games import RandomGames

_KB = 1024
_WRAP_MS = 2**30
_BEFORE_WRAP_MS = 20000  # so long before the clock comes round the long run begins
_STANDARD = "nine-mens-morris"
_PLIES = 24  # of a game of a long run: all is placed, and some has moved
_SHORT_PLIES = 8  # of a game between two others


def after_games(uf2: Path, files: dict[str, bytes], games: int) -> dict[str, float]:
    """The heap after so many games in a row, with all that a player can do between them."""
    with Board(uf2, files) as board:
        board.until_moves()
        assert board.hello(), "no answer to hello"
        played = RandomGames(board, seed=1)
        between = itertools.cycle(_BETWEEN)
        for variant in itertools.islice(itertools.cycle(variants.ids()), games):
            played.play(variant, _SHORT_PLIES)
            next(between)(board)
        heap = _heap(played)
        for line in [*played.wrong, *board.text]:
            print(line)
        assert not played.wrong and not board.text, "what is above"
        return {
            f"heap free after {games} games": heap.free / _KB,
            f"largest block after {games} games": heap.largest / _KB,
        }


def long_run(uf2: Path, files: dict[str, bytes], plies: int, quiet_ms: float) -> dict[str, float]:
    """Games until so many plies are played, and the clock has come round meanwhile; then quiet."""
    with Board(uf2, files, begin_ms=_WRAP_MS - _BEFORE_WRAP_MS) as board:
        board.until_moves()
        assert board.hello(), "no answer to hello"
        played = RandomGames(board, seed=2)
        every = itertools.cycle(variants.ids())
        first = None
        while played.plies < plies and len(played.wrong) < 10:
            played.play(next(every), _PLIES)
            first = first or _heap(played)
        last = _heap(played)
        kept = _kept_by_quiet(board, quiet_ms)
        for line in [*played.wrong, *board.text]:
            print(line)
        crashes = board.word("crashes", "crashes")
        return {
            "long run: turns not understood, and errors": float(
                len(played.wrong) + len(board.text) + board.chip.resets + (crashes != "0")
            ),
            "long run: growth": (first.free - last.free) / _KB if first else 0.0,
            "long run: bytes kept by quiet steps": kept,
        }


def _heap(played: RandomGames) -> Collection:
    """The heap after the same few turns of the standard game as always."""
    played.play(_STANDARD, 2)
    played.board.wait(600)
    return played.board.look().collections[-1]


def _kept_by_quiet(board: Board, ms: float) -> float:
    """How much fewer bytes are free after a time in which nothing changes."""
    board.leave()
    board.ask("bye")
    board.wait(2000)
    before = board.chip.ask("heap")["free"]
    board.wait(ms)
    return float(before - board.chip.ask("heap")["free"])


# Between two games


def _menu(board: Board) -> None:
    """Open it, look at three choices, close it."""
    board.press("NEW_BUTTON", 1300)
    for _ in range(3):
        board.wait(200)
        board.press("BACK_BUTTON", 100)
    board.wait(200)
    board.press("NEW_BUTTON", 1300)
    board.wait(300)


def _set_up(board: Board) -> None:
    """The eighth choice of the menu: begin it, leave it."""
    board.press("NEW_BUTTON", 1300)
    for _ in range(7):
        board.wait(200)
        board.press("BACK_BUTTON", 100)
    board.wait(200)
    board.press("NEW_BUTTON", 100)
    board.wait(500)
    board.press("NEW_BUTTON", 1300)
    board.wait(500)


def _asking(word: str, end: str = ""):
    """Something that a host asks for, and what ends it."""

    def do(board: Board) -> None:
        answer = board.ask(word)
        assert answer, f"no answer to {word}"
        board.wait(500)
        if end:
            assert board.ask(end), f"no answer to {end}"
            board.wait(300)

    return do


def _bench(board: Board) -> None:
    """It measures a board on which wood and game agree, and is asked seldom while it does."""
    board.put(())
    board.wait(700)
    board.ask("new")
    board.wait(500)
    answer = board.ask("bench")
    assert answer and " ok" in answer, answer
    for _ in range(30):
        board.wait(500)
        if board.word("bench state", "bench") == "done":
            return
    raise AssertionError("the bench does not end")


def _restart(board: Board) -> None:
    """The board is silent after it, so its host has to greet it anew."""
    assert board.ask("restart"), "no answer to restart"
    board.leave()
    board.wait(4000)
    board.acking = True
    assert board.hello(board.acked), "no answer after a restart"
    board.wait(500)


_BETWEEN = (
    _menu,
    _asking("levels"),
    _set_up,
    _asking("learn", "learn stop"),
    _asking("selftest", "selftest stop"),
    _asking("calibrate"),
    _bench,
    _asking("help"),
    _restart,
    _asking("get"),
)
