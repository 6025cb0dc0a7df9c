# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reading the journal back: the same lines for ever, and the game as it stood."""

import binascii

from fakes.table import Dice, copy, records
from merels.errors import RulesError
from merels.journal import game_records
from merels.journal import journal as journal_module
from merels.journal.journal import Journal
from merels.journal.notes import Notes
from merels.journal.records import BOOT, GAME, LONG_MOVE, MOVE, move_detail
from merels.journal.replay import Replay
from merels.rules import game_words
from merels.rules.game import OFF, Game
from merels_host.simulator.ports import MemoryStorage


class Teller:
    """Plays random games into a journal, with all that may happen in one."""

    def __init__(self, seed, variant="nine-mens-morris", **options):
        self.storage = MemoryStorage()
        self.journal = Journal(self.storage)
        self.journal.open()
        self.notes = Notes(self.journal)
        self.dice = Dice(seed)
        self.now = 1000
        self.rules = (variant, options)
        self.crc = 0
        self.lines = []  # each as it was first read, right after it was written
        self._replay = Replay(self.journal)
        self.game = None
        self.begin()

    def begin(self):
        self.crc = 0
        self.game = Game(self.rules[0], **self.rules[1])
        self.notes.game(self.game, 0, self.now)
        self.flush()
        self.begun = len(self.lines)  # the number of the game record

    def flush(self):
        self.now += 500
        assert self.notes.flush(True, self.now)
        self._replay.seek(len(self.lines) + 1)
        while self._replay.record:
            self.lines.append(self._replay.text())
            self._replay.advance()

    def turn(self):
        """One random turn."""
        ply = self.game.ply
        while self.game.ply == ply:
            self.game.do(self.dice.one_of(self.game.legal_actions()))
        self.notes.turn(self.game, self.game.white | self.game.black, self.now)
        self.flush()

    def play(self, plies):
        for _ in range(plies):
            if self.game.over:
                self.begin()
            self.turn()

    def take_back(self):
        self.game.undo_turn()
        self.notes.takeback(self.game, 0, self.now)
        self.flush()

    def check_resume(self):
        """A board that starts now goes on with exactly this game."""
        journal = Journal(self.storage)
        journal.open()
        game = Replay(journal).resume()
        assert game.position() == self.game.position()
        assert (game.over, game.winner, game.reason) == (
            self.game.over, self.game.winner, self.game.reason,
        )  # fmt: skip
        assert game_words.rules_words(game) == game_words.rules_words(self.game)
        return game


USUAL = journal_module.SEGMENT, journal_module.LONGEST


def small_segments(segment):
    journal_module.SEGMENT, journal_module.LONGEST = segment, 4 * segment


def usual_segments():
    journal_module.SEGMENT, journal_module.LONGEST = USUAL


def test_every_line_reads_the_same_from_every_number():
    small_segments(256)
    try:
        teller = Teller(1)
        for part in range(9):
            teller.play(8)
            teller.take_back()
            if part % 4 == 3:
                teller.begin()
        teller.notes.position(teller.game, 5, teller.now)
        teller.flush()
    finally:
        usual_segments()
    assert len(teller.journal.segments) > 1
    assert records(teller.storage) == teller.lines
    journal = Journal(teller.storage)
    journal.open()
    replay = Replay(journal)
    for number in range(1, journal.last + 1):
        fresh = Replay(journal)
        fresh.seek(number)
        assert fresh.text() == teller.lines[number - 1]
        replay.seek(number)
        assert replay.text() == fresh.text()
        replay.seek(max(1, number - 5))  # and back
    replay.seek(journal.last + 1)
    assert replay.record is None


def test_a_long_game_goes_on_over_segments():
    small_segments(256)
    try:
        teller = Teller(2, quiet_limit=0, repetition=0)
        while teller.game.ply < 560:
            teller.play(1)
            teller.crc = binascii.crc32(teller.lines.pop().encode(), teller.crc)
            teller.lines.append("")  # the Pico's interpreter has no room for all of them
    finally:
        usual_segments()
    assert len(teller.journal.segments) > 2
    game = teller.check_resume()
    assert game.ply == teller.game.ply >= 560
    replay = Replay(teller.journal)
    replay.seek(teller.begun + 1)
    crc = 0
    while replay.record:
        text = replay.text()
        crc = binascii.crc32(text.encode(), crc)
        replay.advance()
    assert crc == teller.crc and " ply=%d " % game.ply in text
    replay.seek(replay.number - 1)
    assert replay.text() == text


def test_resume_after_every_turn_of_many_variants():
    for seed, variant in enumerate(
        ("nine-mens-morris", "six-mens-morris", "three-mens-morris", "da-san-qi", "russian-mill",
         "morabaraba", "mul-mulan", "lasker-morris")
    ):  # fmt: skip
        teller = Teller(seed + 3, variant)
        for _ in range(16):
            teller.play(1)
            teller.check_resume()
        assert records(teller.storage) == teller.lines


def test_a_recorded_move_against_the_rules_is_refused():
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.open()
    journal.add(GAME, 1, 0, 0, 0, b"variant=nine-mens-morris")
    for _ in range(2):  # the second time d6 is occupied
        journal.add(MOVE, move_detail(31 * 32 + 4, ()), 1 << 4, 0, 0)
    journal.flush()
    try:
        Replay(journal).resume()
    except RulesError as error:
        assert str(error) == "A move of the newest game is against its rules."
    else:
        assert False, "it was played"


def test_resume_with_options():
    teller = Teller(5, "nine-mens-morris", fly="off", protect="any")
    teller.play(9)
    game = teller.check_resume()
    assert "set=fly=off,protect=any" in teller.lines[0]
    assert game.changed == {"fly": "off", "protect": "any"}


