# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game as a row of moments."""

import pytest
from fakes.socket_board import E64
from merels.board import WOOD, count
from merels.rules.game import Game
from merels_host.errors import ExchangeProblem, UsageProblem
from merels_host.exchange.score import Score, Turn
from merels_host.views.moments import Film, moment_of


def film(turns, variant="nine-mens-morris", **more):
    return Film.of(Score(variant, turns=[Turn(text) for text in turns], **more))


def names(mask):
    return {name for bit, name in enumerate(WOOD) if mask >> bit & 1}


def test_each_turn_is_a_moment_and_so_is_the_beginning():
    game = film(E64)
    assert [moment.turn for moment in game.moments] == ["", *E64]
    assert [moment.ply for moment in game.moments] == list(range(len(E64) + 1))
    replayed = Game()
    for moment in game.moments[1:]:
        assert moment.side == replayed.turn
        replayed.play(moment.turn)
        assert (moment.white, moment.black) == (replayed.white, replayed.black)
        assert moment.hand == tuple(replayed.hand)
    assert game.moments[-1].end == "white wins (blocked)"
    assert game.moments[-2].end == game.doubt == ""


def test_a_move_that_closes_a_mill_and_takes_a_piece():
    moment = film(E64).moments[29]
    assert moment.turn == "g4-g7xf4" if moment.source < 0 else "-" in moment.turn
    source, target = moment.turn[:2], moment.turn[3:5]
    assert (WOOD[moment.source], WOOD[moment.target]) == (source, target)
    assert names(moment.removed) == {moment.turn.partition("x")[2]}
    assert moment.captured[moment.side] == 1 and moment.captured[1 - moment.side] == 0
    (line,) = moment.closed
    assert target in names(line) and line in moment.mills and count(line) == 3


def test_an_old_mill_still_stands_but_is_not_closed_again():
    game = film(["a1", "a7", "d1", "d7", "g1xa7", "b6", "e5"])
    assert len(game.moments[5].closed) == len(game.moments[5].mills) == 1
    assert game.moments[7].mills == game.moments[5].mills and game.moments[7].closed == ()


def test_pieces_that_wait_to_be_swept_away_are_marked_and_make_no_mill():
    game = film(["a1", "a7", "d1", "d7", "g1xa7"], "cham-gonu")
    moment = game.moments[-1]
    assert not game.doubt and names(moment.marked) == {"a7"}
    assert moment.captured == (0, 0)


def test_an_end_that_no_rule_knows_is_that_of_the_score():
    assert film(["d6"], result="0-1", reason="resigned").moments[-1].end == "black wins (resigned)"
    assert film(["d6"], result="1/2-1/2").moments[-1].end == "a draw"
    assert film(["d6"]).moments[-1].end == ""


def test_a_start_and_a_position_that_was_set():
    score = Score("nine-mens-morris", start="white=a1 hand=8,9 turn=black", turns=[
        Turn("d6", took_ms=1500, after="so", variations=[[Turn("d7")]], closing="or so"),
        Turn("g1", position="white=a1,d1 black=d6 hand=7,8 turn=white"),
    ])  # fmt: skip
    first, second, third = Film.of(score).moments
    assert names(first.white) == {"a1"} and first.to_move == 1
    assert (second.took_ms, second.comment) == (1500, "so or so")
    assert names(third.white) == {"a1", "d1", "g1"} and third.closed


def test_what_the_rules_refuse_ends_the_film_with_a_doubt():
    game = film(["d6", "d6", "f4"])
    assert len(game.moments) == 2
    assert game.doubt.startswith("turn 2 is not one by the rules: ")
    with pytest.raises(UsageProblem, match=r"has 1 turns that can be shown, not 2; turn 2 is"):
        game.at(2)
    with pytest.raises(UsageProblem, match=r"has 1 turns that can be shown, not 7\.$"):
        film(["d6"]).at(7)
    assert game.at(None) is game.moments[1] and game.at(0) is game.moments[0]


def test_a_game_that_is_unknown_cannot_be_shown():
    with pytest.raises(ExchangeProblem, match="rules do not know it: There is no variant 'chess'"):
        Film.of(Score("chess"))


def test_a_position_alone_is_a_moment():
    game = Game.from_position("white=a1,d1,g1 black=a7 hand=3,3 turn=black")
    moment = moment_of(game)
    assert moment.hand == (3, 3) and moment.captured == (5, 3) and len(moment.mills) == 1
