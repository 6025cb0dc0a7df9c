# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the points that `config.py` lists in the order in which they were wired.

check_points(config, "POINTS")     # ["a7", "d7", "g7", ...]; raises ConfigError
"""

from merels.board import WOOD

from pico.check_pins import constant
from pico.config_error import ConfigError

UNUSED = "-"
_CENTRE = "d4"


def check_points(config, name, unused=False):
    """The words that the constant lists: each point once, and all of them but perhaps d4.

    unused: whether "-" may stand for an input or output to which nothing is wired.
    """
    text = constant(config, name)
    if type(text) is not str:
        raise ConfigError(name, 'it is %r; list points in quotes, as in "a7 d7 g7".' % (text,))
    points = text.split()
    for point in points:
        if unused and point == UNUSED:
            continue
        if point not in WOOD:
            raise ConfigError(name, "%s is no point of the board; the last is g1." % point)
        if points.count(point) > 1:
            raise ConfigError(name, "%s is listed twice." % point)
    for point in WOOD:
        if point not in points and point != _CENTRE:
            raise ConfigError(name, "%s is missing; list every point, only d4 may go." % point)
    return points
