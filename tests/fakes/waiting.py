# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""For tests with other processes and threads: they wait for what happens, never for a time.

until(lambda: board.acked == 20)        # fails after five minutes
"""

import socket
import time


def until(condition, seconds=300.0):
    """Wait until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def free_port():
    """A TCP port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
