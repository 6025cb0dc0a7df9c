# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Session files played once more: what hands did, made into a script, gives the same moves."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Hello
from merels_host.sessions.other_sessions import OtherSessions
from merels_host.sessions.recorded import is_record
from merels_host.sessions.session import Session, SessionFile
from merels_host.sessions.timeline import read
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.from_session.deeds import Deeds
from merels_host.simulator.from_session.replay import replay
from merels_host.simulator.from_session.script import games_of
from merels_host.simulator.handscript import parse
from merels_host.simulator.play import BOOT_MS, SETTLE_MS
from merels_host.simulator.player import Player
from merels_host.simulator.ports import MemoryConsole, MemoryStorage

HELLO_MS = 100  # until the board tells of pieces
ROOT = Path(__file__).parents[3]
# A button that is held leaves no trace on the wire: menu and set-up cannot be played again.
SCRIPTS = [
    path
    for path in sorted((ROOT / "tests" / "hands").glob("*.hands"))
    if not path.stem.startswith(("menu-", "set-up-"))
    # what was played before is told as one change, and this one depends on its order
    and path.stem != "removable-touched"
]
BEGAN = datetime(2026, 11, 30, 12, 0, tzinfo=timezone.utc)


def utc(ms):
    moment = BEGAN + timedelta(milliseconds=ms)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


class Desk:
    """A board on which a script is acted out in no time, and a recorder that hears all of it."""

    def __init__(self, folder, script):
        self.script = script
        self.console = MemoryConsole()
        self.board = SimulatedBoard(
            MemoryStorage(), self.console, "sim-0",
            colour=script.sensors == "colour", points=script.points or 25,
        )  # fmt: skip
        self.folder = folder
        self.session = None
        self.now = 0
        self._number = 0
        self._asked_at = -10000
        self._rest = b""

    def ask(self, words):
        self._number += 1
        line = framing.frame(":", f"{self._number} {words}")
        if self.session:
            self.session.line(utc(self.now), "out", line)
        self.console.type(line + "\n")
        self._asked_at = self.now

    def hello(self):
        self.ask("hello proto=1")
        self.ask("set telemetry=on")
        self.ask("get")

    def listen(self):
        *lines, self._rest = (self._rest + bytes(self.console.said)).split(b"\n")
        self.console.said = bytearray()
        for raw in lines:
            text = raw.decode()
            line = framing.parse(text)
            if self.session is None and line is not None and "id" in line.values:
                said = line.values
                hello = Hello(said["id"], said["journal"], said["firmware"], 1, 0, said)
                self.session = Session(self.folder, hello, "test", utc(self.now))
                self.session.line(utc(self.now), "out", framing.frame(":", "1 hello proto=1"))
            if self.session:
                self.session.line(utc(self.now), "in", text)
            if is_record(line):
                self.ask(f"ack {line.number}")
        if self.session and self.now - self._asked_at > 3000:
            self.ask("state")

    def until(self, when):
        while self.now < when:
            wait = self.board.step(self.now)
            self.listen()
            self.now += min(wait, 2)

    def act(self):
        """The session file of the whole script."""
        self.board.power_on()
        self.until(BOOT_MS)
        self.hello()
        self.until(BOOT_MS + HELLO_MS)
        self.board.start(self.script, self.now)
        self.until(BOOT_MS + HELLO_MS + SETTLE_MS)
        zero = self.now
        for when, _, deed in self.script.deeds:
            self.until(zero + when)
            self.board.do(deed, self.now)
            if deed == ("power", 1):
                self.hello()
        self.until(zero + self.script.length() + 3000)
        return self.session.path


@pytest.fixture(scope="module")
def player():
    with Player() as player:
        player.play("", "start.hands")  # its child is that of all these tests
        yield player


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_hand_script_leaves_a_session_that_gives_the_same_moves(path, tmp_path, player):
    session = Desk(tmp_path, parse(path.read_text(), path.name)).act()
    for played in replay(SessionFile(session), player):
        assert played.same, f"{played.words}\n{played.game.text}"


def told(texts, tmp_path, telemetry=(), start=1, name="7f3a21c9"):
    """A session file with these records, and telemetry before the records that it names."""
    board = Hello("b", name, "0.1.0", 1, 0, {"sensors": "presence", "points": "25"})
    session = Session(tmp_path, board, "p", utc(start))
    session.line(utc(0), "out", framing.frame(":", "1 hello proto=1"))
    session.line(utc(0), "in", framing.frame(":", f"1 ok last={start + len(texts) - 1}"))
    for number, text in enumerate(texts, start):
        for before, words in telemetry:
            if before == number:
                session.line(utc(number), "in", framing.frame("~", words))
        session.line(utc(number), "in", framing.frame("@", f"{number} {text}"))
    session.close()
    return session.path


def test_without_telemetry_the_records_alone_give_the_moves(tmp_path, player):
    [played] = replay(SessionFile(told([BOOT, *game_records(E64)], tmp_path)), player)
    assert played.same
    assert played.words.endswith("concluded from the records alone.")
    assert played.result["moves"] == list(E64)
    assert played.result["over"] == {"winner": "white", "reason": "blocked"}


