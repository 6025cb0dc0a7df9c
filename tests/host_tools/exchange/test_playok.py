# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The move lists of PlayOK, both ways."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores, same_game
from merels.board import WOOD
from merels.rules import variants
from merels_host.errors import ExchangeProblem
from merels_host.exchange import playok
from merels_host.exchange.pgn_writer import UNKNOWN
from merels_host.exchange.point_names import PLAYOK
from merels_host.exchange.score import Fault, Score, Turn


def read(text):
    return list(playok.read(text.splitlines(keepends=True), "x.txt"))


@pytest.fixture(scope="module")
def style(root):
    """A file as PlayOK writes it, and one as people keep them."""
    folder = root / "tests" / "data" / "exchange"
    return [(folder / name).read_bytes().decode() for name in ("playok.txt", "playok-rough.txt")]


def test_numbers_go_in_reading_order():
    assert [PLAYOK.ours(str(number)) for number in range(1, 25)] == list(WOOD[:24])
    assert [PLAYOK.theirs(name) for name in ("a7", "b6", "f4", "g1")] == ["1", "4", "14", "24"]
    assert PLAYOK.ours("10-1x23") == "a4-a7xd1"
    assert [word for word in ("0", "25", "7-", "x", "") if PLAYOK.is_turn(word)] == []
    assert [text for text in ("d4", "a7b6", "") if PLAYOK.has(text)] == []


def test_the_game_of_twenty_turns_goes_out_as_it_came_in(root, style):
    situations = (root / "tests" / "data" / "situations.jsonl").read_text().splitlines()
    [told] = [one for one in map(json.loads, situations) if one["id"] == "E64"]
    [score] = read(style[0])
    assert "".join(turn.text for turn in score.turns) == "".join(told["moves"])
    outcome = score.replayed().outcome()
    assert (outcome.winner, outcome.reason) == (0, "blocked")
    assert score.result == "1-0"
    assert playok.write(score) == style[0]


def test_a_file_as_people_keep_them(style):
    first, second, fault, third, last = read(style[1])
    assert [turn.text for turn in first.turns] == [turn.text for turn in read(style[0])[0].turns]
    assert first.tags == {
        "Site": "PlayOK", "White": "ann", "Black": 'bob "the mill"', "Time": "19:16:16",
        "GameType": "70,0", "Handicap": "none",
    }  # fmt: skip
    assert first.before == "from the chat window"
    assert [turn.after for turn in first.turns if turn.after] == [
        "a comment to the end of the line 3. 1 2", "two lines",
    ]  # fmt: skip
    assert [turn.nags for turn in first.turns if turn.nags] == [[1]]
    assert first.result == "1-0"  # which no tag says
    assert (second.tags, second.result) == ({"White": "cecily"}, "0-1")
    assert (
        str(fault) == "x.txt, game 3, move 2... (line 23): 1 cannot be played: the point is taken."
    )
    assert third.changed == {"starts": "black"}
    assert [turn.text for turn in last.turns] == ["d6"]


def test_a_comment_that_is_never_closed_ends_with_the_game():
    scores = read('1. 5 {oh\n\n[Event "b"]\n\n1. 6 1-0\n')
    assert [turn.text for one in scores if isinstance(one, Score) for turn in one.turns] == [
        "d6", "f6",
    ]  # fmt: skip


def test_faults_speak_of_points_as_the_file_does():
    [fault] = read("1. 1 10 2. 2 11 3. 3x12 5 *")
    assert fault.words == "3x12 cannot be played: the point is empty."
    [fault] = read("1. 1 25")
    assert fault.words == "25 cannot be played: the board has no such point."


def test_games_there_go_on_after_our_draws():
    back = "24-15 23-22 15-24 22-23"
    text = "1. 5 13 20 19 14 21 7 8 23 17 12 16 18 11 4 6 10 22 23-24 22-23 " + " ".join(
        [back] * 4
    )
    [score] = read(text)
    assert score.changed == {"repetition": "0"}
    again = playok.write(score)
    assert '[Rules "repetition=0"]' in again
    assert same_game(score, read(again)[0])
    assert "[Termination" not in again


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score("lasker-morris"), "it has no Lasker Morris; export it as PGN or JSON."),
        (Score("nine-mens-morris", changed={"fly": "off"}), "it has no fly=off"),
        (Score("nine-mens-morris", start="white=a1"), "a board that was set by hand"),
        (
            Score("nine-mens-morris", turns=[Turn("d6"), Turn("a7", position="white=a1")]),
            "a board that was set by hand",
        ),
        (Score("nine-mens-morris", turns=[Turn("z9")]), "z9 is no move on three rings"),
    ],
)
def test_what_it_cannot_hold(score, words):
    with pytest.raises(ExchangeProblem, match="PlayOK cannot hold this game: ") as raised:
        playok.write(score)
    assert words in str(raised.value)


def test_all_other_variants_are_refused():
    for variant in variants.ids()[1:]:
        with pytest.raises(ExchangeProblem):
            playok.write(Score(variant))


def test_tags_are_called_as_tags_may_be():
    text = playok.write(Score("nine-mens-morris", tags={"my tag": 'a "b"', "": "c"}))
    assert text.endswith('[my_tag "a \\"b\\""]\n[_ "c"]\n\n*\n')


def test_why_a_game_ended_is_kept():
    score = Score("nine-mens-morris", turns=[Turn("d6")], result="1-0", reason="resigned")
    assert read(playok.write(score))[0].reason == "resigned"


@given(legal_scores(["nine-mens-morris"]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_round_trip(score):
    [again] = read(playok.write(score))
    assert same_game(score, again)
    assert playok.write(again) == playok.write(score)
    said = {name: text for name, text in score.tags.items() if text != UNKNOWN.get(name)}
    assert again.tags == {"Site": "PlayOK", "Round": "-", "GameType": "70,0"} | said


PIECES = ["1.", "2...", " ", "\n", "5", "13", "3x4", "x7", "1-2", "1-0", "{", "}", ";", "(", ")",
          '[Event "a"]', "[", "]", "$1", "!", "–", "99", "\ufeff", "1/2", '[FEN "x"]',
          "1\n", "\n3", "2\n0-1", "10-1x\n23", "0", "25", "1{a}.", "20.", "(1. 5 1-0", "(1-0)",
          "draw", "0 - 1", '[Event "a\n']  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=30))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_fuzz(text):
    for found in read(text):
        assert isinstance(found, Score | Fault)
        if isinstance(found, Score):
            found.replayed()
