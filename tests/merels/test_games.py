# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Making and telling games: from words, from settings, from the wood."""

from merels.board import WOOD
from merels.errors import BadOption, BadPosition, IllegalMove, RulesError, UnknownVariant
from merels.hands import accepted_position
from merels.journal import game_records, records
from merels.rules import game_words
from merels.rules.game import OFF, Game
from merels.settings import Settings
from merels_host.simulator.ports import MemoryStorage

ALL = (1 << 25) - 1


def mask(names):
    total = 0
    for name in names.split():
        total |= 1 << WOOD.index(name)
    return total


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        return error
    raise AssertionError("nothing was raised")


def test_words_there_and_back():
    for words in (
        "variant=nine-mens-morris",
        "variant=six-mens-morris set=fly=3,protect=never",
        "variant=three-mens-morris set=fly=always",
    ):
        assert game_words.rules_words(game_words.of_words(words)) == words
    assert game_words.of_words("").variant == "nine-mens-morris"
    assert game_words.of_words("set=fly=off").changed == {"fly": "off"}
    assert game_words.of_words("variant=mill set= other=1").variant == "nine-mens-morris"


def test_words_that_make_no_game():
    raises(UnknownVariant, game_words.of_words, "variant=chess")
    for options in ("fly", "fly=", "fly=high", "colour=red", "fly=off,", ",", "=", "=off",
                    "variant=x", "self=1", "text=2", "cls=3", "pieces=12,minimum=0"):  # fmt: skip
        raises(BadOption, game_words.of_words, "set=" + options)


def test_the_next_game_is_that_of_the_settings():
    settings = Settings(MemoryStorage())
    settings.change({"variant": "six-mens-morris", "rules": "fly=3"}, lambda *_: None)
    game = game_words.next_game(settings, ALL)
    assert (game.variant, game.changed) == ("six-mens-morris", {"fly": "3"})
    for variant, rules in (("chess", ""), ("achi", "pieces=12"), ("nine-holes", "zz")):
        settings.change({"variant": variant, "rules": rules}, lambda *_: None)
        assert game_words.next_game(settings, ALL).variant == "nine-mens-morris"


def test_games_on_d4_need_d4():
    game = Game("three-mens-morris")
    assert game_words.fitting(game, ALL) is game
    error = raises(game_words.NoCentre, game_words.fitting, game, ALL >> 1)
    assert "d4" in str(error)
    assert game_words.fitting(Game(), ALL >> 1).variant == "nine-mens-morris"
    settings = Settings(MemoryStorage())
    settings.change({"variant": "achi"}, lambda *_: None)
    assert game_words.next_game(settings, ALL).variant == "achi"
    assert game_words.next_game(settings, ALL >> 1).variant == "nine-mens-morris"


def test_standing_keeps_the_rules():
    game = Game("six-mens-morris", fly="3")
    there = game_words.standing(game, "white=a1 black=e5 hand=5,5")
    assert (there.variant, there.changed, there.ply) == ("six-mens-morris", {"fly": "3"}, 0)
    raises(BadPosition, game_words.standing, game, "white=a7")


def test_a_move_that_is_asked_for():
    game = game_words.standing(Game(), "white=a1,d1,b6 black=a7,d7,f4 hand=3,3")
    before = game.position()
    g1 = WOOD.index("g1")
    f4 = WOOD.index("f4")
    assert game.parse_turn("g1xf4") == (31 * 32 + g1, 1 << f4)
    assert game.parse_turn("g1") == (31 * 32 + g1, 0)
    for text in ("a1", "g1xb6", "zz", "", "x", "g1xf4xa7", "xf4"):
        raises(IllegalMove, game.parse_turn, text)
    assert game.position() == before and game.actions == 0


def test_a_reading_is_played():
    game = game_words.standing(Game(), "white=a1,d1,b6 black=a7,d7,f4 hand=3,3")
    game.take(31 * 32 + WOOD.index("g1"), mask("f4"))
    assert game.turns() == ["g1xf4"]
    assert game_records.turn_record(game) == (
        records.MOVE,
        records.move_detail(31 * 32 + WOOD.index("g1"), (WOOD.index("f4"),)),
        b"",
    )
    game = game_words.standing(Game(), "white=a1,d1,g1 black=a7,d7,f4,b4 turn=white due=1")
    game.take(-1, mask("b4"))
    assert game.turns() == ["xb4"]
    assert game_records.turn_record(game)[1] == records.move_detail(-1, (WOOD.index("b4"),))


