# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What hardware/other-lights.md says is what the examples in hardware/configs/lights expect."""

import ast
import re

import config as reference
import pytest
from fakes import driver
from fakes.configs import Example
from fakes.pinout import PICO, tables

WIRES = {
    "sk6812": ("LED_DATA",),
    "apa102": ("LED_DATA", "LED_CLOCK"),
    "hc595": ("LED_DATA", "LED_CLOCK", "LED_LATCH"),
    "ht16k33": ("I2C_SDA", "I2C_SCL"),
}
GRIDS = {"hc595": "Chip QA (pin 15)", "ht16k33": "Line ROW0 ROW1"}
SENSORS = ("SENSORS", "ROWS", "COLUMNS", "POINTS", "SETTLE_US", "NEW_BUTTON", "BACK_BUTTON")


@pytest.fixture(scope="module")
def page(root):
    return (root / "hardware" / "other-lights.md").read_text(encoding="utf-8")


def section(page, name):
    """The part of the page that links to the example."""
    (found,) = [
        part
        for part in re.split(r"^## ", page, flags=re.MULTILINE)
        if f"(configs/lights/{name}.py)" in part
    ]
    return found


def test_every_example_has_a_section_and_is_checked_here(page, root):
    names = {path.stem for path in (root / "hardware" / "configs" / "lights").glob("*.py")}
    assert names == set(WIRES)
    assert set(re.findall(r"\(configs/lights/(\w+)\.py\)", page)) == names


@pytest.mark.parametrize("name", WIRES)
def test_an_example_is_constants_only(root, name):
    path = root / "hardware" / "configs" / "lights" / f"{name}.py"
    for node in ast.parse(path.read_text()).body[1:]:
        assert isinstance(node, ast.Assign)
        ast.literal_eval(node.value)


@pytest.mark.parametrize("name", WIRES)
def test_pins_are_those_of_the_example(page, name):
    config = Example(f"lights/{name}")
    rows = tables(section(page, name))["Wire GPIO Pin on the Pico Goes to"]
    assert {wire: gpio for wire, gpio, _, _ in rows} == {
        wire: f"GP{getattr(config, wire)}" for wire in WIRES[name]
    }
    for wire, gpio, pin, _ in rows:
        assert PICO[int(pin) - 1] == gpio, wire


@pytest.mark.parametrize("name", WIRES)
def test_all_else_is_as_on_the_hand_wired_board(name):
    config = Example(f"lights/{name}")
    for constant in SENSORS:
        assert getattr(config, constant) == getattr(reference, constant)
    if name not in GRIDS:
        assert config.LEDS == reference.LEDS


@pytest.mark.parametrize("name", GRIDS)
def test_outputs_are_those_of_the_example(page, name):
    (grid,) = [
        rows for head, rows in tables(section(page, name)).items() if head.startswith(GRIDS[name])
    ]
    points = [point for row in grid for point in row[1:]]
    assert " ".join(points).rstrip("- ") == Example(f"lights/{name}").LEDS
    assert len(points) == 32


def test_the_overview_has_each_kind_and_counts_its_pins(page):
    rows = tables(page)["Build `LIGHTS` Pins of the Pico Colours Take it when"]
    counted = {(kind.strip('`"'), int(pins)) for _, kind, pins, _, _ in rows}
    expected = {(Example(f"lights/{name}").LIGHTS, len(WIRES[name])) for name in WIRES}
    assert counted == expected | {("none", 0)}
    assert {kind for kind, _ in counted} == set(driver("config_check")._LIGHT_KINDS)


def test_the_sentence_of_a_missing_chip_is_the_true_one(page):
    class NoBus:
        def writeto(self, address, data):
            raise OSError(5)

    lights = driver("lights.ht16k33").LedMatrix(
        NoBus(), Example("lights/ht16k33").LED_ADDRESS, [0]
    )
    assert lights.problem() in page
