# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a calibration found is kept: whole, and not believed when damaged."""

from merels.sensing.levels import Levels
from merels.sensing.levels_file import FILE, load, save
from merels_host.simulator.ports import MemoryStorage

ALL = (1 << 25) - 1


def _levels():
    return Levels(ALL)


def test_a_calibration_is_kept():
    storage = MemoryStorage()
    levels = _levels()
    assert not load(storage, levels) and not levels.calibrated
    bases = [2000 + k for k in range(25)]
    levels.take_bases(bases, ALL & ~1)
    levels.strength[1][3] = 900
    levels.flip = True
    levels.drift(5, 7)
    save(storage, levels)
    again = _levels()
    assert load(storage, again) and again.calibrated and again.flip
    assert list(again.base) == [2048] + bases[1:] == list(again.home)  # drift is not kept
    assert again.strength[1][3] == 900 and again.thresholds.on[1][3] == 300


def test_a_damaged_file_is_none():
    storage = MemoryStorage()
    levels = _levels()
    levels.take_bases([2100] * 25, ALL)
    save(storage, levels)
    data = bytearray(storage.size(FILE))
    storage.read(FILE, 0, data)
    damaged = [bytes(data[:k]) for k in (0, 1, 100, len(data) - 1)] + [bytes(data) + b"x"]
    for k in range(len(data)):
        data[k] ^= 4
        damaged.append(bytes(data))
        data[k] ^= 4
    for text in damaged:
        storage.replace(FILE, text)
        fresh = _levels()
        assert not load(storage, fresh)
        assert not fresh.calibrated and list(fresh.base) == [2048] * 25
    storage.replace(FILE, bytes(data))
    assert not load(storage, Levels(ALL >> 1))  # of a board with other sensors


def test_an_unreadable_flash_is_as_no_file():
    class Unreadable(MemoryStorage):
        def read(self, name, offset, buffer):
            raise OSError(5)

    storage = Unreadable()
    save(storage, _levels())
    assert not load(storage, _levels())
