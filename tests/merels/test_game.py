# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The interface of Game: moves as text, masks, taking back, the past, the end."""

from merels.board import count, wood_bit
from merels.errors import BadOption, IllegalMove, RulesError, UnknownVariant
from merels.rules.game import Game, Outcome
from merels.rules.position import HAND, OFF


def mask(names):
    return sum([1 << wood_bit(name) for name in names.split()])


def place(name):
    return HAND * 32 + wood_bit(name)


def move(src, dst):
    return wood_bit(src) * 32 + wood_bit(dst)


def refused(game, text):
    """Why `text` is refused; the game must stay as it is."""
    before = game.position(), game.turns()
    try:
        game.play(text)
    except IllegalMove as error:
        assert (game.position(), game.turns()) == before
        assert error.position == before[0]
        assert error.move == text
        assert error.why in str(error) and before[0] in str(error)
        return error.why
    raise AssertionError(text)


def test_the_start():
    game = Game()
    assert game.variant == "nine-mens-morris"
    assert game.changed == {}
    assert (game.white, game.black, game.turn, game.due, game.quiet) == (0, 0, 0, 0, 0)
    assert list(game.hand) == [9, 9]
    assert game.ply == game.actions == game.middle == 0
    assert count(game.places()) == 24
    assert game.movable() == game.removable() == game.targets(0) == 0
    assert game.outcome() is None and game.over is False
    assert game.position() == "hand=9,9 turn=white due=0 quiet=0"
    assert game.turns() == []


def test_moves_as_text_and_as_actions():
    game = Game()
    for text, action in (
        ("d6", place("d6")),
        ("d6-f6", move("d6", "f6")),
        ("xb4", wood_bit("b4") * 32 + OFF),
    ):
        assert game.parse(text) == action
        assert game.text(action) == text
    assert "d6" in game.legal() and len(game.legal()) == 24
    assert game.legal() == sorted(game.legal())


def test_removals_glued_on_or_alone():
    start = "white=a1,d1,g4,c3 black=a7,b6,d7,e5"
    glued = Game.from_position(start)
    glued.play("g4-g1xe5")
    alone = Game.from_position(start)
    alone.play("g4-g1")
    assert alone.turns() == ["g4-g1"] and alone.ply == 0
    alone.play("xe5")
    for game in (glued, alone):
        assert game.turns() == ["g4-g1xe5"]
        assert game.turn_text(0) == "g4-g1xe5"
        assert (game.ply, game.actions) == (1, 2)


def test_two_removals_glued_on():
    game = Game.from_position(
        "white=a1,c5,d1,g4,g7 black=b6,c3,d6,f6", fly="5", **{"per-line": "yes"}
    )
    game.play("c5-g1")
    assert game.due == 2
    game.undo()
    game.play("c5-g1xc3xb6")
    assert game.over and game.turns() == ["c5-g1xc3xb6"]
    assert game.outcome() == Outcome(0, "few-pieces")


def test_why_moves_are_refused():
    game = Game()
    game.play("d6")
    game.play("f4")
    for text, why in (
        ("", "bad-move"),
        ("d6d7", "bad-move"),
        ("D7", "unknown-point"),
        ("d4", "unknown-point"),
        ("z9", "unknown-point"),
        ("d6-d9", "unknown-point"),
        ("x", "bad-move"),
        ("d6", "occupied"),
        ("xf4", "no-removal-due"),
        ("d6-d7", "must-place"),
        ("f4-g4", "not-your-piece"),
        ("a1-a4", "empty"),
        ("d7xf4", "no-removal-due"),
        (None, "bad-move"),
    ):
        assert refused(game, text) == why, text


def test_why_moves_are_refused_later_in_the_game():
    game = Game.from_position("white=a1,d1,g4,c3 black=a7,b6,d7,e5")
    for text, why in (
        ("a7", "occupied"),
        ("b4", "no-piece-in-hand"),
        ("g4-d7", "occupied"),
        ("g4-a4", "not-adjacent"),
        ("g4-g1xa4", "empty"),
        ("g4-g1xa1", "your-own-piece"),
        ("g4-g1xe5xb6", "no-removal-due"),
    ):
        assert refused(game, text) == why, text
    game.play("g4-g1")
    assert refused(game, "c3-c4") == "removal-due"
    assert refused(game, "b4") == "removal-due"
    game.undo()
    game.finish(1, "resigned")
    assert refused(game, "g4-g1") == "game-over"
    game = Game.from_position("white=a1,d1,g4,c3 black=a7,d7,g7,e5")
    assert refused(game, "g4-g1xa7") == "in-a-mill"


