# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a reader does not understand is named and, where the game can hold it, kept."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from merels_host.exchange import fen_list, json_reader, json_writer
from merels_host.exchange.pgn_reader import read as pgn_read
from merels_host.exchange.pgn_writer import write
from merels_host.exchange.score import Fault, Score, Turn


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


FEN = "********/O@******/******** {} p p 1 8 1 8 0 0 -1 -1 -1 -1 0 4 {} ids:nodes"


@pytest.mark.parametrize("side", "wb")
@pytest.mark.parametrize("number", [0, 1, 2, 17, 99999])
def test_moves_are_counted_from_the_number_of_the_start(side, number):
    told = f"{number}{'.' if side == 'w' else '...'} d7"
    fen = FEN.format(side, number)
    score, faults = read(f'[FEN "{fen}"]\n\n{told} *\n')
    assert faults == []
    out = write(score)
    assert f'[FEN "{fen}"]' in out
    assert out.endswith(f"\n{told} *\n")
    assert "FirstMove" not in out
    text = fen_list.write(score)
    assert text == f"{fen}\n{told} *\n"
    [again] = fen_list.read(text.splitlines(keepends=True), "f.txt")
    assert fen_list.write(again) == text
    assert list(json_reader.read([json_writer.write(score)], "f.json")) == [score]


def test_a_fault_counts_from_there_too():
    for reader, text in (
        (pgn_read, f'[FEN "{FEN.format("w", 17)}"]\n\n17. d7 g7 18. d7 *\n'),
        (fen_list.read, f"{FEN.format('w', 17)} d7 g7 d7"),
    ):
        [fault] = reader(text.splitlines(keepends=True), "f.pgn")
        assert fault.move == "18."
    score, _ = read(f'[FEN "{FEN.format("w", 17)}"]\n\n17. d7 *\n')
    score.turns[0].text = "d6"
    [fault] = json_reader.read([json_writer.write(score)], "f.json")
    assert fault.move == "17."


def test_the_empty_board_may_have_a_number_too():
    fen = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 5 ids:nodes"
    [score] = fen_list.read([f"{fen} 5. d6 *"], "f.txt")
    assert fen_list.write(score) == f"{fen}\n5. d6 *\n"


def test_a_number_that_none_can_have_is_a_fault():
    _, faults = read(f'[FEN "{FEN.format("w", -5)}"]\n\n1. d7 *\n')
    assert faults == [
        "f.pgn, game 1 (line 1): a game cannot begin with move -5; it begins with 1."
    ]
    text = f'[FirstMove "3"]\n[FEN "{FEN.format("w", 4)}"]\n\n1. d7 *\n'
    assert read(text)[1][0].endswith("the FEN begins with move 4 and FirstMove is 3.")


def test_a_start_that_no_fen_tells_has_its_number_in_a_tag():
    score, _ = read(
        '[Variant "Achi"]\n[FirstMove "7"]\n[Position "white=a1 black=b2 hand=3,3"]\n\n7. c3 *'
    )
    assert "\n7. c3 *" in write(score)


@pytest.mark.parametrize(
    ("line", "tags", "before", "words"),
    [
        ("[Annotator]", {}, "[Annotator]", "this is not a tag: [Annotator]"),
        ("[%x] {y}", {}, "[ %x] y", "this is not a tag: [%x]"),
        ("[Foo] [Bar]", {}, "[Foo] [Bar]", "this is not a tag: [Foo]"),
        ('[Foo] [Annotator "Bob"]', {"Annotator": "Bob"}, "[Foo]", "this is not a tag: [Foo]"),
        ('[Annotator "Bob"] [Foo]', {"Annotator": "Bob"}, "[Foo]", "this is not a tag: [Foo]"),
        ("[Bla] [Foo bar baz]", {"Foo": "bar baz"}, "[Bla]", "this is not a tag: [Bla]"),
        ('[Comment "x" y]', {"Comment": '"x" y'}, "", ""),
        ('[Club "The [A]" B]', {"Club": '"The [A]" B'}, "", ""),
        ("[White Ann]", {"White": "Ann"}, "", ""),
        ("[Bla unclosed", {"Bla": "unclosed"}, "", "this tag is never closed: [Bla unclosed"),
        ('[Bla "Y', {"Bla": "Y"}, "", 'this tag is never closed: [Bla "Y'),
    ],
)
def test_a_tag_that_cannot_be_read_is_kept_with_its_text(line, tags, before, words):
    for end in ("\n", "\r\n"):
        score, faults = read(f"{line}{end}{end}1. d6 f4 1-0{end}")
        assert (score.tags, score.before, len(score.turns)) == (tags, before, 2)
        assert [fault.partition("): ")[2] for fault in faults][:1] == ([words] if words else [])


