# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a reader does not understand is named and, where the game can hold it, kept."""

import pytest
from merels_host.exchange.pgn_reader import read as pgn_read
from merels_host.exchange.pgn_writer import write
from merels_host.exchange.score import Fault, Score


def read(text):
    """One game and the sentences of its faults; written and read again it is the same."""
    found = list(pgn_read(text.splitlines(keepends=True), "f.pgn"))
    [score] = [one for one in found if isinstance(one, Score)]
    assert list(pgn_read(write(score).splitlines(keepends=True), "f.pgn")) == [score]
    return score, [str(one) for one in found if isinstance(one, Fault)]


@pytest.mark.parametrize("name", ["Result", "Variant", "PlyCount", "Rules", "White"])
def test_of_a_tag_that_stands_twice_the_first_counts(name):
    first, second = {
        "Result": ("1-0", "0-1"),
        "Variant": ("Lasker Morris", "Nine Men's Morris"),
        "PlyCount": ("2", "x"),
        "Rules": ("fly=off", "fly=any"),
        "White": ("Ann", "Bob"),
    }[name]
    score, faults = read(f'[{name} "{first}"]\n[{name} "{second}"]\n\n1. d6 f4 *\n')
    assert faults == [f"f.pgn, game 1 (line 2): the tag {name} stands twice; the first counts."]
    once, _ = read(f'[{name} "{first}"]\n\n1. d6 f4 *\n')
    assert score == once


@pytest.mark.parametrize("said", ["2", "17", "x", "-3"])
def test_a_number_of_plies_that_is_not_that_of_the_moves_is_a_fault(said):
    score, faults = read(f'[PlyCount "{said}"]\n\n1. d6 f4 2. d2\n')
    assert len(score.turns) == 3
    words = f"PlyCount says {said} and there are 3; some may be missing."
    assert faults == [f"f.pgn, game 1 (line 1): {words}"]


@pytest.mark.parametrize("said", ["7", "8", "?", ""])
def test_a_number_of_plies_may_count_removals(said):
    moves = "1. d6 f4 2. d7 g4 3. d5xg4 f2 4. a1"
    assert read(f'[plycount "{said}"]\n\n{moves} *\n')[1] == []
