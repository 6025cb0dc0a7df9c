# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is written when: at a quiet moment, two seconds late at most, again after a failure."""

from fakes.table import BadFlash, records
from merels.clock import MASK
from merels.journal.journal import MOST_PENDING, Journal
from merels.journal.notes import Notes
from merels.journal.replay import Replay
from merels.rules.game import Game


def begin(now=0):
    storage = BadFlash()
    journal = Journal(storage)
    journal.open()
    notes = Notes(journal)
    game = Game()
    notes.game(game, 0, now)
    assert notes.flush(True, now)
    return storage, journal, notes, game


def turn(notes, game, now):
    game.do(game.legal_actions()[0])
    while game.middle:
        game.do(game.legal_actions()[0])
    notes.turn(game, game.white | game.black, now)


def test_a_quiet_moment_is_taken_at_once():
    _, journal, notes, game = begin()
    turn(notes, game, 100)
    assert notes.wait(True, 100) == 0
    assert notes.flush(True, 100) and journal.pending == 0
    assert not notes.flush(True, 101)  # nothing waits


def test_with_a_piece_in_the_air_two_seconds_late_at_most():
    for start in (100, MASK - 500):
        _, journal, notes, game = begin(start)
        turn(notes, game, start)
        assert notes.wait(False, start) == 2000
        assert not notes.flush(False, (start + 1999) & MASK)
        assert notes.wait(False, (start + 1999) & MASK) == 1
        assert notes.flush(False, (start + 2000) & MASK) and journal.pending == 0


def test_the_first_that_waits_sets_the_time():
    _, journal, notes, game = begin()
    turn(notes, game, 100)
    turn(notes, game, 1900)
    assert notes.wait(False, 2000) == 100
    assert notes.flush(False, 2100) and journal.pending == 0
    turn(notes, game, 5000)
    assert notes.wait(False, 5000) == 2000


def test_what_was_said_is_known_until_it_is_written():
    storage, _, notes, game = begin()
    turn(notes, game, 100)
    game.undo_turn()
    notes.takeback(game, 1, 110, by_hand=True)
    assert not notes.said  # of hands only
    game.finish(None, "agreed")
    for say in (
        lambda now: notes.takeback(game, 1, now),
        lambda now: notes.position(game, 1, now),
        lambda now: notes.over(game, 1, now),
        lambda now: notes.game(game, 1, now),
    ):
        say(200)
        assert notes.said and notes.wait(True, 200) == 0
        assert notes.flush(True, 200) and not notes.said
    storage.fail = {"append": 5, "replace": 5}
    notes.takeback(game, 1, 300)
    assert not notes.flush(True, 300) and notes.said
    storage.fail = {}
    assert notes.flush(True, 5300) and not notes.said


def test_a_failed_flash_is_tried_again_after_five_seconds():
    storage, journal, notes, game = begin()
    storage.fail = {"append": 5, "replace": 5}
    turn(notes, game, 100)
    assert not notes.flush(True, 200) and journal.fault == "failing"
    calls = storage.calls
    turn(notes, game, 300)
    assert notes.wait(True, 1200) == 4000
    assert not notes.flush(True, 5199) and storage.calls == calls
    assert not notes.flush(True, 5200) and storage.calls > calls
    storage.fail = {}
    assert notes.flush(True, 10200) and journal.fault == "" and journal.pending == 0
    assert [text.split()[1] for text in records(storage)] == ["game", "move", "move"]


def test_a_game_with_turns_is_told_whole():
    storage, journal, notes, game = begin()
    for _ in range(40):
        turn(Notes(Journal(storage)), game, 0)
    position = game.position()
    notes.game(game, 3, 50)
    notes.flush(True, 60)
    assert game.position() == position
    told = records(storage)
    assert len(told) == 1 + 1 + game.ply + game.over
    assert [text.split()[3] for text in told[2:5]] == ["ply=1", "ply=2", "ply=3"]
    assert Replay(journal).resume().position() == position


def test_a_game_from_a_position_is_told_with_it():
    storage, _, notes, _ = begin()
    text = "white=a1,d1 black=a7 hand=7,8 turn=black due=0 quiet=0"
    notes.game(Game.from_position(text), 3, 50)
    notes.flush(True, 60)
    assert "edit game=2 ply=0 " + text in records(storage)[-1]


def test_a_declared_end_is_told_and_stays():
    storage, _, notes, game = begin()
    turn(notes, game, 0)
    game.finish(1, "resigned")
    notes.game(game, 0, 10)
    notes.flush(True, 10)
    assert game.over and game.declared
    assert "over winner=black reason=resigned ply=1 game=2" in records(storage)[-1]


def test_more_than_can_wait_is_counted_and_the_game_told_anew():
    storage, journal, notes, game = begin()
    storage.fail = {"append": 28, "replace": 28}
    now = 100
    for _ in range(MOST_PENDING + 20):
        if game.over:
            game.undo_turn()
            notes.takeback(game, 0, now)
            break
        turn(notes, game, now)
        now += 100
        notes.flush(True, now)
    while journal.lost < 9:
        game.undo_turn()
        notes.takeback(game, 0, now)
        turn(notes, game, now)
    assert journal.pending == MOST_PENDING and journal.fault == "full"
    lost = journal.lost
    storage.fail = {}
    now += 6000
    assert notes.flush(True, now)
    while journal.pending:
        now += 100
        notes.flush(True, now)
    assert journal.lost == lost
    again = Journal(storage)
    again.open()
    resumed = Replay(again).resume()
    assert resumed.position() == game.position() and resumed.turns() == game.turns()
    assert again.game == 2
    turn(notes, game, now)
    notes.flush(True, now)
    assert " ply=%d game=2 " % game.ply in records(storage)[-1 - game.over]
