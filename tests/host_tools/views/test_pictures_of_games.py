# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Pictures of moments of games: what is on them, and the same as SVG and in pixels."""

import io
import xml.etree.ElementTree as ET

import pytest
from fakes.socket_board import E64
from hypothesis import given, settings
from hypothesis import strategies as st
from merels.board import count
from merels.rules.game import Game
from merels.rules.variants import ids
from merels_host.exchange.score import Score, Turn
from merels_host.views.moments import Film, moment_of
from merels_host.views.pictures.looks import THEMES, look
from merels_host.views.pictures.raster import png
from merels_host.views.pictures.scene import scene
from merels_host.views.pictures.shapes import Area, Disc, Strokes, Words
from merels_host.views.pictures.svg import document
from PIL import Image, ImageColor

GAME = Film.of(Score("nine-mens-morris", turns=[Turn(text) for text in E64]))


def looks(drawn):
    return [shape.look for shape in drawn.shapes]


def words(drawn):
    return [shape.text for shape in drawn.shapes if isinstance(shape, Words)]


def pixels(drawn, **more):
    return Image.open(io.BytesIO(png(drawn, **({"size": 540, "theme": "light"} | more))))


def test_a_capture_has_arrow_ring_cross_and_mill():
    drawn = scene(GAME.moments[29], GAME.board)
    for name in ("way", "head", "last", "taken", "ghost-black", "closed"):
        assert looks(drawn).count(name) == 1, name
    assert "captured: 1" in words(drawn)


def test_without_the_last_move_only_the_mill_is_marked():
    drawn = scene(GAME.moments[29], GAME.board, last_move=False)
    assert {"way", "head", "last", "taken", "closed"}.isdisjoint(looks(drawn))
    assert looks(drawn).count("mill") == 1


def test_the_beginning_shows_full_hands_and_who_is_to_move():
    drawn = scene(GAME.moments[0], GAME.board)
    assert words(drawn)[-4:] == ["Black", "in hand: 9", "White", "in hand: 9"]
    assert looks(drawn).count("white") == looks(drawn).count("black") == 9
    (turn,) = [shape for shape in drawn.shapes if shape.look == "turn"]
    assert turn.y > drawn.height / 2  # white sits below


def test_the_end_says_how_and_nobody_is_to_move():
    drawn = scene(GAME.moments[-1], GAME.board)
    assert {"White wins", "blocked"} <= set(words(drawn))
    assert "turn" not in looks(drawn)


@pytest.mark.parametrize("variant", ids())
def test_every_variant_has_a_picture_on_its_sheet(variant):
    game = Game(variant)
    for _ in range(14):
        if game.over:
            break
        game.play(game.legal()[0])
    drawn = scene(moment_of(game), game.board)
    for shape in drawn.shapes:
        if isinstance(shape, Disc):
            assert shape.radius <= shape.x <= drawn.width - shape.radius
            assert shape.radius <= shape.y <= drawn.height - shape.radius
    men = [shape for shape in drawn.shapes if shape.look in ("white", "black")]
    on_board = count(game.white | game.black)
    lost = sum(moment_of(game).captured)
    assert len(men) == on_board + sum(game.hand) + lost
    assert ET.fromstring(document(drawn, size=300, theme="light")) is not None
    assert pixels(drawn, size=60).size[1] == 60


@given(moment=st.sampled_from(GAME.moments), theme=st.sampled_from(THEMES))
@settings(max_examples=10, deadline=None)
def test_both_forms_show_the_same_pieces(moment, theme):
    drawn = scene(moment, GAME.board, last_move=False)
    root = ET.fromstring(document(drawn, size=540, theme=theme))
    image = pixels(drawn, theme=theme)
    assert image.size == (int(root.get("width", "")), int(root.get("height", ""))) == (716, 540)
    centres = {}  # the last that is drawn at a place is what is seen there
    for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
        here = round(float(circle.get("cx", ""))), round(float(circle.get("cy", "")))
        centres[here] = circle.get("class", "")
    assert "white" in centres.values() or "black" in centres.values()
    for here, name in centres.items():
        assert image.getpixel(here) == ImageColor.getrgb(look(name, theme).fill)


@pytest.mark.parametrize("size", [60, 333, 1600, 3100])
def test_any_size(size):
    drawn = scene(GAME.moments[5], GAME.board)
    assert pixels(drawn, size=size).size == (round(716 * size / 540), size)
    assert f'height="{size}"' in document(drawn, size=size, theme="dark")


def test_the_themes_differ_and_the_same_is_drawn_the_same_again():
    drawn = scene(GAME.moments[29], GAME.board)
    light, dark = (png(drawn, size=200, theme=theme) for theme in THEMES)
    assert light != dark and light == png(drawn, size=200, theme="light")
    assert pixels(drawn, theme="dark").getpixel((700, 10)) == (13, 17, 23)


def test_the_title_is_in_both_and_escaped():
    drawn = scene(GAME.moments[0], GAME.board)
    title = '<b> & "Ann" \u4e09'
    assert ET.fromstring(document(drawn, size=99, theme="light", title=title)).get(
        "aria-label"
    ) == title  # fmt: skip
    assert pixels(drawn, title=title).info["Title"] == title


def test_lines_are_dashed_where_no_piece_may_slide():
    board = Game("nine-holes").board
    drawn = scene(moment_of(Game("nine-holes")), board)
    (strokes,) = [s for s in drawn.shapes if isinstance(s, Strokes) and s.look == "line"]
    assert len(strokes.lines) == 2
    image = pixels(drawn, size=520)
    colours = {image.getpixel((140 + step, 140 + step)) for step in range(30, 90)}
    assert ImageColor.getrgb("#a9764a") in colours and ImageColor.getrgb("#5d3d20") in colours


def test_an_arrow_points_where_the_piece_went():
    drawn = scene(GAME.moments[29], GAME.board)
    ((tip, *_),) = [s.corners for s in drawn.shapes if isinstance(s, Area)]
    (ring,) = [s for s in drawn.shapes if s.look == "last"]
    assert abs(tip[0] - ring.x) + abs(tip[1] - ring.y) == pytest.approx(26, abs=0.2)
