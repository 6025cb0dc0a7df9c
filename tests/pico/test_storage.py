# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The storage: whole changes or none, on the Pico's own file system where MicroPython has it."""

import os

from fakes import driver, flash

FlashFolder = driver("storage").FlashFolder


def _read(storage, name):
    buffer = bytearray(max(storage.size(name), 0))
    assert storage.read(name, 0, buffer) == len(buffer)
    return bytes(buffer)


def test_a_new_folder_is_empty():
    storage = FlashFolder(flash.fresh_folder())
    assert storage.names() == []
    assert storage.size("log") == -1


def test_append_and_read():
    storage = FlashFolder(flash.fresh_folder())
    storage.append("log", b"one.")
    storage.append("log", bytearray(b"two."))
    assert storage.size("log") == 8
    assert storage.names() == ["log"]
    buffer = bytearray(4)
    assert storage.read("log", 2, buffer) == 4
    assert buffer == b"e.tw"
    assert storage.read("log", 6, buffer) == 2
    assert buffer[:2] == b"o."
    assert storage.read("log", 8, buffer) == 0


def test_replace_and_remove():
    storage = FlashFolder(flash.fresh_folder())
    storage.replace("settings", b"first, and longer")
    storage.replace("settings", b"second")
    assert _read(storage, "settings") == b"second"
    assert storage.names() == ["settings"]
    storage.remove("settings")
    assert storage.size("settings") == -1


def test_a_missing_file_is_an_os_error():
    storage = FlashFolder(flash.fresh_folder())
    for action in (lambda: storage.read("no", 0, bytearray(4)), lambda: storage.remove("no")):
        try:
            action()
        except OSError:
            pass
        else:
            raise AssertionError("a file that is not there was read or removed")


def test_files_are_there_after_a_restart():
    folder = flash.fresh_folder()
    FlashFolder(folder).append("log", b"kept")
    assert _read(FlashFolder(folder), "log") == b"kept"


def test_an_unfinished_replacement_is_swept_away():
    folder = flash.fresh_folder()
    FlashFolder(folder).replace("settings", b"whole")
    flash.write_file(folder + "/settings.new", b"ha")
    storage = FlashFolder(folder)
    assert storage.names() == ["settings"]
    assert not flash.exists(folder + "/settings.new")
    assert _read(storage, "settings") == b"whole"


def test_a_folder_that_cannot_be_made_fails_call_by_call():
    storage = FlashFolder(flash.fresh_folder() + "/deeper")
    assert storage.size("log") == -1
    for action in (
        storage.names,
        lambda: storage.append("log", b"1"),
        lambda: storage.replace("log", b"1"),
    ):
        try:
            action()
        except OSError:
            pass
        else:
            raise AssertionError("a folder was made in a folder that is not there")


def _cut_everywhere(prepare, change):
    """Yield the storage after `change` was cut at its first write, at its second, and so on.

    Yields (storage, finished): finished when the change returned before the cut, so it must hold.
    """
    writes = 0
    finished = False
    while not finished:
        folder = flash.fresh_folder()
        prepare(FlashFolder(folder))
        storage = FlashFolder(folder)
        flash.chip.cut_after(writes)
        try:
            change(storage)
            finished = True
        except OSError:
            pass
        flash.restart()
        yield FlashFolder(folder), finished
        writes += 1
    assert writes > 1, "no write was cut"


def test_an_append_is_whole_or_has_not_happened():
    if not flash.LITTLEFS:
        return
    for old in (b"", b"record 1 " * 5, b"record 1 " * 700):
        prepare = lambda storage: storage.append("log", old)  # noqa: B023, E731
        change = lambda storage: storage.append("log", b"record 2 " * 60)  # noqa: E731
        for storage, finished in _cut_everywhere(prepare, change):
            allowed = (old + b"record 2 " * 60,) if finished else (old, old + b"record 2 " * 60)
            assert _read(storage, "log") in allowed


def test_a_replacement_is_whole_or_has_not_happened():
    if not flash.LITTLEFS:
        return
    prepare = lambda storage: storage.replace("settings", b"old " * 40)  # noqa: E731
    change = lambda storage: storage.replace("settings", b"new " * 400)  # noqa: E731
    for storage, finished in _cut_everywhere(prepare, change):
        allowed = (b"new " * 400,) if finished else (b"old " * 40, b"new " * 400)
        assert _read(storage, "settings") in allowed
        assert storage.names() == ["settings"]


def test_a_full_flash_is_an_os_error_and_harms_nothing():
    if not flash.LITTLEFS:
        return
    storage = FlashFolder(flash.fresh_folder(blocks=8))
    storage.append("log", b"kept")
    for action in (storage.append, storage.replace):
        try:
            action("log", bytes(40000))
        except OSError as error:
            assert error.errno == 28  # ENOSPC
        else:
            raise AssertionError("40000 bytes went into 32 KB")
        assert _read(storage, "log") == b"kept"


def test_a_record_costs_two_erases_at_most_and_mostly_one():
    """An erase takes about 50 ms with interrupts off (W25Q16JV data sheet: 45 ms, 400 at most)."""
    if not flash.LITTLEFS:
        return
    storage = FlashFolder(flash.fresh_folder())
    storage.append("log", bytes(16))
    first = flash.chip.erased
    for _ in range(300):
        before = flash.chip.erased
        storage.append("log", bytes(16))
        assert flash.chip.erased - before <= 2
    assert flash.chip.erased - first <= 310


def test_names_are_files_of_this_folder_only():
    folder = flash.fresh_folder()
    storage = FlashFolder(folder)
    flash.write_file(folder[: -len("journal")] + "main.py", b"")
    storage.append("log", b"1")
    assert storage.names() == ["log"]
    assert "main.py" in os.listdir(folder[: -len("/journal")])
