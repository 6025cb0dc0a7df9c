# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Results as programs and people write them.

For the readers of games as text: what a result looks like among moves, and which one it is.

    result_of("½ – ½")              # "1/2-1/2"
    re.compile(RESULT, re.VERBOSE)  # finds "(1-0)", "0 : 1", "Draw agreed", ...
"""

import re

from merels_host.exchange.score import OPEN, RESULTS

_DASH = r"\s*[-–—−:]\s*"
_HALF = r"(?:1/2|½|0[.,]5)"
NUMBERS = rf"(?:1{_DASH}[0oO](?!\w)|[0oO]{_DASH}1|{_HALF}(?:{_DASH}{_HALF})?)"
_WORDS = r"""(?i:draw(?:n|\s+agreed)?|remis|tie
    |(?:white|black)\s+(?:has\s+)?(?:wins?|won|resigns|resigned))"""
_BARE = rf"(?:{NUMBERS}|\*|{_WORDS})"
# With what people put around it; a verbose pattern without groups. Nothing may follow directly,
# or it is the beginning of a move, as in 0-1x23.
RESULT = rf"(?=[(*01½oOdDrRtTwWbB]) (?:\(\s*{_BARE}\s*\) | {_BARE}[.,!]? (?![^\s{{}}();]))"

_LEFT_OUT = re.compile(r"[\s().,!]|has")
_KNOWN = {text: text for text in (*RESULTS, OPEN)} | {
    "?": OPEN,
    "": OPEN,
    "1/2": "1/2-1/2",
    "draw": "1/2-1/2",
    "drawn": "1/2-1/2",
    "drawagreed": "1/2-1/2",
    "remis": "1/2-1/2",
    "tie": "1/2-1/2",
}
for _wins, _loses, _told in (("white", "black", "1-0"), ("black", "white", "0-1")):
    _KNOWN |= dict.fromkeys((_wins, f"{_wins}win", f"{_wins}wins", f"{_wins}won"), _told)
    _KNOWN |= dict.fromkeys((f"{_loses}resigns", f"{_loses}resigned"), _told)


def result_of(text: str) -> str | None:
    """1-0, 0-1, 1/2-1/2 or * for a result however it is written; None if it is none."""
    if text in RESULTS:
        return text
    said = re.sub("0[.,]5|½", "1/2", text.lower())
    said = re.sub("[–—−:]", "-", _LEFT_OUT.sub("", said))
    return _KNOWN.get(re.sub(r"o(?=-1$)|(?<=^1-)o", "0", said))
