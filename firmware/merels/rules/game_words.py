# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games made from words, as on the wire and in records, and told in the same words.

Beside game.py; asked by the journal, the wire and the app.

    game = of_words("variant=six-mens-morris set=protect=never")
    rules_words(game)                       # the same words again
"""

from merels.errors import BadOption, RulesError
from merels.rules.game import Game
from merels.unload import unload

# A third of the rules, and only the start of a game needs it.
_TABLES = (
    "merels.rules.ruleset_maker",
    "merels.rules.options",
    "merels.rules.variants",
    "merels.rules.position_reader",
    "merels.rules.refusal",
)


class NoCentre(RulesError):
    """The game is played on d4 too, and this board has no such point."""


def of_words(words):
    """The game of a game record's words. Raises UnknownVariant, BadOption."""
    variant = "nine-mens-morris"
    options = {}
    for word in words.split():
        key, _, value = word.partition("=")
        if key == "variant":
            variant = value
        elif key == "set" and value:
            options = _options(value)
    return Game(variant, **options)


def _options(text):
    from merels.rules import options as table

    options = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOption("%r is not an option such as fly=off." % part)
        if name.replace("_", "-") not in table.names():
            raise BadOption("There is no option %r." % name)
        options[name] = value
    return options


def rules_words(game):
    """The words of a game record: "variant=nine-mens-morris set=fly=off"."""
    words = "variant=" + game.variant
    if game.changed:
        words += " set=" + ",".join(["%s=%s" % item for item in sorted(game.changed.items())])
    return words


def fitting(game, points):
    """The game, if it can be played on these points of the wood (mask). Raises NoCentre."""
    if game.board.points & ~points:
        raise NoCentre("%s is played on d4 too, which this board does not have." % game.variant)
    return game


def next_game(settings, points):
    """A new game of the settings; of the standard rules if they make none on these points."""
    words = "variant=%s set=%s" % (settings.get("variant"), settings.get("rules"))
    try:
        return fitting(of_words(words), points)
    except RulesError:
        return Game()


def standing(game, words):
    """A game of the same rules at the position of the words. Raises BadPosition."""
    return Game.from_position(words, game.variant, **game.changed)


def playable(game, words):
    """The same, but refused as well if that game would be over at once. Raises RulesError."""
    found = standing(game, words)
    if found.over:
        raise RulesError("A game that begins there is over at once (%s)." % found.reason)
    return found


def unload_tables():
    """Give back the memory of the tables that only the start of a game needs; whoever starts the
    next game loads them again by itself."""
    unload(*_TABLES)
