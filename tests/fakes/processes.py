# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What processes there are, and the end of those that a test has left behind; Linux tells.

family(pid)         # all that descend from it
end(child)          # with its family; True if any of them still ran
"""

import os
import signal
from pathlib import Path


def parents():
    """Process id -> that of its parent, of all that run."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if words[0] != "Z":
            found[int(status.parent.name)] = int(words[1])
    return found


def is_alive(pid):
    """Does it run? One that has ended and that nobody has asked for its exit code does not."""
    if Path("/proc/self/stat").exists():
        return pid in parents()
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def family(pid):
    """All processes that descend from `pid`."""
    parent = parents()
    found = {pid}
    while more := {one for one, its in parent.items() if its in found} - found:
        found |= more
    return found - {pid}


def end(child):
    """Kill a Popen's process and all that descend from it, if it still runs; did it?"""
    if child.poll() is not None:
        return False
    left = family(child.pid)
    child.kill()
    child.wait()
    for pid in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return True
