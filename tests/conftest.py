# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all pytest tests share: where the project is, and an environment without surprises."""

import signal
import subprocess
import types
from pathlib import Path

import pytest
from fakes import processes

ROOT = Path(__file__).parent.parent

# The background jobs of a shell are deaf to Ctrl-C, and so would be what the tests start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root():
    """The folder that the project lies in."""
    return ROOT


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """The same output whatever terminal, colour wish or width the tests are started with."""
    for name in ("COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_child_outlives_its_test(monkeypatch):
    """What a test has started and not ended is named, and killed with all its descendants."""
    started = []
    begin = subprocess.Popen.__init__

    def begin_and_note(self, *args, **more):
        begin(self, *args, **more)
        started.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", begin_and_note)
    yield
    left = [child.args for child in started if processes.end(child)]
    assert not left, f"still ran when its test was over: {left}"


@pytest.fixture(autouse=True, scope="session")
def _data_folder_of_our_own(tmp_path_factory):
    """No test touches the archive and the locks of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MERELS_DATA", str(tmp_path_factory.mktemp("data")))
        patch.delenv("MERELS_ARCHIVE", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_machine_code_of_the_pico():
    """What is flashed in tests runs on a PC. The emulated Pico gets what `merels flash` writes in
    a process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("merels_host.setup.firmware_files.NATIVE", ())
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_collections():
    """The firmware collects garbage after every turn, which is right on a Pico and costs 25 ms and
    more in the heap of pytest: here it does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("merels.app.gc", types.SimpleNamespace(collect=lambda: None))
        yield
