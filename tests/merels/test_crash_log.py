# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The crash log: bounded, sparing with the flash, never a crash of its own; and how it is told."""

from fakes.table import Table
from merels.journal.crash_log import CrashLog
from merels.wire import framing
from merels_host.simulator.ports import MemoryStorage


class Counting(MemoryStorage):
    writes = 0

    def replace(self, name, data):
        self.writes += 1
        MemoryStorage.replace(self, name, data)


def test_what_is_kept_is_there_at_the_next_start():
    storage = MemoryStorage()
    CrashLog(storage).note("Traceback\n  line\nValueError: odd", "ms=7")
    (entry,) = CrashLog(storage).entries
    assert entry == [1, "ms=7", "Traceback\n  line\nValueError: odd"]


def test_the_same_again_only_counts_up():
    storage = MemoryStorage()
    log = CrashLog(storage)
    for ms in range(5):
        log.note("same", "ms=%d" % ms)
    log.note("other", "ms=9")
    assert CrashLog(storage).entries == [[5, "ms=4", "same"], [1, "ms=9", "other"]]
    assert log.count == 6


def test_the_log_is_bounded_and_so_are_its_writes():
    storage = Counting()
    log = CrashLog(storage)
    for number in range(50):
        log.note("%s %d" % ("x" * 5000, number), "ms=1")
    assert len(log.entries) == 4 and storage.writes == 8
    assert storage.size("crashes") < 4 * 900


def test_text_is_made_printable():
    log = CrashLog(MemoryStorage())
    log.note("a\tb\u00e9\nc", "ms=1")
    assert log.entries[0][2] == "a?b?\nc"


def test_a_file_of_anything_is_no_crash():
    for data in (b"nonsense", b"\xff\xfe", b"1 x y\n", b"1\n", b"1 5 a\nhello\n\n", b"9" * 9000):
        storage = MemoryStorage()
        storage.replace("crashes", data)
        log = CrashLog(storage)
        log.note("new", "ms=1")
        assert CrashLog(storage).entries[-1][2] == "new", data


def test_a_host_is_told():
    table = Table()
    assert "crashes" not in framing.parse(":" + table.ask("hello")).values
    assert table.ask("crashes") == "ok crashes=0 kept=0"
    CrashLog(table.app.ports.storage).note("Traceback\n: odd", "firmware=1 where=loop ms=5")
    assert framing.parse(":" + table.ask("hello")).values["crashes"] == "1"
    assert table.ask("crashes") == "ok crashes=1 kept=1"
    table.host.say("hello proto=1")
    heard = table.host.type(":5 crashes 1")
    assert heard[:2] == ["| Traceback", "| : odd"]
    assert framing.parse(heard[2]).text == "5 ok count=1 firmware=1 where=loop ms=5"
    assert table.ask("crashes 2") == "err code=no-such-crash"
    assert table.ask("crashes clear") == "ok crashes=0 kept=0"
    assert table.app.ports.storage.size("crashes") < 0
