# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Asking a game for masks, playing and taking back allocate nothing (shown on MicroPython).

With the heap locked, MicroPython raises MemoryError for any allocation. On CPython the same calls
run unlocked. Every value must also be a small int on the Pico: below 2**30.
"""

from merels.board import wood_bit
from merels.rules.game import Game
from merels.rules.position import HAND, OFF

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        pass

    heap_unlock = heap_lock

POINTS = [HAND] + list(range(25))
largest = [0]


def keep(value):
    if value > largest[0]:
        largest[0] = value


def ask(game):
    """Ask for everything that the board asks for."""
    keep(game.places())
    keep(game.movable())
    keep(game.removable())
    keep(game.white)
    keep(game.black)
    keep(game.on(0))
    keep(game.white_before(0))
    keep(game.black_before(game.ply))
    keep(game.due + game.quiet + game.ply + game.actions)
    for bit in range(25):
        keep(game.targets(bit))
        keep(game.closing(bit))
        for src in POINTS:
            keep(game.takes(src * 32 + bit))
    keep(game.closing())


def locked(game):
    largest[0] = 0
    ask(game)  # once unlocked, for what is made at first use
    heap_lock()
    try:
        ask(game)
    finally:
        heap_unlock()
    assert 0 < largest[0] < 1 << 30


def test_masks_of_the_standard_game():
    for text in (
        "hand=9,9",
        "white=a7,d7,b4 black=a4,b6,f6 hand=3,3",
        "white=a1,d1,g4,c3 black=a7,b6,d7,e5",
        "white=a1,d1,g4 black=a7,b6,d7,e5",
        "white=a1,d1,g1 black=a7,b6,d7,e5 due=1",
        "white=a1,a7,g1,g7 black=a4,d1,d7,g4",
    ):
        locked(Game.from_position(text))


def test_masks_of_games_with_other_rules():
    for text, variant, options in (
        ("white=a1,d1,g4,c3 black=a7,d7,g7,e5", "mill", {"protect": "never"}),
        ("white=a1,c5,d1,g4,g7 black=b6,c3,d6,f6", "mill", {"fly": "5", "per-line": "yes"}),
        ("white=a1,d1 black=a7,d7 hand=8,8", "lasker-morris", {}),
        ("white=a7,d7,g7 black=a1,d1 hand=6,7 turn=black marked=a1", "cheng-san-qi", {}),
        ("white=a7,d7 black=a1,d1 hand=6,7", "dooz", {}),
        ("white=a7,d7,b4,c3 black=a1,d1,f4,b6 used=a7-d7-g7", "russian-mill", {}),
        ("white=a7,b6,d6,f6,g7 black=b4,c4,d2,e3 back=d6-d7", "morabaraba", {}),
        ("white=a1,b1,c2 black=a3,b2,c3", "three-mens-morris", {}),
        ("white=a1,a7,g1,g7 black=a4,d1,d7,g4", "mill", {"blocked": "removes"}),
        ("white=d6,d5,c3,g4 black=a7,g7,e5,f2", "mul-mulan", {"custodian": "yes", "leap": "yes"}),
        (
            "white=d7,d6,c3 black=a7,g7,e5,f2 due=2 owes=white:black:capture:d7:0:a7+g7",
            "mul-mulan",
            {},
        ),
    ):
        locked(Game.from_position(text, variant, **options))


def test_playing_and_taking_back_allocate_nothing_within_a_chunk():
    game = Game()
    # the memory that a turn takes was taken at the end of the turn before
    actions = []
    for text in ("a7", "a1", "d7", "d1", "g7", "xa1", "a1"):
        actions.append(game.parse(text))
    heap_lock()
    try:
        for action in actions:
            game.do(action)
        while game.actions:
            game.undo()
    finally:
        heap_unlock()
    assert game.position() == Game().position()


def test_looking_for_repetition_allocates_nothing():
    game = Game.from_position("white=a7,c3,d1,g4 black=b6,d7,e5,f2", repetition=9)
    for move in ("a7-a4", "e5-d5", "a4-a7", "d5-e5") * 7:
        game.play(move)
    heap_lock()
    try:
        times = game.history.seen(game, True)
    finally:
        heap_unlock()
    assert times == 8


def test_memory_is_taken_in_chunks_and_given_back():
    game = Game(quiet_limit=0, repetition=0)
    chunks = len(game.history.chunks)
    for text in ("a7", "d6", "d1", "f4", "g4", "c5"):
        game.play(text)
    assert len(game.history.chunks) == chunks == 1
    assert wood_bit("g4") * 32 + OFF == game.parse("xg4")


def test_a_long_game_grows_by_chunks():
    game = Game.from_position("white=a7,c3,d1,g4 black=b6,d7,e5,f2", quiet_limit=0, repetition=0)
    before = len(game.history.chunks)
    for move in ("a7-a4", "e5-d5", "a4-a7", "d5-e5") * 20:
        game.play(move)
    assert game.actions == 80
    assert before < len(game.history.chunks) <= 80 // 32 + 2
    while game.actions:
        game.undo()
    assert game.quiet == 0
