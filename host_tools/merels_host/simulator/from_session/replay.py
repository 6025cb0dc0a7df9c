# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A session file played again on the firmware, and compared with what was recorded.

for played in replay(SessionFile(path), player):
    print(played.words)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from merels_host.errors import ScriptProblem
from merels_host.sessions.session import SessionFile
from merels_host.simulator.from_session.script import ScriptOfGame, games_of
from merels_host.simulator.player import Player


@dataclass(frozen=True)
class Played:
    """result: as merels hands --json has it, empty if the game could not be played."""

    game: ScriptOfGame
    result: dict
    same: bool
    words: str


def replay(file: SessionFile, player: Player, explain: bool = False) -> Iterator[Played]:
    """Play the games of a file one after the other. Raises DiskProblem or SimulatorProblem."""
    for game in games_of(file):
        name = f"{file.path.name}, game {game.number}"
        if game.problem:
            yield Played(game, {}, False, f"{name}: cannot be played again: {game.problem}.")
            continue
        try:
            result = player.play(game.text, name, explain=explain)
        except ScriptProblem as error:
            yield Played(game, {}, False, f"{name}: cannot be played again: {error.message}")
            continue
        same = _agrees(game, result)
        words = _same(game) if same else _difference(game, result)
        if not same and _is_untold(game, player, name):
            same = True
            words = (
                f"{_same(game)[:-1]}; the file ends before the board told what came of the last "
                f"{game.untold / 1000:.1f} s of it."
            )
        yield Played(game, result, same, f"{name}: {words}{_completeness(game)}{_lacks(game)}")


def _is_untold(game: ScriptOfGame, player: Player, name: str) -> bool:
    """Does all agree but for what the board had no time to tell before the file ends?"""
    if game.known and _agrees(game, player.play(game.known, name)):
        return True
    return bool(game.half) and player.play(game.half, name)["moves"][:-1] == game.moves


def _agrees(game: ScriptOfGame, result: dict) -> bool:
    return result["moves"] == game.moves and (not game.over or result["over"] == game.over)


def _same(game: ScriptOfGame) -> str:
    return f"the same {len(game.moves)} moves again."


def _difference(game: ScriptOfGame, result: dict) -> str:
    again = result["moves"]
    for ply, (then, now) in enumerate(zip(game.moves, again, strict=False), 1):
        if then != now:
            return f"ply {ply} was recorded as {then}, and is {now} now."
    if len(game.moves) != len(again):
        ply = min(len(game.moves), len(again)) + 1
        then = game.moves[ply - 1] if ply <= len(game.moves) else "nothing"
        now = again[ply - 1] if ply <= len(again) else "nothing"
        return f"ply {ply} was recorded as {then}, and is {now} now."
    return f"the end was recorded as {_end(game.over)}, and is {_end(result['over'])} now."


def _end(over: dict | None) -> str:
    return f"{over['winner'] or 'draw'} {over['reason']}" if over else "none"


def _lacks(game: ScriptOfGame) -> str:
    return "".join(f" R{words[1:]}" for words in game.lacks)  # records ... are in ...


def _completeness(game: ScriptOfGame) -> str:
    if not game.guessed:
        return ""
    if not game.told:
        return " There is no telemetry: what hands did was concluded from the records alone."
    return (
        f" The telemetry is incomplete: of {game.told + game.guessed} changes {game.guessed} were "
        "concluded from later images."
    )
