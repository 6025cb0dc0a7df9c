# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What hardware/other-builds.md tells a builder to solder is what hardware/configs expects."""

import ast
import re

import config as reference
import pytest
from fakes.configs import Example
from fakes.hall import HallBoard
from fakes.pinout import PICO, tables
from merels_host.setup.config_file import check_config

SAME = ("LIGHTS", "LED_DATA", "LED_COLOURS", "NEW_BUTTON")  # as on the hand-wired board


def _switches(config):
    return dict(zip(config.POINTS.split(), config.SWITCHES, strict=True))


def _shift(config):
    return {"LOAD": config.SHIFT_LOAD, "CLOCK": config.SHIFT_CLOCK, "DATA": config.SHIFT_DATA}


def _expander(config):
    return {"SDA": config.I2C_SDA, "SCL": config.I2C_SCL}


def _hall(config):
    wires = {f"S{k}": pin for k, pin in enumerate(config.MUX_SELECT)}
    outputs = {f"OUT{k}": pin for k, pin in enumerate(config.MUX_ADC, 1)}
    return wires | outputs | {"POWER": config.HALL_POWER}


WIRES = {"switches": _switches, "shift": _shift, "expander": _expander, "hall": _hall}
GRIDS = {"shift": "Chip D7 (pin 6)", "expander": "Port 0 1", "hall": "Channels 0 1"}


@pytest.fixture(scope="module")
def page(root):
    return (root / "hardware" / "other-builds.md").read_text(encoding="utf-8")


def section(page, name):
    """The part of the page that links to the example."""
    (found,) = [
        part
        for part in re.split(r"^## ", page, flags=re.MULTILINE)
        if f"(configs/{name}.py)" in part
    ]
    return found


def names(root):
    return {path.stem for path in (root / "hardware" / "configs").glob("*.py")}


def test_every_example_has_a_section_and_is_checked_here(page, root):
    assert names(root) == set(WIRES)
    assert set(re.findall(r"\(configs/(\w+)\.py\)", page)) == names(root)


@pytest.mark.parametrize("name", WIRES)
def test_an_example_is_constants_only(root, name):
    tree = ast.parse((root / "hardware" / "configs" / f"{name}.py").read_text())
    for node in tree.body[1:]:
        assert isinstance(node, ast.Assign)
        ast.literal_eval(node.value)


@pytest.mark.parametrize("name", WIRES)
def test_pins_are_those_of_the_example(page, name):
    config = Example(name)
    expected = WIRES[name](config) | {"BTN1": config.NEW_BUTTON, "WS2812": config.LED_DATA}
    if config.BACK_BUTTON is not None:
        expected["BTN2"] = config.BACK_BUTTON
    rows = tables(section(page, name))["Wire GPIO Pin on the Pico Goes to"]
    assert {wire: gpio for wire, gpio, _, _ in rows} == {
        wire: f"GP{pin}" for wire, pin in expected.items()
    }
    for wire, gpio, pin, _ in rows:
        assert PICO[int(pin) - 1] == gpio, wire


@pytest.mark.parametrize("name", GRIDS)
def test_inputs_are_those_of_the_example(page, name):
    (grid,) = [
        rows for head, rows in tables(section(page, name)).items() if head.startswith(GRIDS[name])
    ]
    points = [point for row in grid for point in row[1:]]
    assert "".join(points).rstrip("-") == "".join(Example(name).POINTS.split())
    assert len(points) == 32


@pytest.mark.parametrize("name", WIRES)
def test_what_the_page_calls_the_same_is_the_same(name):
    config = Example(name)
    for constant in SAME:
        assert getattr(config, constant) == getattr(reference, constant)
    chain = [led for led in reference.LEDS.split() if led in config.POINTS.split()]
    assert config.LEDS.split() == chain


def test_the_overview_counts_pins(page):
    rows = tables(page)["Build `SENSORS` Pins of the Pico Parts beside the switches Take it when"]
    counted = {kind.strip('`"'): int(pins) for _, kind, pins, _, _ in rows}
    expected = {name: len(WIRES[name](Example(name))) for name in WIRES}
    expected["matrix"] = len(reference.ROWS) + len(reference.COLUMNS)
    assert counted == expected


def test_the_sentence_of_a_missing_chip_is_the_true_one(page):
    text = " ".join(section(page, "expander").split())
    dead = Example("expander").POINTS.split()[16:]
    assert f"these points are dead: {' '.join(name for name in dead if name != '-')}." in text


def test_the_sentence_of_a_missing_sensor_is_the_true_one(page):
    sentence = HallBoard(faults={"d7": "missing", "a1": "missing"}).start().sensors.problem()
    assert sentence in " ".join(section(page, "hall").split())


def test_the_other_multiplexers_are_such_that_a_board_takes(page, root):
    text = (root / "hardware" / "configs" / "hall.py").read_text()
    variants = re.findall(
        r"^```python\n(.*?)^```$", section(page, "hall"), re.DOTALL | re.MULTILINE
    )
    assert len(variants) == 2
    check_config(text + variants[0])
    check_config((text + variants[1]).replace(" d4", ""))
