# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wood and the boards on it: counts of points, lines and ways, names both ways."""

from merels.board import WOOD, Board, count, wood_bit
from merels.errors import BadOption, UnknownPoint


def ways(board):
    return sum([count(mask) for mask in board.adjacent]) // 2


def test_bit_order_is_reading_order_with_the_centre_last():
    assert wood_bit("a7") == 0
    assert wood_bit("g1") == 23
    assert wood_bit("d4") == 24
    assert [wood_bit(name) for name in WOOD] == list(range(25))


def test_counts_of_points_lines_and_ways():
    for board_id, diagonals, points, lines, edges in (
        ("three-rings", "no", 24, 16, 32),
        ("three-rings", "yes", 24, 20, 40),
        ("three-rings", "lines-only", 24, 20, 32),
        ("three-rings", "edges-only", 24, 16, 40),
        ("two-rings", "no", 16, 8, 20),
        ("square", "no", 9, 6, 12),
        ("square", "yes", 9, 8, 16),
        ("square", "all", 9, 8, 20),
        ("square", "lines-only", 9, 8, 12),
        ("square", "edges-only", 9, 6, 16),
    ):
        board = Board(board_id, diagonals)
        found = count(board.points), len(board.lines), ways(board)
        assert found == (points, lines, edges), (board_id, diagonals, found)


def test_ways_go_both_ways_and_stay_on_the_board():
    for board_id, diagonals in (("three-rings", "yes"), ("two-rings", "no"), ("square", "all")):
        board = Board(board_id, diagonals)
        for here in range(25):
            assert not board.adjacent[here] & ~board.points
            for there in range(25):
                assert board.adjacent[here] >> there & 1 == board.adjacent[there] >> here & 1


def test_lines_through_a_point():
    board = Board("three-rings")
    for bit in range(25):
        for line in board.lines_at[bit]:
            assert line >> bit & 1 and line in board.lines
        assert len(board.lines_at[bit]) == (2 if bit < 24 else 0)


def test_smaller_games_lie_on_the_inner_rings():
    two = Board("two-rings")
    assert two.bit("a1") == wood_bit("b2") and two.bit("c1") == wood_bit("d2")
    assert two.bit("b2") == wood_bit("c3") and two.name(wood_bit("f6")) == "e5"
    square = Board("square", "yes")
    assert square.bit("a1") == wood_bit("c3") and square.bit("b2") == wood_bit("d4")
    assert square.bit("c3") == wood_bit("e5")
    for board in (two, square, Board("three-rings")):
        assert len(board.names) == count(board.points)
        for name in board.names:
            assert board.name(board.bit(name)) == name


def test_unknown_points():
    for board_id, name in (
        ("three-rings", "d4"),
        ("three-rings", "a2"),
        ("three-rings", ""),
        ("three-rings", "d66"),
        ("two-rings", "c3"),
        ("two-rings", "f6"),
        ("square", "d4"),
    ):
        try:
            Board(board_id).bit(name)
        except UnknownPoint as error:
            assert name in str(error)
        else:
            raise AssertionError(name)
    try:
        wood_bit("h8")
    except UnknownPoint as error:
        assert "h8" in str(error)
    else:
        raise AssertionError("h8")


def test_diagonals_that_a_board_does_not_have():
    for board_id, diagonals in (("two-rings", "yes"), ("three-rings", "all")):
        try:
            Board(board_id, diagonals)
        except BadOption as error:
            assert "diagonals=" + diagonals in str(error) and board_id in str(error)
        else:
            raise AssertionError(board_id)
