# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Keeps what a calibration found: baselines, strengths and which pole is white.

Beside levels.py. The file is replaced whole, so a power cut leaves the old one or the new
one. One that is damaged, or of other sensors, is as good as none.

    load(storage, levels)      # at power-on; whether there was something to load
    save(storage, levels)      # after a calibration; raises OSError
"""

from binascii import crc32
from struct import pack, unpack_from

FILE = "levels"
_MARK = b"ML1"
_HEAD = "<3sBI"  # the mark, whether the poles are flipped, the points
_POINT = "<HHH"  # baseline, strength up, strength down
_SIZE = 8 + 25 * 6 + 4


def load(storage, levels):
    """Put the file's values into `levels`; True if there was a sound file for these points."""
    data = bytearray(_SIZE)
    try:
        if storage.size(FILE) != _SIZE or storage.read(FILE, 0, data) != _SIZE:
            return False
    except OSError:
        return False
    mark, flip, points = unpack_from(_HEAD, data, 0)
    (check,) = unpack_from("<I", data, _SIZE - 4)
    if mark != _MARK or points != levels.points or check != _crc(data):
        return False
    for point in range(25):
        base, up, down = unpack_from(_POINT, data, 8 + 6 * point)
        levels.base[point] = levels.home[point] = base
        levels.strength[0][point] = up
        levels.strength[1][point] = down
    levels.flip = flip != 0
    levels.calibrated = True
    levels.adapt()
    return True


def save(storage, levels):
    """Write the file. Raises OSError, and then the old one stands."""
    data = pack(_HEAD, _MARK, 1 if levels.flip else 0, levels.points)
    for point in range(25):
        up, down = levels.strength[0][point], levels.strength[1][point]
        data += pack(_POINT, levels.home[point], up, down)
    storage.replace(FILE, data + pack("<I", crc32(data)))


def forget(storage):
    """Remove the file. Raises OSError."""
    if storage.size(FILE) >= 0:
        storage.remove(FILE)


def _crc(data):
    return crc32(bytes(data[: _SIZE - 4]))
