# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Boards that have recorded games already: what their journals are, made by the firmware's code.

files |= recorded(200)          # {"journal/00000001": b"...", ...}
"""

from emulated.product import JOURNAL, TURNS, Game, Journal, MemoryStorage, Notes

_BOOT = "firmware=0.0.0 id=0000000000000000 sensors=presence points=25"


def recorded(games: int | None) -> dict[str, bytes]:
    """The files of a journal with so many games that no host has fetched; None: until the first of
    them had to go."""
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.open()
    Notes(journal).boot(_BOOT, 0, 0)
    rows = _rows_of_a_game()
    done = 0
    while done != games and not (games is None and journal.first > 1):
        for row in rows:
            journal.add(*row)
            assert journal.flush()
        done += 1
    return {f"{JOURNAL}/{name}": _contents(storage, name) for name in storage.names()}


class _Rows:
    """A journal that only remembers what it was given."""

    pending = 0

    def __init__(self):
        self.rows = []

    def add(self, *row):
        self.rows.append(row)
        return True


def _rows_of_a_game():
    rows = _Rows()
    notes = Notes(rows)
    game = Game()
    notes.game(game, 0, 0)
    for text in TURNS:
        game.play(text)
        notes.turn(game, game.white | game.black, 0)
    return rows.rows


def _contents(storage, name):
    buffer = bytearray(storage.size(name))
    storage.read(name, 0, buffer)
    return bytes(buffer)
