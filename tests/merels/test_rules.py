# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Making the rules of a game: what is loaded for it, what can be forgotten, the whole family."""

import sys

from merels.errors import BadOption, UnknownVariant
from merels.rules import options, variants
from merels.rules.game import Game
from merels.rules.game_words import unload_tables


def loaded(variant, **changed):
    """The modules that a game needs beyond the standard game's."""
    rules = Game(variant, **changed).rules
    names = ("placing", "mills", "blocked", "extra_removals", "captures")
    found = [name for name in names if getattr(rules, name) is not None]
    assert rules.extras == bool(found)
    return found


def test_the_standard_game_needs_nothing_more():
    for variant in ("nine-mens-morris", "three-mens-morris", "nine-holes", "picaria", "achi"):
        assert loaded(variant) == [], variant
    assert loaded("lasker-morris") == loaded("six-mens-morris") == []
    assert loaded("mill", blocked="draw", protect="never", per_line="yes", fly="off") == []


def test_each_game_loads_what_it_needs():
    for variant, changed, modules in (
        ("twelve-mens-morris", {}, ["placing", "extra_removals"]),
        ("eleven-mens-morris", {}, []),
        ("morabaraba", {}, ["placing", "mills", "extra_removals"]),
        ("russian-mill", {}, ["mills"]),
        ("cheng-san-qi", {}, ["placing"]),
        ("mul-mulan", {}, ["captures"]),
        ("mill", {"blocked": "passes"}, ["blocked", "extra_removals"]),
        ("mill", {"banned": "yes"}, ["placing"]),
        ("mill", {"defender-first": "yes"}, ["placing"]),
        ("mill", {"stop-at-two": "yes"}, ["placing"]),
        ("mill", {"placing-mill": "count"}, ["placing", "extra_removals"]),
        ("mill", {"leap": "yes"}, ["captures"]),
        ("mill", {"custodian": "yes"}, ["captures"]),
    ):
        assert loaded(variant, **changed) == modules, (variant, changed)


def test_every_variant_and_alias_can_be_found():
    assert len(variants.ids()) == len(set(variants.ids())) == 21
    seen = []
    for name in variants.ids():
        variant = variants.find(name)
        assert variant.id == name
        seen += [name] + variant.aliases
        for alias in variant.aliases:
            assert Game(alias).variant == name
        for option in variant.differences:
            assert variant.differences[option] in options.values(option) or int(
                variant.differences[option]
            )
        assert Game(name).changed == {}
    assert len(seen) == len(set(seen))


def test_every_value_of_every_option_is_taken_by_some_game():
    for name in options.names():
        for value in options.values(name):
            for text in value.split(".."):
                taken = False
                for variant in ("mill", "three-mens-morris", "twelve-mens-morris"):
                    try:
                        game = Game(variant, **{name: text})
                    except BadOption:
                        continue
                    assert game.options[name] == text
                    taken = True
                # more pieces than any game has are the only value that stands alone
                assert taken or (name, text) == ("minimum", "12"), (name, text)
    assert Game("twelve-mens-morris", minimum="12").options["minimum"] == "12"


def test_what_the_start_needed_can_be_forgotten():
    game = Game("lasker-morris", fly="off")
    unload_tables()
    for name in ("ruleset_maker", "options", "variants"):
        assert "merels.rules." + name not in sys.modules
    game.play("d6")
    assert len(game.legal()) == 23
    assert game.options["pieces"] == "10"  # loaded again for this
    unload_tables()
    unload_tables()
    assert Game("tapatan").variant == "three-mens-morris"
    try:
        Game("chess")
    except UnknownVariant as error:
        assert "chess" in str(error)
    else:
        raise AssertionError("chess")
