# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hand scripts on builds with faults, `tests/hands/builds/`: drivers and firmware cope."""

import re
from pathlib import Path

import pytest
from merels_host.simulator import process
from merels_host.simulator.builds import KINDS
from merels_host.simulator.expectation import differences
from merels_host.simulator.handscript import parse
from merels_host.simulator.player import Player

HANDS = sorted((Path(__file__).parent.parent.parent / "hands" / "builds").glob("*.hands"))


@pytest.mark.parametrize("interpreter", ["micropython", "cpython"])
def test_the_scripts_hold(interpreter, monkeypatch):
    monkeypatch.delenv(process.OVERRIDE, raising=False)
    if interpreter == "cpython":
        monkeypatch.setenv(process.OVERRIDE, "cpython")
    elif not process.micropython():
        pytest.skip("there is no MicroPython here")
    wrong = []
    with Player() as player:
        for path in HANDS:
            text = path.read_text(encoding="utf-8")
            wrong += differences(parse(text, path.name), player.play(text, path.name))
    assert wrong == []


def test_there_is_one_for_each_build():
    assert {path.stem.partition("-")[0] for path in HANDS} == set(KINDS)
    assert {parse(path.read_text(), path.name).build for path in HANDS} == set(KINDS)


@pytest.mark.parametrize("name", ["matrix-dead-row", "shift-data-wire", "switches-point-dies"])
def test_without_the_fault_there_is_nothing_to_complain_of(name):
    (path,) = [path for path in HANDS if path.stem == name]
    text = re.sub(r"(?m)^at \d+ +(fault|heal).*$", "", path.read_text(encoding="utf-8"))
    with Player() as player:
        result = player.play(text, name)
    assert result["complaints"] == []
    assert result["moves"] == {key: value for _, key, value in parse(text, name).expects}["moves"]
