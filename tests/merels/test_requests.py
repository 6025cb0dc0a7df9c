# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Requests: an example of every word, every error code, and nonsense that must not raise."""

from fakes.table import BadFlash, Dice, Table, records
from merels.journal.records import MAX_TEXT
from merels.rules.game import Game
from merels.wire import framing, requests

WORDS = (
    "hello", "ack", "state", "new", "move", "takeback", "result", "position", "get", "set",
    "lights", "accept", "help", "restart", "bye",
)  # fmt: skip


def values(answer):
    return framing.parse(":" + answer).values


def test_every_word_of_the_protocol_is_known():
    known = requests.Requests(None).words()
    assert known == sorted(WORDS + requests._SERVICES)


def test_hello():
    table = Table()
    answer = table.ask("hello proto=1 journal=00000000 have=77")
    told = values(answer)
    assert answer.startswith("ok proto=1 firmware=")
    assert told["id"] == "sim-1" and told["journal"] == table.app.journal.id
    assert (told["first"], told["last"], told["game"], told["ply"]) == ("1", "2", "1", "0")
    assert told["variant"] == "nine-mens-morris" and "set" not in told
    assert (told["sensors"], told["points"]) == ("presence", "25")
    assert table.ask("hello proto=2") == "err code=proto proto=1"
    assert table.ask("hello").startswith("ok ")
    assert table.ask("hello have=many").startswith("ok ")
    other = Table(rules="variant=six-mens-morris set=fly=3", colour=True, points=24)
    told = values(other.ask("hello"))
    assert (told["set"], told["sensors"], told["points"]) == ("fly=3", "colour", "24")


def test_ack():
    table = Table()
    table.host.say("hello proto=1")
    assert table.host.answer("ack 2") == "ok"
    assert table.app.journal.acked == 2
    assert table.host.answer("ack 3") == "err code=ack-too-high sent=2"
    for nothing in ("ack", "ack two", "ack 1 2", "ack -1", "ack 9999999999", "ack n=1"):
        assert table.host.answer(nothing) == "err code=bad-number", nothing
    typed = table.host.type(":9 ack 1")
    assert [framing.parse(line).text for line in typed] == ["9 err code=ack-unchecked"]
    assert table.app.journal.acked == 2


def test_state():
    table = Table()
    table.play("d6 f4 d2")
    answer = table.ask("state")
    table.drop("g7")
    table.run(50)
    game = table.game
    assert answer == (
        "ok game=1 ply=3 turn=black due=0 over=no sync=yes board=0082010 pos=%s last=5 "
        "pending=0 dropped=0 storage=ok ms=%d"
        % (framing.checksum(game.position()), table.now - 50)
    )
    assert values(table.ask("state"))["sync"] == "no"
    coloured = Table(colour=True)
    coloured.play("d6 f4")
    assert " board=0002010 white=0000010 black=0002000 " in coloured.ask("state")


def test_state_when_a_removal_is_due():
    table = Table()
    table.play("a1 a7 d1 d7")
    table.drop("g1")
    table.run(500)
    told = values(table.ask("state"))
    assert (told["due"], told["ply"], told["sync"]) == ("1", "4", "no")


def test_state_when_the_game_is_over():
    table = Table()
    assert table.ask("position white=a1,d1,b6 black=a7,d7,f4 turn=white") == "ok game=2"
    table.ask("result winner=white reason=resigned")
    told = values(table.ask("state"))
    assert (told["over"], told["winner"]) == ("resigned", "white")
    table.ask("new")
    table.ask("result winner=none reason=agreed")
    told = values(table.ask("state"))
    assert (told["over"], told["winner"]) == ("agreed", "none")
    table.ask("position white=a1,d1,g1 black=d2,g4 turn=black")
    told = values(table.ask("state"))
    assert (told["over"], told["winner"]) == ("few-pieces", "white")


def test_new():
    table = Table()
    assert table.ask("new variant=six-mens-morris set=fly=3,protect=never") == "ok game=2"
    assert table.app.game.variant == "six-mens-morris"
    assert table.app.game.changed == {"fly": "3", "protect": "never"}
    assert table.ask("new set=fly=off") == "ok game=3"
    assert table.app.game.changed == {"fly": "off"}
    table.ask("set variant=achi")
    assert table.ask("new") == "ok game=4"
    assert table.app.game.variant == "achi"
    assert table.ask("new variant=chess") == "err code=unknown-variant"
    assert table.ask("new variant=") == "err code=unknown-variant"
    for options in ("fly=high", "fly", "colour=red", "variant=achi", "self=1",
                    "mill=win,per-line=yes", "pieces=0", "pieces=" + "9" * 50):  # fmt: skip
        assert table.ask("new set=" + options) == "err code=bad-option", options
    assert table.app.journal.game == 4


