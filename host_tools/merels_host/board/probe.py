# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is behind a serial port: a board with its firmware, a board at the prompt, or why not.

A port is opened at the board's own speed and greeted; nothing is acknowledged, so the board keeps
all its records. Only ports that the user named, or whose USB vendor is the Pico's, come here.

    probe("/dev/ttyACM0").words        # "board e6605481db318934, firmware 0.1.0, 41 records"
"""

import contextlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from merels_host.board.link import Hello, Link
from merels_host.errors import (
    BoardStopped,
    MerelsError,
    PortBusy,
    PortDenied,
    PortGone,
    PortNotFound,
)

_PATIENCE = 2.0  # seconds
_AT_ONCE = 16


@dataclass(frozen=True)
class Probed:
    """status: board, stopped, busy, denied, missing or unknown. words: the same for a person."""

    status: str
    words: str
    hello: Hello | None = None


def probe(url: str) -> Probed:
    """Greet what is at the port `url`."""
    try:
        with Link(url) as link:
            hello = link.hello(patience=_PATIENCE)
            with contextlib.suppress(PortGone):
                link.send("bye")
    except BoardStopped as error:
        return Probed("stopped", error.message)
    except PortBusy as error:
        return Probed("busy", error.message)
    except PortDenied as error:
        return Probed("denied", error.message)
    except PortNotFound as error:
        return Probed("missing", error.message)
    except MerelsError as error:
        return Probed("unknown", error.message)
    return Probed("board", hello.words, hello)


def probe_all(urls: Iterable[str]) -> list[Probed]:
    """The same for several ports at once, in their order."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(probe, urls))
