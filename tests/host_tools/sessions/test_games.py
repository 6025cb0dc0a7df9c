# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records folded into games: what the board says, checked move by move by the rules."""

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.rules.game import Game
from merels.wire import framing
from merels_host.sessions.games import Games, by_game
from merels_host.sessions.recorded import JournalRecord

UTC = "2026-11-30T10:00:00.000Z"


def records(*texts):
    return [
        JournalRecord(number, UTC, framing.parse(framing.frame("@", f"{number} {text}")))
        for number, text in enumerate(texts, 1)
    ]


def fold(*texts):
    games = Games("b", "j")
    for record in records(*texts):
        games.apply(record)
    return games.current


def test_a_whole_game_without_a_doubt():
    game = fold(BOOT, *game_records(E64))
    assert game.turns == list(E64)
    assert game.over == (0, "blocked")
    assert game.doubts == []
    assert game.sides == [i % 2 for i in range(39)]
    assert (game.first, game.last, game.number, game.started) == (2, 42, 1, UTC)
    assert game.whole


def test_a_game_with_other_rules():
    game = fold(*game_records(["d6"], fly="off", protect="any"))
    assert game.changed == {"fly": "off", "protect": "any"}
    assert game.game.options["fly"] == "off"
    assert game.doubts == []


def test_a_boot_in_the_middle_changes_nothing():
    first, *rest = game_records(["d6", "f4"])
    game = fold(BOOT, first, rest[0], BOOT, rest[1])
    assert game.turns == ["d6", "f4"]
    assert Games("b", "j").apply(records(BOOT)[0]) is None


def test_the_next_game_is_another_one():
    game = fold(*game_records(E64), *game_records(["a1"], number=2))
    assert (game.number, game.turns) == (2, ["a1"])


def test_a_resigned_game():
    game = fold(*game_records(["d6"], over=("black", "resigned")))
    assert game.over == (1, "resigned")
    assert game.doubts == []
    assert game.game.outcome().reason == "resigned"


def position_hash(*moves):
    game = Game()
    for move in moves:
        game.play(move)
    return framing.checksum(game.position())


def takeback(ply, *moves):
    return f"takeback ply={ply} game=1 board=0000000 pos={position_hash(*moves)} ms=5"


def test_take_backs_shorten_the_main_line():
    texts = game_records(["d6", "f4", "d2"])
    again = f"move text=a1 ply=2 game=1 board=0 pos={position_hash('d6', 'a1')} ms=9"
    game = fold(*texts, takeback(1, "d6"), again)
    assert game.turns == ["d6", "a1"]
    assert game.sides == [0, 1]
    assert game.doubts == []


def test_a_take_back_opens_a_finished_game_again():
    game = fold(*game_records(E64), takeback(38, *E64[:-1]))
    assert game.over is None
    assert game.turns == list(E64[:-1])
    assert game.doubts == []
    game = fold(*game_records(["d6"], over=("black", "resigned")), takeback(0))
    assert game.over is None
    assert game.doubts == []


@pytest.mark.parametrize("ply", ["5", "x", "-1"])
def test_more_taken_back_than_there_was_is_a_doubt(ply):
    game = fold(*game_records(["d6"]), f"takeback ply={ply} game=1 board=0 ms=5")
    assert game.doubts == ["record 3: more was taken back than is recorded."]
    assert game.game is None


EDIT = "edit game=1 ply={} white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black board=0 ms=9"


def test_a_position_that_was_set_is_where_the_game_goes_on():
    start = Game.from_position("white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black")
    pos = framing.checksum(start.position())
    start.play("g7xa1")
    after = framing.checksum(start.position())
    game = fold(
        *game_records(["d6", "f4"]),
        EDIT.format(2) + f" pos={pos}",
        f"move text=g7xa1 ply=3 game=1 board=0 pos={after} ms=10",
    )
    assert game.edits == [(2, "white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black")]
    assert game.turns == ["d6", "f4", "g7xa1"]
    assert game.sides == [0, 1, 1]
    assert game.doubts == []


