# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games that stand in one line, as where a list was pasted without its line ends."""

import pytest
from merels_host.exchange import pgn_reader, playok
from merels_host.exchange.pgn_tokens import apart
from merels_host.exchange.score import Fault, Score
from merels_host.exchange.text_files import LONGEST, opened

GAME = '[White "w{0}"] [Black "b{0}"] [Result "1-0"] 1. 5 13 2. 20 19 1-0 '


def read(text, reader=pgn_reader):
    found = list(reader.read(text.splitlines(keepends=True), "f.pgn"))
    assert not [one for one in found if isinstance(one, Fault)]
    return [one for one in found if isinstance(one, Score)]


@pytest.mark.parametrize("gap", [" ", "", "\t", " {so} ", " {so} {on [x]} ", "\n", " {so}\n"])
@pytest.mark.parametrize("result", ["1-0", "1/2-1/2", "*", "(0-1)", "White wins"])
def test_a_tag_behind_a_result_begins_the_next_game(gap, result):
    text = f'[White "A"]\n\n1. d6 f4 2. d2 b4 {result}{gap}[White "C"] [Black "D"] 1. d6 b4 *\n'
    one, other = read(text)
    assert (one.tags, len(one.turns)) == ({"White": "A"}, 4)
    assert (other.tags, len(other.turns)) == ({"White": "C", "Black": "D"}, 2)


def test_the_other_tags_may_follow_in_lines():
    one, other = read('1. d6 f4 1-0 [White "C"]\n[Black "D"]\n\n1. d6 *\n')
    assert (one.tags, one.result) == ({}, "1-0")
    assert other.tags == {"White": "C", "Black": "D"}


@pytest.mark.parametrize(
    "text",
    [
        '1. d6 {after 1-0 [White "C"] they left} f4 1-0',
        '1. d6 f4 ; after 1-0 [White "C"] they left\n2. d2 1-0',
        '[White "A {1-0"] [Event "1-0; or"] 1. d6 f4 1-0',
        '[Event "the 1-0 [Cup"] 1. d6 f4 {[%emt 0:00:01.000]} 1-0',
        '1. d6 {he said "x"} f4 {[%emt 0:00:01.000]} 1-0',
    ],
)
def test_what_only_looks_so_is_one_game(text):
    assert len(read(text)) == 1
    assert len(list(apart(text.splitlines(keepends=True)))) == text.count("\n") + 1


def test_lines_keep_their_numbers():
    text = '1. d6 f4 1-0 [White "C"] 1. z9 *\n'
    fault = list(pgn_reader.read([text], "f.pgn"))[1]
    assert isinstance(fault, Fault)
    assert (fault.game, fault.line) == (2, 1)


def test_a_long_list_in_one_line(tmp_path):
    games = 2 * LONGEST // len(GAME)
    (tmp_path / "all.txt").write_text("".join(map(GAME.format, range(games))))
    with opened(str(tmp_path / "all.txt")) as text:
        found = list(playok.read(text, "all.txt"))
    assert [one.tags for one in found if isinstance(one, Score)] == [
        {"White": f"w{number}", "Black": f"b{number}"} for number in range(games)
    ]
    assert len(found) == games
