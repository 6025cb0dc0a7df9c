# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the sensors read, as words for a host: of each point four hex digits.

Beside services.py, which loads this when `levels` is asked for and forgets it again.

    asked(app, wire.parse(":4 levels"))         # "ok analog=yes levels=0003fff9..."
    asked(app, wire.parse(":5 levels up"))      # "ok up=01b801b8...": from where on it is white's
"""

from array import array


def asked(app, line, now):
    """The reply to `levels`, `levels up` and `levels down`."""
    word = line.args[0] if line.args else ""
    if word not in ("", "up", "down"):
        return "err code=bad-word"
    sensors = app.ports.sensors
    if not word:
        values = array("h", [0] * 25)
        sensors.levels(values)
        analog = "yes" if app.sight.analog else "no"
        return "ok analog=%s levels=%s" % (analog, _hex(values, app.sight.order))
    if not app.sight.analog:
        return "err code=not-analog"
    judge = sensors.judge
    side = (1 if word == "down" else 0) ^ (1 if judge.flip else 0)
    base = judge.base
    edges = [judge.thresholds.edge(base[point], point, side, False) for point in range(25)]
    away = [abs(edges[point] - base[point]) for point in range(25)]
    return "ok %s=%s" % (word, _hex(away, app.sight.order))


def _hex(values, order):
    """25 values of 16 bits, by sensor, as text by point."""
    texts = [""] * 25
    for sensor in range(25):
        point = sensor if order is None else order.points[sensor]
        texts[point] = "%04x" % (values[sensor] & 0xFFFF)
    return "".join(texts)
