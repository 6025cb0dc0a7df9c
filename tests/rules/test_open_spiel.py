# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The standard game side by side with OpenSpiel's: the same legal moves and results, ply by ply.

OpenSpiel plays on for 200 turns and knows no other draw, so ours plays without limits here.
Versions up to 1.6 refuse every slide to a7.
"""

import random

import pytest
from merels.rules.game import Game
from merels.rules.position import HAND, OFF

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: open-spiel>=2.0")
GAMES = 120
POINTS = 24


@pytest.fixture(scope="module")
def their_game():
    game = pyspiel.load_game("nine_mens_morris")
    state = game.new_initial_state()
    moves = "d5 d2 b2 d6 f4 f2 g7 d7 g1 e5 g4 xd6 f6 a1 e4 d3 e3 xb2 c4 d6"
    ours = Game()
    for move in moves.split(" "):
        action = ours.parse(move)
        if theirs(action) not in state.legal_actions():
            pytest.skip("this OpenSpiel is older than 2.0")
        state.apply_action(theirs(action))
        ours.do(action)
    return game


def theirs(action):
    """OpenSpiel's number of one of our actions; both number the points in reading order."""
    src, dst = action >> 5, action & 31
    if dst == OFF:
        return src
    return dst if src == HAND else POINTS + src * POINTS + dst


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_the_same(their_game, seed):
    choose = random.Random(seed)
    ended = 0
    for _ in range(GAMES // 4):
        ours = Game(quiet_limit=0, repetition=0)
        state = their_game.new_initial_state()
        while not state.is_terminal():
            actions = {theirs(action): action for action in ours.legal_actions()}
            assert sorted(actions) == sorted(state.legal_actions()), ours.position()
            assert ours.turn == state.current_player()
            # mills are rare among random moves: close one when it can be done
            closing = [number for number, action in actions.items() if ours.takes(action)]
            number = choose.choice(closing if closing and choose.random() < 0.7 else [*actions])
            state.apply_action(number)
            ours.do(actions[number])
        if ours.over:
            winner = ours.winner
            assert state.returns() == ([1, -1] if winner == 0 else [-1, 1])
            ended += 1
        else:
            assert state.returns() == [0, 0] and ours.ply >= 200
    assert ended > GAMES // 8
