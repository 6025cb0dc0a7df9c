# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Our own JSON, both ways."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from legal_scores import legal_scores
from merels.rules import variants
from merels_host.archive.imported import score_of
from merels_host.archive.schema import IMPORTED as BOARD
from merels_host.exchange import json_reader, json_writer, pgn_writer
from merels_host.exchange.json_writer import IMPORTED
from merels_host.exchange.score import Fault, Score, Turn

GAME = '{"variant": "nine-mens-morris", "moves": ["d6", "f4"]}'


def read(text):
    return list(json_reader.read(text.splitlines(keepends=True), "x.json"))


@given(legal_scores(variants.ids()))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_round_trip(score):
    assert read(json_writer.write(score)) == [score]


def test_everything_that_a_score_says_comes_back():
    aside = Turn("f4", before="or", nags=[1], took_ms=7, variations=[[Turn("a1")]], position="p")
    score = Score(
        "achi",
        changed={"fly": "off"},
        tags={"White": "Ann", "Black": "?", "Odd": "kept"},
        start="white=a1 black=b2 hand=3,3",
        before="to begin with",
        turns=[
            Turn("c3", before="b", after="a", nags=[3, 9], took_ms=1500, variations=[[aside]]),
            Turn("a3", position="white=a1,c3 black=b2 hand=2,3 turn=black"),
        ],
        result="1-0",
        reason="resigned",
    )
    read_again, fault = read(json_writer.write(score))
    assert read_again == score
    assert (
        fault.words == "what is written about this move cannot be kept as it is."
    )  # f4 is none of achi


def test_what_the_archive_knew_and_unknown_keys_are_tags():
    told = json.loads(GAME) | {"id": "j-1", "game": 3, "whole": True, "takebacks": 0, "colour": []}
    told |= {"white": "Ann", "place": "Home", "over": {"winner": None, "reason": "agreed"}}
    [score] = read(json.dumps(told))
    assert score.tags == {
        "White": "Ann", "Site": "Home", "Id": "j-1", "Game": "3", "colour": "[]",
    }  # fmt: skip
    assert (score.result, score.reason) == ("1/2-1/2", "agreed")
    told["over"] = {"winner": "black", "reason": "resigned"}
    assert read(json.dumps(told))[0].result == "0-1"
    told["over"] = {"winner": None, "reason": "unfinished"}
    assert read(json.dumps(told))[0].result == "*"


def test_another_archives_names_of_an_imported_game_are_not_kept():
    assert IMPORTED == BOARD
    told = json.loads(GAME) | {"id": "j-1", "board": BOARD, "journal": "j", "started": "2026"}
    told["over"] = {"winner": "white", "reason": "blocked"}
    [score] = read(json.dumps(told))
    assert (score.tags, score.result, score.reason) == ({}, "1-0", "")
    told["over"]["reason"] = "resigned"
    assert read(json.dumps(told))[0].reason == "resigned"


def test_a_position_after_the_last_move_is_a_comment():
    told = json.loads(GAME) | {"positions": [{"ply": 2, "position": "white=a1"}]}
    assert read(json.dumps(told))[0].turns[1].after == "[%position white=a1]"
    told = {"variant": "achi", "moves": [], "positions": [{"ply": 0, "position": "hand=3,4"}]}
    assert "3,4" in read(json.dumps(told))[0].start


@pytest.mark.parametrize(
    "text",
    [
        f"[{GAME},{GAME}]",
        f"[\n{GAME},\n{GAME}\n]\n",
        f"\ufeff{GAME}\r\n{GAME}\r\n",
        json.dumps([json.loads(GAME)] * 2, indent="\t"),
    ],
)
def test_any_layout(text):
    assert [[turn.text for turn in score.turns] for score in read(text)] == [["d6", "f4"]] * 2


def test_texts_with_braces_and_half_surrogates():
    told = json.loads(GAME) | {"white": 'a } { \\" \ud800', "tags": {"\udfff": "x"}}
    score, *faults = read(json.dumps(told))
    assert "halves of characters" in faults[0].words
    assert score.tags == {"White": 'a } { \\" \ufffd', "\ufffd": "x"}