def test_games_on_d4_are_refused_without_d4():
    table = Table(points=24)
    assert table.ask("new variant=three-mens-morris") == "err code=needs-centre"
    assert table.ask("set variant=three-mens-morris") == "err code=needs-centre"
    assert (
        table.ask("position variant=nine-holes white=a1 black=b1 hand=2,2")
        == "err code=needs-centre"
    )
    assert table.ask("get variant") == "ok variant=nine-mens-morris"
    assert table.ask("new") == "ok game=2"


def test_position():
    table = Table()
    words = "white=a1,d1 black=a7 hand=7,8 turn=black"
    assert table.ask("position " + words) == "ok game=2"
    assert table.app.game.position() == words + " due=0 quiet=0"
    assert table.ask("position variant=achi white=a1 black=b2 hand=3,3") == "ok game=3"
    assert table.app.game.variant == "achi"
    assert table.ask("position white=a1 black=b1 hand=3,3") == "ok game=4"
    assert table.app.game.variant == "achi"
    for words, why in (
        ("white=a1 black=a1 hand=3,3", "same-point-twice"),
        ("white=a7 black=a1 hand=3,3", "unknown-point"),
        ("white=a1 black=b1 hand=3,3 turn=red", "bad-turn"),
        ("white=a1 black=b1 hand=3", "bad-number"),
        ("", "too-few-pieces"),
    ):
        assert table.ask("position " + words) == "err code=bad-position why=" + why
    assert table.app.journal.game == 4


def test_a_position_too_long_for_a_record_is_refused():
    table = Table()
    lines = "a7-d7-g7,b6-d6-f6,c5-d5-e5,a4-b4-c4,e4-f4-g4,c3-d3-e3,b2-d2-f2,a1-d1-g1,a7-a4-a1"
    text = "position variant=russian-mill hand=9,9 used=" + lines
    assert len(text) < framing.MAX_LINE
    assert table.ask(text) == "err code=bad-position why=too-long"
    fits = text[: text.find(",c3-")]
    assert table.ask(fits) == "ok game=2"
    assert 150 < len(table.app.game.position()) <= MAX_TEXT
    table.run(100)
    assert table.app.game.position() in table.records()[-1]


def test_move():
    table = Table()
    assert table.ask("move text=d6") == "ok"
    table.run(10)
    assert values(table.ask("lights"))["d6"] == "host-to"
    assert table.ask("move text=d6-f6") == "err code=illegal-move text=d6-f6 why=empty"
    assert table.ask("move text=zz") == "err code=illegal-move text=zz why=unknown-point"
    assert table.ask("move") == "err code=illegal-move text= why=bad-move"
    assert table.ask("move text=" + "x" * 90).startswith("err code=illegal-move text=" + "x" * 40)


def test_takeback():
    table = Table()
    assert table.ask("takeback") == "err code=nothing-to-take-back"
    table.play("d6 f4")
    assert table.ask("takeback") == "ok ply=1"
    assert table.app.game.turns() == ["d6"]


def test_result():
    table = Table()
    for words in ("winner=red reason=resigned", "winner=white reason=bored", "reason=blocked"):
        assert table.ask("result " + words) == "err code=bad-result"
    assert table.ask("result winner=black reason=resigned") == "ok"
    assert table.app.game.outcome().winner == 1
    assert table.ask("result winner=black reason=resigned") == "err code=game-over"
    table.run(50)
    assert " winner=black reason=resigned ply=0 game=1 " in table.records()[-1]
    table.ask("new")
    assert table.ask("result") == "err code=bad-result"  # nobody ends a game by asking how
    assert table.ask("result reason=unfinished") == "ok"
    assert table.app.game.reason == "unfinished"


