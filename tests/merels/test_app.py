# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The whole app: power cuts in every phase, a flash that fails, buttons, the clock's wrap."""

from fakes.table import BadFlash, Dice, Table, records
from merels.board import wood_bit
from merels.clock import MASK
from merels.journal.journal import Journal
from merels.journal.replay import Replay
from merels.rules.game import Game
from merels.wire import framing

SMALL = "a1 d2 b6 f4 g7 d5 b4 e3"  # closes no mill


def mask(names):
    return sum(1 << wood_bit(name) for name in names.split())


def random_game(seed, plies):
    """Turns of a game of so many plies, in which something is removed."""
    dice = Dice(seed)
    while True:
        game = Game()
        while game.ply < plies and not game.over:
            game.do(dice.one_of(game.legal_actions()))
        if not game.over and not game.middle and "x" in "".join(game.turns()):
            return game.turns()


def moves(storage):
    """What the records say of moves, without the times."""
    return [text.split(" ", 1)[1].split(" ms=")[0] for text in records(storage)]


def test_a_power_cut_after_every_turn():
    for seed, colour in ((1, False), (2, True)):
        table = Table(colour=colour)
        for number, text in enumerate(random_game(seed, 40)):
            table.turn(text)
            expected = table.game.position()
            assert table.app.game.position() == expected, (number, text)
            table.cut()
            app = table.app
            assert app.game.position() == expected and app.game.ply == number + 1
            assert app.hands.sync and not app.hands.lost
            assert app.journal.game == 1 and not app.game.over
        assert app.game.turns() == table.game.turns()
        table.ask("takeback")  # to any depth, after a cut too
        assert app.game.ply == 39


def said(table, how):
    """The last turn is taken back by word while its piece stands still."""
    if how == "host":
        assert table.ask("takeback") == "ok ply=1"
        return
    table.board.wood.press(1, table.now, 100)
    while table.app.game.ply == 2:
        table.run(1)


def test_a_turn_taken_back_by_word_is_on_flash_at_once():
    for how in ("host", "button"):
        for lift_meanwhile in (False, True):
            table = Table()
            table.play("d6 f4")
            said(table, how)
            if lift_meanwhile:
                table.lift("d6")  # not the piece that was taken back: the wood will not agree
            table.run(30)
            assert not table.app.hands.sync and " pending=0 " in table.ask("state"), how
            assert " takeback ply=1 " in table.records()[-1]
            table.cut()
            assert table.app.game.turns() == ["d6"]


def test_a_correction_by_hand_is_written_with_its_turn():
    table = Table()
    table.play("d6 f4")
    appends = count_appends(table.storage)
    table.lift("f4")
    table.run(40)
    table.drop("f2", 1)
    table.run(1000)
    assert table.app.game.turns() == ["d6", "f2"] and table.app.hands.sync
    assert [text.split()[1] for text in table.records()[-2:]] == ["takeback", "move"]
    assert len(appends) == 1


def count_appends(storage):
    """A list that grows with each append."""
    appends = []
    append = storage.append

    def counted(name, data):
        appends.append(len(data))
        append(name, data)

    storage.append = counted
    return appends


def test_a_power_cut_in_every_phase_of_a_turn():
    game = Game()
    turns = random_game(3, 36)
    table = Table()
    for text in turns:
        before = game.actions
        side = game.turn
        game.play(text)
        for row in range(before, game.actions):
            action = game.history.action(row)
            if action >> 5 != 31:
                table.board.wood.lift(action >> 5)
                table.run(60)
                table.cut()
            if action & 31 != 31:
                table.board.wood.drop(action & 31, side)
                table.run(60)
                table.cut()
        table.run(1200)
        # nobody saw the turn whole, so the board asks; the button says that it is meant
        if table.app.game.ply < game.ply:
            assert not table.app.hands.sync
            assert table.app.hands.asking or table.app.hands.lost, text
            table.board.wood.press(1, table.now, 1300)
            table.run(1500)
        assert table.app.game.white | table.app.game.black == game.white | game.black, text
        if table.app.game.position() != game.position():
            break  # an edit: presence alone could not tell; the wood and the game agree
        assert table.app.hands.sync
    assert table.app.game.ply >= 18


def test_wood_changed_while_the_power_was_off():
    table = Table()
    table.play(SMALL)
    table.board.power_off()
    table.lift("a1")
    table.board.power_on()
    table.run(2000)
    assert table.app.game.ply == 8 and not table.app.hands.sync
    assert table.app.lights.shown()["a1"] in ("missing", "wrong")
    table.drop("a1", 0)
    table.run(300)
    assert table.app.hands.sync and table.app.game.ply == 8
    table.turn("c5")
    assert table.app.game.ply == 9


