# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What somebody may have meant who wrote a word that is none of those that there are.

meant("blokced", ("blocked", "resigned"))       # "blocked"
meant("xyz", ("blocked", "resigned"))           # ""
"""

from collections.abc import Iterable

_ALIKE = 0.55  # of 1: how much of the two words must be the same


def meant(word: str, words: Iterable[str]) -> str:
    """The one of `words` that is most like `word`, "" if none is at all like it."""
    from difflib import get_close_matches  # only here: nobody needs it who spells well

    small = {one.lower(): one for one in words}
    found = get_close_matches(word.lower()[:100], small, 1, _ALIKE)
    return small[found[0]] if found else ""
