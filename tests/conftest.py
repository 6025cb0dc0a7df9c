# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all pytest tests share: where the project is, and an environment without surprises."""

import gc
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def root():
    """The folder that the project lies in."""
    return ROOT


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """The same output whatever terminal, colour wish or width the tests are started with."""
    for name in ("COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True, scope="session")
def _data_folder_of_our_own(tmp_path_factory):
    """No test touches the archive and the locks of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MERELS_DATA", str(tmp_path_factory.mktemp("data")))
        patch.delenv("MERELS_ARCHIVE", raising=False)
        yield


def pytest_collection_finish():
    # The firmware collects garbage after every turn, which costs 25 ms in the heap of pytest with
    # all its plugins: keep what is there by now out of it.
    gc.collect()
    gc.freeze()