def test_a_take_back_after_an_edit_ends_at_the_edit():
    texts = [*game_records(["d6", "f4"]), EDIT.format(2), "move text=g7xa1 ply=3 game=1 ms=10"]
    game = fold(*texts, "takeback ply=2 game=1 ms=11")
    assert game.turns == ["d6", "f4"]
    assert game.doubts == []
    game = fold(*texts, "takeback ply=1 game=1 ms=11")
    assert game.doubts == ["record 6: more was taken back than is recorded."]


def test_a_board_that_counts_from_its_edit_is_followed_too():
    game = fold(
        *game_records(["d6", "f4"]),
        EDIT.format(0),
        "move text=g7xa1 ply=1 game=1 ms=10",
        "takeback ply=0 game=1 ms=11",
    )
    assert game.turns == ["d6", "f4"]
    assert game.doubts == []


def test_a_position_that_is_none_is_a_doubt():
    game = fold(*game_records([]), "edit game=1 ply=0 white=a1 black=a1 ms=1")
    [doubt] = game.doubts
    assert doubt.startswith("record 2: the position that was set is none (")


def test_a_game_these_rules_do_not_know_is_recorded_all_the_same():
    game = fold("game game=1 variant=fox-and-geese ms=1", "move text=e3 ply=1 game=1 pos=0 ms=2")
    [doubt] = game.doubts
    assert doubt.startswith("record 1: these rules do not know the game (")
    assert game.turns == ["e3"]
    game = fold("game game=1 variant=nine-mens-morris set=colour=red ms=1")
    assert len(game.doubts) == 1


def test_an_illegal_move_is_a_doubt_and_stays_in_the_record():
    game = fold(
        *game_records(["d6"]), "move text=d6 ply=2 game=1 ms=2", "move text=a1 ply=3 game=1 ms=3"
    )
    [doubt] = game.doubts
    assert doubt.startswith("record 3: the board played what these rules do not allow (d6 ")
    assert game.turns == ["d6", "d6", "a1"]
    assert game.sides == [0, 1, 0]


def test_another_position_hash_is_a_doubt():
    game = fold(*game_records([]), "move text=d6 ply=1 game=1 pos=00000000 ms=2")
    ours = position_hash("d6")
    assert game.doubts == [
        f"record 2: the board's position (00000000) is not the recorder's ({ours})."
    ]


def test_another_ply_is_a_doubt():
    game = fold(*game_records([]), "move text=d6 ply=7 game=1 ms=2")
    assert game.doubts == ["record 2: the board counts 7 plies, not 1."]


@pytest.mark.parametrize(
    ("said", "ours"),
    [("white line", "that the game goes on"), ("black blocked", "that the game goes on")],
)
def test_an_end_the_rules_do_not_see_is_a_doubt(said, ours):
    winner, reason = said.split()
    game = fold(*game_records(["d6"], over=(winner, reason)))
    assert game.doubts == [f"record 3: the board says {said}, these rules say {ours}."]


def test_another_end_than_the_rules_is_a_doubt():
    *texts, _ = game_records(E64)
    game = fold(*texts, "over winner=none reason=agreed ply=39 game=1 ms=1")
    assert game.doubts == ["record 41: the board says none agreed, these rules say white blocked."]
    assert game.over == (None, "agreed")


def test_a_game_whose_beginning_is_missing():
    game = fold("move text=d6 ply=5 game=3 ms=2", "move text=f4 ply=6 game=3 ms=2")
    assert game.doubts == ["record 1: the beginning of game 3 is not recorded."]
    assert not game.whole
    assert game.turns == ["d6", "f4"]


def test_records_are_cut_where_a_game_begins():
    texts = [BOOT, *game_records(["d6"]), BOOT, *game_records(["a1", "a4"], number=2)]
    groups = by_game(records(*texts))
    assert [[one.line.word for one in group] for group in groups] == [
        ["game", "move"],
        ["game", "move", "move"],
    ]
    assert by_game(records("move text=a1 ply=1 game=4 ms=1", "move text=a4 ply=1 game=5 ms=1"))[1]
