# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What recording costs while nothing happens: CPU time of the recorder's process, in percent.

One board has a recorder to itself, as most have; the others share one process.

    python tests/bench/idle.py [seconds] [boards ...]
"""

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("firmware", "host_tools", "tests")]

from fakes.many_boards import ManyBoards  # noqa: E402
from fakes.socket_board import BOOT, E64, game_records  # noqa: E402
from merels_host.archive.archivist import Archivist  # noqa: E402
from merels_host.recorder.fleet import Fleet  # noqa: E402
from merels_host.recorder.recorder import Recorder  # noqa: E402
from merels_host.recorder.watcher import Watcher  # noqa: E402

SECONDS = 30.0
BOARDS = (1, 20, 200)
RECORDS = [BOOT, *game_records(E64[:12])]  # a game under way


def idle(count, seconds, folder):
    """Percent of one CPU that the recorders of `count` boards take."""
    stopped = threading.Event()
    notes = []
    made = []
    with (
        ManyBoards(count, RECORDS) as boards,
        Archivist(str(folder / "archive.db"), folder / "out", notes.append) as archivist,
    ):

        def recorder(url):
            made.append(Recorder(url, folder / "out", Watcher(), archivist=archivist, wait=True))
            return made[-1]

        run = recorder(boards.urls[0]).run if count == 1 else Fleet(boards.urls, recorder).run
        thread = threading.Thread(target=run, args=(stopped.is_set,))
        thread.start()
        while len(made) < count or any(one.recorded.have < len(RECORDS) for one in made):
            time.sleep(0.05)
        _until_calm()
        before = time.process_time()
        time.sleep(seconds)
        used = time.process_time() - before
        stopped.set()
        thread.join()
    assert not notes, notes
    return 100 * used / seconds


def _until_calm():
    """Return when the archive has all of it, too; or when it never becomes calm."""
    calm = 0
    for _ in range(60):
        before = time.process_time()
        time.sleep(1)
        calm = calm + 1 if time.process_time() - before < 0.1 else 0
        if calm == 3:
            return


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    for count in [int(text) for text in sys.argv[2:]] or BOARDS:
        with tempfile.TemporaryDirectory() as name:
            os.environ["MERELS_DATA"] = str(Path(name) / "data")
            percent = idle(count, seconds, Path(name))
        print(f"{count:4} boards, {seconds:.0f} s in which nothing happens: {percent:.2f} % CPU")


if __name__ == "__main__":
    main()
