# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The end of a self test: what is said, where the report goes, and what a stopped one leaves."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from merels_host import cli
from merels_host.board.link import Hello, Link
from merels_host.errors import DiskProblem, PortGone, UsageProblem
from merels_host.selftest import result
from merels_host.selftest.observed import Observed
from merels_host.selftest.result import Result
from merels_host.selftest.wiring import ToldWiring
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand

HELLO = Hello("e66", "7f3a21c9", "0.1.0", 1, 2, {})
UTC = "2026-11-30T12:04:31.000Z"
WIRING = ToldWiring("switches", {"switches": "0,1"}, ("a7", "d7"))


def seen(**walk):
    lit = {point: frozenset({point} if lit else ()) for point, lit in walk.items()}
    return Observed(WIRING, empty=True, walk=lit)


def test_the_default_name_is_never_that_of_another_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = []
    for _ in range(3):
        path = result.report_place(None, "e66", UTC)
        result.write_report(path, "one")
        names.append(path.name)
    stem = "merels-selftest-e66-20261130T120431"
    assert names == [f"{stem}.txt", f"{stem}-2.txt", f"{stem}-3.txt"]
    mine = tmp_path / "mine.txt"
    assert result.report_place(mine, "e66", UTC) == mine  # a name that was asked for is taken
    assert len([*tmp_path.iterdir()]) == 3


def test_where_no_report_can_go_is_known_before_the_test(tmp_path, monkeypatch):
    with pytest.raises(UsageProblem, match="is a folder; name a file in it with --report"):
        result.report_place(tmp_path, "e66", UTC)
    with pytest.raises(DiskProblem, match="there is no folder .*; make it, or .* --report"):
        result.report_place(tmp_path / "no" / "x.txt", "e66", UTC)
    assert [*tmp_path.iterdir()] == []

    def refuses(dir):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuses)
    with pytest.raises(DiskProblem, match=r"cannot write .*\(Permission denied\); .* --report"):
        result.report_place(tmp_path / "x.txt", "e66", UTC)


def test_a_folder_as_a_report_is_refused_before_the_first_step(tmp_path, capsys):
    with SimulateCommand() as board:
        assert cli.main(["selftest", board.serial, "--report", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "is a folder" in told.err and told.out == ""


@pytest.mark.parametrize("as_json", [False, True])
def test_a_report_that_cannot_be_written_at_last_takes_no_finding_along(tmp_path, capsys, as_json):
    (tmp_path / "board.txt").mkdir()
    result = Result(HELLO, seen(a7=True, d7=False), tmp_path / "board.txt", UTC)
    result.tell(as_json)
    told = capsys.readouterr()
    assert "d7 sees nothing" in told.out and "--report" in told.err and "--out" not in told.err
    assert not result.good
    if as_json:
        assert json.loads(told.out)["report"] is None
    fine = Result(HELLO, seen(a7=True, d7=True), tmp_path / "board.txt", UTC)
    assert fine.good
    fine.tell(as_json)
    assert not fine.good


def told_of(observed, tmp_path, capsys, stopped=None):
    result = Result(HELLO, observed, tmp_path / "x.txt", UTC, stopped)
    result.tell(False)
    return result, capsys.readouterr().out.splitlines()


def test_what_was_not_tested_is_said(tmp_path, capsys):
    result, lines = told_of(seen(a7=True, d7=True), tmp_path, capsys)
    assert result.good and lines[0] == "Nothing broken was found."
    result, lines = told_of(seen(a7=True), tmp_path, capsys)
    assert lines[:2] == [
        "Not tested: 1 of 2 points.",
        "Nothing broken was found in what was tested.",
    ]
    assert "\nnot tested: 1 of 2 points\n" in (tmp_path / "x.txt").read_text()
    (tmp_path / "x.txt").unlink()
    result, lines = told_of(Observed(WIRING), tmp_path, capsys)
    assert lines == ["Nothing was tested."] and not result.good
    assert [*tmp_path.iterdir()] == []
    lit = Observed(WIRING, walk={"a7": frozenset({"a7"})})
    assert told_of(lit, tmp_path, capsys)[1][0] == "Not tested: the empty board, 1 of 2 points."


def test_a_report_of_a_stopped_test_says_so(tmp_path, capsys):
    for stopped, words in (
        (PortGone("it has gone away; plug it in."), "it has gone away; plug it in."),
        (KeyboardInterrupt(), "stopped with Ctrl-C."),
    ):
        told_of(seen(a7=True), tmp_path, capsys, stopped)
        assert f"\nUNFINISHED: {words}\n" in (tmp_path / "x.txt").read_text()


class Stopped:
    """A self test that is stopped by `end` after d7 was found to be dead."""

    def __init__(self, folder, end, stdin=subprocess.PIPE):
        with SimulateCommand() as board:
            self.child = subprocess.Popen(
                [sys.executable, "-m", "merels_host", "selftest", board.serial],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=folder,
            )
            self.board = board
            told = []
            for line in self.child.stdout:
                told.append(line)
                if stdin != subprocess.PIPE:
                    continue
                if line.startswith("Take all"):
                    self.key("")
                elif line.startswith("All 25"):
                    self.key("s")
                elif line.startswith("Put the piece on a7"):
                    with Control(board.control) as control:
                        control.ask("drop a7 white")
                elif line.startswith("Put the piece on d7"):
                    with Control(board.control) as control:
                        control.ask("lift a7")
                    self.key("n")
                elif line.startswith("Put the piece on g7"):
                    end(self)
                    break
            rest, self.err = self.child.communicate(timeout=300)
            self.out = "".join(told) + rest
            self.reports = [path.read_text() for path in folder.iterdir()]

    def key(self, key):
        self.child.stdin.write(f"{key}\n")
        self.child.stdin.flush()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_in_the_middle_leaves_what_was_seen(tmp_path):
    stopped = Stopped(tmp_path, lambda one: one.child.send_signal(signal.SIGINT))
    assert stopped.child.returncode == 130, stopped.err
    assert "d7 sees nothing" in stopped.out and "The report for a question" in stopped.out
    assert "UNFINISHED: stopped with Ctrl-C." in stopped.reports[0]
    assert stopped.err == ""


def test_a_cable_that_is_cut_in_the_middle_leaves_what_was_seen(tmp_path):
    stopped = Stopped(tmp_path, lambda one: one.board.close())
    assert stopped.child.returncode == 3, stopped.err
    assert "d7 sees nothing" in stopped.out
    assert "UNFINISHED: " in stopped.reports[0] and "d7 sees nothing" in stopped.reports[0]
    assert stopped.err.count("\n") == 1 and "has gone away" in stopped.err
    assert "plug the board in again" in stopped.err


def test_at_the_end_of_standard_input_it_ends_in_order(tmp_path):
    began = time.monotonic()
    stopped = Stopped(tmp_path, None, stdin=subprocess.DEVNULL)
    assert stopped.child.returncode == 0, stopped.err
    assert "Nobody answers any more" in stopped.out
    assert "Not tested: the lights, 25 of 25 points" in stopped.out
    assert time.monotonic() - began < 30


def test_closed_links_say_why(tmp_path):
    class Port:
        timeout = 0

        def write(self, data):
            if data != b"\n":
                raise OSError(5, os.strerror(5))

        def close(self):
            pass

    link = Link("test", opener=lambda url: Port())
    with pytest.raises(PortGone, match="test is closed; "):
        link.send("state")
    link.open()
    told = []
    for _ in range(2):
        with pytest.raises(PortGone, match="test has gone away .*plug the board in") as error:
            link.send("state")
        told.append(str(error.value))
    assert told[0] == told[1]
