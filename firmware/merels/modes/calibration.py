# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Calibrating analog sensors: a mode whose lights say what is to stand where, and what hosts ask.

Loaded by the app's menu or by services.py when asked for, and unloaded at the end. The game
stands still meanwhile. First an empty board is wanted: what is seen flashes. Then white's men on
the three upper rows and black's on the three lower ones. A press of `new` measures, or a host
does. In the end what is wrong flashes, or all shines; the game goes on when the board is empty.

    app.begin_mode("calibrate", now)
    app.mode.words()                              # "calibrating=pieces white=a7,d7,... black=..."
    asked(app, framing.parse(":5 calibrate"), now)      # of an empty board: "ok calibrated=empty"
    asked(app, framing.parse(":6 calibrate pieces white=d6 black=f4"), now)
"""

from merels.board import WOOD
from merels.lights import palette
from merels.modes.mode import Mode
from merels.sensing.presses import HELD, NONE
from merels.sensing.thresholds import LEAST
from merels.unload import unload

_WHITE = 0x0001FF  # a7 to e5
_BLACK = 0xFF8000  # c3 to g1
_WAIT_MS = 250

EMPTY = 0
PIECES = 1
DONE = 2
PHASES = ("empty", "pieces", "done")


class Calibrating(Mode):
    """white, black: the points where men are wanted. wait: ms until step may do something."""

    name = "calibrate"
    wait = _WAIT_MS
    white = _WHITE
    black = _BLACK

    def __init__(self, app, now):
        self._app = app
        self._hosted = app.talk.live  # then it ends with the conversation
        self._phase = EMPTY
        self._bad = 0  # points that were refused, or are at fault
        self._seen = app.sight.image

    def words(self):
        """What is wanted, for a host."""
        words = "calibrating=" + PHASES[self._phase]
        if self._phase == PIECES:
            words += " white=%s black=%s" % (_names(_WHITE), _names(_BLACK))
        return words

    def measured(self, answer, phase):
        """Something was measured; answer: an error's words, or "" when it was taken, which leads
        to this phase."""
        self._bad = _points(answer)
        if not answer:
            self._phase = phase
            if phase == DONE:
                self._bad = _points(self._app.sight.calibration)

    # what the app asks of a mode

    def look(self, sight, now):
        """The image changed."""
        self._seen = sight.image

    def step(self, app, now):
        """End when all is done and the board is empty, or with the conversation."""
        cleared = self._phase == DONE and not app.sight.image
        if cleared or (self._hosted and not app.talk.live):
            self.stop(app, now)

    def press(self, new, back, app, now):
        """`new` measures; `back`, or either of them held, ends it."""
        if new == HELD or back != NONE:
            self.stop(app, now)
        elif new != NONE:
            if self._phase == EMPTY:
                answer = take_empty(app)
                self.measured(answer, PIECES)
            else:
                answer = take_pieces(app, _WHITE, _BLACK)
                self.measured(answer, DONE)
            if not answer:
                try:
                    app.ports.sensors.save()
                except OSError:
                    pass  # it holds until power-off; `state` tells when the flash fails

    def stop(self, app, now):
        """The wood is for playing again."""
        app.end_mode(now)
        unload("merels.modes.calibration")

    def show(self, meanings, board):
        """Fill meanings (25 numbers of palette.py)."""
        bad = self._bad | (self._seen if self._phase == EMPTY else 0)
        well = self._phase == DONE and not bad
        for point in range(25):
            mask = 1 << point
            meaning = palette.TEST if well else palette.IDLE
            if bad & mask:
                meaning = palette.WRONG
            elif self._phase == PIECES and not self._seen & mask:
                if _WHITE & mask:
                    meaning = palette.SET_WHITE
                elif _BLACK & mask:
                    meaning = palette.SET_BLACK
            meanings[point] = meaning


def _names(mask):
    return ",".join([WOOD[point] for point in range(25) if mask >> point & 1])


def _points(words):
    """The points that words such as "at=d6,f4" or "faults=weak@d6" name."""
    mask = 0
    last = words[words.rfind("=") + 1 :]
    for word in last.split(","):
        name = word[word.find("@") + 1 :]
        if name in WOOD:
            mask |= 1 << WOOD.index(name)
    return mask


_UNSTEADY = 48  # codes between the least and the most of what rests; noise makes a dozen


def asked(app, line, now):
    """The reply to a line whose word is `calibrate`. Raises OSError when the flash does not keep
    it; then it holds until power-off, but `reset` has done nothing."""
    word = line.args[0] if line.args else ""
    if word not in ("", "begin", "pieces", "state", "stop", "reset"):
        return "err code=bad-word"
    if not app.sight.analog:
        return "err code=not-analog"
    mode = app.mode if app.is_mode("calibrate") else None
    if word == "begin" and mode is None:
        if app.mode:
            return "err code=busy"
        app.begin_mode("calibrate", now)
        mode = app.mode
    elif word == "stop" and mode:
        mode.stop(app, now)
        mode = None
    elif word == "reset":
        app.ports.sensors.forget()
    elif word in ("", "pieces"):
        wrong = _pieces(app, line, mode or app.game) if word else take_empty(app)
        if mode:
            mode.measured(wrong, DONE if word else PIECES)
            app.look_anew(now)
        if wrong:
            return wrong
        app.ports.sensors.save()
    return "ok " + app.sight.calibration + (" " + mode.words() if mode else "")


def take_empty(app):
    """Measure the baselines; the words of an error if what is measured cannot be one, else ""."""
    sensors = app.ports.sensors
    judge = sensors.judge
    codes, spreads = sensors.measure()
    pieces = judge.up | judge.down
    full = 0
    for point in range(25):
        if pieces >> point & 1 or not judge.may_rest(codes[point]):
            full |= 1 << point
    sound = _sound(sensors)
    wrong = _at("not-empty", full & sound, app) or _unsteady(spreads, sound, app)
    if not wrong:
        judge.take_bases(codes, sound)
        sensors.resting.measured(codes)
    return wrong


def _pieces(app, line, told):
    """Measure the pieces that the line names, or else those that `told` has as white and black."""
    masks = [told.white, told.black]
    if "white" in line.values or "black" in line.values:
        masks = [_mask(line.values.get(side, "")) for side in ("white", "black")]
        if min(masks) < 0:
            return "err code=no-such-point"
    return take_pieces(app, masks[0], masks[1])


def take_pieces(app, white, black):
    """Measure the pieces at these points; the words of an error, or ""."""
    sensors = app.ports.sensors
    judge = sensors.judge
    if not judge.calibrated:
        return "err code=not-calibrated"
    codes, spreads = sensors.measure()
    sound = _sound(sensors)
    white = _wired(white, app.sight.order) & sound
    black = _wired(black, app.sight.order) & sound & ~white
    if not white | black:
        return "err code=no-pieces"
    absent = 0
    for point in range(25):
        if abs(codes[point] - judge.base[point]) < LEAST:
            absent |= 1 << point
    wrong = _at("no-piece", absent & (white | black), app) or _unsteady(spreads, sound, app)
    if not wrong:
        judge.take_strengths(codes, white, black)
        sensors.resting.measured(codes)
    return wrong


def _sound(sensors):
    """Mask of the points whose sensor says something, and not always the same."""
    judge = sensors.judge
    dead = sum([1 << point for point in range(25) if sensors.resting.dead(point)])
    return judge.points & ~(sensors.missing | judge.stuck | dead)


def _unsteady(spreads, sound, app):
    mask = sum([1 << point for point in range(25) if spreads[point] > _UNSTEADY])
    return _at("unsteady", mask & sound, app)


def _at(code, mask, app):
    """An error that names the points of these sensors, "" if there are none."""
    if not mask:
        return ""
    order = app.sight.order  # as `learn` found it
    if order is not None:
        mask = order.mask(mask)
    names = [WOOD[point] for point in range(25) if mask >> point & 1]
    return "err code=%s at=%s" % (code, ",".join(names))


def _mask(text):
    """The points of a text such as "a1,d6"; -1 if one is none."""
    mask = 0
    for name in text.split(",") if text else ():
        if name not in WOOD:
            return -1
        mask |= 1 << WOOD.index(name)
    return mask


def _wired(mask, order):
    """The mask of the sensors at these points: `learn` may have found another order."""
    if order is None:
        return mask
    return sum([1 << sensor for sensor in range(25) if mask >> order.points[sensor] & 1])
