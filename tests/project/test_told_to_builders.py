# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Settings and constants that the pages tell a reader to set: the board takes each of them."""

import ast
import re
from pathlib import Path

import pytest
from merels.settings import Settings
from merels_host.board.settings import checked
from merels_host.setup.config_file import check_config
from merels_host.setup.config_place import default_config

ROOT = Path(__file__).parents[2]
PAGES = {
    path.name: path.read_text(encoding="utf-8")
    for folder in ("docs", "hardware")
    for path in (ROOT / folder).glob("*.md")
}
SETTINGS = sorted(
    {
        words.replace("\n", " ")
        for text in PAGES.values()
        for words in re.findall(r"merels settings set ((?:[a-z]+=[\w,=-]+ ?)+)", text)
    }
)
# A constant as it stands in the text: `SETTLE_US = 60`, also where a line ends within.
CONSTANTS = sorted(
    {
        re.sub(r"\s+", " ", constant)
        for text in PAGES.values()
        for constant in re.findall(r"`([A-Z]+[A-Z_]* =[^`=]+)`", text)
    }
)


@pytest.mark.parametrize("words", SETTINGS)
def test_the_board_takes_the_setting(words):
    Settings(None).change(checked(words.split()), lambda variant, rules: None)


@pytest.mark.parametrize("constant", CONSTANTS)
def test_the_board_takes_the_constant(constant):
    kind = "hall" if constant.startswith(("MUX", "HALL")) else "matrix"
    examples = ROOT / "hardware" / "configs"
    text = default_config() if kind == "matrix" else (examples / f"{kind}.py").read_text()
    check_config(f"{text}\n{constant}\n")


def test_there_is_something_to_check():
    assert any("brightness=" in words for words in SETTINGS)
    names = {ast.unparse(ast.parse(constant).body[0].targets[0]) for constant in CONSTANTS}
    assert {"SETTLE_US", "LED_COLOURS", "LED_TIMING", "LED_DRIVER", "LIGHTS", "BUZZER"} <= names
