# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The talk with the host: windows, acknowledgements, silence, slow lines, hostile input."""

from fakes.table import BadFlash, Dice, SlowConsole, Table
from merels.wire import framing
from merels_host.simulator.ports import MemoryConsole

PLACES = "a1 d2 b6 f4 g7 d5 b4 e3 c5 g1 d7 f6 a4 c3"  # closes no mill


def records(lines):
    """Numbers of the records among lines; each has to be whole."""
    numbers = []
    for line in lines:
        parsed = framing.parse(line)
        if parsed and parsed.kind == "record":
            assert parsed.checked, line
            numbers.append(parsed.number)
        else:
            assert parsed is None or parsed.kind != "bad", line
    return numbers


def test_silence_without_hello():
    table = Table()
    table.play("a1 d2")
    table.run(20000)
    assert table.console.written == 0
    assert table.host.answer("state").startswith("ok ")  # only what is asked for
    written = table.console.written
    table.play("b6")
    table.run(5000)
    assert table.console.written == written


def test_hello_sends_what_the_host_has_not():
    table = Table()
    table.play("a1 d2 b6")
    assert records(table.host.say("hello proto=1")) == [1, 2, 3, 4, 5]
    journal = table.app.journal.id
    assert records(table.host.say("hello proto=1 journal=%s have=3" % journal)) == [4, 5]
    assert records(table.host.say("hello proto=1 journal=%s have=5" % journal)) == []
    assert records(table.host.say("hello proto=1 journal=%s have=99" % journal)) == []
    assert records(table.host.say("hello proto=1 journal=00000000 have=3")) == [1, 2, 3, 4, 5]
    table.host.say("ack 5")
    table.play("f4")
    assert records(table.host.lines()) == [6]


def test_sixteen_records_ahead_and_again_after_two_seconds():
    table = Table()
    table.play(PLACES)
    for move in ["d6", "b2", "e4", "g4"]:
        table.turn(move)
    assert table.app.journal.last >= 19
    assert records(table.host.say("hello proto=1")) == list(range(1, 17))
    table.run(1800)
    assert records(table.host.lines()) == []
    table.run(300)
    assert records(table.host.lines()) == list(range(1, 17))
    assert records(table.host.say("ack 3")) == [17, 18, 19]
    table.run(1900)
    assert records(table.host.lines()) == []
    table.run(200)
    assert records(table.host.lines()) == list(range(4, 20))
    assert records(table.host.say("ack 16")) == [20] * (table.app.journal.last >= 20)
    table.host.say("ack %d" % table.app.journal.last)
    table.run(5000)
    assert records(table.host.lines()) == []


def test_an_old_ack_changes_nothing():
    table = Table()
    table.play("a1 d2 b6")
    table.host.say("hello proto=1")
    table.host.say("ack 4")
    assert table.host.answer("ack 2") == "ok"
    table.run(2500)
    assert records(table.host.lines()) == [5]
    assert table.app.journal.acked == 4


def test_silence_ten_seconds_after_the_last_line():
    table = Table()
    table.host.say("hello proto=1")
    for _ in range(4):
        table.run(9000)
        table.host.say("state")
        assert table.app.talk.live
    table.run(9900)
    assert table.app.talk.live
    table.run(200)
    assert not table.app.talk.live
    written = table.console.written
    table.play("a1")
    table.run(10000)
    assert table.console.written == written
    assert 3 in records(table.host.say("hello proto=1"))


def test_other_lines_do_not_keep_it_alive():
    table = Table()
    table.host.say("hello proto=1")
    for _ in range(11):
        table.run(1000)
        table.console.type("hello?\n:1 state *00000000\n")
    assert not table.app.talk.live


def test_telemetry_only_when_asked_for_and_never_in_the_way():
    table = Table()
    table.host.say("hello proto=1")
    table.drop("a1")
    table.run(50)
    assert table.host.lines() == []
    table.lift("a1")
    table.run(50)
    assert table.host.answer("set telemetry=on") == "ok"
    table.host.lines()
    table.drop("d4")
    table.run(20)
    table.lift("d4")
    table.run(20)
    lines = [framing.parse(line) for line in table.host.lines()]
    assert [(line.kind, line.word, line.values["at"]) for line in lines] == [
        ("telemetry", "drop", "d4"), ("telemetry", "lift", "d4"),
    ]  # fmt: skip
    assert lines[0].values["board"] == "1000000"
    assert table.host.say("hello proto=1") and not table.app.talk.telemetry


def telemetry(table):
    return [
        line.text for line in map(framing.parse, table.host.lines()) if line.kind == "telemetry"
    ]


def test_telemetry_of_changes_in_one_scan():
    table = Table()
    table.host.say("hello proto=1")
    table.host.say("set telemetry=on")
    telemetry(table)
    for name in ("a1", "d2", "g7"):
        table.drop(name)
    table.run(20)
    assert sorted([text.split()[1] for text in telemetry(table)]) == ["at=a1", "at=d2", "at=g7"]


