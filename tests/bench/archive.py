# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records per second from the wire into session files and the archive.

Beside them stands what plain json and sqlite3 need to write the same lines and rows: no wire, no
rules, no waiting for acknowledgements.

    python tests/bench/archive.py [boards] [records behind]
"""

import contextlib
import json
import os
import sqlite3
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
from merels_host.archive.ingest import Ingest  # noqa: E402
from merels_host.archive.rebuild import rebuild  # noqa: E402
from merels_host.archive.store import Store  # noqa: E402
from merels_host.recorder.fleet import Fleet  # noqa: E402
from merels_host.recorder.recorder import Recorder  # noqa: E402
from merels_host.recorder.watcher import Watcher  # noqa: E402


def records(at_least):
    """Games one after the other, as a board that was played on for days has them."""
    texts = [BOOT]
    game = 0
    while len(texts) < at_least:
        game += 1
        texts += game_records(E64, number=game)
    return texts[:at_least]


def record(urls, count, out, archive):
    """Seconds until all `count` records of each board are acknowledged."""
    notes = []
    stopped = threading.Event()
    with Archivist(archive, out, notes.append) as archivist:
        fleet = Fleet(
            urls,
            lambda url: Recorder(url, out, Watcher(), archivist=archivist, wait=True),
        )
        thread = threading.Thread(target=fleet.run, args=(stopped.is_set,))
        began = time.perf_counter()
        thread.start()
        while len(fleet.recorders) < len(urls) or any(
            one.recorded.have < count for one in fleet.recorders.values()
        ):
            time.sleep(0.01)
        seconds = time.perf_counter() - began
        stopped.set()
        thread.join()
    assert not fleet.trouble and not notes, (fleet.trouble, notes)
    return seconds


def plain(store, out, folder):
    """Seconds for json and sqlite3 to write the same lines and rows."""
    lines = [
        json.loads(line) for path in out.glob("*.ndjson") for line in path.open(encoding="utf-8")
    ]
    with contextlib.closing(sqlite3.connect(store)) as database:
        rows = {
            name: database.execute(f"SELECT * FROM {name}").fetchall()
            for name in ("sessions", "boards", "journals", "records", "games", "turns")
        }
        schema = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_master") if sql]
    began = time.perf_counter()
    with (folder / "plain.ndjson").open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
        file.flush()
        os.fsync(file.fileno())
    with contextlib.closing(sqlite3.connect(folder / "plain.db")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        for sql in schema:
            database.execute(sql)
        with database:
            for name, values in rows.items():
                marks = ",".join("?" * len(values[0]))
                database.executemany(f"INSERT INTO {name} VALUES ({marks})", values)
    return time.perf_counter() - began


def measure(title, boards, count):
    texts = records(count)
    total = boards * count
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MERELS_DATA"] = str(folder / "data")
        out = folder / "out"
        archive = str(folder / "archive.db")
        with ManyBoards(boards, texts) as fakes:
            wire = record(fakes.urls, count, out, archive)
        base = plain(archive, out, folder)
        with Store.open(str(folder / "second.db")) as store:
            began = time.perf_counter()
            assert Ingest(store).folder(out) == total
            ingest = time.perf_counter() - began
            began = time.perf_counter()
            rebuild(store)
            again = time.perf_counter() - began
    print(title)
    for what, seconds in (
        ("wire to disk and acknowledged", wire),
        ("session files to archive", ingest),
        ("the archive made again", again),
        ("plain json and sqlite3", base),
    ):
        ratio = f"{seconds / base:6.1f} x"
        print(f"  {what:<30} {total / seconds:9,.0f} records/s  {seconds:7.2f} s {ratio}")


def main():
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    behind = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    measure(f"one board, {behind:,} records behind", 1, behind)
    measure(f"{boards} boards, 100 records each", boards, 100)


if __name__ == "__main__":
    main()
