# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Time as the board counts it: milliseconds modulo 2**30, so that no value leaves a small int.

Every room from debounce to lights gets `now` as an argument and asks here how long ago something
was. A span may be up to 12 days; what can be older is remembered as a flag instead (see
point_age.py).

    >>> elapsed(5, MASK - 4)
    10
"""

MASK = (1 << 30) - 1


def elapsed(now, then):
    """Milliseconds from `then` to `now`, right across the wrap."""
    return (now - then) & MASK


def after(now, wait):
    """The time `wait` milliseconds after `now`."""
    return (now + wait) & MASK


def reached(now, deadline):
    """Has the deadline come? Holds for deadlines less than six days away."""
    return (now - deadline) & MASK < 1 << 29