def test_masks_of_the_moving_phase():
    game = Game.from_position("white=a1,d1,g4,c3 black=a7,b6,d7,e5")
    assert game.movable() == mask("a1 d1 g4 c3")
    assert game.targets(wood_bit("g4")) == mask("g7 f4 g1")
    assert game.targets(wood_bit("a7")) == 0  # not his
    assert game.targets(wood_bit("b2")) == 0  # nobody's
    assert game.closing(wood_bit("g4")) == mask("g1")
    assert game.closing(wood_bit("c3")) == 0
    assert game.places() == game.removable() == game.closing() == 0
    assert game.takes(move("g4", "g1")) == mask("a7 b6 d7 e5")
    assert game.takes(move("g4", "g7")) == 0
    game.do(move("g4", "g1"))
    assert game.removable() == mask("a7 b6 d7 e5")
    assert game.movable() == game.targets(wood_bit("c3")) == 0


def test_masks_of_placing():
    game = Game.from_position("white=a7,d7,b4 black=a4,b6,f6 hand=3,3")
    assert game.closing() == mask("g7")
    assert game.takes(place("g7")) == mask("a4 b6 f6")
    assert game.takes(place("d6")) == 0
    game.play("c4")
    assert game.closing() == mask("d6")


def test_a_due_removal_comes_first():
    game = Game.from_position("white=a1,d1,g1,b2,d2,f4 black=a7,b6,d7,e5 due=1")
    assert game.takes(move("f4", "f2")) == 0
    assert game.closing(wood_bit("f4")) == 0
    game.play("xe5")
    game.play("a7-a4")
    assert game.takes(move("f4", "f2")) == mask("a4 b6 d7")
    assert game.closing(wood_bit("f4")) == mask("f2")


def test_masks_are_empty_when_the_game_is_over():
    game = Game.from_position("white=a1,a7,g1,g7 black=a4,d1,d7,g4")
    assert game.over
    assert game.places() == game.movable() == game.removable() == 0
    assert game.targets(wood_bit("a1")) == game.takes(move("a1", "b2")) == 0
    assert game.legal() == []


def test_undo_to_the_start():
    game = Game()
    try:
        game.undo()
    except RulesError as error:
        assert "no move" in str(error)
    else:
        raise AssertionError("undo")
    texts = []
    for text in ("a7", "a1", "d7", "d1", "g7xa1", "a1"):
        texts.append(game.position())
        game.play(text)
    assert game.ply == 6 and game.actions == 7
    while texts:
        game.undo_turn()
        assert game.position() == texts.pop()
    assert game.ply == game.actions == 0


def test_undo_turn_takes_back_a_half_turn_alone():
    game = Game()
    for text in ("a7", "a1", "d7", "d1", "g7"):
        game.play(text)
    assert game.turns() == ["a7", "a1", "d7", "d1", "g7"] and game.ply == 4
    game.undo_turn()
    assert game.turns() == ["a7", "a1", "d7", "d1"] and game.due == 0
    game.play("g7xd1")
    game.undo_turn()
    assert game.turns() == ["a7", "a1", "d7", "d1"]


def test_the_past():
    game = Game()
    seen = [(0, 0)]
    for text in ("a7", "a1", "d7", "d1", "g7xa1", "a1"):
        game.play(text)
        seen.append((game.white, game.black))
    for turns in range(7):
        assert game.earlier(turns) == seen[6 - turns]
        assert game.white_before(turns) == seen[6 - turns][0]
        assert game.black_before(turns) == seen[6 - turns][1]
    game.undo_turn()
    game.undo()
    assert game.due == 1
    assert game.earlier(0) == seen[4]
    assert game.earlier(1) == seen[3]
    try:
        game.earlier(5)
    except RulesError as error:
        assert "5" in str(error)
    else:
        raise AssertionError("5")


