# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels hands`: hand scripts through the real firmware, compared with what they expect."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from merels_host.commands.parameters import shown
from merels_host.errors import MerelsError, ScriptProblem, UsageProblem
from merels_host.sessions.session import SessionFile
from merels_host.simulator.expectation import differences
from merels_host.simulator.from_session.replay import replay
from merels_host.simulator.handscript import MOST_CHARACTERS, Script, ScriptError, parse
from merels_host.simulator.player import Player
from merels_host.text import printable

UNREADABLE = 2  # some script could not be played at all


def run(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Hand scripts.")
    ] = None,
    from_session: Annotated[
        list[Path] | None,
        typer.Option(
            "--from-session", metavar="FILE", help="Play the games of a session file once more."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result of each script as a JSON object.")
    ] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print line by line what the firmware thought."),
    ] = False,
) -> int:
    """Act hand scripts out on the firmware and compare.

    Time is injected, so a script takes as long as the firmware computes. Exit code 0: all is as
    the scripts expect; 1: something is not; 2: a script cannot be read or acted out.
    """
    if not files and not from_session:
        raise UsageProblem("name a hand script, or a session file with --from-session FILE.")
    different = unexpected = broken = 0
    with Player() as player:
        for path in from_session or []:
            different += _play_session(path, player, as_json, explain)
        for name in files or []:
            try:
                script, text = read_script(name)
                result = player.play(text, name, explain=explain)
            except MerelsError as error:
                broken += 1
                if as_json:
                    print(json.dumps({"file": name, "error": error.message}), flush=True)
                print(f"merels: {error.message}", file=sys.stderr)
                continue
            found = differences(script, result)
            unexpected += bool(found)
            if as_json:
                print(json.dumps({"file": name, **result, "differences": found}), flush=True)
            else:
                for line in result.get("explain", []):
                    print(line, flush=True)
                for sentence in found:
                    print(sentence, flush=True)
    if files and not as_json:
        print(_summary(len(files), unexpected, broken))
    if broken:
        return UNREADABLE
    return 1 if different or unexpected else 0


def _play_session(path: Path, player: Player, as_json: bool, explain: bool) -> int:
    """Play a session file's games again; how many came out otherwise."""
    different = count = 0
    file = SessionFile(path)
    for played in replay(file, player, explain):
        count += 1
        different += not played.same
        if as_json:
            told = {"file": str(path), "same": played.same, "recorded": played.game.moves}
            said = {"words": played.words, "script": played.game.text}
            print(json.dumps({**told, **played.result, **said}), flush=True)
            continue
        for line in played.result.get("explain", []):
            print(line)
        print(printable(played.words), flush=True)
    if not count and not as_json:
        print(_nothing(file))
    return different


def _nothing(file: SessionFile) -> str:
    """There is no game to play again; why?"""
    words = (
        f"{file.path} has no game in which a piece was touched; there is nothing to play again."
    )
    if file.torn:
        words += " Its last line was cut off."
    if file.damaged:
        words += f" {file.damaged} of its lines are damaged."
    return words


def read_script(name: str) -> tuple[Script, str]:
    """A hand script and its text. Raises ScriptProblem, which names file and line."""
    try:
        with Path(name).open("rb") as file:
            # Some editors of Windows begin a text with a byte order mark.
            text = file.read(4 * MOST_CHARACTERS + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise ScriptProblem(f"cannot read the hand script {shown(name)}: {why}.") from error
    try:
        return parse(text, name), text
    except ScriptError as error:
        raise ScriptProblem(f"{str(error).rstrip('.')}.") from error


def _summary(count: int, different: int, broken: int) -> str:
    good = count - different - broken
    parts = [f"{good} as expected"]
    if different:
        parts.append(f"{different} different")
    if broken:
        parts.append(f"{broken} not played")
    return f"{count} script{'' if count == 1 else 's'}: " + ", ".join(parts)
