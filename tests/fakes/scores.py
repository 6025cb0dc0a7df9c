# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Scores of legal games of every variant, for hypothesis: with comments, variations and more."""

from hypothesis import strategies as st
from merels.errors import RulesError
from merels.rules import variants
from merels.rules.game import Game
from merels_host.exchange.score import RESULTS, Score, Turn

# What is in comments and tags: anything that a line can hold, and what PGN has another use for.
WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="}")
    | st.sampled_from('"\\{;()$%[]*.! x'),
    max_size=20,
).map(lambda text: " ".join(filter(None, text.split(" "))))
COMMENTS = WORDS.map(lambda text: text.replace("[%", "["))
CHANGED = {
    "fly": "off",
    "repetition": "0",
    "protect": "any",
    "starts": "black",
    "blocked": "passes",
}
TAGS = ("Event", "Site", "White", "Black", "Round", "Annotator", "ECO")


@st.composite
def scores(draw, most=60, plain=False):
    """plain: without comments, variations and times."""
    variant = draw(st.sampled_from(variants.ids()))
    score = Score(variant, _options(draw, variant))
    game = score.opened()
    if draw(st.booleans()):
        for _ in range(draw(st.integers(0, 30))):
            if not _act(draw, game):
                break
        score.start = game.position()
        try:
            game = score.opened()
        except RulesError:
            score.start = ""
            game = score.opened()
    for _ in range(draw(st.integers(0, most))):
        if not _act(draw, game):
            break
    score.turns = [Turn(text) for text in game.turns()]
    outcome = game.outcome()
    if outcome is not None:
        score.reason = outcome.reason
        score.result = next(text for text, winner in RESULTS.items() if winner == outcome.winner)
    if not plain:
        _decorate(draw, score)
    return score


def _options(draw, variant):
    changed = {}
    for name, value in CHANGED.items():
        if draw(st.integers(0, 5)) == 0:
            try:
                Game(variant, **{**changed, name: value})
            except RulesError:
                continue
            changed[name] = value
    return Game(variant, **changed).changed


def _act(draw, game):
    """Play one legal action, if there is one."""
    actions = game.legal_actions()
    if not actions:
        return False
    game.do(actions[draw(st.integers(0, len(actions) - 1))])
    return True


def _decorate(draw, score):
    score.before = draw(COMMENTS)
    score.tags = draw(
        st.dictionaries(st.sampled_from(TAGS), WORDS.filter(lambda text: text not in ("", "?")))
    )
    for at, turn in enumerate(score.turns):
        if draw(st.integers(0, 3)):
            continue
        turn.before, turn.after = draw(COMMENTS), draw(COMMENTS)
        turn.nags = draw(st.lists(st.integers(0, 255), max_size=2, unique=True))
        turn.took_ms = draw(st.none() | st.integers(0, 10**9))
        for _ in range(draw(st.integers(0, 1))):
            line = _variation(draw, score, at, 2)
            if line:
                turn.variations.append(line)
                turn.closing = draw(COMMENTS)


def _variation(draw, score, at, depth):
    """Another line than that from turn `at`, with one in it."""
    game = Score(
        score.variant, score.changed, start=score.start, turns=score.turns[:at]
    ).replayed()
    base = game.ply
    for _ in range(draw(st.integers(1, 6))):
        if not _act(draw, game):
            break
    line = [Turn(text) for text in game.turns()[base:]]
    for turn in line:
        turn.after = draw(COMMENTS)
    if line and depth and draw(st.booleans()):
        within = Score(
            score.variant, score.changed, start=score.start, turns=score.turns[:at] + line
        )
        inner = _variation(draw, within, at + len(line) - 1, depth - 1)
        if inner:
            line[-1].variations.append(inner)
            line[-1].closing = draw(COMMENTS)
    return line
