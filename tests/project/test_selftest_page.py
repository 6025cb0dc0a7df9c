# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/selftest.md: what it shows is acted out on the board that it speaks of."""

import re
from pathlib import Path

from fakes.tester import Acted

PAGE = Path(__file__).parents[2] / "docs" / "selftest.md"


def pattern(line):
    """A line of the page; three dots stand for anything."""
    return ".*".join(re.escape(part) for part in line.split("..."))


def test_the_example_is_what_the_command_says(tmp_path):
    (block,) = re.findall(r"^```text\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    command, *shown = block.splitlines()
    words = command.split()
    assert words[:3] == ["$", "merels", "selftest"]
    acted = Acted(tmp_path, "dead-column:GP8", "dark-after:9", options=words[3:])
    wanted = [".*\n" if line == "..." else pattern(line) + "\n" for line in shown]
    wanted = ["(.*\n)*?" if line == ".*\n" else line for line in wanted]
    said = "".join(f"{line}\n" for line in acted.lines)
    assert re.fullmatch("".join(wanted), said), said