def test_a_piece_put_down_as_soon_as_the_power_was_back_was_seen_to_come(tmp_path, player):
    *before, last = game_records(["d6", "f4", "d2"])
    booted = BOOT.replace("board=0000000", "board=0002010")
    texts = [BOOT, *before, booted, last.replace("ms=3000", "ms=215")]
    [played] = replay(SessionFile(told(texts, tmp_path)), player)
    assert played.same, played.words


def test_presses_are_pressed_again(tmp_path, player):
    script = "after d6 f4\nat 500 press back 1100\nat 3000 press back 120\nat 5000 lift f4\n"
    session = Desk(tmp_path, parse(script + "at 7000 end\n", "presses")).act()
    texts = [line for game in games_of(SessionFile(session)) for line in game.text.splitlines()]
    held = [int(line.split()[-1]) for line in texts if " press back " in line]
    assert len(held) == 2, texts
    assert 1080 <= held[0] <= 1120 and 100 <= held[1] <= 140
    assert not [line for line in texts if "host takeback" in line or "host accept" in line]


def test_incomplete_telemetry_is_said_to_be(tmp_path, player):
    telemetry = [(3, "drop at=d6 board=0000010 ms=800")]
    path = told([BOOT, *game_records(["d6", "f4", "d2"])], tmp_path, telemetry)
    [played] = replay(SessionFile(path), player)
    assert played.same
    assert played.words.endswith(
        "game 1: the same 3 moves again. The telemetry is incomplete: of 3 changes 2 were "
        "concluded from later images."
    )
    assert "at 750 drop d6 white\n" in played.game.text


def test_another_move_is_named_with_both(tmp_path, capsys):
    records = game_records(["d6", "f4"])
    records[1] = records[1].replace("text=d6", "text=a1")
    path = told([BOOT, *records], tmp_path)
    assert cli.main(["hands", "--from-session", str(path)]) == 1
    said = capsys.readouterr().out
    assert "game 1: ply 1 was recorded as a1, and is d6 now." in said


def test_a_move_too_few_and_another_end_are_named(tmp_path, player):
    records = game_records(E64)
    records[-2] = records[-2].replace("board=", "board=x")
    fewer = told([BOOT, *records[:-1]], tmp_path)
    [played] = replay(SessionFile(fewer), player)
    assert "ply 39 was recorded as g7-g4xa1, and is nothing now." in played.words
    ended = game_records(["d6"], over=("white", "line"))
    [played] = replay(SessionFile(told([BOOT, *ended], tmp_path, name="y")), player)
    assert played.words.partition(" There")[0].endswith(
        "the end was recorded as white line, and is none now."
    )


def test_a_game_begun_in_an_earlier_file_needs_that_file(tmp_path, player):
    records = [BOOT, *game_records(["d6", "f4", "d2"])]
    late = told(records[3:], tmp_path, start=4)
    [played] = replay(SessionFile(late), player)
    assert not played.same
    assert played.words.endswith(
        "cannot be played again: records 1 to 3 are in no session file here; put the others of "
        f"this board beside {late.name}."
    )
    early = told(records[:3], tmp_path)
    early.rename(tmp_path / "a-earlier.ndjson")
    [played] = replay(SessionFile(late), player)
    assert played.same, played.words
    assert "after d6\n" in played.game.text
    assert played.words.endswith(
        " Records 2 to 3 are not in this file; they are in a-earlier.ndjson."
    )


def test_a_game_whose_middle_is_in_another_file_is_played_through_both(tmp_path, player):
    records = [BOOT, *game_records(E64), BOOT, *game_records(["d6", "f4"], number=2)]
    late = told(records, tmp_path, name="k")
    lines = late.read_text().splitlines(keepends=True)
    kept = [line for line in lines if not any(f'"@{n} ' in line for n in range(17, 44))]
    early = tmp_path / "early.ndjson"
    early.write_text("".join(lines))
    late.write_text("".join(kept))
    first, second = replay(SessionFile(late), player)
    assert first.same and second.same, first.words + second.words
    assert first.result["moves"] == list(E64)
    missing = " Records 17 to 43 are not in this file; they are in early.ndjson."
    assert first.words.endswith(missing)
    assert missing not in second.words
    early.unlink()
    first, second = replay(SessionFile(late), player)
    assert first.words.endswith(
        "game 1: cannot be played again: records 17 to 43 are in no session file here; put the "
        f"others of this board beside {late.name}."
    )
    assert second.same, second.words


def test_games_that_only_another_file_has_are_not_played(tmp_path, player):
    games = [
        game_records([text], number=number) for number, text in ((1, "d6"), (2, "f4"), (3, "a1"))
    ]
    whole = told([BOOT, *games[0], *games[1], *games[2]], tmp_path)
    late = tmp_path / "late.ndjson"
    lines = whole.read_text().splitlines(keepends=True)
    late.write_text("".join(line for line in lines if " game=2 " not in line))
    assert [played.result["moves"] for played in replay(SessionFile(late), player)] == [
        ["d6"],
        ["a1"],
    ]


