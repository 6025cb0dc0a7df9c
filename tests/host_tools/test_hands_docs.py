# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/hand-scripts.md: its example is a script, and it has everything that the parser knows."""

import re

from merels_host.simulator import handscript
from merels_host.simulator.player import KEYS


def test_the_example_is_a_script(root):
    page = (root / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```hands\n(.*?)```", page, re.DOTALL)
    script = handscript.parse(example, "removal.hands")
    assert len(script.deeds) == 3
    assert (7, "moves", ["d7-d6xb4"]) in script.expects


def test_the_page_has_every_word_of_the_format(root):
    page = (root / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
    for word in re.findall(r"\w+", handscript.STATEMENTS + ", " + handscript.DEEDS):
        assert word == "or" or re.search(rf"`(at MS )?{word}\b", page), word
    for key in handscript.EXPECTATIONS:
        assert f"`expect {key} " in page, key
    for key in KEYS:
        assert f"`{key}`" in page, key
