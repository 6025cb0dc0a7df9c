# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Ctrl-C and polite kills: once for an end in good order, twice for an end at once."""

import os
import signal
import threading

import pytest
from merels_host.terminal import until_stopped

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows cannot send itself signals")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_asks_and_the_second_ends(number):
    before = signal.getsignal(number)
    with until_stopped() as stop:
        assert not stop()
        os.kill(os.getpid(), number)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


def test_an_ignored_signal_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with until_stopped() as stop:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_in_another_thread_nothing_is_watched():
    seen = []

    def run():
        with until_stopped() as stop:
            seen.append(stop())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [False]