WRONG = [
    ("[1]", "a game must be an object"),
    ('{"moves": []}', "the game has no variant"),
    ('{"variant": "achi"}', "the game has no moves; merels games export"),
    ('{"variant": 1, "moves": []}', "variant must be a text, not 1"),
    ('{"variant": "achi", "set": [1], "moves": []}', r"set must have objects, not \[1\]"),
    ('{"variant": "achi", "set": {"fly": 1}, "moves": []}', "fly must be a text"),
    ('{"variant": "achi", "moves": "d6"}', "moves must be a list"),
    ('{"variant": "achi", "moves": [7]}', "moves must be texts such as d6-f6xb4, not 7"),
    ('{"variant": "achi", "moves": ["b2"], "seconds": ["x"]}', "seconds must be numbers"),
    ('{"variant": "achi", "moves": [], "result": "won"}', "the result is 'won'; it can be 1-0, "),
    ('{"variant": "achi", "moves": [], "over": {"winner": "red"}}', "the winner is 'red'"),
    ('{"variant": "achi", "moves": [], "notes": [{"ply": 0}]}', "notes speak of ply 0, but"),
    ('{"variant": "achi", "moves": ["b2"], "notes": [{"ply": 0, "nags": ["!"]}]}', "nags must be"),
    (
        '{"variant": "achi", "moves": ["b2"], "notes": [{"ply": 0, "variations": ["a"]}]}',
        "a variation must be a list",
    ),
    ('{"variant": "achi", "moves": ["b2"], "positions": [4]}', "positions must have objects"),
    ('{"variant": "none", "moves": []}', "There is no variant 'none'"),
    ('{"variant": "achi", "set": {"wings": "two"}, "moves": []}', "wings"),
    ('{"variant": "achi", "moves": ["b2"', "this is not JSON: "),
    ("rubbish", "this is not JSON: "),
    ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
    ('{"a": ' + "1" * 10_000 + "}", "a number that is too long"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_what_cannot_be_taken_is_a_fault_and_reading_goes_on(text, words):
    fault, after = read(f"{text}\n{json_writer.write(Score('achi'))}\n")
    assert isinstance(fault, Fault)
    assert re.search(words, fault.words), fault.words
    assert fault.words.endswith(".")
    assert fault.game == 1
    assert fault.line == (2 if text.endswith('"b2"') else 1)  # there it ends
    assert after == Score("achi")


def test_a_fault_names_file_game_move_and_line():
    bad = GAME.replace('"f4"', '"d6"')
    [first, fault] = read(f"[\n{GAME},\n{bad}]")
    assert isinstance(first, Score)
    assert str(fault) == (
        "x.json, game 2, move 1... (line 3): d6 cannot be played: the point is taken."
    )


@given(st.lists(st.sampled_from([GAME, "{", "}", '"', "\\", "[", ",", "\n", '{"id"', "7", " "])))
@settings(max_examples=150, deadline=None)
def test_fuzz(pieces):
    assert all(isinstance(found, Score | Fault) for found in read("".join(pieces)))


KEYS = st.sampled_from(["ply", "position", "winner", "reason", "move", "variations", "nags", "x"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*json_reader.KEYS, "x"]), VALUES))
@settings(max_examples=150, deadline=None)
def test_fuzz_values(told):
    found, *faults = read(json.dumps({"variant": "achi", "moves": ["b2"], **told}))
    assert all(isinstance(fault, Fault) for fault in faults)
    if isinstance(found, Score):
        json_writer.write(found).encode()


def test_a_comment_behind_variations_that_are_not_there_is_one_behind_the_move():
    told = {
        "variant": "achi",
        "moves": ["a1"],
        "notes": [{"ply": 0, "after": "a", "closing": "b"}],
    }
    [score] = json_reader.read([json.dumps(told)], "x")
    assert (score.turns[0].after, score.turns[0].closing) == ("a b", "")
    told["notes"][0]["variations"] = [[{"move": "b2"}]]
    [score] = json_reader.read([json.dumps(told)], "x")
    assert (score.turns[0].after, score.turns[0].closing) == ("a", "b")


def kept(told):
    """A game of JSON as the archive has it, and the sentences of its faults."""
    score, *faults = read(json.dumps(told))
    return score_of(pgn_writer.write(score)), [fault.words for fault in faults]


def test_texts_come_back_from_the_archive_as_they_were():
    told = json.loads(GAME) | {
        "white": "A}b",
        "black": "  two  of  me ",
        "before": "start } brace {open [%emt 0:00:01] $5 1-0 ; x",
        "notes": [
            {"ply": 0, "after": "a } b", "nags": [1, 999]},
            {
                "ply": 1,
                "before": "[%position x]",
                "after": " line1\nline2  two \u001b\u0000 ",
                "variations": [[{"move": "b4", "after": "v } x", "nags": [2]}], [{"move": "g4"}]],
                "closing": "[%emt 0:00:09]",
            },
        ],
        "tags": {"Foo": "x}y{z", "Empty": "", "Result": "*", "PlyCount": "2", "Round": "?"},
    }
    score, faults = kept(told)
    assert faults == []
    again = json_writer.as_json(score)
    for key in ("white", "black", "before", "notes"):
        assert again[key] == told[key]
    assert (again["tags"]["Foo"], again["tags"]["Empty"]) == ("x}y{z", "")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"event": "e\nnl"}, "the tag Event cannot be kept as it is."),
        ({"place": "t\tx"}, "the tag Site cannot be kept as it is."),
        ({"white": "a\x1b"}, "the tag White cannot be kept as it is."),
        ({"tags": {"Bad Key": "v"}}, "the tag Bad Key cannot be kept as it is."),
        ({"tags": {"\u00dcn\u00ef": "v"}}, "the tag \u00dcn\u00ef cannot be kept as it is."),
        (
            {"tags": {"Result": "1-0"}},
            "the tag Result says '1-0', and the keys of the game do not;",
        ),
        (
            {"tags": {"PlyCount": "9"}},
            "the tag PlyCount says '9', and the keys of the game do not;",
        ),
        ({"tags": {"White": "A", "white": "B"}}, "the tag White stands twice; the first counts."),
        ({"plies": 9}, "plies says 9 and there are 2; some may be missing."),
        (
            {"seconds": [1, 2, 3]},
            "there are more seconds than moves; those too many are left out.",
        ),
        ({"over": {"winner": None, "x": 1}}, "over have the key 'x', which nobody here knows"),
        ({"positions": [{"ply": 2, "position": "p", "x": 1}]}, "positions have the key 'x'"),
        ({"notes": [{"ply": 0, "x": 1}]}, "notes have the key 'x', which nobody here knows"),
        (
            {"notes": [{"ply": 1, "variations": [[{"move": "b4", "y": 1}]]}]},
            "variations have the key 'y', which nobody here knows; it is left out.",
        ),
        (
            {"notes": [{"ply": 1, "nags": [1, 999, 1]}]},
            "what is written about this move cannot be kept as it is.",
        ),
        (
            {"notes": [{"ply": 1, "variations": [[{"move": "zzz"}]]}]},
            "what is written about this move cannot be kept as it is.",
        ),
    ],
)
def test_what_the_archive_cannot_keep_is_a_fault_and_the_game_is_kept(more, words):
    score, faults = kept(json.loads(GAME) | more)
    assert len(score.turns) == 2
    assert [fault[: len(words)] for fault in faults] == [words]


