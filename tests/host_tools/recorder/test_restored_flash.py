# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board whose flash was set back: what it plays then is neither lost nor mixed with the rest."""

import threading
import time

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from merels.wire import framing
from merels_host.errors import BoardSetBack, BoardSilent
from merels_host.recorder import recorder, restored_flash
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import SessionFile

OTHER = ("d6", "e4", "d2", "b2", "f4", "f2", "a1", "a4", "g1", "g4", "d7", "d3", "b4", "c4")
OURS = [BOOT, *game_records(E64[:14])]  # 16 records
SHORT = [BOOT, *game_records(OTHER[:6])]  # the same 8 as in OURS
THEIRS = [BOOT, *game_records(OTHER)]  # 16, of which 8 are the same
LONGER = [*THEIRS, *game_records(E64[:4], number=2)]
RENAMED = "11111111"


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch):
    monkeypatch.setattr(recorder, "_FIRST_PAUSE", 0.05)
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)


class Notes(Watcher):
    def __init__(self):
        self.notes = []
        self.waits = []

    def note(self, sentence):
        self.notes.append(sentence)

    def waiting(self, why):
        self.waits.append(why)


def record(board, out, until, seconds=20.0, **more):
    """Record until the condition holds; what was said."""
    deadline = time.monotonic() + seconds
    notes = Notes()

    def stop():
        assert time.monotonic() < deadline, (notes.notes, notes.waits)
        return until()

    Recorder(board.url, out, notes, **more).run(stop)
    return notes


def games(out, journal="0badcafe"):
    """The turns of each game of a journal on disk, and what is doubtful."""
    made = Games("fake1", journal)
    found = []
    for one in Recorded.scan(out, "fake1", journal).contiguous():
        game = made.apply(one)
        if game is not None and game not in found:
            found.append(game)
    return [tuple(game.turns) for game in found], [d for game in found for d in game.doubts]


def refuse_acks(board, out):
    """A list to which acknowledgements go of what is on disk under another name, or nowhere."""
    broken = []

    def check(number):
        disk = Recorded.scan(out, board.board, board.journal)
        texts = [disk.records[n].line.text for n in range(1, number + 1) if n in disk.records]
        if texts != [f"{n} {text}" for n, text in enumerate(board.records[:number], 1)]:
            broken.append(number)

    board.on_ack = check
    return broken


@pytest.mark.parametrize("now", [SHORT, SHORT[:1], THEIRS, LONGER])
def test_both_games_are_on_disk_each_as_it_was_played(tmp_path, now):
    with FakeBoard(OURS) as board:
        record(board, tmp_path, lambda: board.acked == 16)
        board.records = now
        broken = refuse_acks(board, tmp_path)
        notes = record(
            board, tmp_path, lambda: board.journal == RENAMED and board.acked == len(now)
        )
    assert broken == []
    assert games(tmp_path) == ([E64[:14]], [])
    turns, doubts = games(tmp_path, RENAMED)
    assert doubts == []
    assert [text for game in turns for text in game] == [
        words.split()[1][5:] for words in now if words.startswith("move")
    ]
    [note] = [one for one in notes.notes if "set back" in one]
    assert note.startswith("this board's flash was set back (its ")
    assert note.endswith(f"; what it has now is recorded as another journal, {RENAMED}.")


def test_a_board_that_is_set_back_while_the_recorder_waits_for_it(tmp_path):
    with FakeBoard(OURS) as board:
        broken = refuse_acks(board, tmp_path)

        def swap():
            board.next_records = LONGER
            board.cut()

        threading.Timer(0.6, swap).start()
        notes = record(
            board, tmp_path, lambda: board.journal == RENAMED and board.acked == len(LONGER)
        )
    assert broken == []
    assert games(tmp_path) == ([E64[:14]], [])
    assert games(tmp_path, RENAMED) == ([OTHER, E64[:4]], [])
    assert len([one for one in notes.notes if "set back" in one]) == 1
    assert not any("there is a new journal" in one for one in notes.notes)


