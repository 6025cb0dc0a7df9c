# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the rules say of scores that were read."""

import re

import pytest
from merels_host.exchange.checked import WHYS, Refusal, refusal
from merels_host.exchange.score import Score, Turn

APART = "white=a7,b2,e4,f6 black=d5,c3,g1,a4 hand=0,0 turn=white"
ROUND = ("a7-d7", "g1-g4", "d7-a7", "g4-g1")


def score(*texts, variant="nine-mens-morris", **more):
    return Score(variant, turns=[Turn(text) for text in texts], **more)


@pytest.mark.parametrize(
    ("given", "ply", "move", "words"),
    [
        (score("d6", "d6"), 1, "1...", "d6 cannot be played: the point is taken."),
        (score("d6", "x" * 50), 1, "1...", f"{'x' * 37}... cannot be played: this is not a move."),
        (score("d6", "d6", changed={"starts": "black"}), 1, "2.", "d6 cannot be played: the"),
        (
            score("a7", "a1", "d7", "d1", "g7", "g4"),
            4,
            "3.",
            "g7 does not say which piece is removed.",
        ),
        (score(variant="none"), -1, "", "There is no variant 'none'"),
        (score(changed={"wings": "two"}), -1, "", "wings"),
        (score(start="white=z9"), -1, "", "z9"),
        (score("a7", start="white=a1 black=a4"), -1, "", "fewer than 3 pieces (too-few-pieces)."),
        (score("a1", "a2", "b2", "b1", "c3", "c1", variant="nine-holes"), 5, "3...", "(line)."),
    ],
)
def test_refusals(given, ply, move, words):
    refused = refusal(given)
    assert (refused.ply, refused.move) == (ply, move)
    assert words in refused.words
    assert refused.words.endswith(".")


def test_what_is_legal():
    assert refusal(score("d6", "f4")) is None
    assert refusal(score("a7", "a1", "d7", "d1", "g7")) is None  # half a turn, under way
    placed = score("d6", "g7", "d7-d6")
    placed.turns[2].position = "white=d7 black=a1 hand=0,0 turn=white"
    assert refusal(placed).ply == 2
    placed.turns[2].position = "white=d7,a4,g4 black=a1,b2,c3 hand=0,0 turn=white"
    assert refusal(placed) is None


def test_nothing_is_played_after_a_draw():
    went_on = score(*ROUND, *ROUND, *ROUND, start=APART)
    assert refusal(went_on) == Refusal(
        8, "5.", "a7-d7 cannot be played: the game is over (repetition)."
    )


def test_every_reason_has_words(root):
    text = (root / "firmware" / "merels" / "rules" / "refusal.py").read_text(encoding="utf-8")
    known = set(re.findall(r'return "([a-z-]+)"', text)) | {"bad-move", "unknown-point"}
    assert known == set(WHYS) | {"game-over"}
