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
        self.asked = []
        self.answers = [dict(pair.split("=") for pair in answer.split()) for answer in answers]

    def request(self, words):
        self.asked.append(words)
        return self.answers.pop(0)

    def read(self, timeout):
        return []


class Pressed:
    """Keys that come one after the other."""

    def __init__(self, *keys):
        self.keys = list(keys)

    def next(self, timeout):
        return self.keys.pop(0) if self.keys else ""


def test_each_step_is_said_once(capsys):
    learn._follow(
        Answers(
            "learn=names done=0 of=3 ask=a7",
            "learn=names done=0 of=3 ask=a7",
            "learn=lights done=0 of=3",
            "learn=check done=1 of=2 ask=e3",
            "learn=turned",
        ),
        Pressed(),
    )
    assert capsys.readouterr().out.splitlines() == [
        "All points shine: put a piece on a7 (1 of 3).",
        "Put a piece where the light is (1 of 3).",
        "To check: the light should be on e3; put a piece there (2 of 2).",
        "Done: the board now knows how it lies.",
    ]


def told(capsys, *answers):
    learn._follow(Answers(*answers, "learn=turned"), Pressed())
    return capsys.readouterr().out.splitlines()[:-1]


def test_what_the_board_cannot_use_is_said_at_once_and_again(capsys):
    step = "learn=names done=1 of=3 ask=d7"
    two, used = step + " saw=two", step + " saw=used at=a7"
    assert told(capsys, step, two, two, step, two, used, step.replace("1", "2")) == [
        "All points shine: put a piece on d7 (2 of 3).",
        "Several pieces came at once: take them away, and put down one.",
        "Several pieces came at once: take them away, and put down one.",
        "That piece is where the one for a7 was: take it away, and put it on its own point.",
        "All points shine: put a piece on d7 (3 of 3).",
    ]


def test_after_a_while_without_a_step_it_says_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr(learn, "_STUCK", 0)
    for phase, words in (
        ("names done=0 of=3 ask=a7", "put it on a7 again. If that does not help, its sensor"),
        ("lights done=0 of=3", "If there is no light"),
        ("check done=0 of=2 ask=g1", "s asks for every point"),
        ("names done=0 of=3 ask=d7 saw=used at=a7", "where the one for a7 was"),
    ):
        lines = told(capsys, "learn=" + phase)
        assert words in lines[1]
    monkeypatch.setattr(learn, "_STUCK", 20)
    assert len(told(capsys, "learn=names done=0 of=3 ask=a7")) == 1


def test_a_wrong_point_at_the_check_is_said(capsys):
    lines = told(capsys, "learn=check done=0 of=2 ask=g1", "learn=names done=0 of=25 ask=a7")
    assert lines[1] == "That was not g1: now every point is asked for."


def test_s_skips():
    answers = Answers("learn=lights done=0 of=3", "learn=lights done=1 of=3", "learn=turned")
    learn._follow(answers, Pressed("n", "s"))
    assert answers.asked == ["learn", "learn state", "learn skip"]


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
        learn._follow(Answers("learn=lights done=2 of=3", end), Pressed())


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
        simulator.communicate(timeout=300)
    assert "order of config.py again" in capsys.readouterr().out
