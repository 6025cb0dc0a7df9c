# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The English names of the games: Sanmill's where it has the game, ours of the same kind else.

name_of("six-mens-morris")          # "Six Men's Morris"
variant_of("Nine Men's Morris")     # "nine-mens-morris"
"""

from merels.errors import UnknownVariant
from merels.rules import variants

from merels_host.errors import UsageProblem
from merels_host.text import did_you_mean

SANMILL_NAMES = {
    "nine-mens-morris": "Nine Men's Morris",
    "twelve-mens-morris": "Twelve Men's Morris",
    "morabaraba": "Morabaraba",
    "dooz": "Dooz",
    "lasker-morris": "Lasker Morris",
    "russian-mill": "Russian Mill",
    "cham-gonu": "Cham Gonu",
    "zhi-qi": "Zhi Qi",
    "cheng-san-qi": "Cheng San Qi",
    "da-san-qi": "Da San Qi",
    "mul-mulan": "Mul-Mulan",
    "nerenchi": "Nerenchi",
    "el-filja": "El Filja",
}
_ids: dict[str, str] = {}  # bare name to id, filled by the first look


def name_of(variant: str) -> str:
    """The English name of a game: "Six Men's Morris" for six-mens-morris."""
    words = [word.capitalize() for word in variant.split("-")]
    ours = " ".join("Men's" if word == "Mens" else word for word in words)
    return SANMILL_NAMES.get(variant, ours)


def variant_of(name: str) -> str:
    """The id of a game by its English name, id or alias, however it is spelled.

    Raises UnknownVariant.
    """
    found = _known().get(_bare(name))
    if found is None:
        raise UnknownVariant(
            f"there is no game {name[:40]!r}; merels variants lists those that there are."
        )
    return found


def asked(name: str) -> str:
    """The same for a name on the command line. Raises UsageProblem, with the nearest name."""
    try:
        return variant_of(name)
    except UnknownVariant as error:
        near = _known().get(did_you_mean(_bare(name), _known()))
        step = f"did you mean {near}? See" if near else "see"
        raise UsageProblem(f"there is no variant {name}; {step} merels variants.") from error


def _known() -> dict[str, str]:
    """All bare names and the ids that they stand for."""
    if not _ids:
        for variant in variants.ids():
            for known in (variant, name_of(variant), *variants.find(variant).aliases):
                _ids[_bare(known)] = variant
    return _ids


def _bare(name: str) -> str:
    """Letters and digits alone, so that "Nine Men’s-Morris" is found, too."""
    return "".join(char for char in name.lower() if char.isalnum())
