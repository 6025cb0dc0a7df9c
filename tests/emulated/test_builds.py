# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every build and every kind of lights starts, sees pieces, and lights what it should."""

import pytest

from emulated import firmware
from emulated.board import Board

BUILDS = ("matrix", "hall", "shift", "expander", "switches")
LIGHTS = ("ws2812", "neopixel", "sk6812", "apa102", "hc595", "ht16k33")
OTHERS = [f"lights/{kind}" for kind in LIGHTS if kind not in ("ws2812", "neopixel")]

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]


def config(name):
    """The config.py of a build; None: the one that the firmware brings, matrix and ws2812."""
    if name in ("matrix", "ws2812"):
        return None
    if name == "neopixel":
        own = firmware.written()["config.py"]
        assert b'LED_DRIVER = "pio"' in own
        return own.replace(b'LED_DRIVER = "pio"', b'LED_DRIVER = "neopixel"')
    return firmware.build(name)


@pytest.mark.parametrize("name", [*BUILDS, "neopixel", *OTHERS])
def test_it_starts_plays_and_lights(micropython, name):
    with Board(micropython, firmware.written(config(name))) as board:
        board.until_light()
        board.wait(2500)
        assert board.hello(), board.text
        at = board.drop("d6", white=True)
        board.wait(500)
        frames = [frame for frame in board.look().frames if frame.begin >= at]
        assert any("d6" in frame.lit for frame in frames), "d6 does not shine"
        assert all(frame.lit.keys() <= {"d6"} for frame in frames[1:2]), frames[1].lit
        board.drop("f4")
        board.wait(500)
        assert [record.values["text"] for record in board.moves] == ["d6", "f4"]
        assert board.text == [], board.text


def test_the_folder_of_py_files_starts(micropython):
    with Board(micropython, firmware.written(None, "--source")) as board:
        board.until_moves()
        board.drop("d6")
        board.wait(600)
        assert board.hello()
        board.wait(300)
        assert [record.values["text"] for record in board.moves] == ["d6"]
