# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game's PGN file always tells what its session files tell."""

import errno

import pytest
from fakes.socket_board import BOOT, game_records
from merels.wire import framing
from merels_host import files
from merels_host.errors import DiskProblem
from merels_host.recorder import game_files
from merels_host.recorder.game_files import GameFiles
from merels_host.recorder.scorer import Scorer
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.recorded import JournalRecord, Recorded

UTC = "2026-11-30T10:00:00.000Z"
ENDED = [BOOT, *game_records(["d6", "f4"], over=("black", "resigned"))]
BACK_1 = "takeback ply=1 game=1 ms=50"
BACK_0 = "takeback ply=0 game=1 ms=51"
EDIT = "edit game=1 ply=0 white=a1,d1,g4 black=a7,d7,b6 hand=3,3 turn=white due=0 quiet=0 ms=52"
NEXT = "game game=2 variant=nine-mens-morris ms=60"


class Saved(Watcher):
    def __init__(self):
        self.paths = []
        self.notes = []

    def saved(self, path, game):
        self.paths.append(path)

    def note(self, sentence):
        self.notes.append(sentence)


class Recording:
    """A scorer that is given records one by one, as they come from a board."""

    def __init__(self, out):
        self.out = out
        self.watcher = Saved()
        self.scorer = Scorer(out, self.watcher)
        self.recorded = Recorded()
        self.scorer.meet("b", "j", self.recorded)

    def hear(self, *texts, last=0):
        for text in texts:
            number = self.recorded.have + 1
            line = framing.parse(framing.frame("@", f"{number} {text}"))
            self.recorded.add(JournalRecord(number, UTC, line))
            self.scorer.follow(self.recorded, max(last, number))

    def again(self):
        """The same records in another run of the recorder."""
        scorer = Scorer(self.out, self.watcher)
        scorer.meet("b", "j", self.recorded)

    @property
    def text(self):
        files = sorted(self.out.glob("*.pgn"))
        return files[0].read_text().partition("\n\n")[2].strip() if files else None


def test_a_result_that_was_taken_back_leaves_the_file_at_once(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED)
    assert one.text == "1. d6 f4 0-1"
    one.hear(BACK_1)
    assert one.text == "1. d6 *"
    one.hear(BACK_0)
    assert one.text is None
    assert one.scorer.files.written == []
    one.hear(NEXT)
    assert one.text is None


def test_the_file_is_mended_by_the_next_run_too(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED)
    [path] = tmp_path.glob("*.pgn")
    before = path.read_text()
    for records, text in (((BACK_1,), "1. d6 *"), ((BACK_0,), None), ((NEXT,), None)):
        one.hear(*records)
        path.write_text(before)  # as if that run had been killed
        one.again()
        assert one.text == text


def test_a_position_that_was_set_stands_in_the_file(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED, BACK_1, BACK_0, EDIT, NEXT)
    assert one.text == "*"
    [file] = tmp_path.glob("*.pgn")
    assert '[FEN "********/*******@/@*O*OO*@ w p p 3 3 3 3 ' in file.read_text()
    one = Recording(tmp_path / "other")
    one.hear(*ENDED, BACK_1, EDIT.replace("ply=0", "ply=1"), EDIT.replace("a1,", "g1,"))
    assert one.text.count("[%position white=") == 2
    assert one.text.startswith("1. d6 {[%position white=")


def test_moves_after_a_result_that_was_taken_back_end_in_the_new_result(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED, BACK_1, "move text=a1 ply=2 game=1 ms=1")
    one.hear("over winner=white reason=resigned ply=2 game=1 ms=9")
    assert one.text == "1. d6 a1 1-0"


def test_what_is_fetched_at_once_is_written_once(tmp_path):
    one = Recording(tmp_path)
    over = "over winner=white reason=resigned ply=1 game=1 ms=9"
    texts = [*ENDED, BACK_1, over, NEXT]
    one.hear(*texts, last=len(texts))
    assert len(one.watcher.paths) == 1
    assert one.text == "1. d6 1-0"
    one = Recording(tmp_path / "end")
    one.hear(*texts[:-1], last=len(texts) - 1)
    assert len(one.watcher.paths) == 1
    one.scorer.finish()
    assert len(one.watcher.paths) == 1


def test_a_restart_of_the_board_writes_nothing(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED[:3], BOOT)
    assert one.text is None


def full(*args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_noted_once(tmp_path, monkeypatch):
    one = Recording(tmp_path)
    monkeypatch.setattr(files.os, "replace", full)
    one.hear(*ENDED, NEXT)
    with pytest.raises(DiskProblem, match="the records are safe in"):
        one.scorer.finish()
    assert len(one.watcher.notes) == 1


def test_a_file_that_cannot_be_removed_is_named(tmp_path):
    one = Recording(tmp_path)
    one.hear(*ENDED)
    [path] = tmp_path.glob("*.pgn")
    game = one.scorer.games.current
    game.over = None
    game.turns, game.sides = [], []
    path.unlink()
    path.mkdir()
    files = GameFiles(tmp_path, one.watcher)
    files.save(game)
    assert f"cannot remove {game_files.path_of(game, tmp_path)}" in one.watcher.notes[-1]
