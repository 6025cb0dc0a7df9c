# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The picture of the board: everything that stands there is drawn, once, in its place."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merels.board import WOOD, Board, count
from merels.lights.palette import MEANINGS, STEADY, look
from merels.rules.game import Game
from merels.rules.variants import ids
from merels_host.views.pictures.lights import SAYS, on_screen, rhythm_name, swatch
from merels_host.views.pictures.lit import picture

SVG = "{http://www.w3.org/2000/svg}"
THREE_RINGS = Board("three-rings")


def circles(text, name):
    """(x, y) of the circles of a class, in order."""
    return [
        (int(one.get("cx", "")), int(one.get("cy", "")))
        for one in ET.fromstring(text).iter(SVG + "circle")
        if one.get("class") == name
    ]


def texts(text):
    return [one.text for one in ET.fromstring(text).iter(SVG + "text")]


def test_the_corners_are_where_people_look_for_them():
    bit = THREE_RINGS.bit
    white = circles(picture(THREE_RINGS, 1 << bit("a1")), "white")
    black = circles(picture(THREE_RINGS, 0, 1 << bit("g7")), "black")
    assert white == [(60, 480)]  # left below
    assert black == [(480, 60)]  # right above


def test_files_and_ranks_are_named():
    assert texts(picture(THREE_RINGS)) == [*"abcdefg", *"7654321"]


def test_a_small_board_has_its_own_names_and_is_as_wide():
    board = Board("square", "yes")
    text = picture(board, 1 << board.bit("a1"))
    assert texts(text) == [*"abc", *"321"]
    assert circles(text, "white") == [(60, 200)]
    assert ET.fromstring(text).get("width") == "540"


@pytest.mark.parametrize("variant", ids())
def test_every_way_of_every_variant_is_drawn(variant):
    board = Game(variant).board
    paths = {
        path.get("class"): path.get("d", "").count("M")
        for path in ET.fromstring(picture(board)).iter(SVG + "path")
    }
    steps = sum(count(mask) for mask in board.adjacent) // 2
    assert paths["wires"] == steps
    # lines that are no ways: the diagonals of nine holes and their like
    slides = [
        line for line, middle in zip(board.lines, board.middles, strict=True)
        if board.adjacent[middle] & line
    ]  # fmt: skip
    assert paths.get("line", 0) == len(board.lines) - len(slides)


@given(white=st.integers(0, (1 << 24) - 1), black=st.integers(0, (1 << 24) - 1))
def test_every_piece_is_drawn_once(white, black):
    black &= ~white
    text = picture(THREE_RINGS, white, black)
    assert len(circles(text, "white")) == count(white)
    assert len(circles(text, "black")) == count(black)
    assert len(circles(text, "point")) == 24
    assert text == picture(THREE_RINGS, white, black)


@pytest.mark.parametrize("meaning", SAYS)
def test_a_light_has_its_colour_its_rhythm_and_its_words(meaning):
    text = picture(THREE_RINGS, lights={"d6": meaning}, legend=True)
    red, green, blue, rhythm = look(MEANINGS.index(meaning))
    rings = [one for one in ET.fromstring(text).iter(SVG + "circle") if one.get("class") == "ring"]
    assert len(rings) == 2  # on the board and in the legend
    for ring in rings:
        assert ring.get("stroke") == on_screen(red, green, blue)
        assert (ring.get("stroke-dasharray") is None) == (rhythm == STEADY)
    assert (rings[0].get("cx"), rings[0].get("cy")) == ("270", "130")
    assert SAYS[meaning] in texts(text)
    assert f'class="{rhythm_name(meaning)}"' in text


def test_every_meaning_can_be_said_and_drawn_alone():
    assert (*SAYS,) == MEANINGS[1:]
    for meaning in SAYS:
        assert len(circles(swatch(meaning), "ring")) == 1


def test_a_dim_led_is_still_seen_and_a_full_one_is_full():
    assert on_screen(255, 60, 0)[1:3] == "ff"
    assert int(on_screen(12, 12, 16)[1:3], 16) > 60
    assert on_screen(0, 0, 0) == "#000000"


@pytest.mark.parametrize("size", [120, 540, 1000])
def test_any_size(size):
    root = ET.fromstring(picture(THREE_RINGS, size=size))
    assert root.get("width") == root.get("height") == str(size)
    assert root.get("viewBox") == "0 0 540 540"


def test_themes():
    light = picture(THREE_RINGS, theme="light")
    dark = picture(THREE_RINGS, theme="dark")
    auto = picture(THREE_RINGS)
    assert "prefers-color-scheme" in auto
    assert "prefers-color-scheme" not in light + dark
    assert light != dark


def test_the_title_is_escaped():
    title = "<script>\"Tom\" & 'Jerry'</script>"
    root = ET.fromstring(picture(THREE_RINGS, title=title))
    assert root.get("aria-label") == title
    found = root.find(SVG + "title")
    assert found is not None and found.text == title


def test_a_legend_names_the_pieces_and_a_bare_board_needs_none():
    bare = picture(THREE_RINGS, legend=True)
    assert texts(bare) == texts(picture(THREE_RINGS))
    both = picture(THREE_RINGS, 1, 2, legend=True)
    assert texts(both)[-2:] == ["white", "black"]
    assert len(circles(both, "white")) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"theme": "neon"}, "no theme 'neon'"),
        ({"lights": {"d6": "off"}}, "no light 'off'"),
        ({"lights": {"d6": "disco"}}, "no light 'disco'"),
        ({"lights": {"d4": "target"}}, "no light at 'd4'"),
        ({"lights": {"z9": "target"}}, "no light at 'z9'"),
        ({"white": 1 << WOOD.index("d4")}, "beside the board"),
        ({"white": 3, "black": 2}, "two on one point"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        picture(THREE_RINGS, **arguments)
