# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Scores of legal games of any variant, for the round trips through the formats of exchange/.

    @given(legal_scores(["nine-mens-morris"]))
    def test_...(score): ...

Moves that take a piece are played often, as they are rare. What is said about a game (tags,
comments, results) is drawn as well where `said` asks for it.
"""

import random

from hypothesis import strategies as st
from merels.rules.game import Game
from merels.rules.position import OFF
from merels_host.exchange.score import RESULTS, Score, Turn

_NAMES = {winner: text for text, winner in RESULTS.items()}
_WORDS = st.text(st.sampled_from("abc XYZ 12 äß.,-_'?!"), min_size=1, max_size=20)
WORDS = _WORDS.map(lambda text: " ".join(text.split())).filter(bool)


def played(variant, seed, length, **options):
    """A game after at most `length` actions."""
    choose = random.Random(seed)
    game = Game(variant, **options)
    for _ in range(length):
        if game.over:
            break
        actions = game.legal_actions()
        if choose.random() < 0.4:
            actions = [a for a in actions if a & 31 != OFF and game.takes(a)] or actions
        game.do(choose.choice(actions))
    return game


def score_of(game):
    """The score of a game that began with the empty board."""
    score = Score(game.variant, game.changed, turns=[Turn(text) for text in game.turns()])
    outcome = game.outcome()
    if outcome:
        score.result = _NAMES[outcome.winner]
    return score


@st.composite
def legal_scores(draw, variants, options=None, longest=200):
    """options: a dict, or none changed."""
    seed, length = draw(st.integers(0, 2**32)), draw(st.integers(0, longest))
    score = score_of(played(draw(st.sampled_from(variants)), seed, length, **(options or {})))
    names = draw(st.lists(st.sampled_from(["Event", "White", "Black", "Date"]), unique=True))
    score.tags = {name: draw(WORDS) for name in names}
    if score.result == "*":
        score.result = draw(st.sampled_from(["*", *RESULTS]))
    return score


def same_game(one, other):
    """Do two scores tell the same game, up to comments?"""
    return (
        one.variant == other.variant
        and one.replayed().position() == other.replayed().position()
        and [turn.text for turn in one.turns] == [turn.text for turn in other.turns]
        and one.result == other.result
    )
