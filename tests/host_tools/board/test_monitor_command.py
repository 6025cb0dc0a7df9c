# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels monitor and merels bench on a simulated board: what they show, and how they end."""

import contextlib
import itertools
import json
import queue
import signal
import subprocess
import sys
import threading
import time

import pytest
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Heard, Hello, Link
from merels_host.board.lock import BoardLock
from merels_host.simulator.control import Control
from merels_host.views.live_text import Stream

HELLO = Hello("e66", "7f3a21c9", "0.1.0", 1, 2, {})


def moment(stream, text):
    line = framing.frame(text[0] + " " * (text[0] == "~"), text.lstrip("~@: "))
    return stream.take(Heard("2026-11-30T12:00:01.250Z", line, framing.parse(line)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("~ lift at=c3 board=0000000 ms=5", "lift  c3"),
        ("~ press button=new ms=5", "press  button new"),
        ("~ complain code=blocked-piece at=d6 ms=5",
         "complaint  The piece on d6 cannot move: put it back."),
        ("~ complain code=of-tomorrow at=d6 ms=5", "complain code=of-tomorrow at=d6 ms=5"),
        ("~ ask board=0000000 ms=5", "ask  the board asks: hands could mean two things"),
        ("~ dream of=d4 ms=5", "dream of=d4 ms=5"),
    ],
)  # fmt: skip
def test_telemetry_in_words(line, words):
    assert moment(Stream(HELLO), line).words == words


def test_whose_piece_came_or_went_is_told_where_sensors_know():
    stream = Stream(HELLO)
    drop = "~ drop at=a7 board=0000001 white=0000000 black=0000001 ms=5"
    assert moment(stream, drop).words == "drop  a7 black"
    lift = "~ lift at=a7 board=0000000 white=0000000 black=0000000 ms=9"
    assert moment(stream, lift).words == "lift  a7 black"


def test_a_record_is_told_once_and_what_keeps_the_line_alive_never():
    stream = Stream(HELLO)
    game = "@3 game game=1 variant=nine-mens-morris board=0000000 ms=1"
    assert moment(stream, game).words == "record 3: game 1 begins: Nine Men's Morris"
    assert moment(stream, game) is None
    assert moment(stream, "@2 boot ms=1") is None
    assert moment(stream, ":3 ok") is None
    log = Heard("", "Traceback", None)
    assert stream.take(log).words == "board says: Traceback"
    damaged = "~ lift at=a7 *00000000"
    assert stream.take(Heard("", damaged, framing.parse(damaged))).kind == "damaged"
    assert stream.summary() == "1 damaged, 1 log, 1 record"
    for _ in range(2):
        moment(stream, "~ complain code=blocked-piece at=d6 ms=5")
        moment(stream, "~ release button=new ms=5")
    assert stream.summary() == "2 complaints, 1 damaged, 1 log, 1 record, 2 releases"
    assert Stream(HELLO).summary() == "nothing happened"


@pytest.fixture
def simulator():
    process = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "simulate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    yield process, json.loads(process.stdout.readline())
    process.terminate()
    process.communicate(timeout=300)


def monitor(where, enough, *options):
    """Lines and code of `merels monitor` while a piece comes and goes, until one is enough."""
    child = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "monitor", where["serial"], *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    said = queue.SimpleQueue()
    threading.Thread(target=lambda: [said.put(line) for line in child.stdout], daemon=True).start()
    lines = []
    deadline = time.monotonic() + 300
    with Control(where["control"]) as hands:
        for deed in itertools.cycle(("drop d6 white", "lift d6")):
            assert time.monotonic() < deadline, lines
            hands.ask(deed)
            with contextlib.suppress(queue.Empty):
                lines.append(said.get(timeout=0.1))
                if enough in lines[-1]:
                    break
        if deed.startswith("drop"):
            hands.ask("lift d6")
    child.send_signal(signal.SIGINT)
    child.wait(300)
    while True:
        try:
            lines.append(said.get(timeout=1))
        except queue.Empty:
            return [line.rstrip() for line in lines], child.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_a_board_is_watched_until_ctrl_c(simulator):
    where = simulator[1]
    lines, code = monitor(where, "drop  d6")
    assert code == 0
    assert lines[0].startswith("board ") and lines[0].endswith("records; Ctrl-C ends.")
    assert " drop" in lines[-1]
    lines, code = monitor(where, '"lift"', "--json")
    assert code == 0
    summary = json.loads(lines[-1])
    assert summary["kind"] == "summary" and summary["counts"]["lift"] > 0
    lines, code = monitor(where, " ok", "--raw")
    assert code == 0 and any(" ok" in line for line in lines)


def test_a_board_that_is_being_recorded_is_taken(simulator, capsys):
    url = simulator[1]["serial"]
    with Link(url) as link:
        hello = link.hello()
        assert cli.main(["monitor", url]) == 3
        assert "in use by another program" in capsys.readouterr().err
    with BoardLock(hello.board, hello.journal):
        assert cli.main(["monitor", url]) == 3
    assert "is being recorded by another merels" in capsys.readouterr().err


def test_a_board_measures_itself(simulator, capsys):
    url = simulator[1]["serial"]
    assert cli.main(["bench", "--board", url, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rate"] > 0 and told["lift"] >= told["light"] > 0 and told["append"] > 0
    assert cli.main(["bench", "--board", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("board ") and len(lines) == 11
    assert cli.main(["bench"]) == 2
    assert "merels bench --board" in capsys.readouterr().err


def test_a_busy_board_says_what_to_do(simulator, capsys):
    url = simulator[1]["serial"]
    with Link(url) as link:
        link.hello()
        link.request("learn")
    assert cli.main(["bench", "--board", url]) == 1
    assert "the board is busy" in capsys.readouterr().err
