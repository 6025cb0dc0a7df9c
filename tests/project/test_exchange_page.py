# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/exchange.md: its table is that of the formats, its examples are read and written so."""

import re
import shlex
from pathlib import Path

import pytest
from merels_host import cli
from merels_host.exchange import csv_writer
from merels_host.exchange.formats import FORMATS, detect, joined
from merels_host.exchange.score import Score, Turn

PAGE = (Path(__file__).parents[2] / "docs" / "exchange.md").read_text(encoding="utf-8")


def example(kind):
    [found] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


def read(kind):
    text = example(kind)
    assert detect(text) == kind
    found = list(FORMATS[kind].read(text.splitlines(keepends=True), kind, ""))
    assert all(isinstance(one, Score) for one in found), found
    return found


def test_the_table_is_that_of_the_code():
    rows = re.findall(r"^\| `(\w+)` \| (yes|no) \| (yes|no) \|", PAGE, re.MULTILINE)
    said = {name: (reads == "yes", writes == "yes") for name, reads, writes in rows}
    assert said == {name: (bool(one.read), bool(one.write)) for name, one in FORMATS.items()}


@pytest.mark.parametrize("kind", ["playok", "mssa"])
def test_what_is_read_goes_out_again(kind):
    [score] = read(kind)
    assert score.turns
    assert FORMATS[kind].write(score) == example(kind)


def test_pgn():
    [score] = read("pgn")
    assert (score.variant, score.changed) == ("lasker-morris", {"fly": "off"})
    assert (score.turns[0].took_ms, score.turns[0].after) == (3500, "hopes for d5")
    assert score.turns[1].variations[0][0].after == "why not?"
    assert score.replayed().turns() == [turn.text for turn in score.turns]
    assert FORMATS["pgn"].write(score) == example("pgn")


def test_the_picture_of_a_fen(tmp_path):
    [line] = re.findall(r"^    merels (games picture .*--fen .*)$", PAGE, re.MULTILINE)
    out = tmp_path / "fen.svg"
    assert cli.main([*shlex.split(line), "--out", str(out)]) == 0
    assert "Black is to play" in out.read_text() or "in hand: 8" in out.read_text()


def test_goldtoken():
    [score] = read("goldtoken")
    assert [turn.text for turn in score.turns] == ["a7", "g1", "d7", "a1", "g7xa1", "d1"]
    assert (score.tags["White"], score.tags["Black"], score.result) == ("Ann", "Bob", "1-0")


def test_fen():
    first, second = read("fen")
    assert "white=d6 black=f6" in first.start
    assert (second.variant, second.changed) == ("lasker-morris", {"fly": "off"})
    assert example("fen").endswith(FORMATS["fen"].write(second))


def test_csv():
    score = Score(
        "nine-mens-morris",
        changed={"fly": "off"},
        tags={"White": "Ann", "Black": "Bob", "Date": "2026.11.30"},
        turns=[Turn("d6"), Turn("f4"), Turn("d2")],
        result="1-0",
        reason="resigned",
    )
    text = "".join(joined([csv_writer.write(score)], FORMATS["csv"]))
    assert text.replace("\r\n", "\n") == example("csv")
    assert text.count("\r\n") == 2
