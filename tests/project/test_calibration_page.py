# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/calibration.md against the code: what it shows is said by the true verb and firmware.

Before each `console hall` block stands what is done before each Enter: magnets and their mT, the
word `men` for the men that the board asks for.
"""

import re
from pathlib import Path

import pytest
from fakes.hall import HallApp
from fakes.hall_link import MEN, HallLink, person
from merels.board import WOOD
from merels.modes import menu_choices
from merels.modes.menu import PLACES
from merels.sensing import drift, level_faults, levels, thresholds
from merels_host import cli
from merels_host.commands import calibrate

PAGE = Path(__file__).parents[2] / "docs" / "calibration.md"
BLOCK = re.compile(r"<!-- magnets:(.*?) -->\n\n```console hall\n\$ merels (.*?)\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


def magnets(words):
    """{point: mT} of words such as `men d7=-49`."""
    found = {}
    for word in words.split():
        name, _, mt = word.partition("=")
        found |= MEN if word == "men" else {name: int(mt)}
    return found


def rounded(said):
    """Without the noise in what is felt; more than one point may be felt least or most."""
    return re.sub(r"\w\d with (\d+)\d", lambda felt: f"{round(int(felt[1]), -1)}", said)


def test_what_the_page_shows_is_what_is_said(page, monkeypatch, capsys):
    blocks = BLOCK.findall(page)
    assert len(blocks) == page.count("```console hall") == 2
    board = HallApp()
    monkeypatch.setattr(calibrate, "Link", lambda port: HallLink(board))
    for deeds, words, shown in blocks:
        wait = person(board, *[magnets(deed) for deed in deeds.split("/")])
        monkeypatch.setattr(calibrate, "_key", lambda keys, link, wait=wait: wait())
        verb, *options = words.split()
        cli.main([verb, "/dev/ttyX", *options])
        assert rounded(capsys.readouterr().out) == rounded(shown)


def test_the_figures_are_those_of_the_code(page):
    text = " ".join(page.split())
    assert f"within {levels._OFF_MIDDLE} of the middle" in text
    assert f"at most {thresholds.DEFAULT_ON} and at least {thresholds.LEAST} away" in text
    assert "the four readings" in text and len(thresholds._JUMPS) == 4
    assert f"one step in {25 * drift._SLOW * 2 // 1000} seconds" in text
    for word in re.findall(r'word = "(\w+)"', Path(level_faults.__file__).read_text()):
        assert f"`{word}`:" in text


def test_the_menu_has_it_where_the_page_says(page):
    assert f"until {WOOD[PLACES[len(menu_choices.NAMES)]]} shines" in page
