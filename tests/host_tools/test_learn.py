# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels learn: what it says while a board learns, and how it ends; on a simulated board too."""

import json
import subprocess
import sys

import pytest
from merels_host import cli
from merels_host.commands import learn
from merels_host.errors import MerelsError


class Answers:
    """A link whose board is a step further at each request."""

    def __init__(self, *answers):
        self.answers = [dict(pair.split("=") for pair in answer.split()) for answer in answers]

    def request(self, words):
        assert words in ("learn", "learn state")
        return self.answers.pop(0)

    def read(self, timeout):
        return []


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(learn, "_EVERY", 0)


def test_each_step_is_said_once(capsys):
    learn._follow(
        Answers(
            "learn=names done=0 of=3 ask=a7",
            "learn=names done=0 of=3 ask=a7",
            "learn=lights done=0 of=3",
            "learn=check done=1 of=2 ask=e3",
            "learn=turned",
        )
    )
    assert capsys.readouterr().out.splitlines() == [
        "All points shine: put a piece on a7 (1 of 3).",
        "Put a piece where the light is (1 of 3).",
        "To check: the light should be on e3; put a piece there (2 of 2).",
        "Done: the board now knows how it lies.",
    ]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("learn=stopped", "stopped at the board"),
        ("learn=failed", "contradicted"),
        ("learn=points storage=fault", "until power-off"),
    ],
)
def test_an_end_without_success_says_why(end, words):
    with pytest.raises(MerelsError, match=words):
        learn._follow(Answers("learn=lights done=2 of=3", end))


def test_a_running_board_forgets(capsys):
    simulator = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "simulate"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert simulator.stdout
        url = json.loads(simulator.stdout.readline())["serial"]
        assert cli.main(["learn", url, "--reset"]) == 0
    finally:
        simulator.terminate()
        simulator.communicate(timeout=20)
    assert "order of config.py again" in capsys.readouterr().out
