# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hand scripts: what hands do to the wood, millisecond by millisecond. The format's one parser.

A script enters here as text and leaves as a `Script`; `play` and `run` act it out, `expectation`
compares. docs/hand-scripts.md describes the format. Deeds are tuples: ("drop", bit, side),
("lift", bit), ("press", button, ms), ("noise", bit, ms), ("power", 0 or 1), ("host", request),
("fault", (word, where)), ("heal", (word, where)).

    script = parse("at 0 drop d6 white\nexpect moves d6\n", "first.hands")
    script.deeds[0]     # (0, 1, ("drop", 4, 0)): time, line number, deed
"""

from merels.board import WOOD
from merels.journal.records import REASONS
from merels.lights.palette import MEANINGS
from merels.wire.framing import MAX_LINE

from merels_host.complaint_words import SENTENCES
from merels_host.simulator.builds import KINDS
from merels_host.simulator.faults import FaultError, parse_fault

LONGEST_MS = 86400000  # no script is longer than a day
MOST_LINES = 10000  # what the memory of a simulated board has room for
MOST_CHARACTERS = 500000
LONGEST_REQUEST = MAX_LINE - 20  # a line of the wire has a number and a checksum besides
LONGEST_NAME = 40  # of an option or a setting
PRESS_MS = 100  # how long a button is held if the script does not say

SIDES = ("white", "black")
BUTTONS = ("new", "back")
EXPECTATIONS = (
    "moves", "over", "sync", "asks", "takebacks", "complaints", "position", "lights",
)  # fmt: skip

STATEMENTS = "variant, set, sensors, points, build, fault, after, position, at or expect"
DEEDS = "drop, lift, press, host, power, noise, fault, heal or end"


class ScriptError(ValueError):
    """A script that cannot be understood or acted out: file, line, and what was expected."""

    def __init__(self, name, line, sentence):
        where = f"{name}:{line}" if line else name
        super().__init__(f"{where}: {sentence}")


class Script:
    """One script. Line numbers stand beside what can still fail when it is acted out.

    sets: (line, name, value), rule options and settings alike. after: (line, move text).
    build: one of builds.KINDS, or None. faults: (line, fault) of those it has from the beginning.
    position: (line, text) or None. deeds: (ms, line, deed) in order of time.
    expects: (line, key, value). end: ms or None.
    """

    def __init__(self, name):
        self.name = name
        self.variant = None
        self.variant_line = 0
        self.sets = []
        self.sensors = None
        self.points = None
        self.build = None
        self.faults = []
        self.after = []
        self.position = None
        self.deeds = []
        self.expects = []
        self.end = None

    def length(self):
        """When it ends, ms: at its `end`, or 2000 ms after the last event."""
        if self.end is not None:
            return self.end
        return (self.deeds[-1][0] if self.deeds else 0) + 2000

    def agree(self, colour, points):
        """Raise ScriptError when `sensors` or `points` say what the build does not have."""
        seen = "colour" if colour else "presence"
        if self.sensors not in (None, seen):
            raise self.error(0, f"a build of {self.build} sees {seen}; leave `sensors` out")
        if self.points not in (None, points):
            raise self.error(0, f"a build of {self.build} has {points} points; leave `points` out")

    def error(self, line, sentence):
        """A ScriptError at one of this script's lines."""
        return ScriptError(self.name, line, sentence)


def parse(text, name):
    """Understand a script; `name` is its file's, for messages. Raises ScriptError."""
    script = Script(name)
    if len(text) > MOST_CHARACTERS:
        raise script.error(0, f"a script has {MOST_CHARACTERS} characters at most; cut it in two")
    lines = text.split("\n")
    if len(lines) > (MOST_LINES if lines[-1] else MOST_LINES + 1):
        raise script.error(
            MOST_LINES + 1, f"a script has {MOST_LINES} lines at most; cut it in two"
        )
    for number, line in enumerate(lines, 1):
        words = _without_comment(line).split()
        if words:
            try:
                _statement(script, number, words)
            except (_Wrong, FaultError) as wrong:
                raise script.error(number, wrong.args[0]) from None
    if not _in_order(script.deeds):
        script.deeds.sort(key=lambda item: (item[0], item[1]))
    _check_times(script)
    return script