def test_accept():
    table = Table()
    table.play("d6 f4")
    assert table.ask("accept") == "ok"  # nothing to do
    assert table.app.game.ply == 2
    table.lift("d6")
    table.drop("a1")
    table.drop("g7")
    table.run(600)
    assert values(table.ask("state"))["sync"] == "no"
    assert table.ask("accept") == "err code=asking"  # whose is a1, and whose is g7?
    table.run(6000)
    told = values(table.ask("state"))
    assert (told["sync"], told["ply"]) == ("yes", "0")
    assert table.records()[-1].split()[1] == "edit"
    for name in ("d7", "g4", "g1", "d1", "d2", "d3", "b4", "c4", "e4", "b2", "f2", "e3", "c3",
                 "c5", "d5", "e5", "b6", "f6"):  # fmt: skip
        table.drop(name)
    table.run(600)
    assert table.ask("accept") == "err code=asking"
    table.run(6000)
    assert table.app.match.complaints[-1].startswith("cannot-accept@")
    for name in ("g7", "a1", "f4"):
        table.lift(name)
    for name in ("d7", "g4", "g1", "d1", "d2", "d3", "b4", "c4", "e4", "b2", "f2", "e3", "c3",
                 "c5", "d5", "e5", "b6", "f6"):  # fmt: skip
        table.lift(name)
    table.drop("a1")
    table.run(600)
    table.ask("result winner=none reason=agreed")
    assert table.ask("accept") == "err code=game-over"


def test_get_and_set():
    table = Table()
    assert table.ask("get") == (
        "ok brightness=40 help=standard palette=default rules= settle=200 sound=off"
        " variant=nine-mens-morris watchdog=off"
    )
    assert table.ask("get settle") == "ok settle=200"
    assert table.ask("get settle brightness settle settle") == "ok brightness=40 settle=200"
    assert table.ask("get colour") == "err code=bad-setting"
    assert table.ask("set settle=240 brightness=60") == "ok"
    assert table.app.hands.settle == 240 and table.app.lights.brightness == 60
    assert table.ask("set help=silent palette=single") == "ok"
    assert table.app.lights.palette == 3
    table.run(50)
    assert table.app.lights.shown() == {}
    assert table.ask("set help=teacher") == "ok"
    table.cut()
    assert table.ask("get settle") == "ok settle=240"
    for words in ("settle=9999", "settle=", "colour=red", "", "settle", "telemetry=maybe",
                  "settle=210 brightness=0", "telemetry=maybe settle=210"):  # fmt: skip
        assert table.ask("set " + words) == "err code=bad-setting", words
    assert table.ask("get settle") == "ok settle=240"


def test_rules_that_make_no_game_are_not_kept():
    table = Table()
    assert table.ask("set variant=chess") == "err code=unknown-variant"
    assert table.ask("set rules=fly=high") == "err code=bad-option"
    assert table.ask("set rules=pieces=12") == "ok"
    assert table.ask("set variant=achi") == "err code=bad-option"  # twelve pieces on nine points
    assert table.ask("set variant=achi rules= settle=210") == "ok"
    assert table.ask("get variant rules settle") == "ok rules= settle=210 variant=achi"


def test_set_telemetry():
    table = Table()
    assert table.ask("hello").startswith("ok")
    assert table.ask("set telemetry=on") == "ok" and table.app.talk.telemetry
    assert table.ask("set telemetry=off") == "ok" and not table.app.talk.telemetry


def test_a_setting_that_is_not_kept_is_told():
    storage = BadFlash()
    table = Table(storage)
    storage.fail = {"replace": 28}
    assert table.ask("set settle=240") == "err code=storage"
    assert table.ask("get settle") == "ok settle=240"
    storage.fail = {}
    table.cut()
    assert table.ask("get settle") == "ok settle=200"


def ask_for_lights():
    table = Table()
    table.play("d6")
    table.lift("d6")
    table.run(50)
    assert table.ask("lights").startswith("ok d6=")
    dark = Table(rules="variant=achi")
    dark.ask("result winner=none reason=agreed")
    dark.run(50)
    assert dark.ask("lights") == "ok"


def test_help():
    table = Table()
    lines = table.host.type(":help")
    assert lines[0].startswith("Requests start with a colon: accept, ack, bench, bye, calibrate")
    assert [framing.parse(line).word for line in lines[1:]] == ["ok"]
    assert framing.parse(lines[0]) is None


def test_words_that_are_none():
    table = Table()
    for word in ("dance", "answer", "__init__", "a=b", "x" * 99):
        assert table.ask(word) == "err code=unknown-request word=" + word[:40]


def test_bye():
    table = Table()
    table.host.say("hello proto=1")
    table.host.say("ack 1")
    assert table.host.answer("bye") == "ok"
    assert not table.app.talk.live
    assert table.storage.size("acked") > 0
    table.play("d6")
    assert table.host.lines() == []