def test_takebacks_ends_and_edits():
    teller = Teller(6)
    teller.play(12)
    teller.take_back()
    teller.take_back()
    teller.check_resume()
    teller.play(3)
    teller.game.finish(0, "resigned")
    teller.notes.over(teller.game, 0, teller.now)
    teller.flush()
    assert teller.check_resume().over
    teller.take_back()  # reopens it
    assert not teller.check_resume().over
    teller.play(2)
    teller.game = game_words.standing(
        teller.game, "white=a1,d1,g1 black=a7,d7,b4 hand=3,3 turn=black"
    )
    teller.notes.position(teller.game, 9, teller.now)
    teller.flush()
    assert teller.check_resume().ply == 0
    teller.play(4)
    teller.take_back()
    assert teller.check_resume().ply == 3
    assert teller.lines[-1].split()[2] == "ply=3"


def test_an_edit_that_ends_the_game_says_so():
    teller = Teller(7)
    teller.play(2)
    teller.game = game_words.standing(teller.game, "white=a1,d1,g1 black=a7,d7")
    assert teller.game.over
    teller.notes.position(teller.game, 9, teller.now)
    teller.flush()
    assert [line.split()[1] for line in teller.lines[-2:]] == ["edit", "over"]
    assert "winner=white reason=few-pieces ply=0" in teller.lines[-1]
    assert teller.check_resume().over


def test_two_removals_in_one_turn():
    teller = Teller(8)
    teller.game = game_words.standing(
        Game(per_line="yes", diagonals="yes", protect="any", pieces=12),
        "white=a1,g1,a7,d2,d3,b4,c4 black=b6,f6,c5,e5,d6,g7 hand=1,1 turn=white",
    )
    teller.notes.game(teller.game, 0, teller.now)
    teller.flush()
    ply = teller.game.ply
    # a4 closes two lines: a7-a4-a1 and a4-b4-c4
    teller.game.play("a4xb6xf6")
    teller.notes.turn(teller.game, 0, teller.now)
    teller.flush()
    assert teller.game.ply == ply + 1 and " text=a4xb6xf6 ply=1 " in teller.lines[-1]
    teller.check_resume()


def test_three_removals_in_one_turn():
    teller = Teller(9)
    teller.game = game_words.standing(
        Game(per_line="yes", diagonals="yes", protect="any", pieces=12),
        "white=a7,a4,b2,c3,d1,g1 black=b6,f6,c5,e5,d6,g7 hand=1,1 turn=white",
    )
    teller.notes.game(teller.game, 0, teller.now)
    teller.game.play("a1xb6xf6xc5")  # closes three lines
    assert teller.game.ply == 1 and game_records.turn_record(teller.game)[0] == LONG_MOVE
    teller.notes.turn(teller.game, 0, teller.now)
    teller.flush()
    assert " text=a1xb6xf6xc5 ply=1 " in teller.lines[-1]
    teller.check_resume()


def test_a_game_of_other_firmware_is_told_but_not_played():
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.open()
    journal.add(2, 0, 0, 0, 5, b"variant=future-morris")
    journal.add(MOVE, 31 * 32 + 4 | 31 << 10 | 31 << 15, 0, 0, 6)
    journal.add(2, 0, 0, 0, 7, b"")
    journal.add(MOVE, 31 * 32 + 5 | 31 << 10 | 31 << 15, 0, 0, 8)
    journal.flush()
    assert [line.split()[2] for line in records(storage)] == [
        "game=1", "text=d6", "game=2", "text=f6",
    ]  # fmt: skip
    journal.add(2, 0, 0, 0, 7, b"variant=future-morris")
    journal.flush()
    try:
        Replay(journal).resume()
    except RulesError:
        pass
    else:
        raise AssertionError


def test_a_lost_record_never_makes_a_wrong_game():
    teller = Teller(10)
    teller.play(14)
    name = teller.journal.segments[-1]
    data = bytearray(teller.storage.size(name))
    teller.storage.read(name, 0, data)
    for at in range(16 + 48, len(data), 16):
        storage = copy(teller.storage)
        harmed = bytearray(data)
        harmed[at] ^= 8
        storage.replace(name, bytes(harmed))
        journal = Journal(storage)
        journal.open()
        try:
            game = Replay(journal).resume()
        except RulesError:
            continue
        # only a harmed end cannot be seen: then it is the game as it was before
        assert at == len(data) - 16 and game.ply == 13


def test_an_empty_journal_has_no_game():
    journal = Journal(MemoryStorage())
    journal.open()
    replay = Replay(journal)
    assert replay.resume() is None
    replay.seek(1)
    assert replay.record is None
    journal.add(BOOT, 0, 0, 0, 5, b"firmware=0.1.0 id=x sensors=presence points=25")
    journal.flush()
    assert Replay(journal).resume() is None
    replay.seek(1)
    words = "firmware=0.1.0 id=x sensors=presence points=25"
    assert replay.text() == "1 boot " + words + " board=0000000 ms=5"


def test_removals_alone_are_a_turn():
    game = game_words.standing(Game(), "white=a1,d1,g1 black=a7,d7,b6,f6 turn=white due=1")
    teller = Teller(11)
    teller.game = game
    teller.notes.game(game, 0, teller.now)
    teller.flush()
    for point in range(25):
        if game.removable() >> point & 1:
            game.do(point * 32 + OFF)
            break
    teller.notes.turn(game, 0, teller.now)
    teller.flush()
    assert " text=xa7 ply=1 " in teller.lines[-1]
    teller.check_resume()
