# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""PGN out and in again: the same game; whatever comes in: a score or a fault."""

import pytest
from fakes.scores import scores
from fakes.socket_board import E64
from hypothesis import given, settings
from hypothesis import strategies as st
from merels_host.exchange.pgn_reader import read as pgn_read
from merels_host.exchange.pgn_writer import write
from merels_host.exchange.score import Fault, Score, Turn
from merels_host.exchange.text_files import opened


def read_all(text):
    return list(pgn_read(text.splitlines(keepends=True), "f.pgn"))


def again(score):
    """Written and read; an end that the rules deny is told once more."""
    found = read_all(write(score))
    return [one for one in found if isinstance(one, Score) or "by the rules" not in one.words]


@settings(max_examples=60, deadline=None)
@given(scores())
def test_what_is_written_is_read_again(score):
    text = write(score)
    assert read_all(text) == [score]
    assert max(len(line) for line in text.partition("\n\n")[2].splitlines()) < 500


@settings(max_examples=20, deadline=None)
@given(st.lists(scores(plain=True, most=20), max_size=4), st.sampled_from(["\n", "", "\n\n"]))
def test_games_one_after_the_other(games, between):
    assert read_all(between.join(map(write, games))) == games


PIECES = st.sampled_from(
    [*E64[:20], "1.", "2...", "3", "(", ")", "{", "}", "{x}", ";", "\n", "\n\n", " ", "1-0", "*",
     "$1", "$", "!", "?!", "%", "\n%", '[Event "x"]', '\n[Event "x"]\n', '[FEN "x"]', "[", "]",
     '[Variant "Achi"]', '[Rules "fly=off"]', '[Rules "x"]', '[Position "white=a1"]', "xd6",
     "[%emt 0:00:01]", "[%position white=a1,a4 black=d7]", "{[%position x]}", '"', "\\", "\ufeff",
     "D6", "d6f6", "½-½", "…", "0-1", "1/2", "[Termination \"blocked\"]", "[Result \"1-0\"]",
     "d6-", "d\n6", "-f4", "b6x\n", "b", "1{a}.", ".", "...", "12345678.", "9.", "(1-0)", "draw",
     "1\n-0", "(d6", "(1. d6 1-0", "[Event \"a\nb\"]\n", "[Event\n", "; {a}"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map(" ".join))
def test_anything_is_scores_and_faults(text):
    for found in read_all(text):
        assert isinstance(found, (Score, Fault))
        if isinstance(found, Fault):
            assert found.line >= 1
            assert found.words
        else:
            found.replayed()
            assert again(found) == [found]


@settings(max_examples=40, deadline=None)
@given(st.data(), scores(most=30))
def test_a_damaged_file_is_scores_and_faults(data, score):
    text = write(score)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(at + 5, len(text))))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[end:]
    for found in read_all(text):
        if isinstance(found, Score):
            assert again(found) == [found]


def file(root, name):
    with opened(str(root / "tests/data/exchange" / name)) as text:
        return list(pgn_read(text, name))


def test_a_file_in_the_style_of_sanmill(root):
    first, second = file(root, "sanmill.pgn")
    assert first.tags == {
        "Event": "Sanmill-Game", "Site": "Sanmill", "Date": "2024.05.12", "Round": "1",
        "White": "Human", "Black": "AI",
    }  # fmt: skip
    assert (first.variant, first.result, len(first.turns)) == ("nine-mens-morris", "0-1", 16)
    assert first.turns[4] == Turn("f6", nags=[1])
    assert first.turns[6] == Turn("b6xf4", after="a mill")
    assert first.turns[8] == Turn("b2", variations=[[Turn("d5"), Turn("d3")]])
    assert first.turns[15].after == "[%clk 0:05:00] ; not a comment"
    assert (second.variant, second.result) == ("twelve-mens-morris", "*")
    assert second.start == "white=d2 black=d6 hand=11,11 turn=black due=0 quiet=0"
    assert [turn.text for turn in second.turns] == ["a7", "g1"]
    assert '[FEN "' in write(second)
    assert "\n\n2... a7 3. g1 *\n" in write(second)


