# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The power fails before, inside and after every flash operation of a game: what is there then?

    lost(uf2, firmware.written(), every=8)      # {"power cuts that lost something": 0}

The game is played once, and all that it writes to flash is noted. A power cut leaves the flash as
it was after the writes before it, with a part of the one under way, and nothing else of the board
survives it; so each of these states of the flash is made from the notes. All of them are read with
littlefs and the firmware's journal on this computer, and every so many are put into the board,
which starts from them.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from emulated import image
from emulated.board import Board
from emulated.chip import FlashWrite
from emulated.hands_on_board import Hands
from emulated.product import JOURNAL, TURNS, Game, Journal, MemoryStorage, Replay, position_hash

_SECTOR = 4096


@dataclass
class Cut:
    """where: in words. lay: what is on the flash. plies, record: of the game, and of all records,
    those which the board had told its host before."""

    where: str
    lay: bytes
    plies: int
    record: int


def lost(uf2: Path, files: dict[str, bytes], every: int) -> dict[str, float]:
    """Of every so many cuts that the board starts from, and of all that are read here, how many
    have lost something; what, is printed."""
    wrong = []
    with Board(uf2, files) as board:
        cuts, journal = _played(board)
        for number, cut in enumerate(cuts):
            missing = _read_here(cut, journal)
            if not missing and number % every == 0:
                missing = _started(board, cut, journal)
            if missing:
                wrong.append(f"{cut.where}: {missing}")
    print(f"{len(cuts)} power cuts, {len(range(0, len(cuts), every))} of them started from")
    print(*wrong, sep="\n")
    return {"power cuts that lost something": float(len(wrong))}


def _played(board: Board) -> tuple[list[Cut], str]:
    """A game, and its cuts; the id of the journal."""
    board.until_moves()
    assert board.hello(), "no answer to hello"
    board.wait(500)
    board.look_anew()
    before = board.chip.image()
    hands = Hands(board, seed=3)
    hands.play(TURNS)
    board.wait(3000)
    assert hands.wrong == [], hands.wrong
    told = list(zip(board.heard_ms, board.records, strict=True))

    def said(at: float) -> tuple[int, int]:
        heard = [record for ms, record in told if ms <= at]
        return sum(record.word == "move" for record in heard), heard[-1].number

    cuts = [Cut(where, lay, *said(at)) for where, lay, at in _states(before, board.look().flash)]
    return cuts, board.journal or ""


def _states(before: bytes, writes: list[FlashWrite]) -> Iterator[tuple[str, bytes, float]]:
    """The flash before each write, inside it, and after the last; the state after another one is
    that before the next."""
    lay = bytearray(before)
    rnd = random.Random(4)
    for number, write in enumerate(writes):
        name = f"{write.kind} {number + 1} of {len(writes)}"
        yield f"before {name}", bytes(lay), write.at
        yield f"inside {name}", _part(lay, write, rnd), write.at
        lay = _done(lay, write)
    yield f"after {name}", bytes(lay), write.at


def _done(lay: bytearray, write: FlashWrite) -> bytearray:
    at = write.offset - image.OFFSET
    if write.kind == "erase":
        lay[at : at + write.length] = b"\xff" * write.length
    else:
        for i, byte in enumerate(write.data):
            lay[at + i] &= byte
    return lay


def _part(lay: bytearray, write: FlashWrite, rnd: random.Random) -> bytes:
    """An erase has set bits at random; of a page a part is there, its last byte by halves."""
    part = bytearray(lay)
    at = write.offset - image.OFFSET
    if write.kind == "erase":
        for i in range(at, at + _SECTOR):
            part[i] |= rnd.getrandbits(8)
    else:
        done = rnd.randrange(write.length)
        for i in range(done):
            part[at + i] &= write.data[i]
        part[at + done] &= write.data[done] | 0x55
    return bytes(part)


def _read_here(cut: Cut, journal_id: str) -> str:
    """What is missing, by littlefs and the firmware's journal on this computer; "" if nothing."""
    storage = MemoryStorage()
    for name, data in image.files(cut.lay).items():
        folder, _, name = name.rpartition("/")
        if folder == JOURNAL:
            storage.append(name, data)
    journal = Journal(storage)
    journal.open()
    game = Replay(journal).resume()
    found = game.turns() if game else []
    return _missing(cut, journal_id, journal.id, journal.last, len(found), found)


def _started(board: Board, cut: Cut, journal_id: str) -> str:
    """What is missing when the board starts from there; "" if nothing."""
    board.power_cycle(cut.lay)
    board.until_moves()
    board.journal = None
    if not board.hello(cut.record):
        return "no answer to hello"
    plies = int(board.word("state", "ply") or -1)
    if board.word("state", "pos") != _position(plies):
        return f"the position after {plies} plies is another"
    if board.word("state", "storage") != "ok":
        return "the storage is not ok"
    last = int(board.word("state", "last") or -1)
    return _missing(cut, journal_id, board.journal or "", last, plies, list(TURNS[:plies]))


def _missing(cut: Cut, journal_id: str, found_id: str, last: int, plies: int, turns) -> str:
    if found_id != journal_id:
        return f"the journal has the id {found_id}, not {journal_id}"
    if last < cut.record:
        return f"the records end with {last}, {cut.record} was told"
    if plies < cut.plies or turns != list(TURNS[:plies]):
        return f"the game has {plies} plies, {cut.plies} were told"
    return ""


def _position(plies: int) -> str:
    game = Game()
    for text in TURNS[:plies]:
        game.play(text)
    return f"{position_hash(game.position()):08x}"
