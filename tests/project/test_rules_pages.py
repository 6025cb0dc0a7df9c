# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/rules.md and docs/rules-developers.md against the rules: tables, diagrams, examples.

python tests/project/test_rules_pages.py      writes the tables and diagrams anew
"""

import json
import re
from pathlib import Path

import pytest
from merels import errors
from merels.board import Board
from merels.rules import options, position_reader, variants
from merels.rules.game import Game
from merels_host.rulebook import variant_table
from merels_host.views.board_text import diagram

ROOT = Path(__file__).parents[2]
PLAYERS = ROOT / "docs" / "rules.md"
DEVELOPERS = ROOT / "docs" / "rules-developers.md"
BOARDS = (
    ("three-rings", "no"),
    ("three-rings", "yes"),
    ("two-rings", "no"),
    ("square", "yes"),
    ("square", "lines-only"),
    ("square", "all"),
)


def picture(board, diagonals):
    return "\n".join(f"    {line}".rstrip() for line in diagram(Board(board, diagonals)))


def written(text):
    """The players' page with its table and diagrams as the code has them."""
    blocks = {"table": variant_table.markdown()}
    blocks.update({" ".join(board): picture(*board) for board in BOARDS})
    for name, block in blocks.items():
        pattern = rf"(<!-- {name}: written by [^>]+ -->\n).*?(<!-- end -->)"
        text, count = re.subn(
            pattern, lambda m, block=block: f"{m[1]}\n{block}\n\n{m[2]}", text, flags=re.DOTALL
        )
        assert count == 1, name
    return text


@pytest.fixture(scope="module")
def page():
    return PLAYERS.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def developers():
    return DEVELOPERS.read_text(encoding="utf-8")


def test_table_and_diagrams_are_those_of_the_code(page):
    assert written(page) == page, "run python tests/project/test_rules_pages.py"


def test_every_variant_has_its_words(page):
    headings = re.findall(r"^### (\S+)$", page, re.MULTILINE)
    assert sorted(["nine-mens-morris", *headings]) == sorted(variants.ids())


def test_every_variant_stands_under_its_board(page):
    sections = {
        "Games on three rings": ("three-rings", False),
        "Games on three rings with diagonals": ("three-rings", True),
        "Games on two rings": ("two-rings", False),
        "Games on nine points": ("square", True),
    }
    for title, (board, diagonals) in sections.items():
        section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        for name in re.findall(r"^### (\S+)$", section, re.MULTILINE):
            variant = variants.find(name)
            assert variant.board == board
            assert (variant.differences.get("diagonals", "no") != "no") == diagonals, name


def test_every_option_and_value_is_in_the_table(page):
    section = page.partition("\n## The options\n")[2]
    rows = re.findall(r"^\| ([\w-]+) \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    found = {name: values.split(", ") for name, values in rows if name != "option"}
    assert found == {name: options.values(name) for name in options.names()}
    assert list(found) == options.names()


def test_every_word_of_a_refusal_is_told(developers):
    reader = str(position_reader.__doc__).partition("is one of\n\n")[2].split()
    told = set(re.findall(r"`([a-z-]+)`", developers))
    assert set(reader) <= told
    code = (ROOT / "firmware" / "merels" / "rules" / "refusal.py").read_text(encoding="utf-8")
    words = set(re.findall(r'return "([a-z-]+)"', code)) | {"bad-move", "unknown-point"}
    assert words <= told
    for name in ("UnknownVariant", "BadOption", "UnknownPoint", "IllegalMove", "BadPosition"):
        assert hasattr(errors, name) and f"`{name}`" in developers


def test_every_end_is_told(developers):
    code = "".join(
        (ROOT / "firmware" / "merels" / "rules" / f"{name}.py").read_text(encoding="utf-8")
        for name in ("turns", "placing", "blocked")
    )
    reasons = set(re.findall(r'end\(.+, "([a-z-]+)"\)', code))
    assert reasons == {
        "line", "few-pieces", "board-full", "blocked", "repetition", "endgame-limit", "quiet-limit"
    }  # fmt: skip
    for reason in reasons:
        assert f"`{reason}`" in developers


def test_the_positions_of_the_page_are_positions(developers):
    found = re.findall(r"^    (\S+): (white=.+)$", developers, re.MULTILINE)
    assert len(found) >= 6
    for variant, text in found:
        options_text = re.search(r" \[(.+)\]$", text)
        changed = dict(word.split("=") for word in options_text[1].split()) if options_text else {}
        text = text.partition(" [")[0]
        game = Game.from_position(text, variant, **changed)
        assert set(text.split()) <= set(game.position().split()), text


def test_the_oracle_is_as_long_as_the_page_says(developers):
    data = ROOT / "tests" / "data"
    situations = (data / "situations.jsonl").read_text(encoding="utf-8").splitlines()
    counts = (data / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line) for line in [*situations, *counts])
    assert f"{len(situations)} situations" in developers
    assert f"{len(counts)} sequences" in developers


if __name__ == "__main__":
    PLAYERS.write_text(written(PLAYERS.read_text(encoding="utf-8")), encoding="utf-8")
