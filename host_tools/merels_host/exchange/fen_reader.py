# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the FEN that Sanmill, and fen.py, write.

    game = read("********/@***O***/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes")

What a FEN has no field for comes back as well as can be told: whose a marked piece is, and why
removals are due that no line pays for.
"""

import re

from merels.board import count
from merels.errors import RulesError
from merels.rules.game import Game
from merels.rules.position import SIDES

from merels_host.exchange.fen import NODES, START, FenProblem

_FIELDS = 17
_OLD_FIRST = 8  # the number of the first point where ids:nodes is missing


def read(text: str, variant: str = "nine-mens-morris", **options) -> Game:
    """The game that starts from a FEN. Raises FenProblem, UnknownVariant and BadOption."""
    empty = Game(variant, **options)
    if empty.board.id != "three-rings":
        raise FenProblem(f"FEN is for games on three rings; {empty.variant} is not one.")
    fields, points = _split(text)
    masks = {
        glyph: sum(1 << bit for bit, here in points.items() if here == glyph) for glyph in "O@X"
    }
    men = [masks["O"], masks["@"]]
    words = [f"hand={fields['hand'][0]},{fields['hand'][1]}", f"turn={SIDES[fields['turn']]}"]
    words.append(f"quiet={fields['quiet']}")
    if masks["X"]:
        words.append(_crossed(empty, men, masks["X"], fields["hand"]))
    words += _due_words(empty, fields, men)
    if empty.rules.no_straight_back:
        words += _back_words(empty, fields["mills"])
    if empty.rules.line_once:
        words += _used_words(empty, fields["used"])
    words += [f"{SIDES[side]}={_names(empty, men[side])}" for side in (0, 1)]
    try:
        game = Game.from_position(" ".join(words), variant, **options)
    except RulesError as error:
        raise FenProblem(f"The FEN has no position of this game: {error}") from error
    if game.middle and fields["placing"]:
        game.placing = 1
    for side in (0, 1):
        if count(game.men[side] & ~game.marked) != fields["board"][side]:
            raise FenProblem(
                f"The FEN counts {fields['board'][side]} pieces of {SIDES[side]} on the board, "
                "its rings have another number."
            )
    return game


def move_number(text: str) -> int | None:
    """The number of the next move in a FEN that `read` takes; None where it can be none."""
    number = int(text.split()[_FIELDS - 1])
    return number if 0 <= number < 100_000 else None


def _split(text: str) -> tuple[dict, dict[int, str]]:
    """The fields by name, and the glyph on each wood bit."""
    words = text.split()
    if len(words) < _FIELDS:
        raise FenProblem(f"A Sanmill FEN has {_FIELDS} fields; this has {len(words)}: {text[:90]}")
    rings = words[0].split("/")
    if [len(ring) for ring in rings] != [8, 8, 8] or words[0].strip("O@*X/"):
        raise FenProblem(f"The rings must be three times eight of O @ * X, not {words[0][:60]}.")
    if words[1] not in ("w", "b") or words[2] not in "rpmo" or words[3] not in "psr?":
        raise FenProblem(f"Side, phase and action cannot be {' '.join(words[1:4])}.")
    numbers = [_number(word) for word in words[4:_FIELDS]]
    old = 0 if "ids:nodes" in words[_FIELDS:] else _OLD_FIRST
    fields = {
        "turn": "wb".index(words[1]),
        "board": (numbers[0], numbers[2]),
        "hand": (numbers[1], numbers[3]),
        "due": (numbers[4], numbers[5]),
        "mills": [_point(number, old) for number in numbers[6:10]],
        "used": (numbers[10] >> 32 + old, (numbers[10] & 0xFFFFFFFF) >> old),
        "quiet": numbers[11],
        "move": numbers[12],
        "placing": words[2] == "p",
        "claim": 0,
        "lines_due": 0,
    }
    for word in words[_FIELDS:]:
        _read_capture(word, fields, old)
    return fields, dict(zip(NODES, "".join(rings), strict=True))


def _read_capture(word: str, fields: dict, old: int) -> None:
    """Take a field such as i:w-2-16.18|b-0- in, for the side to move."""
    label, _, sides = word.partition(":")
    if label not in ("c", "i", "l", "m"):
        return
    for part in sides.split("|"):
        side, _, rest = part.partition("-")
        number, _, points = rest.partition("-")
        if side != "wb"[fields["turn"]]:
            continue
        if label == "m":
            fields["lines_due"] = _number(number)
        for point in points.split(".") if points else ():
            bit = _point(_number(point), old)
            fields["claim"] |= 1 << bit if bit >= 0 else 0


def _number(word: str) -> int:
    if re.fullmatch("-?[0-9]{1,20}", word):  # the longest is a number of 64 bits
        return int(word)
    raise FenProblem(f"{word[:30]!r} is not a number; a FEN such as the start is {START}")


def _point(number: int, old: int) -> int:
    """The wood bit of a point's number, -1 for none."""
    node = number - old
    return NODES[node] if 0 <= node < len(NODES) else -1


