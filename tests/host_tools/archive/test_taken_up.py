# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An ended game that the board takes up again with `back`: recorder and archive still fold it."""

from fakes.table import Table, records
from merels.board import wood_bit
from merels.wire import framing
from merels_host.archive.fold import Fold
from merels_host.sessions.recorded import JournalRecord


def folded(table):
    """The rows of the games, by number, and the game under way."""
    fold = Fold("e66141", "7f3a21c9")
    rows = {}
    for text in records(table.storage):
        line = framing.parse(framing.frame("@", text))
        fold.apply(JournalRecord(int(text.split()[0]), "2026-12-01T00:00:00Z", line))
        for row in fold.changes()[0]:
            rows[row["game"]] = row
    return rows, fold.game


def press(table, button):
    table.board.wood.press(button, table.now, 150)
    table.run(700)


def test_a_game_ended_by_new_and_taken_up_again():
    table = Table()
    table.play("d6 f4 d2 a1")
    press(table, 0)
    press(table, 0)
    press(table, 1)
    table.turn("g7")
    table.run(3000)
    rows, game = folded(table)
    assert game.turns == ["d6", "f4", "d2", "a1", "g7"] and not game.doubts and game.over is None
    assert [rows[number]["doubts"] for number in (1, 2, 3)] == [0, 0, 0]
    assert rows[1]["reason"] == "unfinished" and rows[2]["plies"] == 0


def test_a_game_won_and_taken_up_again():
    table = Table()
    assert table.ask("position white=b6,f6,d7,a1 black=b4,g1,e3").startswith("ok")
    table.board.wood.stand(table.app.game.white, table.app.game.black)
    table.follow()
    table.run(3000)
    table.turn("d7-d6xb4")
    table.run(2500)
    for name in ("a1", "b6", "d6", "f6", "e3", "g1"):
        table.lift(name)
        table.run(200)
    table.run(4000)
    assert table.app.game.actions == 0
    press(table, 1)
    table.run(3000)
    _, game = folded(table)
    assert game.turns == ["d7-d6xb4"] and game.over == (0, "few-pieces") and not game.doubts
    press(table, 1)
    table.run(3000)
    _, game = folded(table)
    assert game.turns == [] and game.over is None and not game.doubts
    for name, side in (
        ("a1", 0),
        ("b6", 0),
        ("d7", 0),
        ("f6", 0),
        ("e3", 1),
        ("g1", 1),
        ("b4", 1),
    ):
        assert (table.app.game.black if side else table.app.game.white) >> wood_bit(name) & 1
        table.drop(name, side)
        table.run(400)
    table.run(1000)
    assert table.app.hands.sync
