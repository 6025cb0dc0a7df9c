# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A moment of a game in lines of text: the board, the state of things, and what hands did.

print("\\n".join(board_lines(moment, film.board)))
"""

from collections.abc import Iterator

from merels.board import WOOD, Board
from merels.rules.position import SIDES

from merels_host.text import printable
from merels_host.views.board_text import ASCII, diagram
from merels_host.views.moments import Film, Moment
from merels_host.views.replay.flight import Deed, Flight

WIDTH = 30  # columns of a board
_CROSSED = "x"  # a piece that waits to be swept away, or a point that is closed


def board_lines(moment: Moment, board: Board, glyphs: tuple[str, str, str] = ASCII) -> list[str]:
    """The board with its pieces; the points of the last turn stand in brackets.

    glyphs: for white, black and an empty point.
    """
    rows = [list(f"{line:<{WIDTH}}") for line in diagram(board)]
    touched = moment.removed
    for bit in (moment.source, moment.target):
        touched |= 1 << bit if bit >= 0 else 0
    for bit, name in enumerate(WOOD):
        if not board.points >> bit & 1:
            continue
        row = rows[2 * (7 - int(name[1]))]
        column = 3 + 4 * "abcdefg".index(name[0])
        crossed = (moment.marked | moment.banned) >> bit & 1
        if crossed:
            row[column] = _CROSSED
        elif moment.white >> bit & 1:
            row[column] = glyphs[0]
        elif moment.black >> bit & 1:
            row[column] = glyphs[1]
        else:
            row[column] = glyphs[2]
        if touched >> bit & 1:
            row[column - 1], row[column + 1] = "[", "]"
    return ["".join(row).rstrip() for row in rows]


def state_lines(moment: Moment, last: int, glyphs: tuple[str, str, str] = ASCII) -> list[str]:
    """Which turn it was, hands and captures, and who is to play."""
    lines = [f"ply {moment.ply} of {last}"]
    if moment.turn:
        took = "" if moment.took_ms is None else f"  ({moment.took_ms / 1000:.1f} s)"
        lines.append(f"{SIDES[moment.side]} played {moment.turn}{took}")
    if moment.closed:
        lines.append("a mill was closed" if len(moment.closed) == 1 else "two mills were closed")
    if moment.comment:
        lines.append(moment.comment)
    lines.append("")
    for side in (0, 1):
        lines.append(
            f"{glyphs[side]} {SIDES[side]}: in hand {moment.hand[side]}, "
            f"captured {moment.captured[side]}"
        )
    lines.append("")
    if moment.end:
        lines.append(moment.end)
    elif moment.due:
        lines.append(f"{SIDES[moment.to_move]} has to remove {moment.due}")
    else:
        lines.append(f"{SIDES[moment.to_move]} to play")
    return [printable(line) for line in lines]


def deed_line(deed: Deed) -> str:
    """A deed with its time before the turn."""
    when = "" if deed.ms is None else f"-{deed.ms / 1000:.1f} s"
    return printable(f"{when:>8}  {deed.words}")


def flight_lines(flight: Flight, ply: int, last: int) -> list[str]:
    """What happened before a turn, and after the last one."""
    if flight.why_not:
        return [flight.why_not]
    lines = [deed_line(deed) for deed in flight.before.get(ply, [])]
    after = flight.before.get(last + 1, []) if ply == last else []
    if after:
        lines += ["after it:", *(deed_line(deed) for deed in after)]
    return lines


def whole_game(film: Film, flight: Flight, heading: str) -> Iterator[str]:
    """All moments, one below the other."""
    yield printable(heading)
    if flight.why_not:
        yield flight.why_not
    last = len(film.moments) - 1
    for moment in film.moments:
        yield ""
        if not flight.why_not:
            yield from flight_lines(flight, moment.ply, last)
        yield from (line for line in state_lines(moment, last) if line)
        yield from board_lines(moment, film.board)
    if film.doubt:
        yield printable(film.doubt)
