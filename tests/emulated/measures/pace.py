# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How fast the board is: lift to light, drop to light, the pace of its loop, and what breaks it.

pace(uf2, firmware.written(), plies=39)
"""

from itertools import pairwise
from pathlib import Path

from emulated import firmware
from emulated.board import Board
from emulated.chip import Log, Scan
from emulated.goals import percentile
from emulated.hands_on_board import Hands
from emulated.product import TURNS, Game

_MARGIN_MS = 1  # a flash write that began so long before a scan delayed it


def pace(uf2: Path, files: dict[str, bytes], plies: int, seed: int = 1) -> dict[str, float]:
    """A game's last plies by hands, with a host; before it the board idle, without and with."""
    with Board(uf2, files) as board:
        board.until_moves()
        board.wait(300)
        idle = _periods(board, 1000)
        assert board.hello(), "no answer to hello"
        board.wait(300)
        with_host = _periods(board, 1000)
        game = _arranged(board, len(TURNS) - plies)
        board.look_anew()
        hands = Hands(board, seed, game)
        hands.play(TURNS[-plies:])
        log = board.look()
        steady, broken = gaps(log)
        figures = {
            "loop period idle, p99": percentile(idle, 99),
            "loop period idle with a host, p99": percentile(with_host, 99),
            "loop period in play with a host, p99": percentile(steady, 99),
            "longest gap between scans": max(steady),
            "longest gap between scans with a flash write or a collection": max(broken),
            "lights that were wrong": float(len(hands.wrong)),
        }
        for line in hands.wrong:
            print(line)
        if hands.lifts:
            figures["lift to light, p50"] = percentile(hands.lifts, 50)
            figures["lift to light, p99"] = percentile(hands.lifts, 99)
        if hands.drops:
            figures["drop to light, p99"] = percentile(hands.drops, 99)
        return figures


def hall(uf2: Path) -> dict[str, float]:
    """The loop of a board with Hall sensors that are quiet, which is to scan and step in time."""
    with Board(uf2, firmware.written(firmware.build("hall"))) as board:
        board.until_moves()
        board.wait(300)
        return {"Hall: scan and step, p99": percentile(_periods(board, 1000), 99)}


def gaps(log: Log) -> tuple[list[float], list[float]]:
    """Milliseconds from scan to scan: without, and with a flash write or a collection."""
    steady, delayed = [], []
    for scan, after in pairwise(log.scans):
        where = delayed if broken(log, scan, after) else steady
        where.append(after.begin - scan.begin)
    return steady, delayed


def broken(log: Log, scan: Scan, after: Scan) -> bool:
    """Was something written to flash, or a collection made, between these scans?"""
    return any(scan.begin - _MARGIN_MS <= write.at <= after.begin for write in log.flash) or any(
        one.begin <= after.begin and one.end >= scan.begin for one in log.collections
    )


def _periods(board: Board, ms: float) -> list[float]:
    board.look_anew()
    board.wait(ms)
    return gaps(board.look())[0]


def _arranged(board: Board, ply: int) -> Game:
    """The known game after so many plies, on the wood and on the board."""
    game = Game()
    for text in TURNS[:ply]:
        game.play(text)
    if ply:
        words = game.position()
        stand = dict(word.split("=") for word in words.split())
        board.put(*(_points(stand, *sides) for sides in (("white", "black"), ("white",))))
        board.wait(300)
        assert " ok" in (board.ask(f"position {words}") or ""), "the position was not taken"
        board.wait(1000)
    return game


def _points(stand: dict[str, str], *sides: str) -> list[str]:
    return [point for side in sides for point in stand.get(side, "").split(",") if point]
