# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The ports that the firmware meets on a simulated board, in place of `pico/`.

Between the wood and the firmware's `App`: sensors and buttons read the wood at the time `now`,
lights keep the frame, the console is two buffers, storage is a folder or a dict.

    ports = SimulatedPorts(Wood(), MemoryStorage(), MemoryConsole(), "sim-1", colour=False)
    app = App(ports)
"""

import os
import time

from merels_host.simulator.faults import FaultError


class SimulatedPorts:
    """The five ports and the board's id; `now` is the time in ms at which sensors are read."""

    def __init__(self, wood, storage, console, board_id, colour):
        self.board_id = board_id
        self.now = 0
        self.wood = wood
        self.sensors = Sensors(self, colour)
        self.lights = SimulatedLights()
        self.console = console
        self.storage = storage
        self.buttons = SimulatedButtons(self)
        self.faults = []

    def check(self, fault):
        """Raise FaultError where the board cannot have this fault: always."""
        raise FaultError("only a build can have faults; say which (`build KIND`, --build KIND)")

    def fault(self, fault):
        self.check(fault)

    def heal(self, fault):
        self.check(fault)

    def power_on(self):
        """Nothing here needs power."""

    def power_off(self):
        """The lights are dark."""
        self.lights.write(bytearray(75))

    def at(self, now):
        """It is `now`, ms."""
        self.now = now

    def pause(self, wait):
        """Milliseconds until the next step of a firmware that can wait so long."""
        change = self.wood.next_change(self.now)
        return wait if change is None else min(wait, change - self.now)

    def colours(self):
        """25 lists [r, g, b] in the order of the wood's points: what the lights show."""
        return self.lights.colours()

    def ticks_us(self):
        """A true watch, modulo 2**30."""
        return _ticks_us() & 0x3FFFFFFF


class Sensors:
    """Sees presence, and with `colour` also which side's piece it is (.white, .black)."""

    analog = False

    def __init__(self, ports, colour):
        self._ports = ports
        self.colour = colour
        self.points = ports.wood.points
        self.white = 0
        self.black = 0

    def read(self):
        """Mask of the points where a piece is seen."""
        white, black = self._ports.wood.sides(self._ports.now)
        if self.colour:
            self.white, self.black = white, black
        return white | black

    def levels(self, into):
        """into[bit] of 25 becomes 1 where a piece is seen, else 0."""
        image = self.read()
        for bit in range(25):
            into[bit] = image >> bit & 1


class SimulatedButtons:
    """The two buttons, as the hands hold them."""

    def __init__(self, ports):
        self._ports = ports

    def read(self):
        """Bit 0: new is down, bit 1: back is down."""
        return self._ports.wood.buttons(self._ports.now)


class SimulatedLights:
    """Keeps the last frame of 75 bytes (r, g, b of each point) and counts the writes."""

    def __init__(self):
        self.frame = bytearray(75)
        self.writes = 0

    def write(self, frame):
        self.frame[:] = frame
        self.writes += 1

    def colours(self):
        """25 lists [r, g, b] in the order of the wood's points."""
        return [list(self.frame[i : i + 3]) for i in range(0, 75, 3)]


class MemoryConsole:
    """A console for injected time: what the host typed waits in `typed`, the answers in `said`.

    Only the last `keep` bytes of `said` are kept; `written` counts them all.
    """

    def __init__(self, keep=16384):
        self.typed = bytearray()
        self.said = bytearray()
        self.written = 0
        self._keep = keep
        self._at = 0

    def read(self):
        """The next byte, or -1."""
        if self._at >= len(self.typed):
            return -1
        byte = self.typed[self._at]
        self._at += 1
        if self._at == len(self.typed):
            self.typed = bytearray()
            self._at = 0
        return byte

    def write(self, buffer, start, end):
        """Take all bytes."""
        self.said.extend(buffer[start:end])
        self.written += end - start
        if len(self.said) > 2 * self._keep:
            self.said = self.said[-self._keep :]
        return end - start

    def type(self, text):
        """What a host sends; the firmware reads it byte by byte."""
        self.typed.extend(text.encode())


class MemoryStorage:
    """The flash of a board that lives no longer than a script; survives its power cuts."""

    def __init__(self):
        self._files = {}

    def size(self, name):
        """Bytes in the file, -1 if there is none."""
        return len(self._files[name]) if name in self._files else -1

    def read(self, name, offset, buffer):
        """Fill the bytearray from `offset` on; returns the number of bytes read."""
        piece = self._get(name)[offset : offset + len(buffer)]
        buffer[: len(piece)] = piece
        return len(piece)

    def append(self, name, data):
        self._files[name] = self._files.get(name, b"") + bytes(data)

    def replace(self, name, data):
        self._files[name] = bytes(data)

    def remove(self, name):
        """Remove the file. Raises OSError if there is none."""
        self._get(name)
        del self._files[name]

    def names(self):
        return sorted(self._files)

    def _get(self, name):
        if name not in self._files:
            raise OSError(2, name)  # ENOENT, as a folder would
        return self._files[name]


_HIDDEN = "."  # files of the simulator itself, which the firmware does not see
_HALF = ".new"  # a replacement that is being written


class FolderStorage:
    """A folder as the board's flash: what was written is there after the process is killed."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return self.folder + "/" + name

    def size(self, name):
        """Bytes in the file, -1 if there is none."""
        try:
            return os.stat(self.path(name))[6]
        except OSError:
            return -1

    def read(self, name, offset, buffer):
        """Fill the bytearray from `offset` on; returns the number of bytes read."""
        with open(self.path(name), "rb") as file:
            file.seek(offset)
            return file.readinto(buffer) or 0

    def append(self, name, data):
        """Add to the end of the file, which is made if there is none."""
        with open(self.path(name), "ab") as file:
            _write_all(file, data)

    def replace(self, name, data):
        """Put new contents in place of the old; whoever looks finds one of the two, whole."""
        half = self.path(_HIDDEN + name + _HALF)
        with open(half, "wb") as file:
            _write_all(file, data)
        _rename_over(half, self.path(name))

    def remove(self, name):
        """Remove the file. Raises OSError if there is none."""
        os.remove(self.path(name))

    def names(self):
        return sorted(name for name in os.listdir(self.folder) if not name.startswith(_HIDDEN))


def _write_all(file, data):
    # MicroPython's write may take a part only, and its files have no buffer of their own
    data = bytes(data)
    done = 0
    while done < len(data):
        done += file.write(data[done:])
    file.flush()


def _rename_over(old, new):
    # CPython on Windows replaces a file with os.replace only; MicroPython has rename only
    getattr(os, "replace", os.rename)(old, new)


def _ticks_us():
    # MicroPython's own counter is a small number, which costs it no heap
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000  # type: ignore[attr-defined]
