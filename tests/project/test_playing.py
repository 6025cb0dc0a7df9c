# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/playing.md against the firmware: its tables are those of the code, its figures too.

python tests/project/test_playing.py      writes the tables anew
"""

import re
from pathlib import Path

import pytest
from merels import app
from merels.board import WOOD
from merels.hands import earlier
from merels.lights import hints, idle, palette
from merels.modes import menu, menu_choices
from merels.sensing import presses
from merels_host import complaint_words
from merels_host.views.pictures.lights import SAYS, rhythm_name

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "playing.md"
COLOURS = {
    "white": (255, 255, 255),
    "green": (0, 200, 60),
    "amber": (255, 170, 0),
    "gold": (255, 210, 80),
    "orange": (255, 80, 0),
    "red": (255, 0, 0),
    "blue": (0, 60, 255),
    "light blue": (0, 130, 255),
    "turquoise": (0, 255, 255),
    "violet": (160, 0, 255),
    "pink": (255, 0, 160),
}
RHYTHMS = {
    "steady": "steady",
    "slow": "slowly blinking",
    "fast": "quickly flashing",
    "breathing": "swelling and fading",
    "marching": "running",
    "winking": "winking once a second",
    "twice": "flashing twice every second",
}


def colour_name(red, green, blue):
    """The colour of an LED in words: the nearest that has a name, faint when it is dim."""
    most = max(red, green, blue)
    bright = [value * 255 // most for value in (red, green, blue)]
    name = min(
        COLOURS,
        key=lambda one: sum((a - b) ** 2 for a, b in zip(bright, COLOURS[one], strict=True)),
    )
    return f"faint {name}" if most < 130 else name


def shown_meanings():
    """The meanings that the firmware ever shows, and those that are kept for later."""
    names = ("lights/show.py", "modes/menu.py", "modes/set_up.py")
    files = [ROOT / "firmware" / "merels" / name for name in names]
    code = "".join([path.read_text(encoding="utf-8") for path in files])
    shown, later = [], []
    for number, name in enumerate(palette.MEANINGS[1:], 1):
        constant = name.upper().replace("-", "_")
        assert getattr(palette, constant) == number
        (shown if re.search(rf"palette\.{constant}\b", code) else later).append(name)
    return shown, later


def lights():
    """The table of the lights."""
    lines = ["| light | looks | says | name |", "|---|---|---|---|"]
    shown, later = shown_meanings()
    for name in shown:
        red, green, blue, _ = palette.look(palette.MEANINGS.index(name))
        look = f"{colour_name(red, green, blue)}, {RHYTHMS[rhythm_name(name)]}"
        picture = f"![{look}](pictures/lights/{name}.svg)"
        lines.append(f"| {picture} | {look} | {SAYS[name]} | `{name}` |")
    if later:
        names = " and ".join(f"`{name}`" for name in later)
        lines += ["", f"Kept for later versions: {names}."]
    return "\n".join(lines)


def palettes():
    """The table of the palettes, in words; `single` needs none."""
    names = palette.PALETTES[:-1]
    lines = [f"| light | {' | '.join(names)} | rhythm |", "|---|" + "---|" * (len(names) + 1)]
    for name in shown_meanings()[0]:
        number = palette.MEANINGS.index(name)
        colours = [colour_name(*palette.look(number, at)[:3]) for at in range(len(names))]
        rhythm = RHYTHMS[rhythm_name(name)]
        lines.append(f"| {SAYS[name]} | {' | '.join(colours)} | {rhythm} |")
    return "\n".join(lines)


def mistakes():
    """The table of the complaints."""
    lines = ["| name | what the board would say, if it could speak |", "|---|---|"]
    for word, _ in complaint_words.SENTENCES:
        lines.append(f"| `{word}` | {complaint_words.sentence(word, 'that point')} |")
    return "\n".join(lines)


MENU_SAYS = {
    "variant": "which game; it begins with its own rules",
    "fly": "with how many pieces left a player may fly",
    "protect": "may a piece in a mill be removed? Only when no other is there, never, or always",
    "settle": "how long a move must rest, in thousandths of a second: less for fast players",
    "help": "how much the lights help",
    "brightness": "of the lights, in percent",
    "palette": "the colours: for all eyes, for eyes that confuse red and green, for eyes that "
    "confuse blue and yellow, for lights of one colour",
    "set-up": "set a position up on the wood",
    "learn": "learn how sensors and lights are wired",
    "calibrate": "measure sensors and pieces; only on a board with Hall sensors",
}


def places(values):
    """Values and their points, in a line."""
    return ", ".join(f"{WOOD[menu.PLACES[at]]} `{value}`" for at, value in enumerate(values))


def menu_pages():
    """The table of the menu, and the variants below it."""
    lines = ["| point | choice | what it is | its values |", "|---|---|---|---|"]
    for at, name in enumerate(menu_choices.NAMES):
        values = "below" if name == "variant" else places(menu_choices.offered(name, True))
        values = values or "(begins at once)"
        lines.append(f"| {WOOD[menu.PLACES[at]]} | {name} | {MENU_SAYS[name]} | {values} |")
    place = WOOD[menu.PLACES[len(menu_choices.NAMES)]]
    lines.append(
        f"| {place} | {menu_choices.CALIBRATE} | {MENU_SAYS['calibrate']} | (begins at once) |"
    )
    without = menu_choices.offered("variant", False)
    every = menu_choices.offered("variant", True)
    centre = [f"`{name}`" for name in every if name not in without]
    lines += ["", "| point | variant |", "|---|---|"]
    lines += [f"| {WOOD[menu.PLACES[at]]} | `{name}` |" for at, name in enumerate(every)]
    lines += ["", f"A board without a point in the centre does not offer {', '.join(centre)}."]
    return "\n".join(lines)


TABLES = {"lights": lights, "palettes": palettes, "mistakes": mistakes, "menu": menu_pages}


def written(text):
    """The page with its tables as the code has them."""
    for name, table in TABLES.items():
        pattern = rf"(<!-- {name}: written by .+? -->\n\n).*?(\n\n<!-- end -->)"
        text, count = re.subn(
            pattern, lambda m, table=table: m[1] + table() + m[2], text, flags=re.DOTALL
        )
        assert count == 1, name
    return text


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_firmware(page):
    assert written(page) == page, "run python tests/project/test_playing.py"


def test_every_complaint_of_the_firmware_has_a_sentence():
    said = set()
    for path in (ROOT / "firmware" / "merels").rglob("*.py"):
        said |= set(re.findall(r'complain\("([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert said == {word for word, _ in complaint_words.SENTENCES}


def test_the_picture_of_the_menu_shows_its_first_page():
    svg = (ROOT / "docs" / "pictures" / "menu.svg").read_text(encoding="utf-8")
    rings = svg.count('class="ring"') - 2  # without those of the legend
    assert rings == len(menu_choices.CHOICES)


def test_every_level_of_help_is_told(page):
    section = page.partition("## How much the lights help\n")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^- \*\*(\w+)\*\*", section, re.MULTILINE)) == hints.LEVELS


def test_no_two_lights_that_can_be_seen_look_alike():
    shown, _ = shown_meanings()
    looks = [palette.look(palette.MEANINGS.index(name)) for name in shown]
    assert len(set(looks)) == len(looks)


def test_the_times_of_the_page_are_those_of_the_firmware(page):
    text = " ".join(page.split())
    assert app._EMPTY_MS == 3000 and "for three seconds" in text
    assert presses._HELD_MS == 1000 and "for a second" in text
    assert menu.LEAVE_MS == 15000 and "for a quarter of a minute" in text
    assert idle.SLEEP_MS == 120000 and "for two minutes" in text
    assert idle.SHOW_MS == 30000 and "for half a minute" in text
    assert 1500 < earlier._LIFTED_MS < 2500 and "about two seconds" in text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
