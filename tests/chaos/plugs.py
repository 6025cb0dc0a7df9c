# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where a recorder can connect to a bad line: a TCP port, or a serial port that is renamed.

plug = PtyPlug(folder)
plug.url                    # FOLDER/ttyM*: what the recorder is told
end = plug.accept(0.05)     # somebody has opened it, or None
plug.rename()               # from the next pull on it has another name
plug.pull()
"""

import contextlib
import os
import select
import socket
import time

from merels_host.simulator.serial_line import Pty


class TcpPlug:
    """A port of this computer; its name stays."""

    renames = False

    def __init__(self):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def accept(self, seconds):
        """The recorder's end if it connects within so long, else None."""
        if not select.select([self._server], [], [], seconds)[0]:
            return None
        client, _ = self._server.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def pull(self):
        """A connection is closed when its end is; the port stays."""

    def close(self):
        self._server.close()


class PtyPlug:
    """Serial ports ttyM0, ttyM1 ... in `folder`, one at a time."""

    renames = True

    def __init__(self, folder):
        self.url = str(folder / "ttyM*")
        self._folder = folder
        self._number = 0
        self._end = None
        self._name = None

    def accept(self, seconds):
        """As of TcpPlug; the port is there from the first call on."""
        if self._end is None:
            self._end = _End()
            self._name = self._folder / f"ttyM{self._number}"
            self._name.symlink_to(self._end.path)
        deadline = time.monotonic() + seconds
        while not self._end.opened():
            if time.monotonic() > deadline:
                return None
            time.sleep(0.01)
        return self._end

    def rename(self):
        """The next port that is plugged in has the next name."""
        self._number += 1

    def pull(self):
        """The port is gone; whoever has it open notices."""
        if self._end is not None:
            self._name.unlink()
            self._end.shut()
            self._end = None

    def close(self):
        self.pull()


class _End(Pty):
    """What a pty has of a socket."""

    def sendall(self, data):
        with contextlib.suppress(BlockingIOError):  # nobody reads: lost, as USB loses it
            os.write(self.fileno(), data)
