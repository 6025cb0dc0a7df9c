# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The journal: what was written is there after cuts, harm and a flash that fails; numbers are
never given twice."""

from fakes.table import BadFlash, Dice, copy, records
from merels.journal import journal as journal_module
from merels.journal import segment
from merels.journal.journal import Journal
from merels.journal.records import BOOT, EDIT, GAME, MOVE, OVER, move_detail, over_detail
from merels_host.simulator.ports import MemoryStorage

RULES = b"variant=nine-mens-morris"


def opened(storage):
    journal = Journal(storage)
    journal.open()
    return journal


def add(journal, kind, point=0, ms=5):
    """One record; moves are placements on a point."""
    if kind == MOVE:
        return journal.add(MOVE, move_detail(31 * 32 + point % 24, ()), 1, point, ms)
    if kind == OVER:
        return journal.add(OVER, over_detail(None, "agreed"), 1, 0, ms)
    return journal.add(kind, 0, 1, 0, ms, RULES if kind == GAME else b"white=a1 hand=8,9")


def a_game(journal, plies):
    add(journal, GAME)
    journal.flush()
    for ply in range(plies):
        add(journal, MOVE, ply)
        journal.flush()
    add(journal, OVER)
    journal.flush()


def number_of(text):
    return int(text.split()[0])


class Small:
    """The journal with small segments, for as long as `with` lasts."""

    def __init__(self, segment, most):
        self._values = (segment, most, 4 * segment)

    def __enter__(self):
        self._swap()

    def __exit__(self, *_):
        self._swap()

    def _swap(self):
        module = journal_module
        before = (module.SEGMENT, module.MOST_SEGMENTS, module.LONGEST)
        module.SEGMENT, module.MOST_SEGMENTS, module.LONGEST = self._values
        self._values = before


def test_numbers_go_on_over_restarts():
    storage = MemoryStorage()
    journal = opened(storage)
    assert (journal.first, journal.last, journal.game, journal.segments) == (1, 0, 0, [])
    add(journal, BOOT)
    add(journal, GAME)
    assert (journal.pending, journal.last, journal.game) == (2, 0, 1)
    assert journal.flush()
    assert (journal.pending, journal.last, journal.fault) == (0, 2, "")
    again = opened(storage)
    assert (again.id, again.first, again.last, again.game) == (journal.id, 1, 2, 1)
    add(again, MOVE, 4)
    again.flush()
    assert opened(storage).last == 3
    assert [text.split()[1] for text in records(storage)] == ["boot", "game", "move"]


def test_one_append_for_all_that_waits():
    storage = BadFlash()
    journal = opened(storage)
    add(journal, GAME)
    journal.flush()
    storage.calls = 0
    for ply in range(20):
        add(journal, MOVE, ply)
    assert journal.flush() and storage.calls == 1
    assert journal.flush() and storage.calls == 1  # nothing waits: nothing is written


def test_two_journals_have_two_ids():
    first, second = MemoryStorage(), MemoryStorage()
    for storage in (first, second):
        journal = opened(storage)
        add(journal, GAME)
        journal.flush()
    assert opened(first).id != opened(second).id
    assert len(opened(first).id) == 8


def test_a_text_that_is_too_long_is_refused_at_once():
    journal = opened(MemoryStorage())
    try:
        journal.add(EDIT, 0, 0, 0, 0, b"x" * 241)
    except ValueError:
        assert journal.pending == 0
    else:
        raise AssertionError


def test_other_files_are_left_alone():
    storage = MemoryStorage()
    for name in ("journal-old", "journal-00000001x", "journal-", "settings", "journal-0000000001"):
        storage.replace(name, b"something else")
    journal = opened(storage)
    assert journal.segments == [] and journal.last == 0
    add(journal, GAME)
    journal.flush()
    assert opened(storage).last == 1
    assert storage.size("journal-old") == 14


def test_an_end_torn_at_every_byte():
    whole = MemoryStorage()
    journal = opened(whole)
    a_game(journal, 3)
    before = whole.size(journal.segments[-1])
    told = records(whole)
    add(journal, GAME)
    add(journal, EDIT)
    add(journal, MOVE, 7)
    journal.flush()
    name = journal.segments[-1]
    size = whole.size(name)
    data = bytearray(size)
    whole.read(name, 0, data)
    complete = records(whole)
    for length in range(before, size + 1):
        storage = copy(whole)
        storage.replace(name, bytes(data[:length]))
        again = opened(storage)
        kept = records(storage)
        assert kept == complete[: len(kept)] and len(kept) >= len(told), length
        assert again.id == journal.id and again.last == number_of(kept[-1])
        # the game goes on, now and after one more start; no number is given to something else
        add(again, BOOT)
        add(again, MOVE, 9)
        assert again.flush()
        for text in records(storage)[len(kept) :]:
            assert number_of(text) > again.last - 2 >= number_of(kept[-1])
        assert opened(storage).last == again.last
        assert records(storage)[: len(kept)] == kept
        assert [text.split()[1] for text in records(storage)[len(kept) :]] == ["boot", "move"]


def test_every_byte_of_the_newest_segment_harmed():
    whole = MemoryStorage()
    journal = opened(whole)
    add(journal, BOOT)
    a_game(journal, 4)
    name = journal.segments[-1]
    data = bytearray(whole.size(name))
    whole.read(name, 0, data)
    complete = records(whole)
    for at in range(len(data)):
        harmed = bytearray(data)
        harmed[at] ^= 0x5A
        storage = copy(whole)
        storage.replace(name, bytes(harmed))
        again = opened(storage)
        kept = records(storage)
        # one record is lost at most, and the others are not changed (a move's ply is counted)
        assert len(complete) - len(kept) <= 1, at
        for text in kept:
            assert text in complete or text.split()[1] != "game", (at, text)
        # and nothing new gets a number that something else once had
        add(again, MOVE, 9)
        assert again.flush()
        assert again.last > journal.last, at
        assert number_of(records(storage)[-1]) == again.last
        assert opened(storage).last == again.last


def test_a_head_with_any_byte_harmed_says_nothing():
    storage = MemoryStorage()
    name = segment.name_of(1)
    head = segment.make_head(True, "7f3a21c9", 1, 5)
    storage.replace(name, head)
    assert segment.read_head(storage, name) == (True, "7f3a21c9", 5)
    for at in range(len(head)):
        harmed = bytearray(head)
        harmed[at] ^= 0x5A
        storage.replace(name, bytes(harmed))
        assert segment.read_head(storage, name) is None, at


def test_an_older_segment_harmed_costs_only_what_is_harmed():
    with Small(300, 50):
        whole = MemoryStorage()
        journal = opened(whole)
        for _ in range(4):
            a_game(journal, 20)
        complete = records(whole)
        name = journal.segments[1]
        dice = Dice(3)
        for _ in range(25):
            storage = copy(whole)
            data = bytearray(storage.size(name))
            storage.read(name, 0, data)
            data[dice.below(len(data))] ^= 1 << dice.below(8)
            storage.replace(name, bytes(data))
            again = opened(storage)
            assert (again.id, again.last, again.first) == (journal.id, journal.last, 1)
            kept = records(storage)
            assert len(kept) >= len(complete) - 1
            assert [number_of(text) for text in kept] == sorted({number_of(text) for text in kept})


def test_segments_begin_with_games_and_the_oldest_go():
    with Small(256, 4):
        storage = MemoryStorage()
        journal = opened(storage)
        firsts = []
        for _ in range(12):
            a_game(journal, 12)
            firsts.append(journal.first)
            assert len(journal.segments) <= 4
        assert firsts[0] == 1 and firsts[-1] > 1 and firsts == sorted(firsts)
        told = records(storage)
        assert number_of(told[0]) == journal.first and number_of(told[-1]) == journal.last
        assert told[0].split()[1] == "game"  # whole games only
        again = opened(storage)
        assert (again.first, again.last, again.game) == (journal.first, journal.last, 12)


def test_the_end_of_one_game_and_the_next_in_one_append():
    with Small(256, 10):
        storage = MemoryStorage()
        journal = opened(storage)
        add(journal, GAME)
        for ply in range(30):
            add(journal, MOVE, ply)
        journal.flush()
        add(journal, OVER)
        add(journal, GAME)
        add(journal, MOVE)
        journal.flush()
        assert len(journal.segments) == 2
        begins = int(journal.segments[1][-9:])
        assert records(storage)[begins - 1].split()[1] == "game"
        assert opened(storage).last == 34


def test_a_game_longer_than_any_segment():
    with Small(128, 50):
        storage = MemoryStorage()
        journal = opened(storage)
        a_game(journal, 200)
        assert len(journal.segments) > 3
        told = records(storage)
        assert [number_of(text) for text in told] == list(range(1, 203))
        assert told[-1].split()[4] == "ply=200"
        again = opened(storage)
        assert again.newest_game[2] == 1 and again.last == 202 and again.game == 1


def test_two_hundred_games_of_a_hundred_plies_fit():
    storage = MemoryStorage()
    journal = opened(storage)
    for _ in range(200):
        add(journal, GAME)
        for ply in range(100):
            add(journal, MOVE, ply)
            if journal.pending == 50:
                journal.flush()
        add(journal, OVER)
        journal.flush()
    assert journal.first == 1 and journal.last == 200 * 102 and journal.lost == 0
    # in blocks of 4 KB; tests/host_tools/setup/test_flash_versions.py has what lies beside it
    blocks = 0
    for name in storage.names():
        blocks += -(-storage.size(name) // 4096)
    assert blocks * 4 <= 350, blocks
    assert len(journal.segments) < journal_module.MOST_SEGMENTS


def test_acks_are_kept_and_never_too_high():
    storage = MemoryStorage()
    journal = opened(storage)
    journal.keep_ack()
    assert storage.size("acked") == -1  # nothing to keep
    a_game(journal, 3)
    journal.ack(4)
    journal.ack(2)
    assert journal.acked == 4
    journal.keep_ack()
    assert opened(storage).acked == 4
    storage.replace("acked", ("%s 99" % journal.id).encode())
    assert opened(storage).acked == journal.last == 5
    for text in (b"", b"00000000 3", b"\xff\x00 zz", b"%s -1" % journal.id.encode(), b"x" * 99):
        storage.replace("acked", text)
        assert opened(storage).acked == 0, text


def test_a_flash_made_anew_is_another_journal():
    storage = MemoryStorage()
    journal = opened(storage)
    a_game(journal, 3)
    journal.ack(3)
    journal.keep_ack()
    for name in journal.segments:
        storage.remove(name)
    again = opened(storage)
    a_game(again, 1)
    assert opened(storage).id == again.id != journal.id
    assert opened(storage).acked == 0


def play_three(journal):
    for _ in range(3):
        a_game(journal, 5)


def test_a_failure_at_any_single_call():
    for errno in (28, 5):
        with Small(128, 3):
            good = BadFlash()
            play_three(opened(good))
            calls = good.calls
            expected = [text.split(" ", 1)[1] for text in records(good)]
            for call in range(1, calls + 1):
                storage = BadFlash()
                storage.fail_at = {call: errno}
                storage.torn = call % 40
                journal = opened(storage)
                play_three(journal)
                assert journal.flush() and journal.fault == "", call
                assert journal.lost == 0
                told = records(storage)
                texts = [text.split(" ", 1)[1] for text in told]
                # what the journal still has is what it would have without the failure
                assert texts == expected[len(expected) - len(texts) :], call
                assert texts[-1] == expected[-1] and len(texts) > 5
                numbers = [number_of(text) for text in told]
                assert numbers == list(range(numbers[0], numbers[0] + len(told))), call
                assert opened(storage).last == journal.last == 21


def test_faults_are_named():
    for errno, fault in ((28, "full"), (5, "failing"), (30, "failing")):
        for method in ("append", "replace"):
            storage = BadFlash()
            journal = opened(storage)
            storage.fail = {method: errno}
            add(journal, GAME)
            assert not journal.flush()
            assert journal.fault == fault and journal.pending == 1 and journal.last == 0
            storage.fail = {}
            assert journal.flush()
            assert journal.fault == "" and journal.last == 1
    journal.failed(OSError())
    assert journal.fault == "failing"


def test_a_flash_that_cannot_be_read_at_the_start_is_never_written_over():
    storage = BadFlash()
    journal = opened(storage)
    a_game(journal, 6)
    told = records(storage)
    for method in ("names", "read"):
        before = records(storage)
        storage.fail = {method: 5}
        again = opened(storage)
        assert again.fault == "failing"
        add(again, BOOT)
        add(again, GAME)
        add(again, MOVE, 3)
        assert not again.flush() and again.pending == 3
        storage.fail = {}
        assert again.flush()
        assert (again.id, again.pending) == (journal.id, 0)
        assert records(storage)[: len(before)] == before
        assert [text.split()[1] for text in records(storage)[len(before) :]] == [
            "boot", "game", "move",
        ]  # fmt: skip
    assert records(storage)[-2].split()[2] == "game=3"
    assert records(storage)[: len(told)] == told


def test_what_waits_is_bounded_and_losses_are_counted():
    storage = BadFlash()
    journal = opened(storage)
    storage.fail = {"append": 28, "replace": 28}
    taken = 0
    for ply in range(100):
        taken += add(journal, MOVE if ply else GAME, ply)
    assert taken == journal.pending == journal_module.MOST_PENDING
    assert journal.lost == 100 - taken
    storage.fail = {}
    assert journal.flush() and journal.last == taken


def test_a_full_flash_gives_up_the_oldest_games_for_the_newest():
    class Full(MemoryStorage):
        room = 2000

        def _check(self, name, size):
            used = sum([self.size(other) for other in self.names() if other != name])
            if used + size > self.room:
                raise OSError(28, name)

        def append(self, name, data):
            self._check(name, self.size(name) + len(data))
            MemoryStorage.append(self, name, data)

        def replace(self, name, data):
            self._check(name, len(data))
            MemoryStorage.replace(self, name, data)

    with Small(256, 50):
        storage = Full()
        journal = opened(storage)
        for _ in range(30):
            a_game(journal, 12)
            assert journal.pending == 0 and journal.fault == "", journal.fault
        assert journal.lost == 0 and journal.first > 1 and journal.game == 30
        told = records(storage)
        numbers = [number_of(text) for text in told]
        assert numbers[0] == journal.first and numbers[-1] == journal.last == 30 * 14
        assert told[0].split()[1] == "game"


def test_a_flash_that_is_never_content_does_not_eat_the_journal():
    with Small(256, 50):
        storage = BadFlash()
        journal = opened(storage)
        for _ in range(10):
            a_game(journal, 12)
        count = len(journal.segments)
        storage.fail = {"append": 28, "replace": 28}
        add(journal, GAME)
        for _ in range(20):
            assert not journal.flush()
        assert len(journal.segments) >= count - 2
        assert journal.fault == "full" and journal.pending == 1


def test_the_game_under_way_is_never_given_up():
    storage = BadFlash()
    journal = opened(storage)
    add(journal, GAME)
    journal.flush()
    for ply in range(6):
        storage.fail_at = {storage.calls + 1: 28}
        storage.torn = 7
        add(journal, MOVE, ply)
        journal.flush()
        journal.flush()
    assert [text.split()[1] for text in records(storage)] == ["game"] + ["move"] * 6
    assert len(journal.segments) > 1


def test_a_journal_with_a_new_id_has_all_its_records():
    storage = MemoryStorage()
    journal = opened(storage)
    with Small(64, 4):
        for _ in range(3):
            a_game(journal, 5)
        journal.ack(journal.last)
        journal.keep_ack()
        add(journal, GAME)
        add(journal, MOVE, 2)
        journal.flush()
        add(journal, MOVE, 3)  # not on flash yet
        old = journal.id
        before = records(storage)
        journal.renew()
        assert journal.id != old
        assert records(storage) == before
        assert (journal.pending, journal.acked, journal.game) == (1, 0, 4)
        again = opened(copy(storage))
        for key in ("id", "first", "last", "acked", "game", "newest_game", "segments"):
            assert getattr(again, key) == getattr(journal, key), key
        assert journal.flush()
        add(journal, OVER)
        a_game(journal, 3)
        told = records(storage)
        assert told[: len(before)] == before
        assert len(told) == len(before) + 7
        assert opened(storage).id == journal.id


def test_a_new_id_costs_no_record_when_there_are_most_segments():
    storage = MemoryStorage()
    journal = opened(storage)
    with Small(64, 4):
        while len(journal.segments) < 4:
            a_game(journal, 3)
        before = records(storage)
        for _ in range(3):
            journal.renew()
        assert records(storage) == before
        assert len(journal.segments) == 5  # however often
        a_game(journal, 8)
        a_game(journal, 8)
        assert len(journal.segments) <= 4


def test_a_journal_without_records_and_one_that_is_not_read_yet_get_a_new_id():
    storage = BadFlash()
    journal = opened(storage)
    old = journal.id
    journal.renew()
    assert journal.id != old and opened(storage).id == journal.id
    a_game(journal, 3)
    before = records(storage)
    storage.fail["names"] = 5
    blind = opened(storage)
    storage.fail.clear()
    blind.renew()
    assert blind.last == journal.last and blind.id != journal.id
    assert opened(storage).id == blind.id
    assert records(storage) == before


def test_a_flash_that_takes_no_new_id_keeps_the_old_one():
    for errno in (5, 28):
        storage = BadFlash()
        journal = opened(storage)
        a_game(journal, 3)
        before = (journal.id, journal.first, journal.last, journal.segments[:])
        storage.fail["replace"] = errno
        try:
            journal.renew()
        except OSError:
            pass
        else:
            raise AssertionError("no error")
        assert (journal.id, journal.first, journal.last, journal.segments) == before
        storage.fail.clear()
        assert opened(storage).id == before[0]
        add(journal, GAME)
        assert journal.flush()
        assert opened(storage).id == before[0]


def test_a_new_id_after_harm_skips_the_numbers_of_what_was_harmed():
    storage = MemoryStorage()
    journal = opened(storage)
    a_game(journal, 3)
    name = journal.segments[-1]
    storage.append(name, b"half of a record" * 2)
    again = opened(storage)
    again.renew()
    add(again, GAME)
    again.flush()
    assert [number_of(text) for text in records(storage)] == [1, 2, 3, 4, 5, 8]
    assert opened(storage).id == again.id != journal.id