def test_moves_may_follow_behind_what_is_no_tag():
    score, faults = read('[White "A"] [Foo] 1. d6 {[Bar "x"]} f4 *')
    assert (score.tags, score.before) == ({"White": "A"}, "[Foo]")
    assert score.turns[0].after == '[Bar "x"]'
    assert len(faults) == 1


def test_a_file_that_was_cut_inside_a_tag():
    *_, last, fault = pgn_read(['[White "A"]\n', "\n", "1. d6 *\n", '[Black "Y'], "f.pgn")
    assert str(fault) == 'f.pgn, game 2 (line 4): this tag is never closed: [Black "Y'
    assert last.tags == {"Black": "Y"}


@pytest.mark.parametrize(
    "text",
    [
        '[Wh\nite "Ann"]', '[Whi\nt\ne "Ann"]', '[White\n"Ann"]', '[White "\nAnn"]',
        '[White "Ann\n"]', '[White "Ann"\n]',
    ],
)  # fmt: skip
def test_a_line_may_break_anywhere_in_a_tag(text):
    score, faults = read(f'{text}\n[Re\nsult "1-\n0"]\n[Date "2024.0\n5.12"]\n\n1. d6 f4')
    assert (score.tags, score.result) == ({"White": "Ann", "Date": "2024.05.12"}, "1-0")
    assert faults == []


WORDS = st.text(
    st.sampled_from("a {}[]()%;\n\t\r\0\x1b\x85\u2028$1.*-")
    | st.characters(exclude_categories=["Cs"]),
    max_size=12,
) | st.sampled_from(
    ["[%char 7D]", "[%emt 0:00:01]", "[%position x] y", "a\n\n  b", " }{ ", "[% ]"]
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(WORDS, WORDS, WORDS, WORDS, st.none() | st.just(1500))
@example("[%char 7D] [%char 5B]", "[%emt 0:00:01]", "[%position x] y", "[%emt 0:00:01] z", None)
@example("two  blanks and  " * 12, " \x1b} ", "\n", "{a}", 20)
def test_any_comment_comes_back_as_it_was(before, after, other, closing, took_ms):
    first = Turn("d6", "", after, took_ms=took_ms, variations=[[Turn("a1", "", other)]])
    first.closing = closing
    turns = [first, Turn("f4", other, before)]
    score = Score("nine-mens-morris", before=before, turns=turns)
    text = write(score)
    assert re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028]", text) is None
    assert list(pgn_read(text.splitlines(keepends=True), "f.pgn")) == [score]


def test_other_programs_see_no_brace_that_closes():
    score = Score("nine-mens-morris", turns=[Turn("d6", after="a } b\nc  d")])
    assert "1. d6 {a [%char 7D] b[%char 0A]c  d} *" in write(score)


def test_what_is_no_character_stays_as_it_is_written():
    score, _ = read("1. d6 {[%char D800] [%char 110000] [%char] [%char x]} *")
    assert score.turns[0].after == "[%char D800] [%char 110000] [%char] [%char x]"


def test_double_blanks_and_control_characters_stay():
    score, faults = read('[White "Ann  B "]\n\n1. d6 {  two  blanks\n  and\x1b \0 }  f4 *')
    assert (score.tags, faults) == ({"White": "Ann  B "}, [])
    assert score.turns[0].after == "two  blanks and\x1b \0"


def test_control_characters_in_a_tag_are_a_fault():
    score, faults = read('[White "a\x1bb"]\n[Black "c\td"]\n\n1. d6 *')
    assert score.tags == {"White": "a?b", "Black": "c d"}
    words = "the tag White has characters that are no text; ? stands for them."
    assert faults == [f"f.pgn, game 1 (line 1): {words}"]


def test_a_backslash_escapes_quotes_and_itself_only():
    score, faults = read(r'[White "a\x1bb \"c\" \\ d\\\\e"]' + "\n\n1. d6 *")
    assert (score.tags, faults) == ({"White": r'a\x1bb "c" \ d\\e'}, [])
