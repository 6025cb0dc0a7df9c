# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of PGN read and written per second beside python-chess, and the memory that many need.

Both libraries get files of as many games with as many plies each. Then games pass through a whole
archive, from one file to another; a tenth of them first, so that one sees what grows.

    python tests/bench/exchange.py [games that pass through, 100000 if not said]
"""

import io
import os
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("firmware", "host_tools", "tests")]

import chess  # noqa: E402
import chess.pgn  # noqa: E402
from fakes.many_games import play_turn  # noqa: E402
from merels.rules.game import Game  # noqa: E402
from merels_host.exchange import pgn_reader, pgn_writer  # noqa: E402
from merels_host.exchange.score import Score, Turn  # noqa: E402

GAMES = 300
PLIES = 40
ROUNDS = 3  # the best of these counts


def our_games(count):
    """Scores of exactly PLIES plies."""
    found = []
    seed = 0
    while len(found) < count:
        seed += 1
        dice = random.Random(seed)
        game = Game()
        while not game.over and game.ply < PLIES:
            play_turn(game, dice, 0.1)
        if not game.over:
            tags = {"Event": "Bench", "Date": "2026.11.30", "White": "Ann", "Black": "Bob"}
            found.append(Score(game.variant, tags=tags, turns=[Turn(t) for t in game.turns()]))
    return found


def chess_games(count):
    """Games of chess of exactly PLIES plies, with the same tags."""
    found = []
    seed = 0
    while len(found) < count:
        seed += 1
        dice = random.Random(seed)
        board = chess.Board()
        while not board.is_game_over() and board.ply() < PLIES:
            board.push(dice.choice(list(board.legal_moves)))
        if board.ply() == PLIES:
            game = chess.pgn.Game.from_board(board)
            game.headers.update({"Event": "Bench", "White": "Ann", "Black": "Bob"})
            found.append(game)
    return found


def chess_read(text):
    file = io.StringIO(text)
    while chess.pgn.read_game(file):
        pass


def best(action):
    """Seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return min(times)


def beside_python_chess():
    ours, theirs = our_games(GAMES), chess_games(GAMES)
    text = "\n".join(map(pgn_writer.write, ours))
    chess_text = "\n\n".join(map(str, theirs))
    read = list(pgn_reader.read(text.splitlines(keepends=True), "bench"))
    assert [len(score.turns) for score in read] == [PLIES] * GAMES
    print(f"PGN, {GAMES} games of {PLIES} plies beside python-chess {chess.__version__}")
    for what, mine, other in (
        ("read", lambda: list(pgn_reader.read(text.splitlines(keepends=True), "bench")),
         lambda: chess_read(chess_text)),
        ("write", lambda: [pgn_writer.write(score) for score in ours],
         lambda: [str(game) for game in theirs]),
    ):  # fmt: skip
        us, them = best(mine), best(other)
        print(f"  {what:<6} {GAMES / us:9,.0f} games/s  python-chess {GAMES / them:9,.0f} games/s"
              f"  {them / us:5.1f} x as fast")  # fmt: skip


def write_many(path, count):
    """A file of games that all differ, by their tag Round."""
    texts = [pgn_writer.write(score) for score in our_games(100)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = texts[number % len(texts)].replace('[Round "?"]', f'[Round "{number}"]')
            file.write(text + "\n")


def child(*words, output=os.devnull):
    """Seconds, and the most memory in MB, of a merels process."""
    began = time.perf_counter()
    with open(output, "wb") as out:
        command = [sys.executable, "-m", "merels_host", *map(str, words)]
        pid = os.posix_spawn(
            command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)]
        )
        _, status, usage = os.wait4(pid, 0)
    assert status == 0, words
    most = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return time.perf_counter() - began, most


def pass_through(count):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MERELS_DATA"] = str(folder)
        write_many(folder / "in.pgn", count)
        archive = folder / "archive.db"
        took, most = child("games", "import", folder / "in.pgn", "--archive", archive)
        print(f"{count:,} games")
        print(f"  {'import':<8} {count / took:9,.0f} games/s  {most:6.0f} MB at most")
        took, most = child("games", "export", "--archive", archive, output=folder / "out.pgn")
        print(f"  {'export':<8} {count / took:9,.0f} games/s  {most:6.0f} MB at most")
        with (folder / "out.pgn").open(encoding="utf-8") as file:
            assert sum(line.startswith("[Event ") for line in file) == count


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    beside_python_chess()
    if hasattr(os, "wait4"):
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
        pass_through(max(count // 10, 1))
        pass_through(count)


if __name__ == "__main__":
    main()