def test_a_game_that_is_over_stays_over():
    table = Table(rules="variant=three-mens-morris")
    table.play("a1 a2 b1 b2 c1")
    assert table.app.game.over
    table.cut()
    assert table.app.game.over and table.app.game.reason == "line"
    assert table.app.game.turns() == ["a1", "a2", "b1", "b2", "c1"]
    assert records(table.storage)[-2].split()[1] == "over"
    for name in ("c3", "d3", "e3", "c4", "d4"):
        table.lift(name)
        table.run(200)
    table.run(3500)
    assert table.app.journal.game == 3 and not table.app.game.over


def test_the_clock_wraps_during_a_game():
    for start in (MASK - 9000, MASK - 5000, MASK - 1500, MASK - 3):
        table = Table(now=start)
        table.host.say("hello proto=1")
        turns = random_game(4, 24)
        for text in turns:
            table.turn(text)
            table.host.say("ack %d" % table.app.talk.sent)
        assert table.now > MASK
        assert table.app.game.turns() == turns and table.app.hands.sync
        assert not table.app.match.complaints and table.app.talk.live
        assert [text for text in moves(table.storage) if text.startswith("over")] == []
        table.run(12000)
        assert not table.app.talk.live


def test_it_needs_no_ticks_in_silence():
    """Stepped only when it asks for it, it does the same as stepped every 2 ms."""
    said = []
    for tick in (False, True):
        table = Table()
        if tick:

            def run(ms, table=table):
                table.steps(ms // 2)

            table.run = run
        for text in random_game(5, 22):
            table.turn(text)
        table.run(3000)
        said.append((moves(table.storage), table.app.match.complaints))
    assert said[0] == said[1]


def test_a_wait_is_never_less_than_a_millisecond():
    table = Table()
    dice = Dice(6)
    for _ in range(2000):
        point = dice.below(24)
        if table.board.wood.seen(table.now) >> point & 1:
            table.board.wood.lift(point)
        elif dice.below(3) == 0:
            table.board.wood.drop(point, dice.below(2))
        wait = table.app.step(table.app_now())
        assert 1 <= wait <= 1 << 20
        table.board.ports.now = table.now = table.now + min(wait, 1 + dice.below(300))


def test_the_flash_fails_at_any_call():
    good = BadFlash()
    table = Table(good)
    table.play(SMALL)
    calls = good.calls
    expected = moves(good)
    for errno, fault in ((5, "failing"), (28, "full")):
        for call in range(1, calls + 1):
            storage = BadFlash()
            storage.fail_at = {call: errno}
            storage.torn = call * 7 % 50
            table = Table(storage)
            faults = set()
            for text in SMALL.split():
                table.turn(text)
                faults.add(framing.parse(":" + table.ask("state")).values["storage"])
            assert table.app.game.turns() == SMALL.split()
            table.run(6000)
            assert " pending=0 " in table.ask("state"), call
            assert faults <= {"ok", fault}
            assert moves(storage) == expected, call
            table.cut()
            assert table.app.game.turns() == SMALL.split()


def test_the_flash_takes_nothing_for_a_long_time():
    for errno, fault in ((5, "failing"), (28, "full")):
        storage = BadFlash()
        table = Table(storage)
        table.play("a1 d2")
        storage.fail = {"append": errno, "replace": errno, "read": errno, "names": errno}
        for text in SMALL.split()[2:]:
            table.turn(text)
        told = framing.parse(":" + table.ask("state")).values
        assert (told["storage"], told["pending"], told["ply"]) == (fault, "6", "8")
        assert table.ask("new") == "ok game=2"
        table.board.wood.stand(0, 0)
        table.run(1000)
        table.game = Game()
        # take back and play again until more has happened than can wait
        table.play("a1 d2")
        while not table.app.journal.lost:
            table.ask("takeback")
            table.lift("d2")
            table.run(500)
            table.drop("d2", 1)
            table.run(500)
        table.turn("b6")
        lost = table.app.journal.lost
        storage.fail = {}
        table.run(8000)
        assert " storage=ok " in table.ask("state") and table.app.journal.lost == lost
        assert " pending=0 " in table.ask("state")
        again = Journal(storage)
        again.open()
        assert Replay(again).resume().turns() == ["a1", "d2", "b6"]
        numbers = [int(text.split()[0]) for text in records(storage)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_journal_that_cannot_be_read_at_power_on():
    storage = BadFlash()
    table = Table(storage)
    table.play("a1 d2")
    told = records(storage)
    storage.fail = {"read": 5, "names": 5}
    table.board.wood.stand(0, 0)
    table.cut()
    assert table.app.game.ply == 0 and " storage=failing " in table.ask("state")
    table.game = Game()
    table.play("b6")
    storage.fail = {}
    table.run(6000)
    assert records(storage)[: len(told)] == told
    assert [text.split()[1] for text in records(storage)[len(told) :]] == ["boot", "game", "move"]


def test_buttons():
    table = Table()
    table.play(SMALL)
    table.board.wood.press(1, table.now, 200)  # back
    table.run(400)
    assert table.app.game.ply == 7
    table.lift("e3")
    table.run(300)
    assert table.app.hands.sync
    table.drop("g1", 1)  # at a place of no meaning: nothing is missing and it is black's turn
    table.run(400)
    assert table.app.game.turns()[-1] == "g1"
    table.lift("a1")
    table.lift("d2")
    table.drop("c3", 0)
    table.drop("a4", 1)
    table.run(600)
    table.board.wood.press(1, table.now, 1300)  # held: accept
    table.run(1500)
    asked = table.app.lights.shown()
    assert asked["c3"] == asked["a4"] == "set-white"  # whose are they?
    table.lift("a4")
    table.run(300)
    table.drop("a4", 1)
    table.run(300)
    assert table.app.lights.shown()["a4"] == "set-black"
    table.run(5500)
    assert table.app.hands.sync and records(table.storage)[-1].split()[1] == "edit"
    assert table.app.game.white & mask("c3") and table.app.game.black & mask("a4")


def test_a_touch_of_new_only_asks():
    table = Table()
    table.play(SMALL)
    table.board.wood.press(0, table.now, 200)
    table.run(400)
    assert set(table.app.lights.shown().values()) == {"over"}
    assert table.app.journal.game == 1
    table.run(3000)
    assert "over" not in table.app.lights.shown().values()
    for _ in range(2):
        table.board.wood.press(0, table.now, 200)
        table.run(600)
    assert table.app.journal.game == 2 and table.app.game.ply == 0


def test_an_ended_game_is_taken_up_again_until_the_next_has_a_turn():
    table = Table()
    table.play(SMALL)
    turns = table.app.game.turns()
    for _ in range(2):
        table.board.wood.press(0, table.now, 200)
        table.run(600)
    assert table.app.game.turns() == []
    table.board.wood.press(1, table.now, 200)
    table.run(600)
    assert table.app.game.turns() == turns and table.app.hands.sync and not table.app.game.over
    assert table.app.journal.game == 3
    table.cut()
    assert table.app.game.turns() == turns  # it was told anew


def test_the_first_piece_on_a_board_cleared_after_the_end_begins_the_next_game():
    table = Table()
    assert table.ask("position white=b6,f6,d7 black=b4,g1,e3").startswith("ok")
    table.board.wood.stand(mask("b6 f6 d7"), mask("b4 g1 e3"))
    table.run(3000)
    table.lift("d7")
    table.drop("d6", 0)
    table.run(600)
    table.lift("b4")
    table.run(600)
    assert table.app.game.over
    for name in ["b6", "f6", "d6", "g1", "e3"]:
        table.lift(name)
        table.run(300)
    table.drop("d2", 0)
    table.run(1000)
    assert table.app.game.turns() == ["d2"] and not table.app.game.over and table.app.hands.sync


def test_an_empty_board_begins_the_next_game():
    table = Table()
    table.play("a1 d2")
    table.lift("a1")
    table.lift("d2")
    table.run(2800)
    assert table.app.journal.game == 1
    table.run(600)
    assert table.app.journal.game == 2
    table.run(10000)
    assert table.app.journal.game == 2  # once
    words = [text.split()[1] for text in records(table.storage)]
    assert words == ["boot", "game", "move", "move", "over", "game"]


def test_an_edit_goes_on_after_a_cut():
    table = Table()
    table.play(SMALL)
    table.lift("a1")
    table.drop("a4", 0)
    table.lift("d2")
    table.drop("d1", 1)
    table.run(600)
    assert table.ask("accept") == "err code=asking"
    table.lift("d1")
    table.run(300)
    table.drop("d1", 1)
    table.run(6000)
    table.follow()
    assert table.app.hands.sync and table.app.game.ply == 0
    table.turn("c3")
    table.cut()
    assert table.app.game.turns() == ["c3"] and table.app.hands.sync
    assert table.app.game.position() == table.game.position()
    assert " ply=1 game=1 " in records(table.storage)[-2]


def test_a_game_of_another_journal_is_not_played_on():
    table = Table()
    table.play("a1 d2")
    journal = table.app.journal.id
    table.board.power_off()
    for name in table.storage.names():
        table.storage.remove(name)
    table.board.power_on()
    table.run(200)
    assert table.app.journal.id != journal
    assert table.app.game.ply == 0 and table.app.journal.game == 1


def test_telemetry_of_colours():
    table = Table(colour=True)
    table.host.say("hello proto=1")
    table.host.say("set telemetry=on")
    table.drop("a1", 1)
    table.run(20)
    assert " board=0200000 white=0000000 black=0200000 ms=" in table.host.lines()[-1]


def test_a_game_that_needs_the_centre_is_not_resumed_without_one():
    table = Table(rules="variant=achi")
    table.play("b2")
    table.cut()
    assert table.app.game.variant == "achi" and table.app.game.ply == 1
    table.board.wood.stand(0, 0)
    bare = Table(storage=table.storage, points=24)
    assert bare.app.game.variant == "nine-mens-morris" and bare.app.game.ply == 0
    assert bare.app.journal.game == 3
