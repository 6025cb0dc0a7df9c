# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A child that has much to compute sees whether its parent still holds its standard input open.

In a child's process, written as plainly as the firmware. However the parent ends, even killed, the
system closes its end of the pipe; nobody waits for the answer then. It works on every POSIX system
and needs neither thread nor signal, which MicroPython lacks.

    look = Watch().look
    while working:
        look()      # cheap; ends the process when the parent has gone
"""

import select
import sys

_SELDOM = 64  # looks of which one asks the system


class Watch:
    """Without select.poll, as on Windows, it sees nothing."""

    def __init__(self):
        self._looks = 0
        self._poll = None

    def look(self):
        """End this process if whoever asked has gone."""
        self._looks += 1
        if self._looks % _SELDOM or not hasattr(select, "poll"):
            return
        if self._poll is None:
            self._poll = select.poll()
            self._poll.register(sys.stdin, select.POLLIN)
        for found in self._poll.poll(0):
            if found[1] & select.POLLHUP:
                sys.exit(1)
