# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One run: hands play, everything else goes wrong, and in the end all must be on disk.

result = run(seed=7, folder=Path("..."))
result.faults       # [] or sentences
"""

import os
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from signal import SIGTERM

from merels.wire import framing
from merels_host.errors import MerelsError, PortGone
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand

from chaos.bad_line import BadLine
from chaos.patient_hands import PatientHands, WaitedInVain
from chaos.plugs import PtyPlug, TcpPlug
from chaos.proof import Proof, on_disk
from chaos.short_games import short_game

TURNS = 18  # at least, of all games of a run
MISHAPS = 7  # at most, so that a run ends
CALM = 120.0  # seconds until the archive must have everything once nothing goes wrong any more
_CODE_NO_BOARD, _CODE_FAILED, _CODE_NOT_GREETED = 3, 1, 130


@dataclass
class Result:
    """faults: sentences. events: how often what went wrong."""

    seed: int
    interpreter: str = ""
    games: int = 0
    turns: int = 0
    records: int = 0
    seconds: float = 0.0
    events: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)


class Run:
    """A board, a bad line and a recorder; `folder` is empty and stays."""

    def __init__(self, seed, folder):
        self.result = Result(seed)
        self._folder = folder
        self._out = folder / "out"
        self._archive = folder / "archive.sqlite"
        self._environment = {**os.environ, "MERELS_DATA": str(folder / "data")}
        self._fates = random.Random(f"{seed} fates")
        self._hands = random.Random(f"{seed} hands")
        dice = random.Random(f"{seed} games")
        self._games = []
        while sum(len(game.turns) for game in self._games) < TURNS:
            self._games.append(short_game(dice, dice.randrange(7, 16)))
        self._port = _free_port()
        plug = PtyPlug(folder) if dice.random() < 0.5 else TcpPlug()
        self._line = BadLine(
            "127.0.0.1", self._port, plug, random.Random(f"{seed} line"), self._heard
        )
        self._half = b""
        self._calm = threading.Event()
        self._squeezed = False
        self._cuts = 0
        self._board = self._control = self._recorder = None
        self._said = folder / "recorder.txt"
        self._said_before = 0

    def play(self):
        """The whole run; its result."""
        began = time.monotonic()
        self._begin_board()
        self.result.interpreter = self._board.interpreter
        fates = threading.Thread(target=self._let_things_happen, daemon=True)
        try:
            with self._line:
                self._begin_recorder()
                fates.start()
                hands = PatientHands(self._hand, lambda: self._cuts, self._hands)
                for game in self._games:
                    hands.play(game)
                    self.result.games += 1
                    self.result.turns += len(game.turns)
                    for detour in game.detours.values():
                        self.result.events[f"taken back, {detour.way}"] += 1
                self._settle(fates)
                proof = Proof(self._out, self._archive, self._environment)
                proof.compare(self._games)
                self.result.records = proof.records
                self.result.faults += proof.faults
        except WaitedInVain as why:
            self.result.faults.append(str(why))
        finally:
            self._calm.set()
            fates.join(300)
            self._end()
        self.result.seconds = time.monotonic() - began
        return self.result

    # what there is

    def _begin_board(self):
        arguments = ("--storage", str(self._folder / "flash"), "--port", str(self._port))
        self._board = SimulateCommand(*arguments)
        self._control = Control(self._board.control)

    def _hand(self):
        control = self._control
        if control is None:
            raise PortGone("the power is off.")
        return control

    def _begin_recorder(self):
        command = [sys.executable, "-m", "merels_host", "record", self._line.url, "--wait"]
        with self._said.open("ab") as said:
            self._said_before = said.tell()
            self._recorder = subprocess.Popen(
                [*command, "--out", str(self._out), "--archive", str(self._archive)],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=self._environment,
            )  # fmt: skip
        self._squeezed = False

    def _end(self):
        if self._recorder and self._recorder.poll() is None:
            self._recorder.kill()
        if self._recorder:
            self._recorder.wait()
        if self._control:
            self._control.close()
        if self._board:
            self._board.close()

    # what goes wrong

    def _let_things_happen(self):
        dice = self._fates
        fates = ("kill the recorder",) * 4 + ("cut the power",) * 2 + ("pull the cable",) * 2
        if self._line.renames:
            fates += ("rename the port",) * 2 + ("rename the port of a dead recorder",) * 2
        if dice.random() < 0.3:
            fates += ("fill the disk",) * 3
        try:
            for _ in range(MISHAPS):
                if self._calm.wait(dice.uniform(0.1, 1.4)):
                    return
                self._look_after_recorder()
                fate = dice.choice(fates)
                self.result.events[fate] += 1
                if fate == "kill the recorder":
                    self._kill_recorder(dice.random() * 0.3)
                elif fate == "cut the power":
                    self._cut_power(dice.random() * 0.3)
                elif fate == "pull the cable":
                    self._line.cut()
                elif fate == "rename the port":
                    self._line.rename()
                elif fate == "rename the port of a dead recorder":
                    self._kill_recorder(dice.random() * 0.3, self._line.rename)
                else:
                    self._fill_disk(dice.randrange(600), dice.uniform(0.3, 1.0))
                    fates = tuple(f for f in fates if f != fate)
        except MerelsError as why:
            self.result.faults.append(f"the board did not start again: {why}")

    def _look_after_recorder(self):
        """It may give up for good reasons; then its user starts it again."""
        code = self._recorder.poll()
        if code is None:
            return
        if code != _CODE_NO_BOARD and not (self._squeezed and code == _CODE_FAILED):
            self.result.faults.append(f"the recorder ended with {code}: {self._last_words()}")
        self.result.events["the recorder gave up"] += 1
        self._begin_recorder()

    def _kill_recorder(self, pause, meanwhile=lambda: None):
        self._recorder.kill()
        self._recorder.wait()
        meanwhile()
        time.sleep(pause)
        self._begin_recorder()

    def _cut_power(self, pause):
        control, self._control = self._control, None
        self._cuts += 1  # first, so that nobody takes the next board for this one
        self._board._process.kill()
        self._board.close()
        control.close()
        time.sleep(pause)
        self._begin_board()

    def _fill_disk(self, room, seconds):
        """No file of the recorder may grow by more than `room` bytes for a while."""
        try:
            from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit
        except ImportError:  # only Linux can do that to another process
            return
        sizes = [path.stat().st_size for path in self._out.glob("*.ndjson")]
        self._squeezed = True
        try:
            prlimit(
                self._recorder.pid, RLIMIT_FSIZE, (max(sizes, default=0) + room, RLIM_INFINITY)
            )
            time.sleep(seconds)
            prlimit(self._recorder.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        except ProcessLookupError:
            pass  # it has ended, and is looked after

    def _heard(self, data):
        """What the recorder sends: is what it acknowledges on disk?"""
        *lines, self._half = (self._half + data).split(b"\n")
        for raw in lines:
            line = framing.parse(raw.decode("ascii", "replace"))
            if line is not None and line.word == "ack" and line.checked:
                have = max((one.have for _, one in on_disk(self._out)), default=0)
                if have < int(line.args[0]):
                    self.result.faults.append(f"{line.text} was sent, but {have} are on disk")

    # the end

    def _settle(self, fates):
        """The line is good, power and disk stay: wait until all that was played is recorded."""
        self._calm.set()
        fates.join(300)
        self._line.bad = False
        last = int(PatientHands(self._hand, lambda: self._cuts, self._hands)._state()["last"])
        deadline = time.monotonic() + CALM
        while time.monotonic() < deadline:
            self._look_after_recorder()
            if any(recorded.have >= last for _, recorded in on_disk(self._out)):
                break
            time.sleep(0.05)
        else:
            self.result.faults.append(f"after {CALM:.0f} s the records up to {last} are not here")
        self._recorder.terminate()  # as Ctrl-C, which programs in the background do not get
        try:
            code = self._recorder.wait(300)
        except subprocess.TimeoutExpired:
            code = "nothing"
        fine = [0, _CODE_NOT_GREETED]  # it may have begun just now, with nothing to do
        if self._said.stat().st_size == self._said_before:
            fine.append(-SIGTERM)  # it may even be loading, and minds no signals yet
        if code not in fine:
            what = f"SIGTERM made the recorder end with {code}: {self._last_words()}"
            self.result.faults.append(what)

    def _last_words(self):
        return " / ".join(self._said.read_text(errors="replace").splitlines()[-3:])


def run(seed, folder):
    """One run in an empty folder, which is removed if all went well."""
    result = Run(seed, folder).play()
    if not result.faults:
        shutil.rmtree(folder, ignore_errors=True)
    return result


def _free_port():
    """Below those that systems give to connections: it must still be free when the board has been
    without power for a while."""
    while True:
        port = random.randrange(15000, 32000)
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue  # another's
