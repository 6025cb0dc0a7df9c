# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records: what goes in comes out, and harm is seen."""

from merels.board import Board
from merels.journal import records
from merels.journal.records import Record, check, pack


def test_the_example():
    detail = records.move_detail(31 * 32 + 4, ())
    slot = pack(records.MOVE, detail, 0x10, 0x5C07A1E2, 482113, b"", 17)
    assert len(slot) == records.SLOT
    record = Record(slot, 0)
    assert (record.kind, record.image, record.hash, record.ms) == (
        records.MOVE, 0x10, 0x5C07A1E2, 482113,
    )  # fmt: skip
    assert check(slot, 0, 16, 17) and not check(slot, 0, 16, 18)
    assert (record.text_length, record.slots) == (0, 1)


def test_the_largest_values_fit():
    detail = records.move_detail(24 * 32 + 24, (24, 23))
    slot = pack(records.MOVE, detail, (1 << 25) - 1, 0xFFFFFFFF, (1 << 30) - 1, b"", 999999999)
    record = Record(b"xx" + bytes(slot), 2)
    assert record.kind == records.MOVE and record.detail == detail
    assert record.image == (1 << 25) - 1 and record.hash == 0xFFFFFFFF
    assert record.ms == (1 << 30) - 1
    assert check(b"xx" + bytes(slot), 2, 16, 999999999)


def test_text_of_every_length():
    for length in (0, 1, 15, 16, 17, 32, 99, records.MAX_TEXT):
        text = bytes([33 + index % 90 for index in range(length)])
        data = pack(records.EDIT, 0, 5, 6, 7, text, 8)
        record = Record(data, 0)
        assert record.text_length == length
        assert len(data) == record.slots * 16 == 16 + (length + 15) // 16 * 16
        assert bytes(data[16 : 16 + length]) == text
        assert check(data, 0, len(data), 8)


def test_an_edit_has_a_ply_as_well():
    data = pack(records.EDIT, 4095, 0, 0, 0, b"turn=white", 1)
    assert Record(data, 0).detail >> 8 == 4095 and Record(data, 0).text_length == 10


def test_a_text_that_is_too_long_is_refused():
    try:
        pack(records.GAME, 0, 0, 0, 0, b"x" * (records.MAX_TEXT + 1), 1)
    except ValueError as error:
        assert "240 bytes" in str(error)
    else:
        raise AssertionError


def test_every_changed_bit_is_seen():
    for text in (b"", b"white=a1,d1"):
        kind = records.EDIT if text else records.TAKEBACK
        data = pack(kind, 3, 0x1000010, 0xCD2792BB, 702, text, 17)
        for bit in range(8 * len(data)):
            data[bit // 8] ^= 1 << bit % 8
            # a length that is wrong is seen before, by whoever reads; here the size is kept
            assert not check(data, 0, len(data), 17), bit
            data[bit // 8] ^= 1 << bit % 8
        assert check(data, 0, len(data), 17)
        assert not check(data, 0, 15, 17)


def test_moves_are_told_in_the_names_of_the_board():
    wood = Board("three-rings")
    small = Board("two-rings")
    detail = records.move_detail
    d6 = wood.bit("d6")
    assert records.move_text(wood, detail(31 * 32 + d6, ())) == "d6"
    f6 = wood.bit("f6")
    assert records.move_text(wood, detail(d6 * 32 + f6, (wood.bit("b4"),))) == "d6-f6xb4"
    two = (wood.bit("b4"), wood.bit("a7"))
    assert records.move_text(wood, detail(d6 * 32 + f6, two)) == "d6-f6xb4xa7"
    assert records.move_text(wood, detail(-1, two)) == "xb4xa7"
    assert records.move_text(small, detail(31 * 32 + small.bit("a1"), ())) == "a1"


def test_a_move_is_told_in_actions():
    for action in (31 * 32 + 4, 4 * 32 + 5):
        assert records.actions(records.move_detail(action, ())) == [action]
        detail = records.move_detail(action, (9, 0))
        assert records.actions(detail) == [action, 9 * 32 + 31, 31]
    assert records.actions(records.move_detail(-1, (7,))) == [7 * 32 + 31]


def test_ends():
    for side in (0, 1, None):
        for reason in records.REASONS:
            detail = records.over_detail(side, reason)
            assert records.winner(detail) == side and records.reason(detail) == reason


def test_every_end_that_the_rules_know_has_a_number():
    for reason in ("few-pieces", "blocked", "line", "board-full", "quiet-limit", "endgame-limit",
                   "repetition", "resigned", "agreed", "unfinished"):  # fmt: skip
        assert reason in records.REASONS


def test_the_hash_is_that_of_the_wire():
    from merels.wire import framing

    text = "hand=9,9 turn=white due=0 quiet=0"
    assert "%08x" % records.position_hash(text) == framing.checksum(text)