def _in_order(deeds):
    """Most scripts are; to sort what is sorted takes MicroPython long: 12 s for 10000 lines."""
    return all(deeds[place][:2] >= deeds[place - 1][:2] for place in range(1, len(deeds)))


def parse_deed(words):
    """Understand what follows `at T` (except `end`), as it also comes over the control line.

    Raises ValueError with a sentence.
    """
    word, rest = words[0], words[1:]
    if word == "drop" and len(rest) == 2:
        return ("drop", _point(rest[0]), _one_of(rest[1], SIDES, "colour"))
    if word == "lift" and len(rest) == 1:
        return ("lift", _point(rest[0]))
    if word == "press" and 1 <= len(rest) <= 2:
        held = _ms(rest[1]) if len(rest) == 2 else PRESS_MS
        return ("press", _one_of(rest[0], BUTTONS, "button"), held)
    if word == "noise" and len(rest) == 2:
        return ("noise", _point(rest[0]), _ms(rest[1]))
    if word == "power" and len(rest) == 1:
        return ("power", _one_of(rest[0], ("off", "on"), "state"))
    if word == "host" and rest:
        return ("host", _request(rest))
    if word in ("fault", "heal") and len(rest) == 1:
        return (word, parse_fault(rest[0]))
    if word in _FORMS:
        raise _Wrong("expected `{}`, not `{}`".format(_FORMS[word], _short(" ".join(words))))
    raise _Wrong(f"`{_short(word)}` is nothing that hands can do; expected {DEEDS}")


_FORMS = {
    "drop": "drop POINT white|black",
    "lift": "lift POINT",
    "press": "press new|back [MS]",
    "noise": "noise POINT MS",
    "power": "power on|off",
    "host": "host REQUEST ...",
    "fault": "fault WORD[:WHERE]",
    "heal": "heal WORD[:WHERE]",
}


class _Wrong(ValueError):
    """A sentence that still lacks its file and line."""


def _statement(script, number, words):
    word, rest = words[0], words[1:]
    if word == "at":
        _at(script, number, rest)
    elif word == "expect":
        _expect(script, number, rest)
    elif word == "variant":
        _once(script.variant, word)
        script.variant = _single(rest, "variant ID")
        script.variant_line = number
    elif word == "sensors":
        _once(script.sensors, word)
        script.sensors = _single(rest, "sensors presence|colour")
        if script.sensors not in ("presence", "colour"):
            raise _Wrong(f"sensors see presence or colour, not `{script.sensors}`")
    elif word == "points":
        _once(script.points, word)
        points = _single(rest, "points 24|25")
        if points not in ("24", "25"):
            raise _Wrong(f"a board has 24 or 25 points, not `{points}`")
        script.points = int(points)
    elif word == "build":
        _once(script.build, word)
        script.build = _known(_single(rest, "build KIND"), KINDS, "build")
    elif word == "fault":
        script.faults.append((number, parse_fault(_single(rest, "fault WORD[:WHERE]"))))
    elif word == "set":
        if not rest:
            raise _Wrong("expected `set NAME=VALUE ...`")
        for pair in rest:
            equals = pair.find("=")
            if equals < 1 or equals == len(pair) - 1:
                raise _Wrong(f"expected `set NAME=VALUE ...`, not `{_short(pair)}`")
            if equals > LONGEST_NAME:
                raise _Wrong(f"no option or setting has the name `{_short(pair)}`")
            script.sets.append((number, pair[:equals], pair[equals + 1 :]))
    elif word == "after":
        for move in rest:
            script.after.append((number, move))
    elif word == "position":
        _once(script.position, word)
        if not rest:
            raise _Wrong("expected `position white=... black=...`")
        script.position = (number, " ".join(rest))
    else:
        raise _Wrong(f"`{_short(word)}` is no statement; expected {STATEMENTS}")


def _at(script, number, rest):
    if len(rest) < 2:
        raise _Wrong(f"expected `at MS` and then {DEEDS}")
    when = _ms(rest[0])
    if rest[1] == "end":
        if len(rest) > 2:
            raise _Wrong("nothing may follow `end`")
        _once(script.end, "end")
        script.end = when
    else:
        script.deeds.append((when, number, parse_deed(rest[1:])))


