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
        "PlyCount": ("2", "3"),
        "Rules": ("fly=off", "fly=any"),
        "White": ("Ann", "Bob"),
    }[name]
    score, faults = read(f'[{name} "{first}"]\n[{name} "{second}"]\n\n1. d6 f4 *\n')
    assert faults == [f"f.pgn, game 1 (line 2): the tag {name} stands twice; the first counts."]
    once, _ = read(f'[{name} "{first}"]\n\n1. d6 f4 *\n')
    assert score == once
