# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The two buttons."""

from fakes import allocates, driver, power_on

Buttons = driver("buttons").Buttons
NEW = 16
BACK = 17


def test_each_button_has_its_bit():
    wiring = power_on()
    buttons = Buttons(NEW, BACK)
    for pressed, expected in (((), 0), ((NEW,), 1), ((BACK,), 2), ((NEW, BACK), 3)):
        wiring.buttons.pressed = set(pressed)
        assert buttons.read() == expected


def test_the_buttons_can_be_swapped_in_config():
    wiring = power_on()
    wiring.buttons.pressed = {BACK}
    assert Buttons(BACK, NEW).read() == 1


def test_reading_allocates_nothing():
    power_on()
    assert not allocates(Buttons(NEW, BACK).read)
