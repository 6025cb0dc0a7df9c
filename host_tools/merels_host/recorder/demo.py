# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A whole game from virtual fingertips to a file, and the proof that nothing was lost on the way.

The real firmware runs on a simulated board; virtual hands play a game on its wood; the recorder
hears of it over the serial line only. Then intention, board, session file and PGN must agree.

    game = Demo(Path("merels-games"), screen, speed=1).run(stop)
"""

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

from merels.rules.game import Game

from merels_host.errors import Disagreement, DiskProblem, MerelsError
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import SIDES, Games, RecordedGame
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import SessionFile
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand
from merels_host.simulator.virtual_hands import VirtualHands

# A real game of twenty moves: mills, removals, and an end by blocking.
TURNS = (
    *("d6", "e4", "d2", "b2", "f4", "f2", "c5", "d5", "d1", "d3", "c4", "c3", "e3", "b4"),
    *("b6", "f6", "a4", "a1", "d1-g1", "a1-d1", "g1-g4", "d1-a1", "g4-g7", "e4-e5"),
    *("e3-e4", "a1-d1", "d6-d7", "d3-e3", "a4-a7xd1", "d5-d6", "c5-d5", "c3-d3", "c4-c3"),
    *("b4-a4", "b6-b4", "d6-b6", "d7-d6", "a4-a1", "g7-g4xa1"),
)
_PATIENCE = 10.0  # seconds until a turn that was played must have been recorded
_LOOK = 0.02


class Demo:
    """interpreter: what ran the firmware. files: what was written. seconds: how long it took."""

    def __init__(self, out: Path, watcher: Watcher, speed: float = 1.0):
        self.interpreter = ""
        self.files: list[Path] = []
        self.seconds = 0.0
        self._out = out
        self._watcher = watcher
        self._speed = speed
        self._trouble: MerelsError | None = None

    def run(self, stop: Callable[[], bool]) -> RecordedGame | None:
        """Play, record, prove; the recorded game, or None after a stop.

        Raises Disagreement naming the difference, SimulatorProblem, DiskProblem or NoBoard.
        """
        began = time.monotonic()

        def ended() -> bool:
            return stop() or self._trouble is not None

        with SimulateCommand() as board:
            self.interpreter = board.interpreter
            recorder = Recorder(board.serial, self._out, self._watcher, once=True)
            recorder.kept = ""  # this board's flash goes with it
            with Control(board.control) as control:
                hands = threading.Thread(
                    target=self._play, args=(control, recorder, ended), daemon=True
                )
                hands.start()
                try:
                    recorder.run(ended)
                except DiskProblem:
                    raise DiskProblem(
                        f"nothing more can be written to {self._out}; free some space or choose "
                        "another folder with --out, and play the demo again."
                    ) from None
                finally:
                    self.files = recorder.files
                    if not stop():
                        hands.join(_PATIENCE)
                if self._trouble:
                    raise self._trouble
                if stop():
                    return None
                game = prove(recorder, control.ask("state"))
        self.seconds = time.monotonic() - began
        return game

    def _play(self, control: Control, recorder: Recorder, ended: Callable[[], bool]) -> None:
        """The hands' thread: each turn when the one before it has been recorded."""
        hands = VirtualHands(control, self._speed, ended)
        rules = Game()
        try:
            for i, turn in enumerate(TURNS):
                self._until_recorded(recorder, i, ended)
                if ended():
                    return
                hands.play(turn, SIDES[rules.turn])
                rules.play(turn)
        except MerelsError as trouble:
            self._trouble = trouble

    def _until_recorded(self, recorder: Recorder, plies: int, ended: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not ended():
            game = recorder.games.current if recorder.games else None
            if game is not None and len(game.turns) >= plies:
                return
            if time.monotonic() > deadline:
                what = f"ply {plies} ({TURNS[plies - 1]})" if plies else "the start of the game"
                raise Disagreement(f"{what} was not recorded within {_PATIENCE:.0f} seconds.")
            time.sleep(_LOOK)


def prove(recorder: Recorder, state: dict) -> RecordedGame:
    """Intention, board, session file and PGN agree; the game as it is on disk.

    `state` is the simulated board's own answer, past the serial line. Raises Disagreement.
    """
    game = read_back(recorder)
    intended = list(TURNS)
    _agree("the board's moves", state["moves"], "the intended ones", intended)
    _agree("the session file's moves", game.turns, "the intended ones", intended)
    _agree("the session file's result", game.over, "the intended one", (0, "blocked"))
    if game.doubts:
        raise Disagreement(f"the recorder disagrees with the board: {game.doubts[0]}")
    assert game.game is not None  # without doubts the rules have followed
    _agree("the board's position", state["position"], "the recorder's", game.game.position())
    pieces = {name: side for side in SIDES for name in _points(game.game, side)}
    _agree("what stands on the wood", state["wood"], "the recorder's position", pieces)
    path = next((path for path in recorder.files if path.suffix == ".pgn"), None)
    if path is None:
        raise Disagreement("no PGN file was written.")
    _agree("the PGN file's moves", moves_of(path), "the intended ones", intended)
    return game


def read_back(recorder: Recorder) -> RecordedGame:
    """The last game as the session files on disk have it. Raises Disagreement."""
    session = next(path for path in recorder.files if path.suffix != ".pgn")
    header = SessionFile(session).header
    recorded = Recorded.scan(session.parent, header["board"], header["journal"])
    if recorded.have != len(recorded.records):
        raise Disagreement(f"{session} lacks records after number {recorded.have}.")
    games = Games(header["board"], header["journal"])
    for record in recorded.contiguous():
        games.apply(record)
    if games.current is None:
        raise Disagreement(f"{session} has no game.")
    return games.current


def moves_of(path: Path) -> list[str]:
    """The moves of a PGN file without comments."""
    _, _, movetext = path.read_text(encoding="utf-8").partition("\n\n")
    words = re.sub(r"\{[^}]*\}", " ", movetext).split()
    return [word for word in words if re.fullmatch(r"[a-g][1-7][a-g1-7x-]*", word)]


def _points(game: Game, side: str) -> list[str]:
    mask = game.on(SIDES.index(side))
    return [name for name in game.board.names if mask >> game.board.bit(name) & 1]


def _agree(what: str, found: object, other: str, expected: object) -> None:
    """Raises Disagreement naming the first difference."""
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list):
        at = next(
            (i for i, pair in enumerate(zip(found, expected, strict=False)) if pair[0] != pair[1]),
            min(len(found), len(expected)),
        )
        here = found[at] if at < len(found) else "nothing"
        there = expected[at] if at < len(expected) else "nothing"
        raise Disagreement(f"{what} differ from {other} at ply {at + 1}: {here} for {there}.")
    raise Disagreement(f"{what} ({found}) is not {other} ({expected}).")