def test_telemetry_of_buttons():
    table = Table()
    table.host.say("hello proto=1")
    table.board.wood.press(1, table.now, 100)
    table.run(300)
    assert telemetry(table) == []
    table.host.say("set telemetry=on")
    telemetry(table)
    for button in (0, 1):
        table.board.wood.press(button, table.now, 100)
        table.run(300)
    told = [text.split() for text in telemetry(table)]
    assert [words[:2] for words in told] == [
        ["press", "button=new"], ["release", "button=new"],
        ["press", "button=back"], ["release", "button=back"],
    ]  # fmt: skip
    down, up = [int(words[2][3:]) for words in told[:2]]
    assert 80 <= up - down <= 120


def test_telemetry_that_waits_is_bounded_and_ends_with_the_talk():
    table = Table()
    table.host.say("hello proto=1")
    table.host.say("set telemetry=on")
    telemetry(table)
    talk = table.app.talk
    for number in range(30):
        talk.tell("test n=%d" % number)
    table.run(50)
    assert telemetry(table) == ["test n=%d" % number for number in range(22, 30)]
    talk.tell("test n=1")
    talk.end()
    table.run(50)
    assert telemetry(table) == []
    assert telemetry(table) == []


def everything_arrives(console):
    table = Table(console=console)
    table.console.type(framing.frame(":", "1 hello proto=1") + "\n")
    table.console.type(":2 set telemetry=on\n:3 help\n:4 lights\n")
    for move in PLACES.split():
        table.turn(move)
    for number in range(20):
        table.console.type(framing.frame(":", "%d state" % (number + 5)) + "\n")
        table.run(3000)
    console.takes = lambda: 1000
    table.run(100)
    lines = table.host.lines()
    numbers = records(lines)
    first = []
    for number in numbers:
        if number not in first:
            first.append(number)
    assert first == list(range(1, 17)), first  # the window: nothing was acknowledged
    replies = [framing.parse(line) for line in lines]
    replies = [line.number for line in replies if line and line.kind == "request"]
    assert replies == sorted(replies) and replies[:4] == [1, 2, 3, 4]
    return table


def test_a_console_that_takes_one_byte_at_a_time():
    everything_arrives(SlowConsole(lambda: 1))


def test_a_console_that_takes_random_amounts():
    dice = Dice(4)
    everything_arrives(SlowConsole(lambda: dice.below(40) * dice.below(2)))


def test_a_console_that_takes_nothing_for_a_while():
    console = SlowConsole(lambda: 1000)
    table = Table(console=console)
    table.host.say("hello proto=1")
    table.host.say("ack 2")
    console.takes = lambda: 0
    for move in ["a1", "d2", "b6"]:
        table.turn(move)
    for number in range(30):
        table.console.type(framing.frame(":", "%d state" % (number + 10)) + "\n")
        table.run(100)
    assert table.app.game.ply == 3 and table.app.journal.last == 5  # the game went on
    assert len(table.app.talk._replies) <= 8 and table.app.talk.dropped > 10
    console.takes = lambda: 1000
    table.run(50)
    assert records(table.host.lines())[:1] == [3]


def test_stale_replies_are_not_sent_to_the_next_host():
    console = SlowConsole(lambda: 0)
    table = Table(console=console)
    for number in range(6):
        table.console.type(framing.frame(":", "%d state" % number) + "\n")
    table.run(15000)
    console.takes = lambda: 1000
    lines = table.host.say("hello proto=1")
    # at most the line that was begun is finished
    assert len([line for line in lines if " over=no " in line]) <= 1
    assert records(lines) == [1, 2]


def test_hostile_bytes():
    table = Table()
    table.host.say("hello proto=1")
    table.host.say("ack 2")
    dropped = table.app.talk.dropped
    for value in range(256):
        table.console.typed.extend(bytes([value]))
        table.console.typed.extend(b"\n")
        table.run(3)
    table.console.typed.extend(bytes(range(256)))
    table.console.typed.extend(b"\n\x00\x03:1 state\n")
    table.console.typed.extend(b"AT\r\nAT+CGMI\r\nATE1 E0\r\n~~~\x00\x78\xf0\x7e\n")
    table.run(100)
    assert table.host.lines() == []
    assert table.app.talk.dropped > dropped + 250
    assert table.host.answer("state").startswith("ok ")


def test_lines_of_the_greatest_length():
    table = Table()
    for length, known in ((199, True), (200, True), (201, False), (202, False), (5000, False)):
        line = ":1 dance "
        line += "x" * (length - len(line))
        answers = [framing.parse(answer).text for answer in table.host.type(line, 300)]
        assert answers == (["1 err code=unknown-request word=dance"] if known else []), length
        assert table.host.answer("get settle") == "ok settle=200"


def test_a_line_without_end():
    table = Table()
    table.host.say("hello proto=1")
    for _ in range(300):
        table.console.typed.extend(b":1 state state state")
        table.run(2)
    assert records(table.host.type("", 20)) == []
    assert table.host.answer("state").startswith("ok ")
    table.play("a1")
    assert table.app.game.ply == 1


