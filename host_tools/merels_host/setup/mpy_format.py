# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The format of compiled .mpy files: which MicroPython can load which.

loads(sys.implementation._mpy of the board, data)      # True
"""

_ARMV6M, _ARMV7EMDP = 4, 8  # architectures of .mpy files (MicroPython's py/persistentcode.h)


def loads(accepts: int, data: bytes) -> bool:
    """Can a MicroPython whose sys.implementation._mpy is `accepts` load this .mpy file?

    The file's second byte is the version; the third says for which machine it has native code, if
    it has any (MicroPython's docs/reference/mpyfiles.rst).
    """
    version, feature = data[1], data[2]
    if version != accepts & 0xFF:
        return False
    architecture = feature >> 2
    if architecture == 0:
        return True
    if feature & 3 != accepts >> 8 & 3:
        return False
    board = accepts >> 10
    return architecture == board or (architecture == _ARMV6M and _ARMV6M < board <= _ARMV7EMDP)