def test_a_file_that_came_through_many_hands(root):
    one, two, three, four, five, six = file(root, "rough.pgn")
    assert one.tags == {"White": 'O\'Neil "the mill"', "Black": "Müller"}
    assert one.before == "saved by somebody before all"
    assert " ".join(turn.text for turn in one.turns) == "d6 f4 d2 b4 f6 f2 b6xf4 f4"
    assert one.turns[0].after == "one"
    assert one.turns[2].variations == [[Turn("a1", after="else ;")]]
    assert one.turns[5].after == "and this for nobody {"
    assert [turn.nags for turn in one.turns] == [[], [5], [], [6], [], [], [], [16]]
    assert one.turns[6].after == "removed apart"
    assert one.result == "1-0"
    assert (len(two.turns), two.result) == (2, "*")
    assert (three.tags, three.turns) == ({"Event": "no result and none here"}, [])
    assert four.turns[6].text == "b6xf4"
    assert (five.tags, five.turns, five.result) == ({}, [Turn("a1"), Turn("a4")], "1/2-1/2")
    assert (six.turns, six.result) == ([Turn("g1"), Turn("g4")], "0-1")


def test_other_encodings(root):
    [latin] = file(root, "latin.pgn")
    assert latin.tags == {"White": "Jörg", "Black": "“Ann”"}
    [wide] = file(root, "wide.pgn")
    assert wide.tags == {"White": "Jörg"}
    assert wide.changed == {"starts": "black"}


FAULTS = """\
faults.pgn, game 1, move 2. (line 4): d6 cannot be played: the point is taken.
faults.pgn, game 2, move 1... (line 8): hello cannot be played: this is not a move.
faults.pgn, game 3 (line 11): there is no game 'Chess'; merels variants lists those that there are.
faults.pgn, game 4 (line 17): A Sanmill FEN has 17 fields; this has 1: nonsense
faults.pgn, game 5 (line 22): Rules must be name=value with commas between, not fly.
faults.pgn, game 6 (line 27): fly=never is not a value
faults.pgn, game 7, move 2. (line 33): a1 cannot be played: the point is taken. The variation is \
kept as a comment.
faults.pgn, game 8 (line 38): the tags say 1-0 and the moves end with 0-1; the tags are taken.
faults.pgn, game 9 (line 42): this is not a tag: [Event]
faults.pgn, game 9 (line 41): the result "victory" is not 1-0, 0-1, 1/2-1/2 or *.
faults.pgn, game 9 (line 44): a parenthesis closes no variation.
faults.pgn, game 10 (line 48): a variation that begins here is never closed.
faults.pgn, game 11 (line 52): a comment that begins here is never closed.
faults.pgn, game 12 (line 56): a variation stands before all moves.
faults.pgn, game 13 (line 61): the tag Round stands twice; the first counts.
faults.pgn, game 14, move 4... (line 67): f4 cannot be played: a piece must be removed first.
"""


def test_every_fault_names_file_game_move_and_line(root):
    found = file(root, "faults.pgn")
    told = [str(one) for one in found if isinstance(one, Fault)]
    for one, expected in zip(told, FAULTS.splitlines(), strict=True):
        assert one.startswith(expected)
    kept = {one.tags.get("Event"): one for one in found if isinstance(one, Score)}
    assert set(kept) == {
        "bad variation", "two results", "not a result", "open", "open comment", "before all",
        "stands twice", "the last is good",
    }  # fmt: skip
    bad = kept["bad variation"].turns[1]
    assert (bad.after, bad.variations) == ("(1... a1 2. a1 (and ) $1 (2. d2) d3)", [])
    assert kept["two results"].result == "1-0"
    assert kept["not a result"].result == "1-0"
    assert kept["open"].turns == [Turn("d6", after="(1. a1 f4")]
    assert kept["open comment"].turns == [Turn("d6", after="f4")]
    assert kept["stands twice"].tags["Round"] == "1"


