# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What hardware/hand-wired.md tells a builder to solder is what firmware/config.py expects."""

import re

import config
import pytest
from fakes.configs import Example
from fakes.pinout import PICO, tables
from merels.lights.lights import HARD_CAP_MA
from merels_host.setup.config_file import check_config
from merels_host.setup.config_place import default_config


@pytest.fixture(scope="module")
def page(root):
    return (root / "hardware" / "hand-wired.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def guide(root):
    return (root / "docs" / "building.md").read_text(encoding="utf-8")


def wires(page):
    """Wire name -> (GPIO name, pin on the Pico)."""
    rows = tables(page)["Wire GPIO Pin on the Pico Goes to"]
    return {wire: (gpio, int(pin)) for wire, gpio, pin, _ in rows}


def test_pins_are_those_of_config(page):
    expected = {"BTN1": config.NEW_BUTTON, "BTN2": config.BACK_BUTTON, "WS2812": config.LED_DATA}
    expected |= {f"ROW{number}": pin for number, pin in enumerate(config.ROWS)}
    expected |= {f"COL{number}": pin for number, pin in enumerate(config.COLUMNS)}
    table = wires(page)
    assert {wire: gpio for wire, (gpio, _) in table.items() if gpio.startswith("GP")} == {
        wire: f"GP{pin}" for wire, pin in expected.items()
    }


def test_pins_are_where_the_pico_has_them(page):
    table = wires(page)
    assert len(table) == 16
    for wire, (gpio, pin) in table.items():
        assert PICO[pin - 1] == gpio, wire


def test_pins_named_in_the_text_are_where_the_pico_has_them(page, guide):
    named = re.findall(r"\b(GND|3V3|5 V|ROW0|COL0) \(pin (\d+)\)", page + guide)
    assert len(named) >= 6
    gpios = {wire: gpio for wire, (gpio, _) in wires(page).items()} | {"GND": "GND", "3V3": "3V3"}
    for name, pin in named:
        assert PICO[int(pin) - 1] == gpios[name], (name, pin)


def test_gpios_named_in_the_text_of_any_page_are_where_the_pico_has_them(root):
    pages = [*(root / "hardware").glob("*.md"), *(root / "docs").glob("*.md")]
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    named = re.findall(r"\b(GP\d+) \(pin (\d+)\)", text)
    assert ("GP20", "26") in named
    for gpio, pin in named:
        assert PICO[int(pin) - 1] == gpio


def test_a_buzzer_may_be_where_the_page_has_it(page):
    (pin,) = re.findall(r"`BUZZER =\s+(\d+)`", page)
    assert f"between GP{pin} (pin" in page
    check_config(default_config().replace("BUZZER = None", f"BUZZER = {pin}"))
    hall = Example("hall")
    wires = {*hall.MUX_SELECT, *hall.MUX_ADC, hall.HALL_POWER, hall.LED_DATA}
    assert int(pin) not in wires


def test_matrix_is_the_order_of_points_in_config(page):
    rows = tables(page)["COL0 COL1 COL2 COL3 COL4"]
    assert [row[0] for row in rows] == [f"ROW{number}" for number in range(5)]
    assert " ".join(point for row in rows for point in row[1:]) == " ".join(config.POINTS.split())


def test_led_chain_is_the_order_of_leds_in_config(page):
    rows = tables(page)["LEDs Points in this order"]
    chain = []
    for numbers, points in rows:
        first, last = numbers.split("-")
        assert int(first) == len(chain) + 1
        chain += points.split()
        assert int(last) == len(chain)
    assert chain == config.LEDS.split()


def bill(page):
    """Part -> quantity, from the bill of materials."""
    return {part: int(quantity) for quantity, part, _ in tables(page)["Quantity Part Hint"]}


def test_parts_are_as_many_as_config_needs(page):
    parts = bill(page)
    points = len(config.POINTS.split())

    def quantity(start):
        (found,) = [count for part, count in parts.items() if part.startswith(start)]
        return found

    assert quantity("Reed switch") == points
    assert quantity("Diode 1N4148") == points
    assert quantity("LED WS2812B") == len(config.LEDS.split())
    assert quantity("Resistor 10 kohm") == len(config.COLUMNS)
    assert quantity("Push button") == 2
    assert quantity("Magnet") == quantity("Piece") == 18
    assert quantity("Raspberry Pi Pico") == 1


def test_the_current_cap_is_the_one_in_the_code(page):
    assert f"**{HARD_CAP_MA} mA** (`HARD_CAP_MA`)" in page


def test_the_comment_in_config_names_the_same_pins(page, root):
    comment = (root / "firmware" / "config.py").read_text(encoding="utf-8").split('"""')[1]
    for name, pins in re.findall(r"^    (GP\d+(?:-\d+)?) +([\d, ]+?)  ", comment, re.MULTILINE):
        first, _, last = name[2:].partition("-")
        gpios = range(int(first), int(last or first) + 1)
        assert [PICO[int(pin) - 1] for pin in pins.split(",")] == [f"GP{gpio}" for gpio in gpios]
    assert len(re.findall(r"^    GP\d", comment, re.MULTILINE)) == 5


def test_constants_named_on_the_page_are_in_config(page):
    for name in ("POINTS", "LEDS"):
        assert f"`{name}" in page
        assert hasattr(config, name)


def test_the_three_pieces_of_the_ghost_test_are_three_corners(guide):
    """Step 4 puts pieces on three corners of a rectangle; the fourth must not appear."""
    found = re.search(r"pieces on (.+?): three points, and `(.+?)` must", guide)
    assert found
    corners, ghost = found.groups()
    order = config.POINTS.split()
    cells = [divmod(order.index(point), 5) for point in [*re.findall(r"[a-g]\d", corners), ghost]]
    assert len(cells) == 4
    assert len({row for row, _ in cells}) == len({column for _, column in cells}) == 2


def test_what_is_called_at_the_prompt_is_there(guide, root):
    source = (root / "firmware" / "pico" / "bringup.py").read_text(encoding="utf-8")
    called = re.findall(r"from pico\.bringup import (\w+); (\w+)\(\)", guide)
    assert {name for name, _ in called} == {"walk", "watch"}
    for name, call in called:
        assert name == call
        assert f"def {name}(" in source
