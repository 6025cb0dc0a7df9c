# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pictures of the docs, each drawn from what the firmware makes of a hand script.

docs/pictures/NAME.hands becomes docs/pictures/NAME.svg; its comments are the title. game.svg is
what merels games picture draws.

    python tests/project/test_pictures.py      draws them anew
"""

from pathlib import Path

import pytest
from merels_host.exchange.score import Score, Turn
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.handscript import parse
from merels_host.simulator.ports import MemoryConsole, MemoryStorage
from merels_host.views.moments import Film
from merels_host.views.pictures import svg
from merels_host.views.pictures.lights import SAYS, swatch
from merels_host.views.pictures.lit import picture
from merels_host.views.pictures.scene import scene

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
GAME = """d6 e4 d2 b2 f4 f2 c5 d5 d1 d3 c4 c3 e3 b4 b6 f6 a4 a1 d1-g1 a1-d1 g1-g4 d1-a1 g4-g7 e4-e5
    e3-e4 a1-d1 d6-d7 d3-e3 a4-a7xd1"""
BOOT_MS = 500
SETTLE_MS = 3000


def acted_out(text, name):
    """The simulated board at the end of a hand script, and the firmware that runs on it."""
    script = parse(text, name)
    colour = script.sensors == "colour"
    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "docs", colour, script.points or 25)
    board.power_on()
    now = stepped(board, 0, BOOT_MS)
    board.start(script, now)
    zero = now = stepped(board, now, now + SETTLE_MS)
    for when, _, deed in script.deeds:
        now = stepped(board, now, zero + when)
        board.do(deed, now)
    now = stepped(board, now, zero + script.length())
    board.step(now)
    assert board.app
    return board, board.app


def stepped(board, now, until):
    while now < until:
        now += board.step(now)
    return until


def title(text):
    """The comments before the first statement, as one sentence."""
    comments = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if "SPDX" not in line:
            comments.append(line.lstrip("# "))
    return " ".join(comments)


def drawn():
    """Path -> text of every picture of the docs."""
    found = {PICTURES / "lights" / f"{meaning}.svg": swatch(meaning) for meaning in SAYS}
    for path in sorted(PICTURES.glob("*.hands")):
        text = path.read_text(encoding="utf-8")
        board, app = acted_out(text, path.name)
        assert app.game
        found[path.with_suffix(".svg")] = picture(
            app.game.board, board.wood.white, board.wood.black, app.lights.shown(),
            title=title(text), legend=True,
        )  # fmt: skip
    film = Film.of(Score("nine-mens-morris", turns=[Turn(text) for text in GAME.split()]))
    found[PICTURES / "game.svg"] = svg.document(
        scene(film.at(None), film.board), size=400, theme="auto",
        title="White has moved from a4 to a7, has closed a mill and removed the piece on d1",
    )  # fmt: skip
    head = (
        "<!-- SPDX-FileCopyrightText: The Merels contributors -->\n"
        "<!-- SPDX-License-Identifier: CC-BY-4.0 -->\n"
    )
    return {path: head + text for path, text in found.items()}


@pytest.mark.parametrize("path", drawn(), ids=lambda path: path.name)
def test_the_picture_is_what_the_code_draws(path):
    assert path.read_text(encoding="utf-8") == drawn()[path], (
        "run python tests/project/test_pictures.py"
    )


def test_no_picture_is_left_over():
    elsewhere = {PICTURES / "statistics.svg"}  # see test_statistics_page.py
    elsewhere |= set((PICTURES / "build").glob("*.svg"))  # see test_wiring_pictures.py
    assert set(PICTURES.rglob("*.svg")) - elsewhere == set(drawn())


def test_the_picture_of_the_readme_shows_a_piece_in_the_hand_and_a_mill_to_come():
    path = PICTURES / "board.hands"
    board, app = acted_out(path.read_text(encoding="utf-8"), path.name)
    shown = app.lights.shown()
    assert "lifted" in shown.values() and "target" in shown.values()
    (point,) = [name for name, meaning in shown.items() if meaning == "completes-mill"]
    assert point not in board.standing()


if __name__ == "__main__":
    for path, text in drawn().items():
        path.write_text(text, encoding="utf-8")