def _expect(script, number, rest):
    if not rest or rest[0] not in EXPECTATIONS:
        what = f"not `{_short(rest[0])}`" if rest else "and a value"
        raise _Wrong("expected `expect` with one of {}, {}".format(", ".join(EXPECTATIONS), what))
    key, values = rest[0], rest[1:]
    if key == "moves":
        value = [] if values == ["none"] else values
    elif key == "complaints":
        value = [] if values == ["none"] else values
        for complaint in value:
            _complaint(complaint)
    elif key == "over":
        value = _over(values)
    elif key == "sync":
        value = not _one_of(_single(values, "expect sync yes|no"), ("yes", "no"), "answer")
    elif key == "position":
        value = " ".join(values).strip('"')
        if not value:
            raise _Wrong("expected `expect position` and a position text")
    elif key == "lights":
        if not values or len(values) % 2:
            raise _Wrong("expected `expect lights POINT MEANING ...`")
        value = {}
        for i in range(0, len(values), 2):
            value[WOOD[_point(values[i])]] = _known(values[i + 1], MEANINGS, "meaning of a light")
    else:
        value = _ms(_single(values, f"expect {key} NUMBER"))
    script.expects.append((number, key, value))


def _over(values):
    if values == ["none"]:
        return None
    if len(values) != 2 or values[0] not in ("white", "black", "none", "draw"):
        raise _Wrong(
            "expected `expect over none`, or the winner (white, black, draw) and the reason"
        )
    _known(values[1], REASONS, "reason why a game ends")
    return {"winner": values[0] if values[0] in SIDES else None, "reason": values[1]}


def _complaint(word):
    code, at, point = word.partition("@")
    if not (code and at):
        raise _Wrong(f"a complaint is written CODE@POINT, not `{_short(word)}`")
    _known(code, [known for known, _ in SENTENCES], "complaint")
    _point(point)


def _check_times(script):
    for when, number, deed in script.deeds:
        if script.end is not None and when > script.end:
            raise script.error(number, f"this happens after the end of the script ({script.end})")
        if deed[0] in ("drop", "lift", "noise") and deed[1] == 24 and script.points == 24:
            raise script.error(number, "there is no d4 on a board with `points 24`")


def _without_comment(line):
    line = line.strip()
    if line.startswith("#"):
        return ""
    at = line.find(" #")
    return line if at < 0 else line[:at]


def _request(rest):
    # a bare word after `move` is the move itself; all else is said as on the wire
    request = " ".join(rest)
    if rest[0] == "move" and len(rest) == 2 and "=" not in rest[1]:
        request = "move text=" + rest[1]
    for character in request:
        if not " " <= character <= "~":
            raise _Wrong(f"a request is plain ASCII, as on the wire, not `{_short(request)}`")
    if len(request) > LONGEST_REQUEST:
        raise _Wrong(f"a request has {LONGEST_REQUEST} characters at most, as on the wire")
    return request


def _once(value, word):
    if value is not None:
        raise _Wrong(f"`{word}` was already said in this script")


def _single(rest, form):
    if len(rest) != 1:
        raise _Wrong(f"expected `{form}`")
    return rest[0]


def _one_of(word, words, what):
    if word not in words:
        article = "an" if what[0] in "aeiou" else "a"
        raise _Wrong(f"expected {article} {what} ({' or '.join(words)}), not `{_short(word)}`")
    return words.index(word)


def _known(word, words, what):
    if word not in words:
        raise _Wrong(f"there is no {what} `{_short(word)}`; there are {', '.join(words)}")
    return word


def _short(word):
    """A word as part of a sentence, however long it is."""
    return word if len(word) <= 60 else word[:60] + "..."


def _point(word):
    if word not in WOOD:
        raise _Wrong(
            f"the wood has no point `{_short(word)}`; its points are a7 d7 g7 ... g1 and d4"
        )
    return WOOD.index(word)


def _ms(word):
    if not 0 < len(word) < 10:
        raise _Wrong(f"expected a whole number of at most 9 digits, not `{_short(word)}`")
    for character in word:
        if not "0" <= character <= "9":
            raise _Wrong(f"expected a whole number, not `{_short(word)}`")
    if int(word) > LONGEST_MS:
        raise _Wrong(f"{word} ms is longer than a day")
    return int(word)
