# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: the current cap, dimming, frames that are written only when they change."""

from merels.lights import palette
from merels.lights.lights import HARD_CAP_MA, Lights, current_ma
from merels_host.complaint_words import SENTENCES, sentence


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
    made.fresh()[3] = palette.TARGET
    made.begin(0)
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
    for meaning, least, most in (
        (palette.WRONG, 8, 9),  # four flashes a second, on and off
        (palette.REMOVABLE, 4, 5),
        (palette.LIFTED, 2, 3),
        (palette.EXTRA, 2, 3),
        (palette.MISSING, 16, 17),
        (palette.HINT, 4, 9),
    ):
        made, frames = lights()
        made.fresh()[0] = meaning
        made.begin(0)
        now = 0
        while now < 1024:
            made.step(now)
            assert 0 < made.wait(now) <= 64
            now += made.wait(now)
            assert made.due(now)
        assert least <= len(frames) <= most, (palette.MEANINGS[meaning], len(frames))


def test_every_meaning_begins_bright_and_goes_on_when_it_is_shown_again():
    for meaning in range(1, len(palette.MEANINGS)):
        made, frames = lights(100)
        for point in range(25):
            made.fresh()[point] = meaning
        made.begin(777)
        made.still = True
        made.step(777)
        assert sum(frames[-1]) <= sum(frames[0]) * 1.03  # the first is as bright as it ever gets
    made, frames = lights()
    made.fresh()[0] = palette.EXTRA
    made.begin(0)
    made.fresh()[0] = palette.EXTRA
    made.begin(600)  # dim by now
    assert len(frames) == 2 and sum(frames[1]) < sum(frames[0])
    made.fresh()[0] = made.fresh()[1] = palette.EXTRA
    made.begin(700)  # something is new: all begin anew
    assert frames[2][:3] == frames[2][3:6] == frames[0][:3]


def test_still():
    made, frames = lights()
    made.fresh()[0] = palette.OVER
    made.begin(0)
    made.still = True
    made.step(300)
    assert not made.due(90000) and made.wait(300) == 1 << 20
    assert frames[-1] == frames[0]


def test_the_cap_holds_for_every_meaning_at_once_in_every_palette():
    for number in range(len(palette.PALETTES)):
        for meaning in range(len(palette.MEANINGS)):
            for dim in (False, True):
                made, frames = lights(100)
                made.palette = number
                made.dim = dim
                for point in range(25):
                    made.fresh()[point] = meaning
                made.begin(0)
                for now in range(0, 2048, 64):
                    made.step(now)
                for frame in frames:
                    assert current_ma(frame) <= HARD_CAP_MA, palette.MEANINGS[meaning]


def test_the_cap_keeps_the_colour():
    made, frames = lights(100)
    for point in range(25):
        made.fresh()[point] = palette.MILL
    made.begin(0)
    assert current_ma(frames[0]) > HARD_CAP_MA * 9 // 10
    assert abs(frames[0][1] * 255 - frames[0][0] * 170) < 255 and frames[0][2] == 0


def test_brightness_dims():
    bright, bright_frames = lights(100)
    dim, dim_frames = lights(10)
    for made in (bright, dim):
        made.fresh()[0] = palette.TARGET
        made.begin(0)
    assert sum(bright_frames[0]) > 8 * sum(dim_frames[0]) > 0


def test_the_least_brightness_can_be_seen():
    for number in range(len(palette.PALETTES)):
        for meaning in range(1, len(palette.MEANINGS)):
            made, frames = lights(1)
            made.palette = number
            made.dim = True
            made.fresh()[0] = meaning
            made.begin(0)
            assert any(frames[0]), palette.MEANINGS[meaning]


def test_a_dimmed_board_has_a_quarter():
    made, frames = lights(100)
    made.fresh()[0] = palette.LIFTED
    made.begin(0)
    made.dim = True
    made.step(0)
    assert frames[0][:3] == b"\xff\xff\xff" and frames[1][:3] == b"\x40\x40\x40"


def test_palettes_are_painted():
    made, frames = lights(100)
    made.fresh()[7] = palette.TARGET
    made.begin(0)
    for number in range(len(palette.PALETTES)):
        made.palette = number
        made.step(0)
        assert tuple(frames[-1][21:24]) == palette.look(palette.TARGET, number)[:3]


def test_sentences_name_the_point():
    for word, _ in SENTENCES:
        assert "d6" in sentence(word, "d6")
    try:
        sentence("no-such-word", "d6")
    except KeyError:
        pass
    else:
        raise AssertionError("an unknown complaint has a sentence")


class SinglePort(Port):
    single = True

    def __init__(self):
        Port.__init__(self)
        self.percent = []

    def dim(self, percent):
        self.percent.append(percent)


def test_leds_of_one_colour_are_on_or_off_and_rhythms_tell():
    for meaning in range(1, len(palette.MEANINGS)):
        made = Lights(SinglePort(), 1 << 20)
        made.fresh()[:] = bytes([meaning] * 25)
        made.begin(0)
        frames = made._port.frames
        assert all(frames[0][3 * point] for point in range(25)), palette.MEANINGS[meaning]
        for now in range(0, 2048, 64):
            made.step(now)
        seen = [any(frame[6:9]) for frame in frames]
        assert (False in seen) == (palette.RHYTHMS[meaning] != palette.STEADY)
        for frame in frames:
            for point in range(25):
                assert frame[3 * point] == frame[3 * point + 1] == frame[3 * point + 2]


def test_leds_of_one_colour_take_another_palette_if_it_is_set():
    made = Lights(SinglePort(), 1 << 20)
    made.fresh()[0] = palette.TARGET
    made.palette = palette.PALETTES.index("red-green")
    made.begin(0)
    assert made._port.frames[0][:3] != bytes([made._port.frames[0][0]] * 3)
    assert palette.PALETTES[palette.SINGLE] == "single"


def test_leds_of_one_colour_are_dimmed_by_their_chip():
    made = Lights(SinglePort(), 1 << 20)
    for brightness, dim, percent in ((40, False, 40), (40, True, 10), (1, True, 1)):
        made.brightness = brightness
        made.dim = dim
        made.begin(0)
        assert made._port.percent[-1] == percent