def test_a_game_is_told_from_its_beginning():
    game = Game()
    for move in ("d6", "f4", "d2", "a1"):
        game.play(move)
    notes = []
    game_records.retell(game, lambda *row: notes.append(row))
    assert [row[0] for row in notes] == [records.MOVE] * 4
    assert notes[-1][2] == records.position_hash(game.position())
    assert game.turns() == ["d6", "f4", "d2", "a1"]


def test_a_half_turn_is_not_told_but_stays():
    game = game_words.standing(Game(), "white=a1,d1,b6 black=a7,d7,f4 hand=3,3")
    game.play("g1")
    notes = []
    game_records.retell(game, lambda *row: notes.append(row))
    assert [row[0] for row in notes] == [records.EDIT]
    assert game.middle and game.due == 1


def accepted(position, seen, others="", black=None, **options):
    """The position accepted; others: the new pieces that are not of the side to move."""
    game = game_words.standing(Game(**options), position)
    if black is None:
        masks = accepted_position.coloured(game, mask(seen), mask(others))
    else:
        masks = mask(seen), mask(black)
    return accepted_position.accepted(game, *masks).position()


def unknown(position, seen):
    game = game_words.standing(Game(), position)
    return accepted_position.unknown(game, mask(seen))


PLACING = "white=a1,d1 black=a7,d7 hand=7,7 turn=black due=0 quiet=0"
MOVING = "white=a1,d1,g1 black=a7,d7,f4,g7 turn=white due=0 quiet=0"


def test_what_stands_still_keeps_its_colour():
    assert unknown(PLACING, "a1 d1 a7 d7") == 0
    assert accepted(PLACING, "a1 d1 a7 d7") == PLACING


def test_nobody_knows_whose_a_new_piece_is_while_either_may_have_put_it_there():
    assert unknown(PLACING, "a1 d1 a7 d6") == mask("d6")
    assert unknown(PLACING, "a1 d1 a7 d7 f4") == mask("f4")
    assert unknown(MOVING, "a1 d1 a7 d7 f2 e3 g7") == mask("f2 e3")  # one of each is missing
    assert unknown(MOVING, "a1 d1 g1 a7 d7 f4 e3 f2 g7") == mask("f2 e3")  # and none


def test_a_new_piece_is_his_who_alone_lacks_one():
    assert unknown(MOVING, "a1 d1 g1 a7 d7 g7 f2") == 0
    assert accepted(MOVING, "a1 d1 g1 a7 d7 g7 f2") == (
        "white=a1,d1,g1 black=a7,d7,f2,g7 hand=0,0 turn=white due=0 quiet=0"
    )


def test_the_answers_tell_the_colours():
    assert accepted(PLACING, "a1 d1 a7 d6") == PLACING.replace("d7", "d6")
    assert accepted(PLACING, "a1 d1 a7 d6", others="d6") == (
        "white=a1,d1,d6 black=a7 hand=6,7 turn=black due=0 quiet=0"
    )


def test_a_new_piece_comes_from_a_hand():
    assert accepted(PLACING, "a1 d1 a7 d7 f4") == (
        "white=a1,d1 black=a7,d7,f4 hand=7,6 turn=black due=0 quiet=0"
    )


def test_a_piece_that_is_gone_is_gone():
    there = accepted(MOVING, "a1 d1 g1 a7 d7 f4")
    assert there == "white=a1,d1,g1 black=a7,d7,f4 hand=0,0 turn=white due=0 quiet=0"


def test_wood_on_which_the_game_would_be_over_is_refused():
    text = "white=a1,d1,g1 black=a7,d7,g7 turn=white due=0 quiet=0"
    assert "few-pieces" in str(raises(RulesError, accepted, text, "a1 d1 g1 a7 d7"))


def test_more_pieces_than_the_game_has_are_refused():
    error = raises(BadPosition, accepted, "white=a1 black=a7 hand=8,8", " ".join(WOOD[:24]))
    assert error.why == "too-many-pieces"


def test_with_colour_the_sensors_know():
    assert accepted(PLACING, "f4 d1", black="a1 d7") == (
        "white=d1,f4 black=a1,d7 hand=7,7 turn=black due=0 quiet=0"
    )


def test_removals_are_played_in_any_order():
    game = game_words.standing(
        Game(per_line="yes", diagonals="yes", protect="any", pieces=12),
        "white=a1,g1,a7,d2,d3,b4,c4 black=b6,f6,c5,e5,d6,g7 hand=1,1 turn=white",
    )
    game.take(31 * 32 + WOOD.index("a4"), mask("b6"))
    assert game.middle and game.due == 1
    game.take(-1, mask("f6"))
    assert game.turns() == ["a4xb6xf6"] and not game.middle
    assert game.history.action(2) & 31 == OFF
