# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The buzzer: silent unless wanted, a tick at a mill, a low one at a mistake."""

from fakes.table import Table
from merels.hands.hands import FOREVER
from merels.lights.sound import Sound


class Buzzer:
    def __init__(self):
        self.tones = []

    def tone(self, hz):
        self.tones.append(hz)


def _sound():
    buzzer = Buzzer()
    sound = Sound(buzzer)
    sound.on = True
    return buzzer, sound


def test_a_mill_is_one_tick_however_long_it_stays():
    buzzer, sound = _sound()
    for now in range(0, 100, 10):
        sound.see(True, now)
        wait = sound.step(now)
        assert wait == (20 - now if now < 20 else FOREVER)
    assert buzzer.tones == [2000, 0]
    sound.see(False, 100)
    sound.see(True, 110)
    assert buzzer.tones == [2000, 0, 2000]


def test_a_mistake_is_lower_and_longer():
    buzzer, sound = _sound()
    sound.complain(0)
    assert sound.step(59) == 1 and buzzer.tones == [400]
    assert sound.step(60) == FOREVER and buzzer.tones == [400, 0]


def test_a_tone_ends_across_the_wrap_of_the_clock():
    buzzer, sound = _sound()
    sound.see(True, (1 << 30) - 5)
    assert sound.step(10) == 5
    assert sound.step(15) == FOREVER and buzzer.tones == [2000, 0]


def test_off_or_without_a_buzzer_nothing_is_heard():
    buzzer, sound = _sound()
    sound.on = False
    sound.see(True, 0)
    sound.complain(0)
    assert sound.step(5) == FOREVER and buzzer.tones == []
    without = Sound(None)
    without.on = True
    without.see(True, 0)
    assert without.step(5) == FOREVER


def _table(settings):
    table = Table()
    table.app.ports.buzzer = buzzer = Buzzer()
    table.app.sound = Sound(buzzer)
    assert table.ask("set " + settings) == "ok"
    table.run(100)
    return table, buzzer


MILL = "d6 f4 d5 f6 d7"


def test_a_mill_on_the_wood_is_heard_when_sound_is_on():
    for settings, heard in (
        ("sound=on", [2000, 0]),
        ("sound=on help=silent", []),
        ("sound=off", []),
    ):
        table, buzzer = _table(settings)
        table.play(MILL)
        assert buzzer.tones == heard, settings


def test_a_mistake_on_the_wood_is_heard():
    table, buzzer = _table("sound=on")
    table.play("d6 f4 d2 b4")
    table.lift("d6")
    table.lift("b4")
    table.run(3000)
    assert table.app.match.complaints == ["two-lifted@b4"]
    assert buzzer.tones == [400, 0]


def test_sound_is_off_by_default():
    assert Table().ask("get sound") == "ok sound=off"
