# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games that move, and merels games gif."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from fakes.socket_board import E64
from merels_host import cli
from merels_host.archive import one_game
from merels_host.errors import UsageProblem
from merels_host.exchange.score import Score, Turn
from merels_host.views.moments import Film
from merels_host.views.pictures.animation import frames, moving_gif, moving_svg
from merels_host.views.pictures.raster import png
from merels_host.views.pictures.scene import scene
from PIL import Image, ImageChops, ImageSequence

SCORE = Score(
    "nine-mens-morris",
    turns=[Turn(text, took_ms=None if ply == 3 else 1500) for ply, text in enumerate(E64)],
)
GAME = Film.of(SCORE)
LOOK = {"size": 120, "theme": "light"}


def test_removals_and_the_end_are_seen_longer():
    show = {moment.ply: ms for moment, ms in frames(GAME, pace=0.5)}
    removals = [moment.ply for moment in GAME.moments if moment.removed]
    assert removals == [29, 39]
    assert (show[0], show[1], show[29], show[39]) == (500, 500, 1000, 3000)
    assert frames(GAME, pace=2)[-1][1] == 8000


def test_real_time_is_until_the_next_turn():
    show = [ms for _, ms in frames(GAME, pace=0.7, real_time=True)]
    assert show[:5] == [1500, 1500, 1500, 700, 1500]  # of one turn the time is unknown
    long = Film.of(Score("achi", turns=[Turn("a1", took_ms=0), Turn("b1", took_ms=10**7)]))
    assert [ms for _, ms in frames(long, real_time=True)] == [50, 600_000, 4000]


def test_a_gif_shows_each_turn_for_its_time():
    show = frames(GAME, pace=0.2)
    image = Image.open(io.BytesIO(moving_gif(GAME, show, title="E64", **LOOK)))
    assert image.info["loop"] == 0 and image.info["comment"] == b"E64"
    seen = [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(image)]
    assert [ms for _, ms in seen] == [ms for _, ms in show]
    for number in (0, 29, 39):
        still = Image.open(io.BytesIO(png(scene(GAME.moments[number], GAME.board), **LOOK)))
        difference = ImageChops.difference(seen[number][0], still.convert("RGB"))
        histogram = difference.convert("L").histogram()
        assert sum(histogram[40:]) < 60, number  # of 19,000 pixels


def test_a_moving_svg_shows_one_frame_at_a_time():
    show = frames(GAME, pace=1)
    text = moving_svg(GAME, show, title="<E64>", **LOOK)
    root = ET.fromstring(text)
    assert root.get("aria-label") == "<E64>" and root.get("height") == "120"
    groups = [one.get("class") for one in root.iter("{http://www.w3.org/2000/svg}g")]
    assert groups[0] == "frame f0" and groups[-1] == "frame f39 end" and len(groups) == 40
    keys = re.findall(r"@keyframes merels-f(\d+)\{(.*?)\}\}", text)
    assert len(keys) == 40
    whole = sum(ms for _, ms in show)
    assert f"animation:merels-f7 {whole / 1000:g}s step-end infinite" in text
    times = [
        [float(part) for part in re.findall(r"([\d.]+)%\{visibility:visible", rule + "}")]
        for _, rule in keys
    ]
    assert times[0] == [0] and times == sorted(times) and all(len(one) == 1 for one in times)
    hidden = re.search(r"@keyframes merels-f0\{0.0000%\{visibility:visible\}([\d.]+)%", text)
    assert hidden and float(hidden[1]) == times[1][0]
    assert "prefers-reduced-motion:no-preference" in text


def test_a_game_without_turns_moves_not_but_has_a_picture():
    empty = Film.of(Score("achi"))
    show = frames(empty)
    assert len(show) == 1
    assert Image.open(io.BytesIO(moving_gif(empty, show, **LOOK))).size[1] == 120
    assert "merels-f0" in moving_svg(empty, show, **LOOK)


def test_what_memory_cannot_hold_is_refused_with_what_can_be_had():
    show = frames(GAME) * 10
    with pytest.raises(UsageProblem, match=r"^400 pictures .* choose --size (\d+) or") as caught:
        moving_gif(GAME, show, size=2000, theme="dark")
    most = int(re.findall(r"--size (\d+)", caught.value.message)[0])
    assert 400 * most**2 * 716 / 540 < 500_000_000 < 400 * (most + 20) ** 2 * 716 / 540


def test_the_command(tmp_path, capsys, monkeypatch):
    asked = []

    def score(*words):
        asked.append(words)
        return SCORE

    monkeypatch.setattr(one_game, "one_score", score)
    monkeypatch.chdir(tmp_path)
    small = ["--size", "60", "--pace", "0.1"]
    assert cli.main(["games", "gif", "0badcafe-1", *small]) == 0
    assert capsys.readouterr().out == "0badcafe-1.gif\n"
    image = Image.open("0badcafe-1.gif")
    assert image.n_frames == 40 and image.size == (80, 60)
    words = ["--out", "x.svg", "--theme", "dark", "--real-time", "--archive", "b.db"]
    assert cli.main(["games", "gif", "0badcafe-1", *words]) == 0
    assert asked[-1] == ("b.db", "0badcafe-1")
    assert cli.main(["games", "gif", "0badcafe-1", "--out", "x.png"]) == 2
    assert "let it be .gif or .svg." in capsys.readouterr().err
    assert cli.main(["games", "gif", "0badcafe-1", "--pace", "0"]) == 2