def _names(game: Game, mask: int) -> str:
    return ",".join(game.board.name(bit) for bit in range(25) if mask >> bit & 1)


def _crossed(game: Game, men: list[int], crossed: int, hand: tuple[int, int]) -> str:
    """The word for crossed points; marked pieces are added to `men`, to whom pieces lack."""
    if game.rules.bans:
        return f"banned={_names(game, crossed)}"
    white = game.rules.pieces - count(men[0]) - hand[0]
    for bit in NODES:
        if crossed >> bit & 1:
            men[0 if white > 0 else 1] |= 1 << bit
            white -= 1
    return f"marked={_names(game, crossed)}"


def _due_words(game: Game, fields: dict, men: list[int]) -> list[str]:
    """The words for what is due and why, as far as it can be told."""
    turn = fields["turn"]
    mine, theirs = fields["due"][turn], fields["due"][1 - turn]
    if not mine:
        return []
    owes = []
    if fields["placing"] and fields["hand"] == (0, 0) and game.rules.placing is not None:
        owes.append(f"{SIDES[turn]}:placing")
    lines = [line for line in game.board.lines if line & men[turn] == line]
    if fields["claim"] and game.rules.captures is not None:
        at = game.board.name(_captured_to(game, fields["claim"], men[turn]))
        taken = _names(game, fields["claim"]).replace(",", "+")
        owes.append(f"{SIDES[turn]}:{SIDES[1 - turn]}:capture:{at}:{fields['lines_due']}:{taken}")
    elif not lines or mine < 0 or theirs or mine > (len(lines) if game.rules.per_line else 1):
        owes = _owed(game, mine, theirs, turn, men)
    return [f"due={abs(mine)}", *([f"owes={','.join(owes)}"] if owes else [])]


def _captured_to(game: Game, claim: int, own: int) -> int:
    """Where the capturing piece must have come to: the middle of two claimed ends, or any own."""
    for line, middle in zip(game.board.lines, game.board.middles, strict=True):
        if own >> middle & 1 and line & ~(1 << middle) & ~claim == 0:
            return middle
    return own.bit_length() - 1


def _owed(game: Game, mine: int, theirs: int, turn: int, men: list[int]) -> list[str]:
    """The entries for removals that no line pays for."""
    if game.rules.extra_removals is None:
        raise FenProblem("A removal is due and no line is there that pays for it.")
    full = men[0] | men[1] == game.board.points
    why = "full" if full else "count" if game.rules.placing_mill == "count" else "blocked"
    entries = []
    for side, number in ((turn, mine), (1 - turn, theirs)):
        if number:
            whose = side if number < 0 else 1 - side
            entries.append(f"{SIDES[side]}:{SIDES[whose]}:{why}:{abs(number)}")
    alone = not theirs and why != "blocked" and not full
    return [*entries, f"{SIDES[1 - turn if alone else turn]}:moves"]


def _back_words(game: Game, mills: list[int]) -> list[str]:
    moves = []
    for side in (0, 1):
        src, dst = mills[2 * side : 2 * side + 2]
        if src >= 0 and dst >= 0:
            moves.append(f"{game.board.name(dst)}-{game.board.name(src)}")
    return [f"back={','.join(moves)}"] if moves else []


def _used_words(game: Game, used: tuple[int, int]) -> list[str]:
    lines = []
    for side in (0, 1):
        points = sum(1 << bit for node, bit in enumerate(NODES) if used[side] >> node & 1)
        for line in game.board.lines:
            if line & points == line:
                lines.append(f"{SIDES[side]}:{_names(game, line).replace(',', '-')}")
    return [f"used={','.join(lines)}"] if lines else []
