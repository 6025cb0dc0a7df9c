# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The question in docs/data-formats.md is one that an archive answers, without merels."""

import contextlib
import re
import sqlite3
from pathlib import Path

from fakes.socket_board import BOOT, game_records
from merels.wire import framing
from merels_host.archive.ingest import Ingest
from merels_host.archive.store import Store
from merels_host.board.link import Hello
from merels_host.sessions.session import Session

PAGE = (Path(__file__).parents[2] / "docs/data-formats.md").read_text(encoding="utf-8")
UTC = "2026-11-30T12:34:56.000Z"


def test_the_question_is_answered(tmp_path):
    made = Session(tmp_path, Hello("e6614103e7", "7f3a21c9", "0", 1, 0, {}), "p", UTC)
    for number, text in enumerate([BOOT, *game_records(["d6", "f4", "d2"])], 1):
        made.line(UTC, "in", framing.frame("@", f"{number} {text}"))
    made.close()
    with Store.open(str(tmp_path / "a.db")) as store:
        Ingest(store).folder(tmp_path)
    [question] = re.findall(r"^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    with contextlib.closing(sqlite3.connect(tmp_path / "a.db")) as database:
        found = database.execute(question).fetchall()
    assert found == [("7f3a21c9", 0, 2, 1.0), ("7f3a21c9", 1, 1, 1.0)]
