# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/on-the-chip.md lists every goal of the emulated tier, and its variables."""

import re

from emulated.goals import GOALS


def test_the_goals_of_the_page_are_those_of_the_tier(root):
    text = (root / "docs" / "on-the-chip.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (at (?:most|least) .+?) \|", text, re.MULTILINE)
    assert rows == [(name, str(goal).strip()) for name, goal in GOALS.items()]


def test_the_variables_of_the_page_are_those_of_the_tier(root):
    text = (root / "docs" / "on-the-chip.md").read_text(encoding="utf-8")
    code = (root / "tests" / "emulated" / "measuring.py").read_text()
    usual = dict(re.findall(r"^\| `MERELS_PICO_(\w+)` \| (\d+) \|", text, re.MULTILINE))
    assert usual == dict(re.findall(r'_amount\("(\w+)", (\d+)\)', code))
