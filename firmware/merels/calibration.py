# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a host asks of analog sensors: to measure the empty board, and then pieces that it knows.

Beside services.py, which loads this when `calibrate` is asked for and forgets it again.

    asked(app, wire.parse(":5 calibrate"))       # of an empty board: "ok calibrated=empty"
    asked(app, wire.parse(":6 calibrate pieces white=d6 black=f4"))
"""

from .board import WOOD
from .thresholds import LEAST

_UNSTEADY = 48  # codes between the least and the most of what rests; noise makes a dozen


def asked(app, line, now):
    """The reply to a line whose word is `calibrate`. Raises OSError when the flash does not keep
    it; then it holds until power-off, but `reset` has done nothing."""
    word = line.args[0] if line.args else ""
    if word not in ("", "begin", "pieces", "state", "stop", "reset"):
        return "err code=bad-word"
    if not app.sight.analog:
        return "err code=not-analog"
    mode = app.mode if getattr(app.mode, "name", "") == "calibrate" else None
    if word == "begin" and mode is None:
        if app.mode or app.menu.open:
            return "err code=busy"
        from .calibrating import begin

        mode = begin(app, now)
    elif word == "stop" and mode:
        mode.stop(app, now)
        mode = None
    elif word == "reset":
        app.ports.sensors.forget()
    elif word in ("", "pieces"):
        wrong = _pieces(app, line, mode or app.game) if word else take_empty(app)
        if mode:
            from .calibrating import DONE, PIECES

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
