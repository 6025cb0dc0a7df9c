# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pictures of the building guide, drawn from firmware/config.py: a cell, the matrix, the LEDs.

python tests/project/test_wiring_pictures.py      draws them anew
"""

import itertools
from pathlib import Path

import pytest
from merels.board import WOOD, Board
from merels_host.selftest.wiring import ToldWiring
from merels_host.setup.config_file import read_config
from merels_host.setup.config_place import default_config
from merels_host.views.pictures import svg
from merels_host.views.pictures.shapes import Area, Box, Disc, Scene, Shape, Strokes, Words
from merels_host.views.pictures.wood import Frame, wood

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures" / "build"
HEAD = (
    "<!-- SPDX-FileCopyrightText: The Merels contributors -->\n"
    "<!-- SPDX-License-Identifier: CC-BY-4.0 -->\n"
)


config = read_config(default_config())
pin = ToldWiring.pin


def lead(*places):
    return Strokes("lead", tuple(itertools.pairwise(places)))


def diode(x, y) -> list[Shape]:
    """A diode from (x, y) down to (x, y + 30), its ring below."""
    return [
        lead((x, y), (x, y + 8)),
        Area("ink", ((x - 8, y + 8), (x + 8, y + 8), (x, y + 21))),
        lead((x - 9, y + 22), (x + 9, y + 22)),
        lead((x, y + 22), (x, y + 30)),
    ]


def switch(x, y) -> list[Shape]:
    """An open switch from (x, y) to (x + 44, y)."""
    return [
        lead((x, y), (x + 10, y)),
        lead((x + 10, y), (x + 32, y - 10)),
        Disc("ink", x + 34, y, 3),
        lead((x + 34, y), (x + 44, y)),
    ]


def cell() -> Scene:
    """One cell with its Pico, and the first LED."""
    shapes: list[Shape] = [
        Box("page", 0, 0, 760, 430),
        Box("part", 20, 20, 190, 390, 8),
        Words("side", 76, 50, "Pico"),
    ]
    column, row, data = 110, 210, 270
    for y, name in (
        (column, f"COL0, {pin(config.COLUMNS[0])}"),
        (row, f"ROW0, {pin(config.ROWS[0])}"),
        (data, pin(config.LED_DATA)),
        (330, "VBUS (pin 40)"),
        (380, "GND (pin 38)"),
    ):
        shapes += [Words("small", 30, y + 5, name), Disc("ink", 210, y, 4)]
    shapes += [
        # the cell: column - reed switch - anode, cathode - row
        lead((210, column), (290, column)),
        Box("glass", 290, column - 12, 130, 24, 12),
        *(
            lead((290, column), (350, column - 3)),
            lead((342, column + 3), (420, column + 3)),
        ),
        Words("small", 250, column + 34, "reed switch"),
        lead((420, column + 3), (500, column + 3), (500, column + 35)),
        *diode(500, column + 35),
        lead((500, column + 65), (500, row), (210, row)),
        Words("small", 520, column + 55, "diode, its ring to the row"),
        Disc("magnet", 411, column, 28),  # 14 mm of glass are 130 units, 6 mm are 56
        lead((355, column - 16), (355, column - 52)),
        lead((411, column), (411, column - 52)),
        lead((355, column - 44), (411, column - 44)),
        Words("small", 422, column - 52, "6 mm from the middle of the glass"),
        Words("small", 422, column - 34, "to the point, where the magnet stands"),
        # the LED
        lead((210, data), (300, data)),
        Box("part", 300, data - 22, 120, 44, 6),
        Words("small", 312, data + 5, "74AHCT125"),
        lead((420, data), (460, data)),
        Box("part", 460, data - 9, 70, 18),
        Words("small", 470, data + 5, "330 ohm"),
        lead((530, data), (580, data)),
        Box("part", 580, data - 40, 120, 170, 6),
        Words("small", 592, data + 5, "DIN   LED 1"),
        lead((210, 330), (240, 330)),
        Box("part", 240, 321, 80, 18),
        Words("small", 252, 335, "750 mA"),
        Strokes("supply", (((320, 330), (580, 330)), ((390, 330), (390, data + 22)))),
        Words("small", 592, 335, "5 V"),
        lead((210, 380), (580, 380)),
        lead((345, 380), (345, data + 22)),
        *(Disc("ink", x, y, 3) for x, y in ((345, 380), (390, 330), (480, 330), (480, 380))),
        Words("small", 592, 385, "GND"),
        lead((480, 330), (480, 350)),
        lead((466, 350), (494, 350)),
        lead((466, 358), (494, 358)),
        lead((480, 358), (480, 380)),
        Words("small", 500, 360, "470 uF"),
    ]
    return Scene(760, 430, 760, tuple(shapes))


def matrix() -> Scene:
    """All rows, columns, switches and diodes."""
    step, left, top = 120, 150, 80
    names = config.POINTS.split()
    width = left + step * len(config.COLUMNS) + 20
    height = top + step * len(config.ROWS) + 20
    shapes: list[Shape] = [Box("page", 0, 0, width, height)]
    for number, gpio in enumerate(config.COLUMNS):
        x = left + step * number
        shapes += [
            Words("small", x - 20, 24, f"COL{number}"),
            Words("small", x - 20, 42, pin(gpio)),
            lead((x, 50), (x, top + step * (len(config.ROWS) - 1) + 30)),
        ]
    for number, gpio in enumerate(config.ROWS):
        y = top + step * number + 90
        shapes += [
            Words("small", 14, y - 4, f"ROW{number}"),
            Words("small", 14, y + 14, pin(gpio)),
            lead((100, y), (left + step * (len(config.COLUMNS) - 1) + 44, y)),
        ]
    for place, name in enumerate(names):
        row, column = divmod(place, len(config.COLUMNS))
        x, y = left + step * column, top + step * row + 30
        shapes += [
            Disc("ink", x, y, 3),
            *switch(x, y),
            lead((x + 44, y), (x + 44, y + 30)),
            *diode(x + 44, y + 30),
            Disc("ink", x + 44, y + 60, 3),
            Words("small", x + 58, y + 5, name),
        ]
    return Scene(width, height, width, tuple(shapes))


def chain() -> Scene:
    """The board with the number of each LED, and the way from one to the next."""
    board = Board("three-rings")
    frame = Frame(board)
    leds = config.LEDS.split()
    places = [frame.place(WOOD.index(name)) for name in leds]
    shapes: list[Shape] = [*wood(board, frame)]
    shapes += [Strokes("way", tuple(itertools.pairwise(places)))]
    for number, (x, y) in enumerate(places, 1):
        shapes += [Disc("white", x, y, 17), Words("led", x, y + 5, str(number))]
    start = places[0]
    shapes += [Words("small", start[0] - 14, start[1] + 34, "DIN")]
    return Scene(frame.side, frame.side, frame.side, tuple(shapes))


TITLES = {
    cell: "One cell: COL0, reed switch, diode, ROW0; and the first LED at the level shifter",
    matrix: "The matrix: at each crossing a switch from the column and a diode to the row",
    chain: "The LED chain over the board, the first LED at a7, the last at g1",
}


def drawn():
    """Path -> text of the pictures."""
    found = {}
    for draw, title in TITLES.items():
        scene = draw()
        text = svg.document(scene, size=round(scene.board), theme="auto", title=title)
        found[PICTURES / f"{draw.__name__}.svg"] = HEAD + text
    return found


@pytest.mark.parametrize("path", drawn(), ids=lambda path: path.name)
def test_the_picture_is_what_the_code_draws(path):
    assert path.read_text(encoding="utf-8") == drawn()[path], (
        "run python tests/project/test_wiring_pictures.py"
    )


def test_no_picture_is_left_over():
    assert set(PICTURES.iterdir()) == set(drawn())


def test_each_point_of_the_matrix_has_a_diode_whose_ring_is_at_the_row():
    shapes = matrix().shapes
    named = {shape.text for shape in shapes if isinstance(shape, Words)}
    assert set(config.POINTS.split()) <= named
    arrows = [shape.corners for shape in shapes if isinstance(shape, Area)]
    assert len(arrows) == len(config.POINTS.split())
    assert all(tip[1] > first[1] == second[1] for first, second, tip in arrows)


def test_the_chain_numbers_each_led_once():
    numbers = [shape.text for shape in chain().shapes if isinstance(shape, Words)]
    count = len(config.LEDS.split())
    assert [text for text in numbers if text.isdigit() and numbers.count(text) == 1] == [
        str(number) for number in range(8, count + 1)
    ]  # 1 to 7 are the names of the ranks, too


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for path, text in drawn().items():
        path.write_text(text, encoding="utf-8")
