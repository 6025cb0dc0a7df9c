# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What hands did before each turn, when, and what the board complained about.

Between the session files, which heard it, and the replay. Times are the board's own.

    flight = flight_of(files, first=2, last=41, turns=[3, 4, 5], board=game.board)
    flight.before[1][0].words       # "lift d6"
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from merels.board import WOOD, Board
from merels.wire import framing

from merels_host.complaint_words import SENTENCES, sentence
from merels_host.errors import MerelsError
from merels_host.sessions.other_sessions import OtherSessions
from merels_host.sessions.recorded import JournalRecord
from merels_host.sessions.session import SessionFile
from merels_host.sessions.timeline import BoardMoment, Timeline, read

_COMPLAINTS = {word for word, _ in SENTENCES}


@dataclass(frozen=True)
class Deed:
    """Something that happened before a turn. ms: how long before it, None where that is unknown,
    as after a restart. kind: hand, button, complaint, host or record."""

    ms: int | None
    kind: str
    words: str


@dataclass
class Flight:
    """before: for each ply, what happened between the last turn and this one; what came after the
    last turn has the ply after it. why_not: why there is nothing, a sentence, or ""."""

    before: dict[int, list[Deed]] = field(default_factory=dict)
    why_not: str = ""


def flight_of(
    files: Iterable[SessionFile], first: int, last: int, turns: list[int], board: Board
) -> Flight:
    """The deeds of one game. first, last: numbers of its records. turns: those of its main line.

    Raises DiskProblem.
    """
    flight = Flight()
    told = False
    records: dict[int, JournalRecord] = {}
    deeds: list[tuple[tuple[int, int, int], Deed | None, int]] = []
    for file in files:
        heard = read(file, OtherSessions(file))
        records |= {n: r for n, r in heard.records.items() if n not in records}
        start, stop = _span(heard, first, last)
        for moment in heard.telemetry + heard.requests:
            if start <= (moment.boot, moment.ms) < stop:
                told = told or bool(moment.told)
                deeds.append(((moment.boot, moment.ms, -1), _deed(moment, board), 0))
    if not told:
        flight.why_not = "No telemetry was recorded: nobody knows what hands did."
    whole = Timeline(records, boots=sorted(n for n, r in records.items() if r.line.word == "boot"))
    for number, record in records.items():
        if first <= number <= last:
            when = (whole.boot_of(number), _ms(record), number)
            deeds.append((when, _of_record(record, number in turns), number))
    _sort_in(flight, sorted(deeds, key=lambda one: one[0]), turns)
    return flight


def _sort_in(flight: Flight, deeds: list, turns: list[int]) -> None:
    """Put each deed before the turn that it led to."""
    plies = {number: ply for ply, number in enumerate(turns, 1)}
    waiting: list[tuple[tuple[int, int, int], Deed]] = []
    for when, deed, number in deeds:
        if number in plies:
            flight.before[plies[number]] = [_timed(deed, at, when) for at, deed in waiting]
            waiting = []
        elif deed is not None:
            waiting.append((when, deed))
    flight.before[len(turns) + 1] = [deed for _, deed in waiting]


def _timed(deed: Deed, at: tuple[int, int, int], turn: tuple[int, int, int]) -> Deed:
    return Deed(turn[1] - at[1] if at[0] == turn[0] else None, deed.kind, deed.words)


def _span(heard: Timeline, first: int, last: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """From when to when this game was on the board, as (boot, ms)."""
    own = [n for n in heard.records if first <= n <= last]
    if not own:
        return (1, 0), (0, 0)
    begin = heard.records[min(own)]
    start = (heard.boot_of(min(own)), _ms(begin) if begin.number == first else 0)
    after = [n for n, r in heard.records.items() if n > last and r.line.word == "game"]
    if not after:
        return start, (heard.boot_of(max(own)), 1 << 30)
    return start, (heard.boot_of(min(after)), _ms(heard.records[min(after)]))


def _deed(moment: BoardMoment, board: Board) -> Deed | None:
    words = moment.words
    if "request" in words:
        return Deed(None, "host", f"the host asked: {words['request']}")
    if moment.told == "press":
        held = int(words["held"]) / 1000
        return Deed(None, "button", f"press {words['press']}, held {held:.1f} s")
    at = _point(words.get("at", ""), board)
    if moment.told == "complain":
        code = words.get("code", "")
        said = sentence(code, at) if code in _COMPLAINTS else f"{code} {at}"
        return Deed(None, "complaint", said)
    return Deed(None, "hand", f"{moment.told} {at}")


def _point(name: str, board: Board) -> str:
    """The game's own name of a point of the wood."""
    if name in WOOD and board.points >> WOOD.index(name) & 1:
        return board.name(WOOD.index(name))
    return f"{name} (not in play)" if name in WOOD else name


def _of_record(record: JournalRecord, main: bool) -> Deed | None:
    """A record that is no turn of the main line, in words."""
    word, values = record.line.word, record.line.values
    words = {
        "move": f"{values.get('text', '?')} was played, and later taken back",
        "takeback": f"taken back to ply {values.get('ply', '?')}",
        "edit": "the position was set",
        "boot": "the board was switched on",
        "over": f"the game was over: {values.get('winner')}, {values.get('reason')}",
    }
    return Deed(None, "record", words[word]) if word in words and not main else None


def _ms(record: JournalRecord) -> int:
    return max(framing.decimal(record.line.values.get("ms", "")), 0)


def flight_of_paths(
    paths: list[Path], first: int, last: int, turns: list[int], board: Board
) -> Flight:
    """The same of files that may be gone by now; that is then said."""
    files = []
    gone: list[str] = []
    for path in paths:
        try:
            files.append(SessionFile(path))
        except MerelsError:
            gone.append(str(path))
    flight = flight_of(files, first, last, turns, board)
    if not paths:
        flight.why_not = "No board recorded this game: nobody knows what hands did."
    elif gone and flight.why_not:
        flight.why_not = (
            f"The session file {gone[0]} is gone or damaged: what hands did is not known."
        )
    return flight
