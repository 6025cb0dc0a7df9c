# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The power goes at any write to the flash while a game of 40 plies is played: what was on flash
before is there afterwards, and the game goes on.

The firmware's own journal on MicroPython's own littlefs, on a chip in memory. The game is played
by the rules and not by hands, so that hundreds of cuts take seconds; every turn is flushed, as a
board does whose players are not too quick.
"""

from fakes import driver, flash
from merels.journal.journal import Journal
from merels.journal.notes import Notes
from merels.journal.records import position_hash
from merels.journal.replay import Replay
from merels.rules.game import Game

FlashFolder = driver("storage").FlashFolder
PLIES = 40


def turns():
    """A game of 40 turns without an end: mills, removals, and moves."""
    game = Game()
    number = 1
    while game.ply < PLIES:
        texts = game.legal()
        number = (number * 1103515245 + 12345) & 0x3FFFFFFF
        game.play(texts[(number >> 8) % len(texts)])
        assert not game.over
    return game.turns()


TURNS = turns()


class Table:
    """A board's journal on the flash of `folder`, and the game that is played."""

    def __init__(self, folder):
        self.storage = FlashFolder(folder)
        self.journal = Journal(self.storage)
        self.journal.open()
        self.notes = Notes(self.journal)
        self.game = Replay(self.journal).resume()
        self.kept = self.game.ply if self.game else 0  # turns that are surely on flash

    def play(self):
        """From where the game is to its end; False if the flash stopped taking anything."""
        if not self.game:
            self.game = Game()
            self.notes.boot("firmware=test id=test sensors=presence points=25", 0, 0)
            self.notes.game(self.game, 0, 0)
            if not self._write():
                return False
        for turn in TURNS[self.game.ply :]:
            self.game.play(turn)
            self.notes.turn(self.game, self.game.white | self.game.black, 0)
            if not self._write():
                return False
            self.kept = self.game.ply
            if self.game.ply % 5 == 0:
                self.journal.ack(self.journal.last)
                self.notes.keep_ack()
        return True

    def _write(self):
        return self.journal.flush()


def cut(writes, torn):
    """Play with the power going after `writes` writes to the chip. True if it did not go."""
    folder = flash.fresh_folder()
    flash.chip.cut_after(writes, torn)
    table = Table(folder)
    uncut = table.play()
    kept, journal = table.kept, table.journal.id
    last = table.journal.last
    flash.restart()
    again = Table(folder)
    here = again.game.ply if again.game else 0
    # the turn that was being written may be there or not; nothing before it may be missing
    assert kept <= here <= kept + 1, (writes, kept, here)
    if again.game:
        assert again.game.turns() == TURNS[:here], writes
    if kept:
        assert again.journal.id == journal, writes
        assert again.journal.last >= last, writes
    if not uncut:
        assert again.play(), writes
    flash.restart()
    final = Table(folder)
    assert final.game.turns() == TURNS, writes
    told = texts(final.journal)
    assert [text.split()[2] for text in told if " move " in text] == ["text=" + t for t in TURNS]
    numbers = [int(text.split()[0]) for text in told]
    assert numbers == sorted(set(numbers)), writes
    assert (" pos=%08x " % position_hash(final.game.position())) in told[-1]
    return uncut


def texts(journal):
    """All records, as they go over the wire."""
    found = []
    replay = Replay(journal)
    replay.seek(1)
    while replay.record:
        found.append(replay.text())
        replay.advance()
    return found


def cut_everywhere(torn):
    """Cut at each write of the game; the number of writes."""
    writes = 0
    while not cut(writes, torn):
        writes += 1
    return writes


def test_the_power_goes_between_any_two_writes():
    if flash.LITTLEFS:
        writes = cut_everywhere(torn=False)
        assert writes > 2 * PLIES, writes


def test_the_power_goes_in_the_middle_of_any_write():
    if flash.LITTLEFS:
        writes = cut_everywhere(torn=True)
        assert writes > 2 * PLIES, writes


def cut_at_new_id(writes, torn, plies, settled):
    """Let the power go after so many writes of `journal new`. True if it did not go."""
    folder = flash.fresh_folder()
    table = Table(folder)
    turns = TURNS[:plies]
    TURNS[plies:], rest = [], TURNS[plies:]
    try:
        assert table.play()
    finally:
        TURNS.extend(rest)
    if settled:
        table.journal.renew()  # a second one writes the same head anew
    told = texts(table.journal)
    old = table.journal.id
    flash.chip.cut_after(writes, torn)
    new = None
    try:
        table.journal.renew()
        new = table.journal.id
    except OSError:
        assert table.journal.id == old
    flash.restart()
    again = Table(folder)
    if new:
        assert again.journal.id == new, writes
    assert texts(again.journal) == told, writes
    if plies:
        assert again.game.turns() == turns, writes
    assert again.play(), writes
    flash.restart()
    final = Table(folder)
    assert final.journal.id == again.journal.id, writes
    assert final.game.turns() == TURNS, writes
    assert texts(final.journal)[: len(told)] == told, writes
    return new, again.journal.id == old


def test_the_power_goes_at_any_write_of_a_new_journal_id():
    if not flash.LITTLEFS:
        return
    for torn in (False, True):
        for plies in (0, 12):
            for settled in (False, True):
                writes = 0
                kept = []
                done = None
                while not done:
                    done, old = cut_at_new_id(writes, torn, plies, settled)
                    kept.append(old)
                    writes += 1
                assert writes > 1 and kept[0] and not kept[-1], (torn, plies, settled)