def test_the_past_of_a_game_from_a_position_with_a_removal_due():
    game = Game.from_position("white=a7,d7,g7 black=a1,d1 hand=6,7 due=1")
    assert game.turns() == [] and game.due == 1
    assert game.earlier(0) == (game.white, game.black)
    game.play("xa1")
    assert game.turns() == ["xa1"] and game.ply == 1
    game.undo_turn()
    assert game.due == 1 and game.ply == 0


def test_a_declared_end():
    game = Game()
    game.play("d6")
    game.finish(None, "agreed")
    assert game.outcome() == Outcome(None, "agreed")
    assert game.legal() == []
    try:
        game.finish(0, "resigned")
    except RulesError as error:
        assert "agreed" in str(error)
    else:
        raise AssertionError("finish")
    game.reopen()
    assert game.outcome() is None and len(game.legal()) == 23
    game.finish(1, "resigned")
    game.undo()
    assert game.outcome() is None and game.ply == 0


def test_reopen_does_not_undo_an_end_by_the_rules():
    game = Game.from_position("white=a1,a7,g1,g7 black=a4,d1,d7,g4")
    game.reopen()
    assert game.outcome() == Outcome(1, "blocked")


def test_outcomes_compare():
    assert Outcome(0, "line") == Outcome(0, "line")
    assert Outcome(0, "line") != Outcome(1, "line")
    assert Outcome(None, "agreed") != Outcome(None, "repetition")
    assert hash(Outcome(0, "line")) == hash(Outcome(0, "line"))
    assert repr(Outcome(0, "line")) == "Outcome(0, 'line')"


def test_options_and_aliases():
    game = Game("tapatan", fly="always", quiet_limit=50)
    assert game.variant == "three-mens-morris"
    assert game.changed == {"fly": "always", "quiet-limit": "50"}
    assert game.options["fly"] == "always" and game.options["pieces"] == "3"
    assert Game("mill", **{"per-line": True}).changed == {"per-line": "yes"}
    assert Game(fly=3).changed == {}


def test_unknown_variants_and_options():
    for make, error, words in (
        (lambda: Game("chess"), UnknownVariant, ("chess", "nine-mens-morris")),
        (lambda: Game(""), UnknownVariant, ("nine-mens-morris",)),
        (lambda: Game(None), UnknownVariant, ("None",)),
        (lambda: Game(flying="yes"), BadOption, ("flying", "fly")),
        (lambda: Game(fly="2"), BadOption, ("fly=2", "3..12")),
        (lambda: Game(pieces="nine"), BadOption, ("pieces=nine",)),
        (lambda: Game(repetition=1), BadOption, ("repetition=1",)),
        (lambda: Game(protect="sometimes"), BadOption, ("protect=sometimes", "never")),
    ):
        try:
            make()
        except error as caught:
            for word in words:
                assert word in str(caught), str(caught)
        else:
            raise AssertionError(words)


def test_options_that_exclude_each_other_are_both_named():
    for variant, options, one, other in (
        ("mill", {"pieces": 9, "minimum": 10}, "minimum=10", "pieces=9"),
        ("mill", {"mill": "win", "per-line": "yes"}, "mill=win", "per-line=yes"),
        ("mill", {"mill": "win", "placing-mill": "delay"}, "mill=win", "placing-mill=delay"),
        ("mill", {"placing-mill": "delay", "banned": "yes"}, "placing-mill=delay", "banned=yes"),
        ("mill", {"placing-mill": "count", "banned": "yes"}, "placing-mill=count", "banned=yes"),
        ("mill", {"placing-mill": "none", "banned": "yes"}, "placing-mill=none", "banned=yes"),
        ("achi", {"line-once": "yes"}, "mill=win", "line-once=yes"),
        ("achi", {"no-straight-back": "yes"}, "mill=win", "no-straight-back=yes"),
        ("achi", {"pieces": 5}, "pieces=5", "square"),
        ("five-mens-morris", {"diagonals": "yes"}, "diagonals=yes", "two-rings"),
        ("mill", {"diagonals": "all"}, "diagonals=all", "three-rings"),
        ("mill", {"centre-first": "no"}, "centre-first=no", "three-rings"),
    ):
        try:
            Game(variant, **options)
        except BadOption as error:
            assert one in str(error) and other in str(error), str(error)
        else:
            raise AssertionError(options)
