# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The phrases of a GoldToken page: moves, players, results.

Below goldtoken_reader.py, which knows where a game begins and ends.

    moves("Place to d6, take f4 (good)")    # (["d6xf4"], "(good)")
    players("Ann vs. Bob")                  # {"White": "Ann", "Black": "Bob"}
"""

import re

_P = r"\(?([a-g][1-7])\)?(?!\w)"
_MOVE = re.compile(
    rf"""
    (?:
        (?:plac(?:e|es|ed|ing)|put|drop) (?:\s+(?:a\s+)?(?:piece|man|token))?
            \s+ (?:to|on|onto|at|in) \s+ {_P}
      | (?:mov(?:e|es|ed)\s+(?:from\s+)?)? {_P} \s* (?:-+>|=>|→|–|—|-|\bto\b) \s* {_P}
      | (?=(?:,\s*)? (?:and\s+)? (?:tak|remov|captur|took))
    )
    ((?: \s*[,.]?\s* (?:and\s+)? (?:take|takes|took|taking|remov(?:e|es|ed|ing)
        |captur(?:e|es|ed|ing)) \s+ \(?[a-g][1-7]\)? (?!\w) )* )
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What is left of a removal that does not say of which piece.
UNFINISHED = re.compile(
    r"[\s,.]*(?:and\s+)?(?:takes?|took|taking|remov(?:e|es|ed|ing)|captur(?:e|es|ed|ing))[\s,.]*",
    re.IGNORECASE,
)
_TAKEN = re.compile(r"[a-g][1-7](?!\w)", re.IGNORECASE)
_SIDES = {"1": "White", "2": "Black", "white": "White", "black": "Black", "light": "White",
          "dark": "Black"}  # fmt: skip
_PLAYER = re.compile(
    r"\(?\s*(?:player\s*)?(?P<side>(?<=player)\s*[12]|(?<=player\s)[12]|white|black|light|dark)\s*"
    r"(?:\)\s*[:=-]?|[:=])\s*(?P<name>.+)",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"(.+?)\s+(?:vs\.?|versus|against)\s+(.+)", re.IGNORECASE)
_COLOUR = re.compile(r"\s*\((white|black|light|dark|player\s*[12]|[12])\)", re.IGNORECASE)
_SCORE = re.compile(r"(?:result\s*[:=]?\s*)?(1-0|0-1|1/2-1/2|½-½)", re.IGNORECASE)
_DRAWN = re.compile(
    r"(?:(?:result|game|outcome)\s*[:=]?\s*)?(?:is\s+|ended\s+in\s+)?(?:a\s+)?"
    r"(?:draw|drawn|tie|tied)(?:\s+(?:agreed|accepted))?[.!]?",
    re.IGNORECASE,
)
_WON = re.compile(
    r"(?:winner\s*[:=]?\s*(?P<named>.+?)|(?:result\s*[:=]\s*)?(?P<who>.+?)\s+(?:has\s+)?"
    r"(?:won|wins|is the winner)(?:\s+the\s+game|\s+by resignation)?)[.!]?",
    re.IGNORECASE,
)
_RESIGNED = re.compile(r"(?P<who>.+?)\s+(?:has\s+)?(?:resigns|resigned)[.!]?", re.IGNORECASE)


def moves(text: str) -> tuple[list[str], str]:
    """The moves of a row as we write them, and what else stands in it."""
    found, rest, at = [], [], 0
    for phrase in _MOVE.finditer(text):
        placed, src, dst, taken = phrase.groups()
        takes = "".join(f"x{point}" for point in _TAKEN.findall(taken or ""))
        if placed or src or takes:
            found.append(f"{placed or ''}{f'{src}-{dst}' if src else ''}{takes}".lower())
            rest.append(text[at : phrase.start()])
            at = phrase.end()
    return found, " ".join(" ".join([*rest, text[at:]]).split())


def players(text: str) -> dict[str, str]:
    """White and Black, as far as the line says who they are."""
    two = _AGAINST.fullmatch(text)
    if not two:
        one = _PLAYER.fullmatch(text)
        return {_colour(text): _bare(one["name"])} if one else {}
    names = []
    for name in two.groups():
        one = _PLAYER.fullmatch(name)
        names.append(_bare(one["name"] if one else name))
    swapped = _colour(two[1]) == "Black" or _colour(two[2]) == "White"
    return dict(zip(("White", "Black"), names[::-1] if swapped else names, strict=True))


def _colour(text: str) -> str:
    """White or Black, as it stands behind a name or as its heading; empty if it does not."""
    found = _COLOUR.search(text) or _PLAYER.fullmatch(text)
    return _SIDES[found[1].lower().removeprefix("player").strip()] if found else ""


def result(text: str, names: dict[str, str]) -> tuple[str, str]:
    """The result and the reason that a line tells; empty if it tells none. names: of players."""
    said = _SCORE.fullmatch(text)
    if said:
        return "1/2-1/2" if said[1] == "½-½" else said[1], ""
    if _DRAWN.fullmatch(text):
        agreed = "agreed" if re.search("agreed|accepted", text, re.IGNORECASE) else ""
        return "1/2-1/2", agreed
    lost = _RESIGNED.fullmatch(text)
    won = None if lost else _WON.fullmatch(text)
    who = lost["who"] if lost else (won["named"] or won["who"]) if won else ""
    side = _side(who, names)
    if not side:
        return "", ""
    resigned = "resigned" if lost or "resign" in text.lower() else ""
    return "1-0" if (side == "White") != bool(lost) else "0-1", resigned


def _side(who: str, names: dict[str, str]) -> str:
    """White or Black, whoever is meant by a name; empty if nobody is."""
    who = _bare(who).lower()
    for side, name in names.items():
        if name.lower() == who:
            return side
    return _SIDES.get(re.sub(r"player\s*", "", who), "") if who else ""


def _bare(name: str) -> str:
    name = _COLOUR.sub("", name).strip(" \t:,.")
    return name if name.count("(") == name.count(")") else name.strip(" ()")
