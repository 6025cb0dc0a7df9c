# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The bell: it wakes those who wait for a board, and a board wakes them without it."""

import os
import threading
import time

import pytest
from merels_host.board.bell import Bell


@pytest.fixture
def bell():
    bell = Bell()
    yield bell
    bell.close()


@pytest.fixture
def line():
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_it_wakes_all_now_and_later(bell, line):
    woken = []
    sleepers = [
        threading.Thread(target=lambda: woken.append(bell.wait(300))),
        threading.Thread(target=lambda: woken.append(bell.wait_for(line[0], 30))),
    ]
    for sleeper in sleepers:
        sleeper.start()
    assert not bell.wait(0)
    bell.ring()
    for sleeper in sleepers:
        sleeper.join(300)
    assert sorted(woken) == [False, True]
    bell.ring()
    assert bell.wait(300)


def test_the_line_wakes_too(bell, line):
    began = time.monotonic()
    assert not bell.wait_for(line[0], 0.01)
    os.write(line[1], b"x")
    assert bell.wait_for(line[0], 30)
    bell.ring()
    assert bell.wait_for(line[0], 30)
    assert time.monotonic() - began < 10


def test_nothing_is_waited_for_that_is_not_there(bell):
    with pytest.raises((OSError, ValueError)):
        bell.wait_for(-1, 0)
    bell.close()
    bell.ring()