def test_a_file_without_rules_may_go_on_after_a_draw():
    back_and_forth = "a7-d7 a1-d1 d7-a7 d1-a1 " * 3
    start = "a7 a1 g7 g1 b6 b2 f6 f2 d5 d3 e3 c5 e5 c3 c4 e4 f4 g4"
    text = f"{start} {back_and_forth}*"
    [found] = read_all(text)
    assert isinstance(found, Score), found
    assert found.changed == {"repetition": "0"}
    [found] = read_all(f'[Rules "fly=off"]\n\n{text}')
    assert "the game is over (repetition)" in found.words


def test_variations_too_deep_are_kept_as_comments():
    text = "1. d6 " + "(1. a1 (1. d6 " * 60 + ")" * 120 + " f4 *"
    score, fault = read_all(text)
    assert isinstance(score, Score)
    assert "more than 100 deep" in fault.words
    assert read_all(write(score)) == [score]


def test_lines_are_short_and_no_word_means_something_else_at_their_beginning():
    words = "[x] %y {z " * 40
    score = Score("nine-mens-morris", turns=[Turn("d6", after=words.strip())])
    lines = write(score).partition("\n\n")[2].splitlines()
    assert not [line for line in lines if line[0] in "%["]
    assert read_all(write(score)) == [score]


def test_positions_that_no_fen_tells_have_a_tag_of_their_own():
    start = "white=a1 black=a3 hand=2,2 turn=white due=0 quiet=0"
    score = Score("three-mens-morris", start=start, turns=[Turn("b2")])
    text = write(score)
    assert '[SetUp "1"]' in text
    assert f'[Position "{start}"]' in text
    assert "FEN" not in text
    assert read_all(text) == [score]


def test_tags_alone_in_a_line_with_the_moves():
    [found] = read_all('[Event "x"] [Round "3"] 1. d6 f4 *')
    assert (found.tags, len(found.turns)) == ({"Event": "x", "Round": "3"}, 2)


def test_clocks_and_positions_in_comments():
    text = (
        "1. d6 {[%emt 0:01:02.5] fast} 1... {[%position white=a1,d1 black=a7,d7 hand=7,7 "
        "turn=black] moved} g7xa1 {[%emt 7]} 2. g1 {[%emt 3:4]} 2... g4 {[%emt soon]} *"
    )
    [found] = read_all(text)
    assert [turn.took_ms for turn in found.turns] == [62500, 7000, 184000, None]
    assert found.turns[0].after == "fast"
    assert found.turns[1].before == "moved"
    assert found.turns[1].position == "white=a1,d1 black=a7,d7 hand=7,7 turn=black"
    assert found.turns[3].after == "[%emt soon]"


def test_comments_around_variations_stay_where_they_are():
    moves = (
        "1. d6 {a} (1. a1 {b} (1. a4) {c} 1... a7 (1... g1) {d}) {e} 1... f4 (1... g1)\n"
        "(1... {f} g4) {g} 2. d2 {h} (2. b4) {i} *\n"
    )
    [score] = read_all(moves)
    assert write(score).partition("\n\n")[2] == moves
    turn = score.turns[0]
    assert (turn.after, turn.closing) == ("a", "e")
    [between] = read_all("1. d6 (1. a1) {f} (1. a4) {g} *")
    assert between.turns[0].variations[1][0].before == "f"
    assert between.turns[0].closing == "g"
    # One that was given up is a comment itself.
    score, *_ = read_all("1. d6 {a} (1. z1) {b} f4 (1... a1) {c} (1... z1) {d} *")
    assert score.turns[0].after == "a (1. z1) b"
    assert score.turns[1].closing == "c (1... z1) d"


def test_what_is_not_understood_says_nothing_when_it_is_read_again():
    score, _ = read_all("1. d6 (1. z1 {[%emt 0:00:01] x} {[%position white=a1]}) f4 *")
    assert score.turns[0].took_ms is None
    assert score.turns[0].after == "(1. z1 ([ %emt 0:00:01] x) ([ %position white=a1]))"
    assert read_all(write(score)) == [score]
    [score] = read_all("1. d6 ; {not} closed }\nf4 *")
    assert score.turns[0].after == "{not} closed }"
    assert read_all(write(score)) == [score]


