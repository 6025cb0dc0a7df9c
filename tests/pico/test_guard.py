# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What watches over the loop: a watchdog that bites for real, crashes kept, safe mode reached."""

import sys

from fakes import allocates, driver, flash, power_on, ticks
from fakes.usb import Usb
from merels.journal.crash_log import CrashLog
from merels_host.simulator.wires import dog

loop = driver("loop")
guarding = driver("guard")
watchdogs = driver("watchdog")
Guard = guarding.Guard
FlashFolder = driver("storage").FlashFolder
UsbConsole = driver("console").UsbConsole


class Board:
    """The loop on a flash of its own; power or a restart begins it anew."""

    def __init__(self):
        self.storage = FlashFolder(flash.fresh_folder())
        power_on()

    def run(self, steps, watchdog=False):
        """steps: (ms that it takes, None or what it raises). How the loop ended, by name."""
        usb = Usb(room=1 << 16)
        dog.boot()
        self.guard = Guard(self.storage)
        try:
            loop.run(_App(steps, watchdog), UsbConsole(usb.stdin, usb.stdout), self.guard)
        except BaseException as error:
            return type(error).__name__

    def wait(self, ms):
        """Nobody does anything; whether the board was reset."""
        try:
            ticks.sleep_ms(ms)
        except dog.Reset:
            return True
        return False


class _App:
    def __init__(self, steps, watchdog):
        self.steps = list(steps)
        self.watchdog = watchdog

    def step(self, now):
        if not self.steps:
            raise KeyboardInterrupt
        ms, error = self.steps.pop(0)
        ticks.sleep_ms(ms)
        if error:
            raise error
        return 1000


def _quiet(ms):
    return [(2, None)] * (ms // 2)


def test_without_the_setting_there_is_no_watchdog():
    board = Board()
    assert board.run([(20000, None)]) == "KeyboardInterrupt"
    assert not dog.running() and board.storage.names() == []


def test_a_board_that_hangs_is_reset_and_says_so_at_its_next_start():
    board = Board()
    assert board.run(_quiet(100) + [(9000, None)], watchdog=True) == "Reset"
    assert board.run(_quiet(10)) == "KeyboardInterrupt"
    (entry,) = CrashLog(board.storage).entries
    assert entry[2] == "The board hung until the watchdog reset it." and "where=hang" in entry[1]


def test_a_loop_that_goes_on_is_not_reset():
    board = Board()
    steps = _quiet(12000) + [(8000, None), (3000, ValueError("slow"))] + _quiet(12000)
    assert board.run(steps, watchdog=True) == "KeyboardInterrupt"


def test_the_longest_wait_for_a_reader_does_not_outlast_it():
    assert 2 * loop._PAUSE_MS + 1000 < watchdogs.TIMEOUT_MS <= 8388


def test_who_sits_at_the_prompt_is_not_reset():
    for stop in (KeyboardInterrupt(), SystemExit()):
        board = Board()
        assert board.run([(2, None), (2, stop)], watchdog=True) == type(stop).__name__
        assert not board.wait(60000)
        assert board.storage.size("watched") < 0


def test_the_timer_alone_feeds_it_at_the_prompt():
    # the tests run on a chip that the firmware does not know: its watchdog goes on
    board = Board()
    board.run(_quiet(10), watchdog=True)
    assert dog.running() and not board.wait(60000)
    dog.soft_restart()  # without the timer nothing feeds it
    assert dog.running() and board.wait(60000)


def test_a_chip_that_is_known_survives_a_restart_from_the_prompt_too():
    for name in ("Raspberry Pi Pico with RP2040", "Raspberry Pi Pico 2 with RP2350"):
        board = Board()
        true = watchdogs.sys
        watchdogs.sys = type(
            "sys", (), {"implementation": type("implementation", (), {"_machine": name})}
        )
        try:
            board.run(_quiet(10), watchdog=True)
        finally:
            watchdogs.sys = true
        dog.soft_restart()  # mpremote does that, and then no main.py runs
        assert not board.wait(60000), name


def test_a_power_cut_is_no_bite():
    board = Board()
    board.guard = Guard(board.storage)
    board.guard.look(0, True)
    power_on()
    assert board.run(_quiet(10)) == "KeyboardInterrupt"
    assert CrashLog(board.storage).entries == []


def test_an_error_in_the_loop_is_kept_with_its_traceback():
    board = Board()
    assert board.run([(30000, None), (2, ValueError("odd"))]) == "KeyboardInterrupt"
    (entry,) = CrashLog(board.storage).entries
    assert entry[0] == 1 and entry[2].startswith("Traceback")
    assert entry[2].endswith("ValueError: odd")
    assert entry[1].startswith("firmware=") and "where=loop" in entry[1]


def test_three_bad_starts_in_a_row_are_enough():
    board = Board()
    for expected in ("KeyboardInterrupt", "KeyboardInterrupt", "Unsafe", "Unsafe"):
        assert board.run([(2, ValueError("odd"))] * 4) == expected
    # once the cause is gone, a minute forgets them
    assert board.run([(61000, None), (2, None)]) == "KeyboardInterrupt"
    assert board.storage.size("starts") < 0
    assert board.run([(2, ValueError("odd"))]) == "KeyboardInterrupt"


def test_three_hangs_in_a_row_are_enough():
    board = Board()
    ends = [board.run([(9000, None)], watchdog=True) for _ in range(4)]
    assert ends == ["Reset", "Reset", "Reset", "Unsafe"]


def test_errors_in_a_good_run_do_not_count_as_starts():
    board = Board()
    for _ in range(4):
        steps = [(11000, None), (2, None), (2, ValueError("odd")), (2, None)]
        assert board.run(steps) == "KeyboardInterrupt"
    assert CrashLog(board.storage).count == 4


def test_a_quiet_turn_of_the_loop_allocates_nothing():
    board = Board()
    guard = Guard(board.storage)
    guard.begin(0)
    guard.look(0, True)
    assert not allocates(lambda: guard.look(5, True))


def test_a_flash_that_takes_nothing_stops_nobody():
    board = Board()

    def full(*words):
        raise OSError(28)

    board.storage.replace = board.storage.append = full
    for _ in range(3):
        assert board.run([(2, ValueError("odd"))], watchdog=True) == "KeyboardInterrupt"
        assert board.guard.crashes.count == 1


if not hasattr(sys, "print_exception"):  # CPython

    def _print_exception(error, file):
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__, file=file)

    sys.print_exception = _print_exception
