# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whatever text comes in, nothing but the named errors comes out."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from merels.errors import BadOption, BadPosition, IllegalMove, RulesError, UnknownVariant
from merels.rules import variants
from merels.rules.game import Game

SOME = settings(max_examples=300, deadline=None, derandomize=True)
NAMES = st.sampled_from(["a1", "d6", "g7", "b2", "d4", "c3", "e5", "a7", "d7", "z9", "d", ""])
VARIANTS = st.sampled_from(variants.ids())
MOVES = st.one_of(
    st.text(),
    st.text(alphabet="abcdefg1234567x-", max_size=12),
    st.lists(st.one_of(NAMES, st.sampled_from(["x", "-", "xx"])), max_size=6).map("".join),
    st.sampled_from([None, 7, b"d6", ["d6"], ("d6",)]),
)
LISTS = st.lists(NAMES, max_size=5).map(",".join)
NUMBERS = st.sampled_from(["0", "1", "2", "3", "9", "99", "-1", "x", "", "1e3", "²", "٣", "10000"])
OWES = st.lists(
    st.lists(
        st.sampled_from(
            [
                "white",
                "black",
                "full",
                "count",
                "blocked",
                "capture",
                "moves",
                "placing",
                "1",
                "d6",
            ]
        ),
        max_size=6,
    ).map(":".join),
    max_size=3,
).map(",".join)
WORDS = st.one_of(
    st.tuples(st.sampled_from(["white", "black", "marked", "banned", "back"]), LISTS),
    st.tuples(st.just("used"), st.lists(NAMES, max_size=3).map("-".join)),
    st.tuples(st.just("back"), st.lists(NAMES, max_size=3).map("-".join)),
    st.tuples(st.just("hand"), st.lists(NUMBERS, max_size=3).map(",".join)),
    st.tuples(st.sampled_from(["due", "quiet"]), NUMBERS),
    st.tuples(st.just("turn"), st.sampled_from(["white", "black", "", "green"])),
    st.tuples(st.just("owes"), OWES),
    st.tuples(st.text(max_size=5), st.text(max_size=5)),
)
POSITIONS = st.one_of(st.text(), st.lists(WORDS.map("=".join), max_size=9).map(" ".join))
# the start of a position that could be, so that the rest is looked at
SOUND = "white=a7,d7,g7,d6 black=a1,d1,f4,b2 "


@SOME
@given(VARIANTS, st.lists(MOVES, max_size=12))
@example("mill", ["d6", "x", "xx", "d6x", "xd6x", "-", "d6-", "-d6", "a1-a1"])
def test_move_texts(variant, texts):
    game = Game(variant)
    for text in texts:
        before = game.position()
        try:
            game.play(text)
        except IllegalMove as error:
            assert game.position() == before == error.position
            assert error.why and "(" + error.why + ")" in str(error)


@SOME
@given(VARIANTS, POSITIONS)
def test_position_texts(variant, text):
    read(variant, text)


@SOME
@given(VARIANTS, POSITIONS)
def test_position_texts_that_begin_well(variant, text):
    read(variant, SOUND + text)


def read(variant, text):
    try:
        game = Game.from_position(text, variant)
    except BadPosition as error:
        assert error.why and "(" + error.why + ")" in str(error)
        return
    assert bool(game.legal()) != game.over
    again = Game.from_position(game.position(), variant)
    assert again.position() == game.position() and again.legal() == game.legal()


@SOME
@given(
    st.one_of(st.text(), st.sampled_from(variants.ids())),
    st.dictionaries(
        st.one_of(
            st.text(max_size=8).filter(lambda name: name not in ("self", "variant")),
            st.sampled_from(["fly", "pieces", "repetition", "mill"]),
        ),
        st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.none(), NUMBERS),
        max_size=3,
    ),
)
def test_variants_and_options(variant, options):
    try:
        Game(variant, **options)
    except (UnknownVariant, BadOption) as error:
        assert isinstance(error, RulesError) and str(error)
