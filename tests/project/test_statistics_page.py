# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
# ruff: noqa: E402
"""docs/statistics.md: its keys are those of the JSON, its games and its picture are of today.

python tests/project/test_statistics_page.py      writes tests/data/statistics and the picture anew
"""

import json
import random
import re
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests"))  # where this is run as a program

from fakes.many_games import play_turn
from merels.rules.game import Game
from merels_host.archive.importer import Importer
from merels_host.archive.store import Store
from merels_host.exchange import pgn_reader, pgn_writer
from merels_host.exchange.score import Score, Turn
from merels_host.rulebook.openings import symmetries
from merels_host.statistics.figures import figures
from merels_host.statistics.plots import drawn

PAGE = ROOT / "docs" / "statistics.md"
GAMES = ROOT / "tests" / "data" / "statistics" / "club.pgn"
PICTURE = ROOT / "docs" / "pictures" / "statistics.svg"
PLAYERS = {"Ann": 0.9, "Bob": 0.6, "Cy": 0.3, "Dora": 0.7}  # and how often each closes a mill
OPENINGS = ("d6 b4 d2 f4", "d6 b4 f4 d2", "b6 f2 d6 f6", "d7 d6 d5 d3")
HEAD = (
    "<!-- SPDX-FileCopyrightText: The Merels contributors -->\n"
    "<!-- SPDX-License-Identifier: CC-BY-4.0 -->\n"
)


def club(count=48):
    """Games of a club that does not exist; openings turned and reflected as it comes."""
    dice = random.Random(1)
    for number in range(count):
        players = dice.sample(list(PLAYERS), 2)
        variant = dice.choice(("nine-mens-morris", "nine-mens-morris", "lasker-morris", "achi"))
        score = Score(variant, tags={
            "Event": "Club evening", "Site": "Home", "White": players[0], "Black": players[1],
            "Date": f"2026.{number // 8 + 1:02}.{number % 28 + 1:02}", "Round": str(number + 1),
        })  # fmt: skip
        game = played(Game(variant), players, dice)
        for text in game.turns():
            pace = 1.2 if "-" not in text else 1.9
            took = round(1000 * min(dice.lognormvariate(pace, 0.7), 240))
            score.turns.append(Turn(text, took_ms=took // 100 * 100))
        outcome = game.outcome()
        score.result = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[outcome.winner] if outcome else "*"
        score.reason = outcome.reason if outcome else "unfinished"
        yield score


def played(game, players, dice):
    if game.variant != "achi":
        texts = dice.choice(OPENINGS).split()
        if dice.random() < 0.5:
            texts[0], texts[2] = texts[2], texts[0]
        turned = dice.choice(symmetries(game.board.id))
        for text in texts:
            game.play(game.board.name(turned[game.board.bit(text)]))
    while not game.over and game.ply < 100:
        play_turn(game, dice, PLAYERS[players[game.turn]])
        if game.ply > 40 and not game.over and dice.random() < 0.02:
            winner = dice.choice((0, 1, None))
            game.finish(winner, "agreed" if winner is None else "resigned")
    return game


def counted():
    with tempfile.TemporaryDirectory() as folder, Store.open(f"{folder}/club.db") as store:
        importer = Importer(store)
        for score in pgn_reader.read(GAMES.read_text(encoding="utf-8").splitlines(True), "club"):
            importer.take(score)
        importer.finish()
        with store.begin() as connection:
            return figures(connection)


def described(svg):
    """What an SVG says of its numbers."""
    root = ElementTree.fromstring(svg)
    return json.loads(next(node.text for node in root.iter() if node.tag.endswith("}description")))


def test_the_games_are_those_that_are_made_here():
    assert GAMES.read_text(encoding="utf-8") == "\n".join(map(pgn_writer.write, club()))


def test_the_picture_shows_the_numbers_of_today():
    """Not byte by byte: where letters and lines are is another matter with each matplotlib."""
    text = PICTURE.read_text(encoding="utf-8")
    assert described(text) == counted().as_json(), (
        "run python tests/project/test_statistics_page.py"
    )
    words = set(re.findall(r">([^<>\n]+)</text>", drawn(counted(), "svg").decode()))
    assert len(words) > 50
    assert words == set(re.findall(r">([^<>\n]+)</text>", text))


def keys_of(value, before=""):
    """All keys, those within others with a dot between; lists are as their items."""
    if isinstance(value, list):
        return set().union(*(keys_of(item, before) for item in value))
    found = set()
    if isinstance(value, dict):
        for key, more in value.items():
            found |= {before + key} | keys_of(more, f"{before}{key}.")
    return found


def test_the_page_names_every_key_of_the_json():
    text = PAGE.read_text(encoding="utf-8").partition("| key | what it is |\n")[2]
    named: set[str] = set()
    for row in text.partition("\n\n")[0].splitlines()[1:]:
        named |= set(re.findall(r"`([\w.]+)`", row.split("|")[1]))
    keys = {re.sub(r"^seconds\.\w+", "seconds.PHASE", key) for key in keys_of(counted().as_json())}
    assert named == keys


if __name__ == "__main__":
    GAMES.parent.mkdir(exist_ok=True)
    GAMES.write_text("\n".join(map(pgn_writer.write, club())), encoding="utf-8")
    text = drawn(counted(), "svg").decode()
    PICTURE.write_text(text.replace("?>\n", f"?>\n{HEAD}", 1), encoding="utf-8")
