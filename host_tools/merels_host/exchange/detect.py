# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which format a file is in, told by its first lines.

    detect('[Site "PlayOK"]')       # "playok"
    detect("1. d6 f4 2. g7")        # "pgn"

What speaks for no other format is taken for PGN, whose reader says what it does not understand.
"""

import re

_JSON = re.compile(r'\s*(\[\s*)?(\{\s*["}]|\]\s*$)')
_FEN = re.compile(r"^[ \t]*[O@*X]{8}/[O@*X]{8}/[O@*X]{8}[ \t]+[wb]\b", re.MULTILINE)
_ASIDE = re.compile(r'\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\]|\{[^}]*\}?|;.*')
_GOLDTOKEN = re.compile(r"\bGoldToken\b|\bplace (to|on) [a-g][1-7]\b|\b[a-g][1-7] -> [a-g]", re.I)
_NOTATION = re.compile(r'^\s*\[\s*notation\s+"MSSA"', re.IGNORECASE | re.MULTILINE)
_PLAYOK = re.compile(r'^\s*\[\s*(site\s+"[^"]*playok|gametype\s+"70\b)', re.I | re.M)
# Names of the MSSA that no board of ours has, and points of ours that the MSSA has not.
_MSSA = re.compile(r"(?<![a-wyz\d])(R[1-8]|E[2678]|A[68])(?![a-wyz\d])", re.IGNORECASE)
_POINT = re.compile(r"(?<![a-wyz\d])[b-dfg][1-7](?![a-wyz\d])", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<![\w.])\d+\s*\.[.\s]*\d+(-\d+)?(x\d+)?(?![\w./-])", re.IGNORECASE)
# All that a list without tags and numbers of moves is made of.
_POINT_NUMBER = r"(?:[1-9]|1\d|2[0-4])"
_PLAYOK_WORD = re.compile(
    rf"(?:\d+\.+)?{_POINT_NUMBER}(?:[-–—−]{_POINT_NUMBER})?(?:[xX×:]{_POINT_NUMBER})*"
    r"|\d+\.+|1-0|0-1|1/2-1/2|½-½|\*"
)
_TURN = re.compile(rf"(?<!\S){_POINT_NUMBER}\s")


def detect(beginning: str) -> str:
    """The name of the format, as in formats.FORMATS."""
    text = beginning.removeprefix("\ufeff")
    if _JSON.match(text):
        return "json"
    if _FEN.search(text):
        return "fen"
    if _NOTATION.search(text):
        return "mssa"
    if _PLAYOK.search(text):
        return "playok"
    moves = _ASIDE.sub(" ", text)
    if _GOLDTOKEN.search(moves):
        return "goldtoken"
    if _POINT.search(moves):
        return "pgn"
    if _MSSA.search(moves):
        return "mssa"
    if _NUMBERED.search(moves):
        return "playok"
    words = moves.split()
    bare = len(words) > 2 and all(map(_PLAYOK_WORD.fullmatch, words[:-1]))
    return "playok" if bare and _TURN.search(moves) else "pgn"
