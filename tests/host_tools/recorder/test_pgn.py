# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""PGN in Sanmill's dialect."""

import re

from fakes.socket_board import BOOT, E64, game_records
from merels.rules.game import Game
from merels.wire import framing
from merels_host.recorder import game_files
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import JournalRecord

UTC = "2026-11-30T10:00:00.000Z"

WHOLE = """\
[Event "?"]
[Site "Merels board e66141"]
[Date "2026.11.30"]
[Round "1"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Variant "Nine Men's Morris"]
[PlyCount "39"]
[Termination "blocked"]
[UTCTime "10:00:00"]
[Records "7f3a21c9 2-42"]

1. d6 e4 2. d2 b2 3. f4 f2 4. c5 d5 5. d1 d3 6. c4 c3 7. e3 b4 8. b6 f6 9. a4
a1 10. d1-g1 a1-d1 11. g1-g4 d1-a1 12. g4-g7 e4-e5 13. e3-e4 a1-d1 14. d6-d7
d3-e3 15. a4-a7xd1 d5-d6 16. c5-d5 c3-d3 17. c4-c3 b4-a4 18. b6-b4 d6-b6 19.
d7-d6 a4-a1 20. g7-g4xa1 1-0
"""


def fold(*texts, board="e66141", utc=UTC):
    games = Games(board, "7f3a21c9")
    for number, text in enumerate(texts, 1):
        games.apply(
            JournalRecord(number, utc, framing.parse(framing.frame("@", f"{number} {text}")))
        )
    return games.current


def movetext(game):
    return " ".join(game_files.pgn_of(game).partition("\n\n")[2].split())


def tags(game):
    return dict(
        line[1:-2].split(' "', 1)
        for line in game_files.pgn_of(game).partition("\n\n")[0].splitlines()
    )


def test_a_whole_game():
    assert game_files.pgn_of(fold(BOOT, *game_records(E64))) == WHOLE


def test_results():
    moves = ["d6"]
    for over, result in (
        (("white", "resigned"), "1-0"),
        (("black", "resigned"), "0-1"),
        (("none", "agreed"), "1/2-1/2"),
        (("none", "unfinished"), "*"),
        (None, "*"),
    ):
        game = fold(*game_records(moves, over=over))
        assert tags(game)["Result"] == result
        assert movetext(game) == f"1. d6 {result}"


def test_changed_rules_and_black_to_start():
    game = fold(*game_records(["d6", "f4", "a1"], starts="black", fly="off"))
    assert tags(game)["Rules"] == "starts=black,fly=off"
    assert movetext(game) == "1... d6 2. f4 a1 *"


def test_other_games_have_names_too():
    assert tags(fold("game game=1 variant=morabaraba ms=1"))["Variant"] == "Morabaraba"
    assert tags(fold("game game=1 variant=six-mens-morris ms=1"))["Variant"] == "Six Men's Morris"


def test_a_position_that_was_set_and_doubts_are_comments():
    game = fold(
        *game_records(["d6"]),
        "edit game=1 ply=1 white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black board=0 ms=9",
        "move text=g7xa1 ply=2 game=1 pos=0 ms=10",
    )
    text = movetext(game)
    assert text.startswith(
        "1. d6 1... {[%position white=a1,d1,g1 black=a7,d7,b6 hand=3,3 turn=black]} g7xa1 {record"
    )
    assert text.endswith(").} *")
    game = fold(*game_records([]), "edit game=1 ply=0 white=a1 black=a7 hand=8,8 ms=9")
    assert movetext(game) == "*"
    assert tags(game)["SetUp"] == "1"
    assert tags(game)["FEN"] == (
        "********/********/*****O*@ w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"
    )


def test_a_doubt_stands_at_the_turn_that_it_came_up_with():
    texts = game_records(["d6", "f4", "d2"])
    texts[2] = texts[2].replace("pos=", "pos=0")
    assert re.fullmatch(
        r"1\. d6 f4 \{record 3: the board's position .+? \(\w+\)\.\} 2\. d2 \*",
        movetext(fold(*texts)),
    )
    back = framing.checksum(Game().position())
    gone = fold(*texts[:3], f"takeback game=1 ply=0 board=0 pos={back} ms=9")
    assert movetext(gone).startswith("{record 3: the board's position ")


def test_nothing_from_the_wire_breaks_out_of_its_place():
    game = fold(
        "game game=1 variant=x ms=1", 'move text=a}b{"\\ ply=1 game=1 ms=1', board='x"\x1b\\'
    )
    text = game_files.pgn_of(game)
    assert "\x1b" not in text
    assert tags(game)["Site"] == 'Merels board x\\"?\\\\'
    assert "{record 1: " in text


def test_the_files_name_tells_board_journal_game_and_day(tmp_path):
    game = fold(*game_records(["d6"]), board="../x")
    path = game_files.save_pgn(game, tmp_path)
    assert path == tmp_path / "___x-7f3a21c9-game0001-2026-11-30.pgn"
    assert path.read_text() == game_files.pgn_of(game)
    assert game_files.path_of(fold("game game=2 ms=1", utc=""), tmp_path).name.endswith(
        "-undated.pgn"
    )


def test_a_file_knows_which_records_it_was_made_of(tmp_path):
    path = game_files.save_pgn(fold(*game_records(["d6"])), tmp_path)
    assert game_files.is_saved(path, "7f3a21c9", 2)
    assert not game_files.is_saved(path, "7f3a21c9", 3)
    assert not game_files.is_saved(path, "other", 2)
    assert not game_files.is_saved(tmp_path / "none.pgn", "7f3a21c9", 2)