def test_a_glyph_that_stands_twice_counts_once():
    [score] = read_all("1. d6! $1 {x} ! f4 $6 ?! 2. $2 ? d2 $2 1-0")
    assert [turn.nags for turn in score.turns] == [[1], [6], [2]]
    [score] = read_all("1. d6! 1... ! $2 *")
    assert score.turns[0].nags == [1, 2]


def test_comments_in_every_place():
    text = (
        '{1} [White "Ann"] {2}\n{3}\n[Black "Bob"] ; 4\n\n{5}1{6}.{7}d6{8}{9}f4;10\n2{11}'
        "{12}. d2 {13} 2 {14}\n... b4{15}! {16} 3.f6 f2 4. b6{17}xf4 {18} f4 1-0 {19}"
    )
    [score] = read_all(text)
    assert score.tags == {"White": "Ann", "Black": "Bob"}
    assert " ".join(turn.text for turn in score.turns) == "d6 f4 d2 b4 f6 f2 b6xf4 f4"
    assert (score.before, score.turns[0].before) == ("1 2 3 4 5", "6 7")
    said = [(turn.before, turn.after) for turn in score.turns[1:]]
    assert said == [
        ("", "10"), ("11 12", "13"), ("14", "15 16"), ("", ""), ("", ""), ("", "17 18"),
        ("", "19"),
    ]  # fmt: skip
    assert score.turns[3].nags == [1]
    assert read_all(write(score)) == [score]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tags_over_several_lines(end):
    text = end.join([
        '[Event "a long', '  name"]', '[White', '"Ann"]', '[Black "one', "two", "three", '"] {x}',
        "1. d6 f4 1-0", '[Event "b', 'c"]', "", "1. a1 *",
    ])  # fmt: skip
    one, two = read_all(text)
    assert one.tags == {"Event": "a long name", "White": "Ann", "Black": "one two three"}
    assert (one.before, len(one.turns), one.result) == ("x", 2, "1-0")
    assert (two.tags, len(two.turns)) == ({"Event": "b c"}, 1)


def test_a_tag_that_never_ends():
    one, fault, two = read_all('[Event "a\n\n1. d6 f4 *\n\n[Event "b"]\n\n1. a1 *')
    assert (fault.line, fault.words) == (1, 'this tag is never closed: [Event "a')
    assert [one.tags, two.tags] == [{"Event": "a"}, {"Event": "b"}]
    assert [len(one.turns), len(two.turns)] == [2, 1]
    one, fault = read_all('[Event "a\n' + "x\n" * 30 + '"]\n\n1. d6 *')[:2]
    assert isinstance(one, Fault) or isinstance(fault, Fault)
    fault = read_all('[Event "a\nb"]\n1. d6 d6 *')[0]
    assert fault.line == 3


def test_a_text_that_breaks_off():
    for word in ("d2-", "b", "d2x", "d2-d"):
        score, fault = read_all(f"1. d6 f4 {{x}} 2. {word} {{y}}\n")
        assert [turn.text for turn in score.turns] == ["d6", "f4"]
        assert score.turns[1].after == f"x {word} y"
        assert (fault.move, fault.line) == ("2.", 1)
        refused = f"{word} cannot be played: this is not a move."
        assert fault.words == f"{refused} As the last word it is kept as a comment."
        [fault] = read_all(f"1. d6 f4 2. {word} 1-0\n")
        assert fault.words == refused


def test_behind_a_variation_that_is_never_closed_the_next_game_is_read():
    text = '1. d6 (1. a1 {x} f4 2. d2 1-0 {y}\n1. d6 f4 0-1\n[White "b"]\n1. a1 *'
    first, fault, second, third = read_all(text)
    assert (first.turns, first.result) == ([Turn("d6", after="(1. a1 (x) f4 2. d2")], "1-0")
    assert (fault.game, fault.line) == (1, 1)
    assert (len(second.turns), second.result) == (2, "0-1")
    assert third.tags == {"White": "b"}
