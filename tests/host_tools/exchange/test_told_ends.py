# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Ends that a file tells: what it leaves out the rules say, and what they deny is a fault."""

import json

import pytest
from merels.rules.game import Outcome
from merels_host import cli
from merels_host.exchange import json_writer, pgn_reader, pgn_writer
from merels_host.exchange.checked import against
from merels_host.exchange.json_reader import read as json_read
from merels_host.exchange.score import Fault, Score, Turn

WON = "1. a1 a3 2. b1 b3 3. c1"  # by a line
OPEN = "1. a1 a3 2. b1 b3"


@pytest.fixture
def imported(tmp_path, monkeypatch, capsys):
    """Import a game of Three Men's Morris: what was said of it, and how the list has it."""
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "a.db"))

    def take(moves, **tags):
        path = tmp_path / "g.pgn"
        head = {"Variant": "Three Men's Morris"} | tags
        lines = "".join(f'[{name} "{value}"]\n' for name, value in head.items())
        path.write_text(f"{lines}\n{moves}\n", encoding="utf-8")
        code = cli.main(["games", "import", str(path)])
        told = capsys.readouterr()
        assert told.out.startswith("1 game imported, ")
        assert code == (1 if told.err else 0)
        assert cli.main(["games", "list", "--json"]) == 0
        [game] = json.loads(capsys.readouterr().out)
        assert cli.main(["games", "verify"]) == 0
        capsys.readouterr()
        return told.err.partition(": ")[2].rstrip("\n"), game["over"]

    return take


@pytest.mark.parametrize("tags", [{}, {"Result": "*"}, {"Termination": "line"}])
def test_where_no_result_is_told_the_rules_say_it(imported, tags, capsys):
    assert imported(WON, **tags) == ("", {"winner": "white", "reason": "line"})
    assert cli.main(["stats", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["white"], found["unfinished"]) == (1, 0)
    assert cli.main(["games", "list", "--result", "unfinished"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("form", ["pgn", "json", "csv"])
def test_what_goes_out_is_what_came_in(imported, tmp_path, capsys, form):
    imported(WON, White="Ann")
    assert cli.main(["games", "export", "--format", form]) == 0
    text = capsys.readouterr().out
    assert "1-0" not in text
    if form != "csv":
        path = tmp_path / "again"
        path.write_text(text, encoding="utf-8")
        assert cli.main(["games", "import", str(path)]) == 0
        assert capsys.readouterr().out == "0 games imported, 1 already there, 0 faults.\n"


@pytest.mark.parametrize(
    ("moves", "result", "over", "words"),
    [
        (WON, "0-1", {"winner": "black", "reason": ""}, "0-1, but by the rules White has won"),
        (
            WON,
            "1/2-1/2",
            {"winner": None, "reason": ""},
            "1/2-1/2, but by the rules White has won",
        ),
        (WON, "1-0", {"winner": "white", "reason": "line"}, ""),
        (OPEN, "0-1", {"winner": "black", "reason": ""}, ""),
    ],
)
def test_a_result_that_the_rules_deny_is_a_fault_and_kept(imported, moves, result, over, words):
    said, found = imported(moves, Result=result)
    assert said == (f"the result is told as {words} (line); it is kept." if words else "")
    assert found == over


def test_so_is_one_behind_the_moves(imported):
    said, over = imported(f"{WON} 0-1")
    assert said == "the result is told as 0-1, but by the rules White has won (line); it is kept."
    assert over == {"winner": "black", "reason": ""}


@pytest.mark.parametrize(
    ("moves", "reason", "over", "so"),
    [
        (OPEN, "line", None, "the game was not over"),
        (OPEN, "repetition", None, "the game was not over"),
        (WON, "blocked", {"winner": "white", "reason": "line"}, "it ended otherwise (line)"),
    ],
)
def test_a_reason_that_the_rules_deny_is_a_tag(imported, capsys, moves, reason, over, so):
    said, found = imported(moves, Termination=reason)
    assert said == (
        f"the reason is told as {reason}, but by the rules {so}; it is kept as a tag only."
    )
    assert found == over
    assert cli.main(["games", "export"]) == 0
    assert f'[Termination "{reason}"]' in capsys.readouterr().out


def test_players_may_end_a_game_when_they_like(imported):
    over = {"winner": "black", "reason": "resigned"}
    assert imported(OPEN, Result="0-1", Termination="resigned") == ("", over)


def test_a_win_after_a_draw_that_nobody_claimed_is_possible():
    assert list(against(Score("achi", result="1-0"), Outcome(None, "repetition"))) == []
    [words] = against(Score("achi", result="1-0"), Outcome(None, "blocked"))
    assert words.startswith("the result is told as 1-0, but by the rules it is a draw (blocked);")


def test_what_cannot_be_known_is_believed():
    score = Score("achi", start="any", reason="repetition", result="1/2-1/2")
    assert list(against(score, None)) == []
    assert score.reason == "repetition"
    set_by_hand = Score("achi", turns=[Turn("a1", after="[%position x]")], reason="line")
    assert list(against(set_by_hand, None)) == []


def test_json_is_no_other():
    turns = [Turn(text) for text in ("a1", "a3", "b1", "b3")]
    score = Score("three-mens-morris", turns=turns, result="1-0", reason="line")
    found, fault = json_read([json_writer.write(score)], "f.json")
    assert isinstance(found, Score)
    assert (found.result, found.reason, found.tags) == ("1-0", "", {"Termination": "line"})
    assert isinstance(fault, Fault)
    assert (fault.game, fault.line) == (1, 1)
    assert fault.words.startswith("the reason is told as line, but by the rules the game was not")
    again, same = pgn_reader.read(pgn_writer.write(found).splitlines(keepends=True), "f.pgn")
    assert again == found
    assert isinstance(same, Fault)
    assert same.words == fault.words


@pytest.mark.parametrize("text", ["5,13,20,19", "\x00\x00\x01", "<html></html>", "null\n"])
def test_a_file_without_a_game_is_told_to_have_none(tmp_path, monkeypatch, capsys, text):
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "a.db"))
    path = tmp_path / "g"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["games", "import", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == "0 games imported, 0 already there, 1 fault.\n"
    assert told.err.endswith("is not a move. No game is there, and nothing was taken.\n")
