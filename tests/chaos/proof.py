# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is on disk after a bad day, compared with what was played: session files and archive.

proof = Proof(out, archive, environment)
proof.compare(games)
proof.faults                # [] or sentences
"""

import json
import subprocess
import sys

from merels_host.errors import MerelsError
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import SessionFile


class Proof:
    """out: the folder of session files. records: how many are in them. faults: sentences."""

    def __init__(self, out, archive, environment):
        self.records = 0
        self.faults = []
        self._out = out
        self._archive = archive
        self._environment = environment

    def compare(self, games):
        """Session files and archive have exactly these games (ShortGame), and nothing else."""
        found = on_disk(self._out)
        if len(found) != 1:
            self.faults.append(f"there are {len(found)} journals instead of one")
        for (board, journal), recorded in found:
            self.records += recorded.have
            if recorded.have != len(recorded.records) or recorded.differing:
                self.faults.append(
                    f"of {len(recorded.records)} records {recorded.have} are without a gap; "
                    f"differing: {recorded.differing}"
                )
            told = self._told(board, journal, recorded)
            played = [(g.variant, list(g.turns), g.over, g.story()) for g in games]
            self._same("the session files", told, played)
        self._same(
            "the archive",
            self._archived(),
            [(g.variant, list(g.turns), g.over, len(g.detours)) for g in games],
        )
        self._merels("games", "verify")

    def _told(self, board, journal, recorded):
        games = Games(board, journal)
        seen, stories = {}, {}
        for record in recorded.contiguous():
            game = games.apply(record)
            if game is not None:
                seen[game.number] = game
                told = stories.setdefault(game.number, [])
                if record.line.word == "move":
                    told.append(record.line.values["text"])
                elif record.line.word in ("takeback", "edit"):
                    told.append(f"{record.line.word} {record.line.values['ply']}")
        self.faults += [doubt for game in seen.values() for doubt in game.doubts]
        return [
            (g.variant, g.turns, g.over, stories[number]) for number, g in seen.items() if g.turns
        ]

    def _archived(self):
        exported = json.loads(self._merels("games", "export", "--format", "json"))
        archived = []
        for game in sorted(exported, key=lambda game: game["game"]):
            over = game["over"] or {"winner": None, "reason": None}
            winner = None if over["winner"] is None else ("white", "black").index(over["winner"])
            end = (winner, over["reason"])
            if game["moves"]:
                archived.append((game["variant"], game["moves"], end, game["takebacks"]))
            if game["doubts"]:
                self.faults.append(f"the archive doubts: {game['doubts']}")
        return archived

    def _same(self, where, found, played):
        for number in range(max(len(found), len(played))):
            there = found[number] if number < len(found) else "nothing"
            here = played[number] if number < len(played) else "nothing"
            if there != here:
                self.faults.append(f"{where} have as game {number + 1}\n  {there} for\n  {here}")

    def _merels(self, *words):
        command = [sys.executable, "-m", "merels_host", *words, "--archive", str(self._archive)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env=self._environment,
            timeout=300,
            check=False,
        )
        if done.returncode:
            said = (done.stdout + done.stderr).strip()
            self.faults.append(f"merels {' '.join(words)} ended with {done.returncode}: {said}")
            return "[]"
        return done.stdout


def on_disk(out):
    """The journals in the session files of a folder: [((board, journal), Recorded)]."""
    keys = []
    for path in sorted(out.glob("*.ndjson")):
        try:
            header = SessionFile(path).header
        except MerelsError:
            continue  # killed while it made the file
        if (header["board"], header["journal"]) not in keys:
            keys.append((header["board"], header["journal"]))
    return [(key, Recorded.scan(out, *key)) for key in keys]
