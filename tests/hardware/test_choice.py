# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Pages on which a builder chooses and buys: counted after the configurations of the builds."""

import re

import config as reference
import pytest
from fakes.configs import Example
from fakes.pinout import tables
from merels_host.setup.config_file import check_config

# Leads of a part; of a chip, which one is in the build.
LEADS = {
    "switches": 2, "diodes": 2, "resistors": 2, "resistor": 2, "capacitors": 2, "FET": 3,
    "sensors": 3,
}  # fmt: skip
CHIPS = {"74HC165 chain": 16, "MCP23017 pair": 28, "Hall sensors and multiplexers": 24}
BUILDS = ("matrix", "switches", "shift", "expander", "hall")
LIGHTS = ("sk6812", "apa102", "hc595", "ht16k33")


@pytest.fixture(scope="module")
def choice(root):
    return (root / "hardware" / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def guide(root):
    return (root / "docs" / "building.md").read_text(encoding="utf-8")


def plain(cell):
    """A cell without its link."""
    return re.sub(r"\[(.+?)\]\(.*?\)", r"\1", cell).strip("`")


def build(name):
    return reference if name == "matrix" else Example(name)


def points(name):
    return len([point for point in build(name).POINTS.split() if point != "-"])


def test_the_leads_are_those_of_the_parts(choice):
    rows = tables(choice)[
        "Build You buy for the sensors Leads to solder Pins of the Pico "
        "Knows the colour of a piece Take it when"
    ]
    assert len(rows) == len(BUILDS)
    for name, (title, parts, leads, _, _, _) in zip(BUILDS, rows, strict=True):
        counted = 0
        for part in parts.split(", "):
            number, kind = int(part.split()[0]), part.split()[-1]
            counted += number * (CHIPS[plain(title)] if kind == "chips" else LEADS[kind])
        assert counted == int(leads), title
        assert int(parts.split()[0]) == points(name), title


def test_pins_are_those_of_the_overview_of_other_builds(choice, root):
    other = (root / "hardware" / "other-builds.md").read_text(encoding="utf-8")
    there = {
        plain(row[0]): row[2]
        for head, rows in tables(other).items()
        if head.startswith("Build `SENSORS`")
        for row in rows
    }
    here = {
        plain(row[0]): row[3]
        for head, rows in tables(choice).items()
        if head.startswith("Build You buy")
        for row in rows
    }
    assert here == there


def test_only_linear_hall_sensors_know_the_colour(choice):
    (rows,) = [rows for head, rows in tables(choice).items() if head.startswith("Build You buy")]
    assert [row[4] for row in rows] == ["no"] * 4 + ["yes"]


def test_every_configuration_has_its_line_among_the_pin_tables(choice, root):
    rows = tables(choice)["Wires Where the table is `config.py`"]
    linked = set(re.findall(r"\]\((.+?\.py)\)", " ".join(row[2] for row in rows)))
    folder = root / "hardware"
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("configs/**/*.py")}
    assert linked == there | {"../firmware/config.py"}


def test_what_is_to_buy_is_what_each_build_needs(guide):
    (rows,) = [rows for head, rows in tables(guide).items() if head.startswith("Part [matrix]")]
    bought = {row[0]: dict(zip(BUILDS, row[1:], strict=True)) for row in rows}

    def quantity(part, name):
        (found,) = [counts for words, counts in bought.items() if words.startswith(part)]
        return int(found[name] or 0)

    for name in BUILDS:
        config = build(name)
        sensor = "Linear Hall" if name == "hall" else "Reed switch"
        assert quantity(sensor, name) == points(name)
        assert quantity("LED WS2812B", name) == len(config.LEDS.split())
        buttons = [config.NEW_BUTTON, config.BACK_BUTTON]
        assert quantity("Push button", name) == len([pin for pin in buttons if pin is not None])
    assert quantity("Diode", "matrix") == len(reference.ROWS) * len(reference.COLUMNS)
    assert quantity("74HC165", "shift") == -(-points("shift") // 8)
    assert quantity("MCP23017", "expander") == len(Example("expander").EXPANDERS)
    assert quantity("74HC4067", "hall") == len(Example("hall").MUX_ADC)
    assert quantity("Resistor 10 kohm", "shift") == points("shift")
    assert quantity("Resistor 10 kohm", "matrix") == len(reference.COLUMNS)
    chips = {"shift": "74HC165", "expander": "MCP23017", "hall": "74HC4067"}
    for name, chip in chips.items():
        sensors = points(name) if name == "hall" else 0
        assert quantity("Capacitor 100 nF", name) == 2 + sensors + quantity(chip, name)


def test_the_guide_buys_for_the_matrix_what_its_own_page_lists(guide, root):
    page = (root / "hardware" / "hand-wired.md").read_text(encoding="utf-8")
    (rows,) = [rows for head, rows in tables(guide).items() if head.startswith("Part [matrix]")]
    bought = sorted(int(row[1]) for row in rows if row[1])
    listed = sorted(int(quantity) for quantity, *_ in tables(page)["Quantity Part Hint"])
    assert bought == listed


def test_the_board_takes_the_constants_that_other_builds_shows(root):
    page = (root / "hardware" / "other-builds.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2  # three and four 74HC4051
    example = (root / "hardware" / "configs" / "hall.py").read_text(encoding="utf-8")
    without = example.replace(' d4"', '"').replace(" d4 ", " ")
    for block in blocks:
        check_config(without + block)
