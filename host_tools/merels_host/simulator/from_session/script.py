# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game of a session file as a hand script: the deeds of hands, and the moves that came of them.

What telemetry tells is done again at the same milliseconds. Where some of it is missing, the
images that records and later telemetry carry say what must have happened; `guessed` counts that.

    for game in games_of(SessionFile(path)):
        game.text, game.moves, game.guessed
"""

from dataclasses import dataclass, field

from merels.wire import framing

from merels_host.sessions.games import SIDES, TOGETHER, Games
from merels_host.sessions.other_sessions import OtherSessions
from merels_host.sessions.recorded import JournalRecord
from merels_host.sessions.session import SessionFile
from merels_host.sessions.timeline import BoardMoment, Timeline, read
from merels_host.simulator.from_session.deeds import Deeds

_WRAP = (1 << 30) - 1
_LEAD = 50  # ms from the beginning of the script to that of the game
_DARK = 1000  # ms without power, where nobody knows
_UP = 2  # ms after power-on until the board has looked at the wood that it finds
_PRESS = 100  # ms that a short press is held
_SOON = 1000  # ms between a host's request and what comes of it
_LATE = 2500  # ms until what was seen to be played is written and told, with the settle time
_AFTER = 150  # ms that the wood and the firmware may lag behind


@dataclass
class ScriptOfGame:
    """moves, over: as recorded. told: points whose change telemetry told. guessed: the others.
    problem: why there is no script, or "". lacks: sentences, which records are in other files.
    known: the script up to when the board has certainly told all, "" if that is its end. untold:
    the ms after that. half: the script up to a last record that may be half of a correction, "" if
    it is none."""

    number: int
    text: str = ""
    moves: list[str] = field(default_factory=list)
    over: dict | None = None
    told: int = 0
    guessed: int = 0
    problem: str = ""
    lacks: list[str] = field(default_factory=list)
    known: str = ""
    half: str = ""
    untold: int = 0


def games_of(file: SessionFile) -> list[ScriptOfGame]:
    """The games of a file in which hands did something. Raises DiskProblem."""
    others = OtherSessions(file)
    heard = read(file, others)
    groups = _groups(heard)
    found = []
    for place, group in enumerate(groups):
        if all(record.number in heard.lent for record in group):
            continue  # another file's game
        end = groups[place + 1][0] if place + 1 < len(groups) else None
        games = Games(str(file.header.get("board")), str(file.header.get("journal")))
        made = ScriptOfGame(_number(group[0]))
        if group[0].line.word != "game":
            _begin(games, others, made, min(heard.records))
        _lacks(heard, made, group[0], end)
        if not made.problem:
            _Writer(file, heard, games).write(made, group, end)
        if made.told or made.guessed or made.problem:
            found.append(made)
    return found


def _begin(games: Games, others: OtherSessions, made: ScriptOfGame, first: int) -> None:
    """Take in the game as it was before the file begins, with the record `first`."""
    begun = others.game_before(first)
    words = others.words(begun or 1, first - 1)
    if begun:
        made.lacks.append(words)
        for record in others.records(begun, first - 1):
            games.apply(record)
    else:
        made.problem = words.rstrip(".") or "its beginning is not recorded"


def _lacks(
    heard: Timeline, made: ScriptOfGame, first: JournalRecord, end: JournalRecord | None
) -> None:
    """Name what the file lacks of the game from its record `first` to the record `end`."""

    def is_here(a: int, b: int) -> bool:
        return b > first.number and (end is None or a < end.number)

    lacks = [words for a, b, words in heard.holes if is_here(a, b)]
    if any(is_here(a, b) for a, b in heard.unknown):
        made.problem = made.problem or " ".join(lacks).rstrip(".")
    else:
        made.lacks += lacks


def _groups(heard: Timeline) -> list[list[JournalRecord]]:
    """Records by game, with the boots between them."""
    groups: list[list[JournalRecord]] = []
    for number in sorted(heard.records):
        record = heard.records[number]
        if record.line.word == "game" or (not groups and record.line.word != "boot"):
            groups.append([])
        if groups:
            groups[-1].append(record)
    return groups


class _Writer:
    """Writes the script of one game."""

    def __init__(self, file: SessionFile, heard: Timeline, games: Games):
        hello = file.header.get("hello")
        self._hello = hello if isinstance(hello, dict) else {}
        self._heard = heard
        self._games = games
        self._settle = max(framing.decimal(heard.settings.get("settle", "")), 0) or 200
        self._deeds = Deeds()
        self._boot = 0
        self._offset = 0  # script time = ms of this boot + offset
        self._pressed = (-1, 0, 0)  # the button back: boot, from when to when it has effects
        self._goes_on = (-1, 0)  # when the last turn was played or taken back: boot and ms
        self._base = 0  # turns that the script does not play

    def write(
        self, made: ScriptOfGame, group: list[JournalRecord], end: JournalRecord | None
    ) -> None:
        """The script of the records `group`, up to the record `end` of the next game."""
        own = group[0].line.word == "game"
        if own:
            self._games.apply(group[0])
        game = self._games.current
        if game is None or game.number != made.number or not game.whole:
            made.problem = "its beginning is not recorded"
            return
        rest = self._told_at_once(group[1:], _ms(group[0])) if own else group
        head = self._head(group[0] if own else None)
        self._boot = self._heard.boot_of(group[0].number)
        played = [r for r in group if r.line.word not in ("over", "boot")]
        times = [(self._heard.boot_of(record.number), _ms(record)) for record in played]
        self._goes_on = max(times, default=(-1, 0))
        moments = self._moments(rest, group[0] if own else None, end)
        start = _ms(group[0]) if own else min((m.ms for _, m in moments), default=0)
        self._offset = _LEAD - start
        for record, moment in moments:
            if record is None:
                self._unrecorded(made, moment)
            else:
                self._record(made, record, moment, rest)
        made.moves = game.turns[self._base :]
        if game.over and game.over[1] != "unfinished":
            winner = None if game.over[0] is None else SIDES[game.over[0]]
            made.over = {"winner": winner, "reason": game.over[1]}
        last = max((self._script_time(m) for r, m in moments if r is not None), default=0)
        tail = [f"at {max(self._deeds.now, last) + self._settle + 300} end"]
        tail.append(f"expect moves {' '.join(made.moves) or 'none'}")
        made.text = "\n".join(head + self._deeds.lines + tail) + "\n"
        if end is None:
            self._cut(made, head, rest)

    def _cut(self, made: ScriptOfGame, head: list[str], records: list[JournalRecord]) -> None:
        """The file may end while something waits to be written: the script without that."""
        file_end = self._heard.end
        if file_end is None or file_end.boot != self._boot:
            return
        certain = max(file_end.ms - self._settle - _LATE, 0)
        told = [_ms(r) for r in records if self._heard.boot_of(r.number) == self._boot]
        when = max([certain, *told])
        made.untold = max(file_end.ms - when, 0)
        cut = when + self._offset
        end = f"at {cut + _AFTER} end"
        deeds = [line for line in self._deeds.lines if int(line.split(" ", 2)[1]) <= cut]
        if len(deeds) < len(self._deeds.lines):
            made.known = "\n".join([*head, *deeds, end]) + "\n"
        if told and when > certain and records[-1].line.word == "takeback":
            # With the move that should follow, it was no press of the button.
            if deeds and deeds[-1].endswith(f" press back {_PRESS}"):
                deeds.pop()
            made.half = "\n".join([*head, *deeds, end]) + "\n"

    def _told_at_once(self, records: list[JournalRecord], ms: int) -> list[JournalRecord]:
        """Take in what was told of the game when it was put on the board; returns the others."""
        place = 0
        while (
            place < len(records)
            and records[place].line.word in ("move", "edit")
            and _ms(records[place]) == ms
        ):
            self._games.apply(records[place])
            place += 1
        return records[place:]

    def _head(self, first: JournalRecord | None) -> list[str]:
        """The lines before the first deed; the wood is then as they say, or as `first` does."""
        recorded = self._games.current
        assert recorded is not None
        lines = [f"variant {recorded.variant}"]
        lines += [f"set {name}={value}" for name, value in recorded.changed.items()]
        lines.append(f"set settle={self._settle}")
        for name in ("sensors", "points"):
            if name in self._hello:
                lines.append(f"{name} {self._hello[name]}")
        game = recorded.game
        if game is not None:
            self._deeds = Deeds(game.white, game.black)
            if recorded.edits:
                lines.append(f"position {game.position()}")
                self._base = len(recorded.turns)
            elif recorded.turns:
                lines.append(f"after {' '.join(recorded.turns)}")
        image, white = _image(first) if first else (None, None)
        if image is not None and image != self._deeds.image:
            self._deeds.change(image, white, 0, 0)
        return lines

    def _moments(
        self, records: list[JournalRecord], first: JournalRecord | None, end: JournalRecord | None
    ) -> list[tuple[JournalRecord | None, BoardMoment]]:
        """Records and all else of this game in the order in which it happened."""
        heard = self._heard
        start = (self._boot, _ms(first)) if first else (self._boot, -1)
        stop = (heard.boot_of(end.number), _ms(end)) if end else (1 << 30, 0)
        others = [
            (None, moment)
            for moment in heard.telemetry + heard.requests
            if start < (moment.boot, moment.ms) < stop
        ]
        own = [(r, BoardMoment(heard.boot_of(r.number), _ms(r), r.line.values)) for r in records]
        # What hands do comes before what is made of it in the same millisecond.
        return sorted(
            [*others, *own],
            key=lambda item: (item[1].boot, item[1].ms, item[0].number if item[0] else 0),
        )

    def _script_time(self, moment: BoardMoment) -> int:
        return max(moment.ms + self._offset, 0)

    def _unrecorded(self, made: ScriptOfGame, moment: BoardMoment) -> None:
        if moment.boot != self._boot or self._is_over(moment):
            return
        when = self._script_time(moment)
        button = moment.words.get("press")
        if button:
            held = int(moment.words["held"])
            if button == "back":
                self._pressed = (moment.boot, moment.ms, moment.ms + held + _SOON)
            self._deeds.say(when, f"press {button} {held}")
            return
        request = moment.words.get("request")
        if request is None:
            image, white = _image_words(moment.words)
            if image is not None:
                points = self._deeds.change(image, white, when, self._turn())
                made.told += min(points, 1)
                made.guessed += max(points - 1, 0)
        elif not request.startswith("takeback"):
            self._deeds.say(when, f"host {request}")

    def _record(
        self,
        made: ScriptOfGame,
        record: JournalRecord,
        moment: BoardMoment,
        group: list[JournalRecord],
    ) -> None:
        if record.line.word == "boot":
            self._power(made, record, moment)
            return
        image, white = _image(record)
        when = self._script_time(moment)
        if image is not None and image != self._deeds.image and not self._is_over(moment):
            before = when - self._settle - 20
            made.guessed += self._deeds.change(image, white, before, self._turn())
        self._games.apply(record)
        values = record.line.values
        if record.line.word == "edit":
            if not self._is_answered(record):
                self._deeds.say(when, "host accept")
            # From here on the firmware, too, counts the turns of a new beginning.
            self._base = len(self._games.current.turns) if self._games.current else 0
        elif record.line.word == "takeback":
            self._take_back(record, image, when, group)
        elif record.line.word == "over" and values.get("reason") in ("resigned", "agreed"):
            words = f"winner={values.get('winner')} reason={values['reason']}"
            self._deeds.say(when, f"host result {words}")

    def _take_back(
        self, record: JournalRecord, image: int | None, when: int, group: list[JournalRecord]
    ) -> None:
        """A take-back by hand shows in the wood; else it was a button's, or a host's."""
        place = group.index(record)
        following = group[place + 1] if place + 1 < len(group) else None
        if following and 0 <= _ms(following) - _ms(record) <= TOGETHER:
            if following.line.word == "takeback":
                return  # one of several at once; the last of them says what the wood showed
            if following.line.word == "move" and _image(following)[0] == image:
                return  # a correction: the wood showed another turn in place of that one
        game = self._games.current.game if self._games.current else None
        if game is not None and image == game.white | game.black:
            return
        if self._is_answered(record):
            return
        boot, ms = self._heard.boot_of(record.number), _ms(record)
        asked = any(
            request.boot == boot
            and abs(request.ms - ms) < _SOON
            and request.words["request"].startswith("takeback")
            for request in self._heard.requests
        )
        if asked:
            self._deeds.say(when, "host takeback")
        else:
            self._deeds.say(when - _PRESS - 5, f"press back {_PRESS}")

    def _power(self, made: ScriptOfGame, record: JournalRecord, moment: BoardMoment) -> None:
        """The board was switched off and on; its clock began anew."""
        off = self._deeds.now + self._settle + _DARK
        self._deeds.say(off, "power off")
        image, white = _image(record)
        if image is not None:
            made.guessed += self._deeds.change(image, white, off + _DARK // 2, self._turn())
        self._deeds.say(off + _DARK, "power on")
        self._deeds.now += _UP  # what comes of hands is done under its eyes
        self._boot = record.number
        self._offset = off + _DARK - moment.ms

    def _is_answered(self, record: JournalRecord) -> bool:
        """Did telemetry tell of the button that made this record, and the script press it?"""
        boot, first, last = self._pressed
        return self._heard.boot_of(record.number) == boot and first <= _ms(record) <= last

    def _turn(self) -> int:
        game = self._games.current.game if self._games.current else None
        return game.turn if game is not None else 0

    def _is_over(self, moment: BoardMoment) -> bool:
        """Is the game over, and what hands do only the sweep? Not if it goes on after that."""
        over = self._games.current is not None and self._games.current.over is not None
        return over and (moment.boot, moment.ms) > self._goes_on


def _number(record: JournalRecord) -> int:
    return max(framing.decimal(record.line.values.get("game", "")), 0)


def _ms(record: JournalRecord) -> int:
    return max(framing.decimal(record.line.values.get("ms", "")), 0) & _WRAP


def _image(record: JournalRecord) -> tuple[int | None, int | None]:
    values = record.line.values
    if record.line.word == "edit":  # its white and black are names of points
        values = {"board": values.get("board", "")}
    return _image_words(values)


def _image_words(words: dict[str, str]) -> tuple[int | None, int | None]:
    """The image, and the white pieces of it where the sensors tell colours."""
    return _hex(words.get("board", "")), _hex(words.get("white", ""))


def _hex(text: str) -> int | None:
    if len(text) != 7:
        return None
    try:
        return int(text, 16) & 0x1FFFFFF
    except ValueError:
        return None
