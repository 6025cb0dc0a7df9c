# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/hands.md against the firmware: its readings, in their order, and its times."""

import re

import pytest
from merels.hands import complaints, earlier, hands, moment
from merels.hands import reading_kinds as kinds
from merels.sensing import debounce
from merels_host.simulator import explainer


@pytest.fixture(scope="module")
def page(root):
    return (root / "docs" / "hands.md").read_text(encoding="utf-8")


def section(page, heading):
    return page.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_the_readings_are_those_of_the_firmware_best_first(page):
    table = re.findall(r"^    ([A-Z_]+)  ", kinds.__doc__, re.MULTILINE)
    assert [getattr(kinds, name) for name in table] == list(range(len(kinds.DEEDS)))
    assert len(kinds.PATIENCE) == len(kinds.DEEDS) == len(explainer.KINDS)
    listed = re.findall(r"^\| `(\w+)` \|", section(page, "Readings"), re.MULTILINE)
    assert listed == table


def test_the_times_are_those_of_the_firmware(page):
    times = {
        name.strip("_").removesuffix("_MS"): value
        for module in (hands, earlier, moment, complaints)
        for name, value in vars(module).items()
        if name.endswith("_MS")
    }
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", section(page, "Times"), re.MULTILINE)
    assert {name: int(ms) for name, ms in rows} == times
    assert "settle time of 200 ms" in page


def test_a_hint_comes_after_as_many_scans_as_the_page_says(page):
    steady = debounce.Debounce(0)
    scans = 1
    while not steady.feed(1):
        scans += 1
    assert scans == 3 and "After three equal scans, at most 6 ms" in page
