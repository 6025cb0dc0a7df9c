# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/architecture.md names every file of the firmware and the host tools in its room, once."""

import re

import pytest

FOLDERS = (
    "firmware/",
    "firmware/merels/",
    "firmware/merels/hands/",
    "firmware/merels/journal/",
    "firmware/merels/lights/",
    "firmware/merels/modes/",
    "firmware/merels/rules/",
    "firmware/merels/sensing/",
    "firmware/merels/wire/",
    "firmware/pico/",
    "firmware/pico/lights/",
    "firmware/pico/sensors/",
    "host_tools/merels_host/",
    "host_tools/merels_host/archive/",
    "host_tools/merels_host/board/",
    "host_tools/merels_host/commands/",
    "host_tools/merels_host/exchange/",
    "host_tools/merels_host/recorder/",
    "host_tools/merels_host/rulebook/",
    "host_tools/merels_host/selftest/",
    "host_tools/merels_host/sessions/",
    "host_tools/merels_host/setup/",
    "host_tools/merels_host/simulator/",
    "host_tools/merels_host/simulator/from_session/",
    "host_tools/merels_host/simulator/wires/",
    "host_tools/merels_host/statistics/",
    "host_tools/merels_host/views/",
    "host_tools/merels_host/views/pictures/",
    "host_tools/merels_host/views/replay/",
)


@pytest.fixture(scope="module")
def named(root):
    """Folder -> the files that the page names under the heading of the folder."""
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading = re.match(r".*: `(.+/)`\n", part)
        if heading:
            assert heading[1] not in found, f"{heading[1]} has two headings"
            found[heading[1]] = re.findall(r"^- `(\w+\.py)` — \S", part, re.MULTILINE)
    return found


def test_every_folder_has_its_heading(named, root):
    assert set(named) == set(FOLDERS)
    for folder in ("firmware", "host_tools"):
        for path in (root / folder).rglob("*.py"):
            assert path.parent.relative_to(root).as_posix() + "/" in FOLDERS, path


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_is_named_once(named, root, folder):
    there = {path.name for path in (root / folder).glob("*.py")}
    assert there - set(named[folder]) == set(), "not on the page"
    assert set(named[folder]) - there == set(), "not in the folder"
    assert len(named[folder]) == len(there), "named twice"


def test_the_ports_of_the_page_are_those_of_the_app(root):
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## The ports\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(rooms(root)))
    assert set(listed) == set(re.findall(r"\bports\.(\w+)", code))


def rooms(root):
    return (root / "firmware" / "merels").rglob("*.py")
