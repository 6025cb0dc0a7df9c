# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of the archive as scores."""

import pytest
import sqlalchemy as sa
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host.archive import schema
from merels_host.archive.ingest import Ingest
from merels_host.archive.queries import Queries
from merels_host.archive.store import Store
from merels_host.board.link import Hello
from merels_host.sessions.session import Session

UTC = "2026-11-30T10:00:00.000Z"
RECORDS = [BOOT, *game_records(E64)]


@pytest.fixture
def store(tmp_path):
    with Store.open(str(tmp_path / "a.db")) as store:
        yield store


def written(folder, texts=RECORDS):
    hello = Hello("b1", "j1", "0.1.0", 1, 0, {"sensors": "presence", "points": "25"})
    session = Session(folder, hello, "p", UTC)
    for number, text in enumerate(texts, 1):
        session.line("2026-11-30T10:00:01.000Z", "in", framing.frame("@", f"{number} {text}"))
    session.sync()
    session.close()


def score(store):
    with store.begin() as connection:
        queries = Queries(connection)
        [row] = queries.games()
        return queries.score(row)


def test_a_recorded_game_as_a_score(store, tmp_path):
    written(tmp_path)
    Ingest(store).folder(tmp_path)
    with store.begin(write=True) as connection:
        connection.execute(sa.update(schema.games).values(white="Ann", event="Club"))
    found = score(store)
    assert [turn.text for turn in found.turns] == list(E64)
    assert [turn.took_ms for turn in found.turns[:3]] == [900, 1000, 1000]
    assert (found.result, found.reason) == ("1-0", "blocked")
    assert found.replayed().outcome().reason == "blocked"
    assert found.tags == {
        "Site": "Merels board b1", "Round": "1", "Date": "2026.11.30", "UTCTime": "10:00:01",
        "Records": "j1 2-42", "White": "Ann", "Event": "Club",
    }  # fmt: skip


def test_a_recorded_game_with_positions_and_doubts_as_a_score(store, tmp_path):
    first, second = "white=a1 black=a7 hand=8,8", "white=a1 black=d7 hand=8,8"
    records = [
        *game_records([], fly="off"),
        f"edit game=1 ply=0 {first} board=0 ms=500",
        f"edit game=1 ply=0 {second} board=0 ms=500",
        "move text=d6 ply=1 game=1 board=0 ms=9000",
        f"edit game=1 ply=1 {first} board=0 ms=9100",
        f"edit game=1 ply=1 {second} board=0 ms=9200",
        "move text=f4 ply=2 game=1 board=0 ms=10000",
        f"edit game=1 ply=2 {first} board=0 ms=11000",
        "over winner=none reason=unfinished game=1 ms=12000",
    ]
    written(tmp_path, records)
    Ingest(store).folder(tmp_path)
    found = score(store)
    assert (found.start, found.changed) == (second, {"fly": "off"})
    assert [turn.text for turn in found.turns] == ["d6", "f4"]
    assert found.turns[1].position == second
    assert found.turns[1].before == f"[%position {first}]"
    assert found.turns[1].after == f"[%position {first}] [%position {first}]"
    assert found.turns[1].took_ms == 800
    assert (found.result, found.reason) == ("*", "unfinished")
    assert found.replayed().turns() == ["f4"]