def test_both_ends_of_lines():
    table = Table()
    for end in ("\n", "\r", "\r\n", "\n\n\r\r\n"):
        table.console.type(":3 get settle" + end)
        table.run(20)
        assert [framing.parse(line).text for line in table.host.lines()] == ["3 ok settle=200"]


def test_our_own_output_echoed_back_ends():
    table = Table()
    table.play("a1 d2")
    table.host.say("hello proto=1", 0)
    table.host.say("help", 0)
    table.host.say("dance", 0)
    table.host.say("set telemetry=on", 0)
    for _ in range(200):
        for line in table.host.lines():
            table.console.type(line + "\n")
        table.run(10)
    # without records, which come again, nothing more is said
    table.console.type(framing.frame(":", "9 ack 4") + "\n")
    table.run(50)
    for _ in range(20):
        for line in table.host.lines():
            table.console.type(line + "\n")
        table.run(10)
    assert table.host.lines() == []


def test_a_flood_is_answered_as_far_as_it_goes():
    table = Table()
    for _ in range(300):
        table.console.type(":7 get settle\n:8 state\n")
    replies = 0
    for _ in range(2500):
        table.steps(1)
        assert len(table.app.talk._replies) <= 9
        replies += len(table.host.lines())
    assert replies + table.app.talk.dropped == 600 and replies > 200
    table.play("a1 d2")
    assert table.app.game.ply == 2


def test_a_wrong_checksum_gets_no_answer():
    table = Table()
    assert table.host.type(":1 state *00000000") == []
    assert table.app.talk.dropped == 1


def test_the_oldest_games_gone():
    from merels.journal import journal as module

    before = (module.SEGMENT, module.MOST_SEGMENTS)
    module.SEGMENT, module.MOST_SEGMENTS = 128, 3
    try:
        table = Table()
        for _ in range(12):
            table.ask("position white=a1,d2,b6 black=a7,d7,f4 hand=3,3")
            table.ask("result winner=none reason=agreed")
            table.run(50)
    finally:
        module.SEGMENT, module.MOST_SEGMENTS = before
    first = table.app.journal.first
    assert first > 20
    lines = table.host.say("hello proto=1")
    assert " first=%d " % first in lines[0]
    assert records(lines)[:2] == [first, first + 1]
    lines = table.host.say("hello proto=1 journal=%s have=2" % table.app.journal.id)
    assert records(lines)[0] == first


def test_lost_records_are_passed_over_and_told():
    table = Table()
    table.play("a1 d2 b6 f4 g7")
    name = table.app.journal.segments[-1]
    data = bytearray(table.storage.size(name))
    table.storage.read(name, 0, data)
    data[-16 * 3] ^= 1  # the third last: record 5
    table.storage.replace(name, bytes(data))
    lines = table.host.say("hello proto=1")
    assert " first=1 last=7 " in lines[0]
    assert records(lines) == [1, 2, 3, 4]  # the host has to have these before the gap
    assert records(table.host.say("ack 4")) == [6, 7]
    lines = table.host.say("hello proto=1 journal=%s have=4" % table.app.journal.id)
    assert " first=6 last=7 " in lines[0] and records(lines) == [6, 7]
    assert " ply=4 " in lines[1]


def test_a_flash_that_cannot_be_read_for_a_while():
    storage = BadFlash()
    table = Table(storage)
    table.play("a1 d2")
    storage.fail = {"read": 5}
    lines = table.host.say("hello proto=1")
    assert records(lines) == [] and len(lines) == 1
    assert " storage=failing " in table.host.answer("state")
    table.play("b6")
    storage.fail = {}
    table.host.lines()
    table.run(2500)
    assert sorted(set(records(table.host.lines()))) == [1, 2, 3, 4, 5]


def test_a_journal_found_late_is_announced_anew():
    storage = BadFlash()
    table = Table(storage)
    table.play("a1")
    journal = table.app.journal.id
    storage.fail = {"names": 5}
    table.cut()
    lines = table.host.say("hello proto=1")
    assert records(lines) == [] and " journal=%s " % journal not in lines[0]
    storage.fail = {}
    for _ in range(7):
        table.run(1000)
        table.host.say("state")
    assert not table.app.talk.live
    lines = table.host.say("hello proto=1 journal=%s have=3" % journal)
    assert " journal=%s " % journal in lines[0]
    assert records(lines)[0] == 4


def test_a_request_that_no_line_could_carry_is_refused():
    app = Table().app
    for text in ("d\xe4nce", "a\tb", "a" * 300):
        assert app.request(text) == "err code=unknown-request"


def test_input_is_read_in_portions():
    class Counting(MemoryConsole):
        reads = 0

        def read(self):
            self.reads += 1
            return MemoryConsole.read(self)

    table = Table(console=Counting())
    table.console.type("x" * 1000)
    table.console.reads = 0
    assert table.app.step(table.app_now()) == 1  # and it wants to go on at once
    assert table.console.reads <= 65
