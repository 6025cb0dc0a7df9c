# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An output that takes nothing, or not every letter, is told in a sentence or got on with."""

import io
import os
import subprocess
import sys

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from merels_host import cli, terminal
from merels_host.views.live_screen import Live, Plain

RECORDS = [BOOT, *game_records(E64)]
VERBS = (
    ["variants"],
    ["legal", "--json"],
    ["perft", "--depth", "1"],
    ["--version"],
    ["record", "--help"],
    [],
)
posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell")
linux = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


def merels(words, where, **environment):
    """Exit code and complaint of a command whose output goes `where`."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {where}', "sh", sys.executable, "-m", "merels_host", *words],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=300,
    )
    return done.returncode, done.stdout, done.stderr


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", VERBS, ids=" ".join)
@pytest.mark.parametrize("where", [pytest.param(">/dev/full", marks=linux), ">&-"])
def test_what_cannot_be_shown_is_one_sentence(words, where, unbuffered):
    code, _, said = merels(words, where, PYTHONUNBUFFERED=unbuffered)
    assert code == 1
    assert said.startswith(b"merels: what there is to show cannot be written (")
    assert said.count(b"\n") == 1


@posix
def test_nobody_can_be_told_anything():
    assert merels(["variants"], ">&- 2>&-") == (1, b"", b"")
    assert merels(["frob"], "2>&-")[0] == 2


@posix
@pytest.mark.parametrize("where", [pytest.param(">/dev/full", marks=linux), ">&-"])
def test_a_recording_goes_on_without_its_log(tmp_path, where):
    with FakeBoard(RECORDS) as board:
        words = ["record", board.url, "--once", "--out", str(tmp_path), "--archive", "none"]
        code, _, said = merels(words, where)
        assert board.acked == 42
    assert code == 0
    assert said.startswith(b"merels: nothing more can be shown (")
    assert said.count(b"\n") == 1
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.suffix != ".lock") == [
        ".ndjson",
        ".pgn",
    ]


class Broken(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True

    def write(self, text):
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("screen", [Plain, Live])
def test_a_screen_that_takes_nothing_is_told_once(screen, capsys):
    with screen(Broken()) as shown:
        shown.note("one")
        shown.note("two")
    assert capsys.readouterr().err == (
        "merels: nothing more can be shown (No space left on device).\n"
    )


@posix
@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "ascii"])
def test_letters_that_an_encoding_lacks_are_replaced(tmp_path, encoding):
    name = str(tmp_path / "d\u0153nce \u265f.hands")
    for words in (["variants"], ["record", "--help"], ["hands", name]):
        code, _, said = merels(words, "", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert b"merels itself" not in said
        assert b"Traceback" not in said
        assert code == (2 if words[0] == "hands" else 0)
    assert rb"\u265f" in said


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_only_streams_that_would_fail_are_changed(monkeypatch, errors):
    stream = io.TextIOWrapper(io.BytesIO(), "ascii", errors=errors)
    chosen = io.TextIOWrapper(io.BytesIO(), "ascii", errors="xmlcharrefreplace")
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", chosen)
    terminal.prepare()
    assert stream.errors == "replace"
    assert chosen.errors == "xmlcharrefreplace"


def test_an_error_that_is_not_the_outputs_stays_one_in_merels(monkeypatch, capsys):
    def fail(words):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(cli, "_run", fail)
    assert cli.main(["variants"]) == 1
    assert "an error in merels itself (OSError" in capsys.readouterr().err


def test_giving_up_needs_no_file_beneath(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Broken())
    terminal.give_up()
    print("nobody hears this")
    sys.stdout.close()
