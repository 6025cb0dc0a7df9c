# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The client of a simulated board's control line: virtual hands for demos and tests.

with Control("socket://127.0.0.1:40124") as hands:
    hands.ask("drop d6 white")
    hands.ask("lights")     # {"d6": "last-move"}
"""

import json
import socket
from urllib.parse import urlsplit

from merels_host.errors import PortGone, PortRefused, SimulatorProblem


class Control:
    """One connection to a control line."""

    def __init__(self, url: str, timeout: float = 10.0) -> None:
        """`url` as in the first line of `merels simulate`. Raises PortRefused."""
        place = urlsplit(url)
        try:
            self._socket = socket.create_connection(
                (place.hostname or "127.0.0.1", place.port or 0), timeout
            )
        except OSError as error:
            raise PortRefused(
                f"no simulated board answers at {url}; start one with merels simulate."
            ) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def __enter__(self) -> "Control":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def ask(self, words: str):
        """Send one line and return the decoded answer.

        Raises SimulatorProblem with the board's sentence for an error, PortGone when it ends.
        """
        try:
            self._socket.sendall(words.encode() + b"\n")
            line = self._lines.readline()
        except OSError:
            line = ""
        if not line:
            raise PortGone("the simulated board has ended.")
        answer = json.loads(line)
        if isinstance(answer, dict) and "error" in answer:
            raise SimulatorProblem(f"{words}: {answer['error']}.")
        return answer

    def close(self) -> None:
        """Close the connection; the board runs on."""
        self._lines.close()
        self._socket.close()
