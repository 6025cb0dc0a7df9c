# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/hand-scripts.md: its examples come out as they say, and no word is missing."""

import re

from merels_host.simulator import faults, handscript
from merels_host.simulator.expectation import differences
from merels_host.simulator.player import KEYS, Player


def test_the_examples_come_out_as_they_say(root):
    page = (root / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
    examples = re.findall(r"```hands\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    with Player() as player:
        for number, example in enumerate(examples):
            script = handscript.parse(example, f"example {number}")
            assert script.deeds and script.expects
            assert differences(script, player.play(example, script.name)) == []


def test_the_page_has_every_fault(root):
    page = (root / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
    for fault in faults.WORDS:
        assert f"`{fault.text().replace('[:', ':').replace(']', '')}`" in page, fault.word


def test_the_page_has_every_word_of_the_format(root):
    page = (root / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
    for word in re.findall(r"\w+", handscript.STATEMENTS + ", " + handscript.DEEDS):
        assert word == "or" or re.search(rf"`(at MS )?{word}\b", page), word
    for key in handscript.EXPECTATIONS:
        assert f"`expect {key} " in page, key
    for key in KEYS:
        assert f"`{key}`" in page, key