def test_restart():
    table = Table()
    table.play("d6")
    app = table.app
    table.lift("d6")  # so that nothing is written until something is quiet
    table.ask("takeback")
    assert table.host.answer("restart") == "ok"
    assert table.app is not app
    table.run(100)
    assert [text.split()[1] for text in table.records()[-2:]] == ["takeback", "boot"]


def test_a_quiet_board_restarts_when_the_reply_is_out():
    table = Table()
    table.run(2000)
    app = table.app
    app.talk._console = Slow()
    app.talk._console.typed = b":1 restart\n"
    for _ in range(40):  # 2 ms apart, as the loop does
        table.steps(1)
    assert table.app is not app
    assert app.talk._console.written.startswith(b":1 ok *")


class Slow:
    """A console that takes four bytes at a time."""

    def __init__(self):
        self.typed = self.written = b""

    def read(self):
        byte = self.typed[0] if self.typed else -1
        self.typed = self.typed[1:]
        return byte

    def write(self, buffer, start, end):
        self.written += bytes(buffer[start : min(end, start + 4)])
        return min(end - start, 4)


def test_nonsense_never_raises():
    table = Table(rules="variant=russian-mill")
    dice = Dice(1)
    pieces = (
        "white=", "black=", "hand=", "turn=", "due=", "quiet=", "marked=", "banned=", "used=",
        "back=", "owes=", "variant=", "set=", "text=", "winner=", "reason=", "proto=", "journal=",
        "have=", "settle=", "rules=", "telemetry=", "brightness=", "a1", "a7", "d7-g7", ",", "-",
        "x", "=", "9", "99999", "white", "black", "none", "a7-d7-g7", "white:", "moves", ":",
        "capture", "+", "placing", "count", "full", "blocked", "russian-mill", "da-san-qi",
        "mul-mulan", "achi", "fly=", "pieces=", "line-once=yes", "resigned", "on", "*", "~", "@",
        "white:black:full:1", "white:moves", "a1,d1,g1", "d6", "xd6", "%", "{}", "\\",
    )  # fmt: skip
    words = WORDS + ("zz", "ok2", "a=b")
    for _ in range(1500):
        text = dice.one_of(words)
        for _ in range(dice.below(6)):
            text += " "
            for _ in range(1 + dice.below(4)):
                text += dice.one_of(pieces)
        if dice.below(9) == 0:
            table.app._restart = False
        answer = table.ask(text)
        assert answer.startswith(("ok", "err code=")), (text, answer)
        if dice.below(20) == 0:
            table.app._restart = False
            table.run(10)
    table.app._restart = False
    table.ask("set variant=nine-mens-morris rules= settle=200")
    table.ask("new")
    table.board.wood.stand(0, 0)
    table.run(1000)
    table.game = Game()
    table.play("d6 f4 d2")
    assert table.app.game.turns() == ["d6", "f4", "d2"]
    table.cut()
    assert table.app.game.turns() == ["d6", "f4", "d2"]
    assert len(records(table.storage)) > 10


def test_journal_new_keeps_records_and_game_under_another_id():
    table = Table()
    table.play("d6 f4 d2")
    table.host.say("hello proto=1")
    table.host.answer("ack 4")
    before = table.records()
    old = table.app.journal.id
    new = values(table.ask("journal new"))["journal"]
    assert new == table.app.journal.id != old
    assert table.records() == before
    assert table.app.journal.acked == 0
    assert table.host.answer("ack 5") == "err code=ack-too-high sent=0"  # of the old one
    table.play("b4")
    assert [line for line in table.host.lines() if line[0] == "@"] == []  # nobody has asked
    told = table.host.say("hello proto=1 journal=%s have=5" % old)
    assert (" journal=%s first=1 last=6 game=1 ply=4 " % new) in told[0]
    assert [framing.parse(line).text for line in told[1:]] == before + [table.records()[-1]]
    assert table.host.answer("ack 6") == "ok"
    table.cut()
    assert table.app.journal.id == new
    assert table.app.game.turns() == ["d6", "f4", "d2", "b4"]


def test_journal_says_what_it_takes():
    storage = BadFlash()
    table = Table(storage)
    for nothing in ("journal", "journal old", "journal new new", "journal new=1"):
        assert table.ask(nothing) == "err code=bad-word", nothing
    old = table.app.journal.id
    storage.fail["replace"] = 28
    assert table.ask("journal new") == "err code=storage"
    assert table.app.journal.id == old
