# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a session file says about the board, on the board's own clock.

The board counts milliseconds from power-on, so a moment is a pair: which power-on, and when.
Records say themselves which one they belong to (each follows a `boot`); telemetry belongs to the
one that the conversation was with.

    heard = read(file, OtherSessions(file))
    heard.telemetry[0]      # BoardMoment(boot=1, ms=1502, words={"at": "d6", "board": "0000010"})
"""

from dataclasses import dataclass, field
from datetime import datetime

from merels.wire import framing

from merels_host.sessions.other_sessions import OtherSessions, holes
from merels_host.sessions.recorded import JournalRecord, is_record
from merels_host.sessions.session import SessionFile

_BOUNCE = 20  # ms until the board believes a contact
_ASKED = ("move", "set", "takeback")  # requests that change what hands bring about


@dataclass
class BoardMoment:
    """Something at a time of the board. boot: number of its boot record, 0 for one before. told:
    the word of the telemetry, as lift, or "" for what is none."""

    boot: int
    ms: int
    words: dict[str, str]
    told: str = ""


@dataclass
class Timeline:
    """records: by number; with those that the file lacks between its own, as far as they are in
    others. lent: the numbers of these. holes: what the file lacks, first and last number, and
    where it is. unknown: what is in no file. boots: their numbers, in order.
    settings: as the board told them.

    end: until when the file follows the board, None where that is unknown.
    """

    records: dict[int, JournalRecord] = field(default_factory=dict)
    lent: set[int] = field(default_factory=set)
    holes: list[tuple[int, int, str]] = field(default_factory=list)
    unknown: list[tuple[int, int]] = field(default_factory=list)
    boots: list[int] = field(default_factory=list)
    telemetry: list[BoardMoment] = field(default_factory=list)
    requests: list[BoardMoment] = field(default_factory=list)  # words: {"request": text}
    settings: dict[str, str] = field(default_factory=dict)
    end: BoardMoment | None = None

    def boot_of(self, number: int) -> int:
        """The boot record that a record follows, or 0."""
        return max((boot for boot in self.boots if boot <= number), default=0)


@dataclass
class _Talk:
    """One conversation: from a hello to the next."""

    last: int = 0
    telemetry: list[BoardMoment] = field(default_factory=list)
    requests: list[tuple[float, str]] = field(default_factory=list)
    lag: float | None = None  # least seconds, as far as known, between the two clocks
    heard: float = 0.0  # when the last line came
    alive: float = 0.0  # until when the line was up, as far as known


def read(file: SessionFile, others: OtherSessions) -> Timeline:
    """All that matters for playing the file again; others: what other files have.

    Raises DiskProblem.
    """
    heard = Timeline()
    talks = [_Talk()]
    asked: dict[int, str] = {}
    pressed: dict[str, int] = {}  # buttons that are down: since when
    for entry in file:
        _follow(talks[-1], entry)
        line = framing.parse(str(entry.get("line", "")))
        if line is None or line.kind == "bad":
            continue
        utc = str(entry.get("utc", ""))
        if entry.get("dir") == "out":
            asked[line.number] = line.word
            if line.word in _ASKED and line.values.get("telemetry") != "on":
                words = line.text.partition(" ")[2]
                talks[-1].requests.append((_seconds(utc) or talks[-1].alive, words))
        elif is_record(line):
            heard.records.setdefault(line.number, JournalRecord(line.number, utc, line))
        elif line.kind == "telemetry" and line.checked:
            ms = framing.decimal(line.values.get("ms", ""))
            if ms >= 0:
                talk = talks[-1]
                if utc:
                    lag = _seconds(utc) - ms / 1000
                    talk.lag = lag if talk.lag is None else min(talk.lag, lag)
                if line.word == "press":
                    pressed[line.values.get("button", "")] = ms
                elif line.word == "release":
                    _release(talk, line.values.get("button", ""), pressed, ms)
                else:
                    talk.telemetry.append(BoardMoment(0, ms, line.values, line.word))
        elif line.word == "ok" and line.checked:
            if asked.get(line.number) == "hello":
                talks.append(_Talk(framing.decimal(line.values.get("last", ""))))
            elif asked.get(line.number) == "get":
                heard.settings.update(line.values)
    _lend(heard, others)
    heard.boots = sorted(n for n, r in heard.records.items() if r.line.word == "boot")
    for talk in talks:
        _settle(heard, talk)
    return heard


def _lend(heard: Timeline, others: OtherSessions) -> None:
    """Fill the holes between the records of the file, as far as that is possible."""
    for first, last in holes(list(heard.records)):
        found = others.records(first, last)
        heard.holes.append((first, last, others.words(first, last)))
        heard.records.update({record.number: record for record in found})
        heard.lent.update(record.number for record in found)
    heard.unknown = holes(list(heard.records))


def _follow(talk: _Talk, entry: dict) -> None:
    """Until when is the file as good as its board? What was sent to one that had gone is not."""
    when = _seconds(str(entry.get("utc", "")))
    if entry.get("dir") == "in":
        talk.heard = talk.alive = max(talk.alive, when)
    elif entry.get("dir") == "out":
        talk.alive = max(talk.alive, when)
    elif entry.get("event") == "lost":
        talk.alive = talk.heard


def _release(talk: _Talk, button: str, pressed: dict[str, int], ms: int) -> None:
    """A button was let go: one press, with the time for which it was held."""
    since = pressed.pop(button, None)
    if since is not None and ms > since and button in ("new", "back"):
        words = {"press": button, "held": str(ms - since)}
        talk.telemetry.append(BoardMoment(0, max(since - _BOUNCE, 0), words, "press"))


def _settle(heard: Timeline, talk: _Talk) -> None:
    """Put what a conversation told on the clock of the power-on that it was with."""
    boot = heard.boot_of(talk.last + 1)  # the boot itself may not have been on flash yet
    for moment in talk.telemetry:
        heard.telemetry.append(BoardMoment(boot, moment.ms, moment.words, moment.told))
    if talk.lag is not None:
        for seconds, text in talk.requests:
            ms = max(round((seconds - talk.lag) * 1000), 0)
            heard.requests.append(BoardMoment(boot, ms, {"request": text}))
        if talk.alive:
            heard.end = BoardMoment(boot, round((talk.alive - talk.lag) * 1000), {})


def _seconds(utc: str) -> float:
    """A time such as 2025-11-30T12:34:56.789Z in seconds; 0 for what is none."""
    try:
        return datetime.fromisoformat(utc.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0
