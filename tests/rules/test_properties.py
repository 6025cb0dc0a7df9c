# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Properties that every game of every variant has, whatever is played and whatever is changed."""

import random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from merels.board import count
from merels.errors import BadOption
from merels.rules import options as table
from merels.rules import variants
from merels.rules.game import Game
from merels.rules.position import OFF
from symmetries import moved, symmetries


def drawn(seed, number):
    """`number` choices; a failing game shrinks by its length."""
    choose = random.Random(seed)
    return [choose.randrange(10_000) for _ in range(number)]


CHOICES = st.builds(drawn, st.integers(0, 2**32), st.integers(1, 160))
FEW = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=True,
)
MANY = settings(FEW, max_examples=200)


def values(name):
    """A strategy for the values of an option."""
    words = []
    for word in table.values(name):
        low, dots, high = word.partition("..")
        words += [low, high, str((int(low) + int(high)) // 3)] if dots else [word]
    return st.sampled_from([word for word in words if word != "1" or name != "repetition"])


CHANGES = st.lists(
    st.sampled_from(table.names()).flatmap(lambda name: st.tuples(st.just(name), values(name))),
    max_size=6,
).map(dict)
VARIANTS = st.sampled_from(variants.ids())


def state(game):
    """All that makes up a game."""
    return (
        list(game.men),
        list(game.hand),
        (game.turn, game.due, game.quiet, game.ply, game.middle, game.placing),
        game.outcome(),
        game._rare(),
        game.position(),
        game.turns(),
        game.legal(),
    )


def pick(game, choice):
    """A legal action; moves that take a piece are picked often, as they are rare."""
    actions = game.legal_actions()
    if choice % 3 == 0:
        actions = [a for a in actions if a & 31 != OFF and game.takes(a)] or actions
    return actions[choice // 3 % len(actions)]


def play(game, choices):
    for choice in choices:
        if game.over:
            break
        game.do(pick(game, choice))


def check_undo(game, choices):
    states = []
    for choice in choices:
        if game.over:
            break
        states.append(state(game))
        game.do(pick(game, choice))
    while states:
        game.undo()
        assert state(game) == states.pop()


def check_round_trip(game, choices):
    def same():
        read = Game.from_position(game.position(), game.variant, **game.changed)
        assert read.position() == game.position()
        assert read.legal() == game.legal()
        if not game.over or game.reason != "repetition":
            assert (read.outcome() is None) == (game.outcome() is None)
        return read

    for number, choice in enumerate(choices):
        if game.over:
            break
        if number % 5 == 0 or game.due:
            read = same()
            action = pick(game, choice)
            read.do(action)
            game.do(action)
            assert read.position() == game.position()
        else:
            game.do(pick(game, choice))
    if not (game.over and game.reason == "repetition"):
        same()


def check_conservation(game, choices):
    total = [game.rules.pieces, game.rules.pieces]
    for choice in choices:
        if game.over:
            break
        action = pick(game, choice)
        victim = 0 if game.white >> (action >> 5) & 1 else 1
        before = [count(game.men[side]) + game.hand[side] for side in (0, 1)]
        swept, held = game.marked, list(game.hand)
        game.do(action)
        assert game.white & game.black == 0
        assert (game.white | game.black) & ~game.board.points == 0
        after = [count(game.men[side]) + game.hand[side] for side in (0, 1)]
        for side in (0, 1):
            lost = before[side] - after[side]
            if swept and not game.placing:
                continue  # marked pieces have gone
            if action & 31 == OFF and side == victim:
                assert lost == (0 if game.marked & ~swept else 1)
            elif game.rules.stop_at_two and game.hand == [0, 0]:
                assert 0 <= lost <= held[side]
            elif lost:
                assert game.rules.placing_mill in ("hand", "hand-again") and lost > 0
            assert after[side] <= total[side]


def check_limits(game, choices):
    rules = game.rules
    for choice in choices * 8:
        if game.over:
            break
        if rules.quiet_limit and not game.due:
            assert game.quiet < rules.quiet_limit
        actions = game.legal_actions()
        assert actions
        game.do(actions[choice % len(actions)])
        if not game.over and not game.middle:
            for side in (0, 1):
                assert count(game.men[side]) + game.hand[side] >= rules.minimum
            if rules.repetition:
                assert game.history.seen(game, rules.origin) < rules.repetition
    if not game.over:
        return
    assert game.legal_actions() == []


def check_symmetry(game, choices):
    boards = symmetries(game.board)
    symmetry = boards[choices[0] % len(boards)]
    image = Game(game.variant, **game.changed)

    def mapped(action):
        src, dst = action >> 5, action & 31
        src = symmetry[src] if src < 25 else src
        return src * 32 + (symmetry[dst] if dst < 25 else dst)

    for choice in choices:
        assert sorted(mapped(action) for action in game.legal_actions()) == sorted(
            image.legal_actions()
        )
        assert image.outcome() == game.outcome()
        assert (image.white, image.black) == (
            moved(symmetry, game.white),
            moved(symmetry, game.black),
        )
        assert (image.turn, image.due, image.hand) == (game.turn, game.due, game.hand)
        if game.over:
            break
        action = pick(game, choice)
        if action & 31 != OFF:
            assert image.takes(mapped(action)) == moved(symmetry, game.takes(action))
        assert image.closing() == moved(symmetry, game.closing())
        game.do(action)
        image.do(mapped(action))


def check_takes(game, choices):
    """takes() says before a move what removable() says after it."""
    for choice in choices:
        if game.over:
            break
        if not game.due:
            before = state(game)
            for action in game.legal_actions()[choice % 4 :: 4]:
                takes = game.takes(action)
                game.do(action)
                assert takes == (game.removable() if game.middle else 0)
                game.undo()
            assert state(game) == before
        game.do(pick(game, choice))


CHECKS = [
    check_undo,
    check_round_trip,
    check_conservation,
    check_limits,
    check_symmetry,
    check_takes,
]
NAMES = [check.__name__.removeprefix("check_") for check in CHECKS]


@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
@pytest.mark.parametrize("variant", variants.ids())
def test_every_variant(variant, check):
    @FEW
    @given(CHOICES)
    def run(choices):
        check(Game(variant), choices)

    run()


# Games that once came out otherwise.
AGAIN = {"placing-mill": "hand-again"}
FOUND = (
    ("cham-gonu", {"minimum": "12"}, drawn(0, 27)),
    ("zhi-qi", {"minimum": "12", "stop-at-two": "yes"}, drawn(2526638462, 71)),
    ("dooz", AGAIN, drawn(0, 22)),
    ("nine-mens-morris", {**AGAIN, "slide-while-placing": "yes"}, drawn(807046719, 72)),
    ("nerenchi", {**AGAIN, "custodian": "yes"}, drawn(2837803047, 58)),
    ("three-mens-morris", {"banned": "yes", "custodian": "yes"}, drawn(2552462762, 37)),
    (
        "nerenchi",
        {"diagonals": "edges-only", "no-straight-back": "yes", "minimum": "4"},
        drawn(1269645095, 79),
    ),
)


@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
@pytest.mark.parametrize(("variant", "changes", "choices"), FOUND)
def test_games_that_were_found(variant, changes, choices, check):
    check(Game(variant, **changes), choices)


@pytest.mark.parametrize("check", CHECKS, ids=NAMES)
def test_changed_options(check):
    @MANY
    @given(VARIANTS, CHANGES, CHOICES)
    @example("cham-gonu", {"minimum": "12"}, drawn(0, 27))
    @example("dooz", AGAIN, drawn(0, 22))
    def run(variant, changes, choices):
        try:
            game = Game(variant, **changes)
        except BadOption:
            assume(False)
        else:
            check(game, choices)

    run()


def test_the_boards_have_the_symmetries_that_they_should():
    for variant, number in (
        ("mill", 16),
        ("morabaraba", 16),
        ("seven-mens-morris", 16),
        ("achi", 8),
    ):
        board = Game(variant).board
        found = symmetries(board)
        assert len(set(found)) == number
        for symmetry in found:
            assert {moved(symmetry, line) for line in board.lines} == set(board.lines)
            for bit in range(25):
                assert board.adjacent[symmetry[bit]] == moved(symmetry, board.adjacent[bit])