def test_a_game_with_the_beginning_of_another_cannot_be_played(tmp_path, player):
    records = [BOOT, *game_records(["d6"]), *game_records(["d6", "f4"], number=2)[1:]]
    path = told(records[:3], tmp_path)
    path.rename(tmp_path / "early.ndjson")
    [played] = replay(SessionFile(told(records[3:], tmp_path, start=4)), player)
    assert "game 2: cannot be played again: its beginning is not recorded." in played.words


def test_a_script_that_cannot_be_acted_out_is_one_of_the_differences(tmp_path, player):
    records = ["game game=1 variant=fox-and-geese ms=1", "move text=e3 game=1 board=0000100 ms=2"]
    path = told(records, tmp_path)
    [played] = replay(SessionFile(path), player)
    assert not played.same
    assert "cannot be played again" in played.words


def test_json_has_the_script_and_a_file_without_hands_says_so(tmp_path, capsys):
    path = told([BOOT, *game_records(["d6", "f4"])], tmp_path)
    assert cli.main(["hands", "--json", "--from-session", str(path)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["same"], said["moves"], said["recorded"]) == (True, ["d6", "f4"], ["d6", "f4"])
    assert said["script"].startswith("variant nine-mens-morris\n")
    assert cli.main(["hands", "--from-session", str(told([BOOT], tmp_path, name="z"))]) == 0
    said = capsys.readouterr().out
    assert said.endswith("no game in which a piece was touched; there is nothing to play again.\n")


def test_a_file_that_was_cut_before_the_first_move_says_so(tmp_path, capsys):
    path = told([BOOT, *game_records([])], tmp_path)
    path.write_bytes(b"rubbish\n".join(path.read_bytes()[:-5].rpartition(b'{"utc"')[::2]))
    path.write_bytes(path.read_bytes() + b'{"utc"')
    assert cli.main(["hands", "--from-session", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "nothing to play again. Its last line was cut off. 1 of its lines are damaged." in said


HASTY = """
at 500 drop d6 white
at 1200 drop f4 black
at 1900 drop d2 white
at 2600 press back 120
at 3300 lift d2
at 3900 drop b4 white
at 4600 lift b4
at 4700 drop b2 white
at 5000 drop g1 black
at 5100 lift f4
at 5900 drop f4 black
at 6500 lift g1
at 7100 press back 120
at 9000 end
"""


def test_a_file_that_ends_anywhere_gives_what_it_has_again(tmp_path, player):
    whole = Desk(tmp_path, parse(HASTY, "hasty")).act()
    lines = whole.read_bytes().splitlines(keepends=True)
    words = []
    for count in range(12, len(lines) + 1):
        folder = tmp_path / str(count)
        folder.mkdir()
        (folder / "cut.ndjson").write_bytes(b"".join(lines[:count]))
        for played in replay(SessionFile(folder / "cut.ndjson"), player):
            assert played.same, f"{played.words}\n{played.game.text}\n{played.game.known}"
            words.append(played.words)
    assert sum("the file ends before the board told what came of the" in one for one in words) > 3
    assert "the file ends" not in words[-1]


def test_lines_without_a_time_are_played_again_all_the_same(tmp_path, player):
    path = Desk(tmp_path, parse(HASTY, "hasty")).act()
    end = read(SessionFile(path), OtherSessions(SessionFile(path))).end
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1 : len(lines) // 2]:
        line["utc"] = "yesterday"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    file = SessionFile(path)
    assert read(file, OtherSessions(file)).end == end
    assert file.undated > 5
    [played] = replay(file, player)
    assert played.same and "the file ends" not in played.words


def test_what_the_board_never_told_is_a_difference_all_the_same(tmp_path, player):
    path = Desk(tmp_path, parse("at 500 drop d6 white\nat 4000 end\n", "one")).act()
    lines = [line for line in path.read_text().splitlines(True) if " move text=" not in line]
    path.write_text("".join(lines))
    assert len(list(SessionFile(path))) > 5
    [played] = replay(SessionFile(path), player)
    assert not played.same
    assert "ply 1 was recorded as nothing, and is d6 now." in played.words


def test_hands_without_anything_to_play_is_wrong_usage(capsys):
    assert cli.main(["hands"]) == 2
    assert "--from-session" in capsys.readouterr().err


def test_deeds_of_an_image():
    deeds = Deeds(white=0b1, black=0b10)
    assert deeds.change(0b110, None, 5, side=1) == 2  # the lifted white piece comes down again
    assert deeds.change(0b10, None, 9, side=1) == 1
    assert deeds.change(0b10, 0b10, 12, side=1) == 1  # the same point, another colour
    assert deeds.lines == [
        "at 5 lift a7", "at 5 drop g7 white", "at 9 lift g7", "at 12 lift d7",
        "at 12 drop d7 white",
    ]  # fmt: skip
    deeds.say(3, "end")
    assert deeds.lines[-1] == "at 12 end"