FEN = "********/********/*******O b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1"
ASIDE = [
    ("FEN", "x"), ("FEN", FEN), ("FEN", ""), ("fen", "x"),
    ("Position", "white=a1 black=d1 hand=8,8"),
    ("Position", "x"), ("SetUp", "1"), ("Rules", "nosuch"), ("Rules", "fly=always"),
    ("Variant", "Lasker Morris"), ("Variant", "Foo"), ("Termination", "resigned"),
    ("PlyCount", "x"), ("Result", "x"),
]  # fmt: skip


@pytest.mark.parametrize("where", ["tags", "keys"])
@pytest.mark.parametrize(("name", "value"), ASIDE)
def test_start_rules_and_end_come_from_the_keys_alone(name, value, where):
    """Whatever tags of PGN say, or keys of such a name."""
    more = {name: value}
    score, faults = kept(json.loads(GAME) | ({"tags": more} if where == "tags" else more))
    assert score == read(GAME)[0]
    says = f"the tag {name} says {value[:40]!r}, and the keys of the game do not; it is left out."
    assert faults == ([says] if value else [])


def test_tags_that_say_what_the_keys_say_are_no_fault():
    start = "white=a1 black=d1 hand=8,8"
    told = json.loads(GAME) | {"set": {"fly": "off"}, "positions": [{"ply": 0, "position": start}]}
    told |= {"over": {"winner": "white", "reason": "resigned"}, "tags": {"FirstMove": "7"}}
    [score] = read(json.dumps(told))
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', pgn_writer.write(score), re.MULTILINE))
    assert {"FEN", "SetUp", "Rules", "Termination"} <= set(tags)
    told["tags"] |= {name: tags[name] for name in tags if name not in pgn_writer.UNKNOWN}
    told["tags"] |= {"Position": start, "Result": "1-0"}
    assert read(json.dumps(told)) == [score]
    told["tags"]["FEN"] = tags["FEN"].replace(" 7 ids", " 9 ids")
    assert told["tags"]["FEN"] != tags["FEN"]
    again, fault = read(json.dumps(told))
    assert (again, fault.words[:16]) == (score, "the tag FEN says")


@pytest.mark.parametrize(
    ("key", "tag"),
    [*json_writer.TAGS.items(), ("started", "Started"), ("colour", "colour")],
)
def test_a_key_counts_before_its_tag_and_an_empty_one_does_not(key, tag):
    told = json.loads(GAME) | {key: "Right", "tags": {tag: "Wrong"}}
    score, faults = kept(told)
    assert score.tags == {tag: "Right"}
    assert faults == [f"the key {key} says 'Right' and the tag {tag} 'Wrong'; the key counts."]
    for value in ("", None, "?"):
        if key in json_writer.TAGS or value is None:
            assert kept(told | {key: value})[0].tags == {tag: "Wrong"}
            assert kept(told | {key: value})[1] == []
    assert kept(told | {"tags": {tag: "Right"}})[1] == []


def test_a_key_that_stands_twice_is_a_fault():
    score, fault = read(GAME[:-1] + ', "white": "Ann", "white": "Bob"}')
    assert score.tags == {"White": "Bob"}
    assert fault.words == "the key 'white' stands twice; the last counts."
    _, fault = read(GAME[:-1] + ', "notes": [{"ply": 0, "after": "a", "after": "a"}]}')
    assert fault.words == "the key 'after' stands twice; the last counts."


def test_a_game_that_would_not_come_back_is_left_out(monkeypatch):
    monkeypatch.setattr(pgn_writer, "write", lambda score: '[Rules "nosuch"]\n\n*\n')
    [fault] = read(GAME)
    assert fault.words == "nothing of this game can be kept; it is left out."