def test_a_record_that_differs_in_mid_talk_is_neither_kept_nor_acknowledged(tmp_path):
    with FakeBoard(OURS[:5]) as board:
        broken = refuse_acks(board, tmp_path)

        def swap():  # no real board does this
            board.records = [BOOT.replace("ms=12", "ms=13"), *LONGER[1:]]
            board._have, board._next = 0, 1

        threading.Timer(0.6, swap).start()
        record(board, tmp_path, lambda: board.journal == RENAMED and board.acked == 21)
    assert broken == []
    assert games(tmp_path)[0] == [E64[:3]]
    assert Recorded.scan(tmp_path, "fake1", "0badcafe").have == 5


@pytest.mark.parametrize(
    ("code", "step"), [("unknown-request", "merels flash"), ("storage", "unplug it")]
)
def test_a_board_that_cannot_begin_another_journal_is_not_recorded(
    tmp_path, monkeypatch, code, step
):
    with FakeBoard(OURS) as board:
        record(board, tmp_path, lambda: board.acked == 16)
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        board.records, board.acked = LONGER, 0
        answer = board._answer
        monkeypatch.setattr(
            board,
            "_answer",
            lambda line: f"err code={code}" if line.word == "journal" else answer(line),
        )
        with pytest.raises(BoardSetBack, match=step) as raised:
            record(board, tmp_path, lambda: False)
        assert raised.value.exit_code == 3
        assert board.acked <= 8  # those are on disk, word for word
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_a_board_that_was_refused_has_said_stays_out_of_the_file_of_the_right_one(tmp_path):
    with FakeBoard(OURS) as board:
        board.renews = ""

        def swap():
            board.next_records = LONGER
            board.cut()

        def back():
            board.next_records = OURS
            board.cut()

        threading.Timer(0.6, swap).start()
        threading.Timer(1.5, back).start()
        began = time.monotonic()
        notes = record(
            board, tmp_path, lambda: time.monotonic() > began + 3.5 and len(board.hellos) > 3
        )
    assert any("was set back" in why for why in notes.waits)
    assert games(tmp_path) == ([E64[:14]], [])
    [path] = tmp_path.glob("*.ndjson")
    heard = [entry["line"] for entry in SessionFile(path) if entry.get("dir") == "in"]
    assert not any("text=a1 " in line for line in heard)


def test_the_last_record_is_asked_for_until_it_comes(tmp_path, monkeypatch):
    with FakeBoard(OURS) as board:
        record(board, tmp_path, lambda: board.acked == 16)
        board.records = LONGER
        lost = []

        def drop(line):
            if line.startswith((b"@9 ", b"@10 ", b"@16 ")) and line not in lost:
                lost.append(line)
                return []
            return [line]

        board.mangle = drop
        record(board, tmp_path, lambda: board.journal == RENAMED and board.acked == len(LONGER))
    assert games(tmp_path) == ([E64[:14]], [])


def test_a_board_that_does_not_tell_its_last_record_is_greeted_again(tmp_path, monkeypatch):
    monkeypatch.setattr(restored_flash, "_PATIENCE", 0.5)
    with FakeBoard(OURS) as board:
        record(board, tmp_path, lambda: board.acked == 16)
        board.mangle = lambda line: [] if line.startswith(b"@16 ") else [line]
        with pytest.raises(BoardSilent, match="does not tell its record 16"):
            record(board, tmp_path, lambda: False)
        board.records = [*OURS, *game_records(E64[:2], number=2)]  # the flash has lost it
        record(board, tmp_path, lambda: board.acked == 19)
    assert games(tmp_path) == ([E64[:14], E64[:2]], [])


def test_files_that_contradict_each_other_are_noted(tmp_path):
    with FakeBoard(OURS) as board:
        record(board, tmp_path, lambda: board.acked == 16)
        [path] = tmp_path.glob("*.ndjson")
        line = framing.frame("@", f"4 {OURS[3].replace('=e4', '=f4')}")
        with path.open("a") as file:  # as recorders did that did not compare
            file.write(f'{{"utc":"2026-11-30T10:00:00.000Z","dir":"in","line":"{line}"}}\n')
        began = time.monotonic()
        notes = record(board, tmp_path, lambda: time.monotonic() > began + 1)
    assert notes.notes == [
        "record 4 came again with another text; the one on disk is kept.",
    ]
    assert games(tmp_path) == ([E64[:14]], [])
