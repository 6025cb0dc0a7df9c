# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The order that `learn` found: which sensor and which LED belong to a point of the wood.

Between the ports and the board: Sight passes its scans through it, Lights its frames. None stands
for the order of config.py. The file is replaced whole; one that is damaged, or of another number
of points, is as good as none.

    sensors, lights = load(storage, 25)     # Order or None, twice
    sensors.mask(0b10)                      # the mask of points, for the sensors that see a piece
    lights.frame(frame)                     # the frame as the LEDs are wired
"""

from binascii import crc32

FILE = "order"
_MARK = b"MO1"
_SIZE = 3 + 1 + 25 + 25 + 4


class Order:
    """points: 25 bytes; where the config says point i, it is in truth point points[i]."""

    def __init__(self, points):
        self.points = points
        self._frame = bytearray(75)
        self._from = self._to = 0

    def mask(self, scan):
        """The points of these sensors. Allocates nothing; the same scan again costs nothing."""
        if scan != self._from:
            points = self.points
            mask = 0
            for bit in range(25):
                if scan >> bit & 1:
                    mask |= 1 << points[bit]
            self._to = mask
            self._from = scan
        return self._to

    def frame(self, frame):
        """The frame (75 bytes) as the LEDs are wired; the same bytearray every time."""
        at = 0
        for point in self.points:
            point *= 3
            self._frame[at] = frame[point]
            self._frame[at + 1] = frame[point + 1]
            self._frame[at + 2] = frame[point + 2]
            at += 3
        return self._frame


def load(storage, points):
    """The Orders of sensors and lights for so many points; None for the order of config.py."""
    data = bytearray(_SIZE)
    try:
        if storage.size(FILE) != _SIZE or storage.read(FILE, 0, data) != _SIZE:
            return None, None
    except OSError:
        return None, None
    body = bytes(data[:-4])
    if body[:3] != _MARK or body[3] != points or crc32(body).to_bytes(4, "little") != data[-4:]:
        return None, None
    return orders(body[4:29], body[29:54])


def save(storage, points, sensors, lights):
    """Keep two orders of 25 bytes. Raises OSError, and then the old file stands."""
    body = _MARK + bytes((points,)) + bytes(sensors) + bytes(lights)
    storage.replace(FILE, body + crc32(body).to_bytes(4, "little"))


def forget(storage):
    """Return to the order of config.py. Raises OSError."""
    if storage.size(FILE) >= 0:
        storage.remove(FILE)


def orders(sensors, lights):
    """Orders for Sight and Lights; None where nothing differs."""
    same = bytes(range(25))
    return (
        None if bytes(sensors) == same else Order(bytes(sensors)),
        None if bytes(lights) == same else Order(bytes(lights)),
    )
