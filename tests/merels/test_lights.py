# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: looks, rhythms, the current cap, frames that are written only when they change."""

from merels import palette
from merels.complaints import SENTENCES, sentence
from merels.lights import HARD_CAP_MA, Lights, current_ma


class Port:
    def __init__(self):
        self.frames = []

    def write(self, frame):
        self.frames.append(bytes(frame))


def lights(brightness=40):
    made = Lights(Port(), 1 << 20)
    made.brightness = brightness
    return made, made._port.frames


def test_a_frame_is_written_once():
    made, frames = lights()
    made.meanings[3] = palette.TARGET
    made.step(0)
    made.step(5000)
    assert len(frames) == 1
    assert any(frames[0][9:12]) and not any(frames[0][:9]) and not any(frames[0][12:])
    assert made.shown() == {"b6": "target"}
    assert not made.due(90000) and made.wait(0) == 1 << 20


def test_the_first_frame_is_written_even_when_dark():
    made, frames = lights()
    made.step(0)
    assert frames == [bytes(75)]


def test_rhythms_move_on_their_own():
    made, frames = lights()
    made.meanings[0] = palette.REMOVABLE
    now = 0
    while now < 1024:
        made.step(now)
        assert 0 < made.wait(now) <= 64
        now += made.wait(now)
        assert made.due(now)
    assert 8 <= len(frames) <= 9  # four flashes a second, on and off


def test_every_rhythm_changes_and_none_leaves_its_range():
    for rhythm in (palette.SLOW, palette.FAST, palette.BREATHING, palette.MARCHING):
        levels = [palette.level(rhythm, now, 0) for now in range(0, 4096, 32)]
        assert len(set(levels)) > 1 and min(levels) >= 0 and max(levels) <= 256
    assert palette.level(palette.STEADY, 12345, 3) == 256
    assert palette.level(palette.MARCHING, 0, 0) != palette.level(palette.MARCHING, 0, 1)


def test_every_meaning_has_a_look():
    assert len(palette.LOOKS) == len(palette.MEANINGS) == len(set(palette.MEANINGS))
    for red, green, blue, rhythm in palette.LOOKS:
        assert min(red, green, blue) >= 0 and max(red, green, blue) <= 255
        assert palette.STEADY <= rhythm <= palette.MARCHING


def test_the_cap_holds_for_every_meaning_at_once():
    for meaning in range(len(palette.MEANINGS)):
        made, frames = lights(100)
        for point in range(25):
            made.meanings[point] = meaning
        for now in range(0, 2048, 64):
            made.step(now)
        for frame in frames:
            assert current_ma(frame) <= HARD_CAP_MA, palette.MEANINGS[meaning]


def test_brightness_dims():
    bright, bright_frames = lights(100)
    dim, dim_frames = lights(10)
    for made in (bright, dim):
        made.meanings[0] = palette.TARGET
        made.step(0)
    assert sum(bright_frames[0]) > 8 * sum(dim_frames[0]) > 0


def test_sentences_name_the_point():
    for word, _ in SENTENCES:
        assert "d6" in sentence(word, "d6")
    try:
        sentence("no-such-word", "d6")
    except KeyError:
        pass
    else:
        raise AssertionError("an unknown complaint has a sentence")
