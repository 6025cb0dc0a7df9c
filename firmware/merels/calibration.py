# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a host asks of analog sensors: to measure the empty board, and then pieces that it knows.

Beside services.py, which loads this when `calibrate` is asked for and forgets it again.

    asked(app, wire.parse(":5 calibrate"))       # of an empty board: "ok calibrated=yes"
    asked(app, wire.parse(":6 calibrate pieces white=d6 black=f4"))
"""

from .board import WOOD
from .thresholds import LEAST

_UNSTEADY = 48  # codes between the least and the most of what rests; noise makes a dozen


def asked(app, line):
    """The reply to `calibrate` and the like. Raises OSError when the flash does not keep it; then
    it holds until power-off, but `reset` has done nothing."""
    word = line.args[0] if line.args else ""
    sensors = app.ports.sensors
    if word not in ("", "pieces", "state", "reset"):
        return "err code=bad-word"
    if not app.sight.analog:
        return "err code=not-analog"
    wrong = ""
    if word == "reset":
        sensors.forget()
    elif word == "pieces":
        wrong = _pieces(app, line)
    elif not word:
        wrong = _empty(sensors, app.sight.order)
    return wrong or "ok " + app.sight.calibration


def _empty(sensors, order):
    """Take the baselines; what is against it, else ""."""
    judge = sensors.judge
    codes, spreads = sensors.measure()
    sound = judge.points & ~sensors.missing & ~judge.stuck
    pieces = judge.up | judge.down
    full = unsteady = 0
    for point in range(25):
        mask = 1 << point
        if pieces & mask or not judge.may_rest(codes[point]):
            full |= mask
        if spreads[point] > _UNSTEADY:
            unsteady |= mask
    if full & sound:
        return "err code=not-empty at=" + _names(full & sound, order)
    if unsteady & sound:
        return "err code=unsteady at=" + _names(unsteady & sound, order)
    judge.take_bases(codes, sound)
    sensors.save()
    return ""


def _pieces(app, line):
    """Take the strengths of the pieces that stand as told, or else as in the game."""
    sensors = app.ports.sensors
    judge = sensors.judge
    masks = [app.game.white, app.game.black]
    if "white" in line.values or "black" in line.values:
        masks = [_mask(line.values.get(side, "")) for side in ("white", "black")]
        if min(masks) < 0:
            return "err code=no-such-point"
    white, black = [_wired(mask, app.sight.order) for mask in masks]
    if not judge.calibrated:
        return "err code=not-calibrated"
    codes, spreads = sensors.measure()
    sound = judge.points & ~sensors.missing & ~judge.stuck
    white &= sound
    black &= sound & ~white
    if not white | black:
        return "err code=no-pieces"
    absent = unsteady = 0
    for point in range(25):
        if abs(codes[point] - judge.base[point]) < LEAST:
            absent |= 1 << point
        if spreads[point] > _UNSTEADY:
            unsteady |= 1 << point
    if absent & (white | black):
        return "err code=no-piece at=" + _names(absent & (white | black), app.sight.order)
    if unsteady & sound:
        return "err code=unsteady at=" + _names(unsteady & sound, app.sight.order)
    judge.take_strengths(codes, white, black)
    sensors.save()
    return ""


def _mask(text):
    """The points of a text such as "a1,d6"; -1 if one is none."""
    mask = 0
    for name in text.split(",") if text else ():
        if name not in WOOD:
            return -1
        mask |= 1 << WOOD.index(name)
    return mask


# `learn` may have found another order than config.py: the sensors know only theirs


def _wired(mask, order):
    """The mask of the sensors at these points."""
    if order is None:
        return mask
    return sum([1 << k for k in range(25) if mask >> order.points[k] & 1])


def _names(mask, order):
    """The points of these sensors."""
    if order is not None:
        mask = order.mask(mask)
    return ",".join([WOOD[point] for point in range(25) if mask >> point & 1])
