# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""PGN cut into games, their tags and their movetext; and movetext cut into tokens.

The first step of the reader: it knows how PGN is written, and nothing of the game. Files that
people send have lost blank lines, tags in any order and comments in every place; all of that is
taken here.

    for game in cut(lines):
        game.tags                     # [("Event", "Club", 1), ...]: name, value, line
        for token in tokens(game.text): ...

Games that stand in one line are put apart first, for only the beginning of a line is looked at
for tags. A tag behind a result is that of the next game:

    list(apart(['1. d6 1-0 [White "C"] 1. a1 *']))
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from merels_host.exchange.results import RESULT
from merels_host.exchange.text_files import LONGEST

_TAG = re.compile(r'\s*\[\s*([A-Za-z_][A-Za-z_0-9]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED = re.compile(r"\\([\\\"])")
# What is in brackets and no such tag: up to a bracket behind which another tag, moves or nothing
# follow.
_PIECE = re.compile(r"\s*(\[.*?(?:\](?=\s*(?:\[|\d+\s*\.|\{|$))|$))")
_ROUGH_TAG = re.compile(r"\[\s*([A-Za-z_][A-Za-z_0-9]*)\b\s*(.*?)\s*\]?\s*")
_OPEN_TAG = re.compile(r'\s*\[\s*[A-Za-z_]\w*\s*(?:"(?:[^"\\]|\\.)*"?\s*)?')
_TAG_BEHIND = re.compile(r'\s*(\{[^}]*\}\s*)+(?=\[\s*\w+\s+")')
_NAME_CUT = re.compile(r"\[\s*[A-Za-z_]\w*")
_SOLID = re.compile(
    r'\[\s*(?:result|plycount|setup|timecontrol|gametype|(?:utc)?(?:date|time)|\w+elo)\s+"', re.I
)  # whose values have no blanks
_LONGEST_TAG = 20  # lines
FIRST = re.compile(r"1\s*\.(?!\s*\.)")
_ENDED = re.compile(rf"(?:^|(?<=\s)){RESULT}$", re.VERBOSE)
_MOST_LINES = 2000  # of one game
COMMENTS = re.compile(r"\{[^}]*\}?|;[^\n]*")
_SEVEN = {"event", "site", "date", "round", "white", "black", "result"}
_RESULT_BEFORE_TAG = RESULT.replace("();]", r"();\[]")  # a bracket may follow directly
_TAG_BEGUN = r'\[\s*[A-Za-z_]\w*\s+"'
# What may look like a result and is none comes first: tags and comments.
_NEXT_GAME = re.compile(
    rf"""
    {_TAG_BEGUN} (?:[^"\\]|\\.)*"
  | \{{[^}}]*\}}?
  | ;[^\n]*
  | (?<![^\s(){{}}]) {_RESULT_BEFORE_TAG} (?:\s*\{{[^}}]*\}})* \s* (?P<tag> (?={_TAG_BEGUN}) )
    """,
    re.VERBOSE,
)

# Behind the number of a move: a dot, with comments before it ("1{a}. d6").
DOT_BEHIND = r"(?:\s|\{[^}]*\}|;[^\n]*\n)*\.(?!\s*\.)"
# What movetext is made of, the most frequent first; `lastgroup` of a match tells which it is.
_TOKEN = rf"""
    (?P<move>  [a-g][1-7](?:-[a-g][1-7])?(?:x[a-g][1-7])* (?![^\s!?{{}}();$]) )
  | (?P<result> {RESULT} )
  | (?P<number> \d{{1,6}} \s* (?:\.[.\s]* | …\s*) | \d{{1,6}} (?=BARE) | \.[.\s]* | …\s* )
  | (?P<comment> \{{[^}}]*\}}? | ;[^\n]* )
  | (?P<nag>   \$\d{{1,6}} (?!\d) | [!?]{{1,2}} )
  | (?P<open>  \( )
  | (?P<close> \) )
  | (?P<word>  [^\s{{}}()$;!?]+ | \S )
"""
# A number may stand without its dot; or not, where moves are numbers: there the dot may follow
# behind a comment.
_TOKENS = re.compile(_TOKEN.replace("BARE", r"[\s{};()]|\Z"), re.VERBOSE)
_DOTTED = re.compile(_TOKEN.replace("BARE", DOT_BEHIND), re.VERBOSE)


@dataclass
class Cut:
    """One game as it stands in a file. line: its first. tags: name, value, line. text: the
    movetext, whose lines stand in the lines `lines` of the file. bad: what looks like a tag and is
    none, or not a whole one: line, text, and whether it is among the tags all the same."""

    line: int
    tags: list[tuple[str, str, int]] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    bad: list[tuple[int, str, bool]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The movetext."""
        return "\n".join(self.parts)

    def line_at(self, text: str, offset: int) -> int:
        """The line of the file in which the movetext's character `offset` stands."""
        row = text.count("\n", 0, offset)
        return self.lines[row] if row < len(self.lines) else self.line

    def begun(self) -> bool:
        """Is there anything but tags and comments?"""
        return bool(COMMENTS.sub("", self.text).strip())

    def may_end(self) -> bool:
        """Is a first number at the beginning of the next line surely that of another game? Behind
        a result it is; and so it is where a game would have to be endless."""
        last = self.parts[-1] if self.parts else ""
        return len(self.parts) > _MOST_LINES or bool(_ENDED.search(last) and ";" not in last)


def cut(lines: Iterable[str]) -> Iterator[Cut]:
    """The games of a file; one is in memory at a time."""
    game: Cut | None = None
    inside = False  # a comment in braces that a line before opened
    blank = True  # the line before was blank
    for number, line in _whole_tags(lines):
        stripped = line.strip()
        if stripped[:1] == "[" and (not inside or (blank and _opens_game(stripped))):
            inside = False
            game, line = yield from _take_tags(game, line, number, blank)
            blank = False
            if not line.strip():
                continue
        elif not stripped or (line[0] == "%" and not inside):
            blank = not stripped
            continue
        if game is None:
            game = Cut(number)
        elif stripped[0] == "1" and not inside and FIRST.match(stripped) and game.may_end():
            yield game
            game = Cut(number)
        game.parts.append(line.rstrip())
        game.lines.append(number)
        blank = False
        if inside or "{" in line:
            inside = _inside(line, inside)
    if game is not None:
        yield game


def tokens(text: str, start: int = 0, dotted: bool = False) -> Iterator[re.Match]:
    """The tokens of movetext: matches whose `lastgroup` says what they are. dotted: a number
    without a dot is a move."""
    return (_DOTTED if dotted else _TOKENS).finditer(text, start)


def _whole_tags(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; a tag that goes over several lines is one line, and one that
    stands behind a comment has its own."""
    held: list[str] = []  # lines of a tag that has not come to its end
    number = 0
    for number, line in apart(lines):
        if number == 1:
            line = line.removeprefix("\ufeff")
        if held:
            whole = _one_line([*held, line])
            if _TAG.match(whole):
                yield number - len(held), whole
                held = []
                continue
            if _OPEN_TAG.fullmatch(whole) and line.strip() and len(held) < _LONGEST_TAG:
                held.append(line)
                continue
            yield from enumerate(held, number - len(held))
            held = []
        if "{" in line and "[" in line and (behind := _TAG_BEHIND.match(line)):
            yield number, behind[0]
            line = line[behind.end() :]
        if "[" in line and line.rstrip()[-1:] != "]" and _OPEN_TAG.fullmatch(line):
            held.append(line)
        else:
            yield number, line
    yield from enumerate(held, number - len(held) + 1)


def _one_line(lines: list[str]) -> str:
    """The lines of a tag as one. A line may break in its name, beside a quote, and in a value that
    has no blanks."""
    whole = lines[0].strip()
    for line in lines[1:]:
        more = line.strip()
        in_name = _NAME_CUT.fullmatch(whole) and more[:1].isalnum()
        beside = '"' in whole and (more[:1] == '"' or whole[-1] == '"')
        tight = in_name or beside or _SOLID.match(whole)
        whole += more if tight else f" {more}"
    return whole


def _opens_game(line: str) -> bool:
    """Is it the first tag of another game, although a comment was never closed?"""
    tag = _TAG.fullmatch(line)
    return bool(tag) and tag[1].lower() in _SEVEN


def _take_tags(game: Cut | None, line: str, number: int, blank: bool):
    """Put the tags that a line begins with into their game. Gives the game that ended; returns the
    one that has them, and what follows behind them."""
    at = 0
    while line.startswith("[", at) or line[at : at + 1].isspace():
        if tag := _TAG.match(line, at):
            found = tag[1], _ESCAPED.sub(r"\1", tag[2])
            bad = ""
        elif piece := _PIECE.match(line, at):
            tag, bad = piece, piece[1].strip()
            found = _rough(bad)
            if found and bad[-1] == "]":
                bad = ""
        else:
            break
        at = tag.end()
        if found:
            name, value = found
            if game is not None and (game.begun() or _again(game, name, blank)):
                yield game
                game = None
            game = game or Cut(number)
            game.tags.append((name, value, number))
        game = game or Cut(number)
        if bad:
            game.bad.append((number, bad, found is not None))
    return game, line[at:]


def _rough(text: str) -> tuple[str, str] | None:
    """Name and value of a tag that is written another way, as without quotes or not closed."""
    rough = _ROUGH_TAG.fullmatch(text)
    if not rough or not rough[2]:
        return None
    value = rough[2].strip("\"'“”„")
    return rough[1], rough[2] if '"' in value else value


def _again(game: Cut, name: str, blank: bool) -> bool:
    """Does a tag that the game has already begin the next game, which the blank line or the name
    tells?"""
    name = name.lower()
    return (blank or name == "event") and any(name == known.lower() for known, _, _ in game.tags)


def _inside(line: str, inside: bool) -> bool:
    """Is a comment in braces open at the end of the line?"""
    at = 0
    while True:
        if inside:
            at = line.find("}", at)
            if at < 0:
                return True
        else:
            brace, rest = line.find("{", at), line.find(";", at)
            if brace < 0 or 0 <= rest < brace:
                return False
            at = brace
        inside = not inside
        at += 1


def apart(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, which pieces of one line share."""
    rest = ""  # of a line that is too long to come whole
    number = 0
    for number, more in enumerate(lines, 1):
        line = rest + more
        rest = ""
        at = 0
        if line.rfind("[") > 0 and '"' in line:
            for found in _NEXT_GAME.finditer(line):
                if found["tag"] is not None:
                    yield number, line[at : found.end()]
                    at = found.end()
        if at and len(more) >= LONGEST and more[-1] != "\n":
            rest = line[at:]
        else:
            yield number, line[at:] if at else line
    if rest:
        yield number, rest
