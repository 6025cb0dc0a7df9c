# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A bar on the terminal that tells how far a verb is, drawn a few times a second.

Beside the verbs that go through many games. It stands on standard error and goes away at the end.

    with bar("Exporting", 100_000) as show:
        for number, row in enumerate(rows):
            show(number)
"""

import contextlib
import time
from collections.abc import Callable, Iterator

_EVERY_S = 0.1


@contextlib.contextmanager
def bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yields what is told how much of `total` is done, as often as anybody likes."""
    from rich.console import Console
    from rich.progress import Progress

    # Without a thread of its own: it would take turns with the games. Standard output is a file's.
    progress = Progress(
        console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False
    )
    drawn = 0.0
    with progress:
        task = progress.add_task(words, total=total)

        def show(done: int) -> None:
            nonlocal drawn
            now = time.monotonic()
            if now - drawn >= _EVERY_S:
                drawn = now
                progress.update(task, completed=done, refresh=True)

        yield show
