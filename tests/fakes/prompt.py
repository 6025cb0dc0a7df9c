# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board at the MicroPython prompt: speaks the raw REPL on standard input and output.

Run by MicroPython in a folder that stands for the board's flash; `prompt_board.PromptBoard` puts
it behind a serial port. What the host sends is executed for real, and a restart at the friendly
prompt runs the main.py of the folder, with the modules that are there, on the fake machine.

The protocol is that of MicroPython's shared/runtime/pyexec.c, raw paste mode included.

    micropython prompt.py platform=rp2 space=100000 paste=1 pieces=FILE

pieces: a file with the crossings of the matrix at which magnets are, as a number with a bit each.
"""

import os
import select
import sys
import time

import vfs

_TESTS = __file__.rsplit("/", 2)[0]
_WINDOW = 128

_in = sys.stdin.buffer
_out = sys.stdout.buffer


def read():
    byte = _in.read(1)
    if not byte:
        sys.exit(0)
    return byte


def write(data):
    _out.write(data)


class FullFile:
    """A file that raises ENOSPC when the flash has no room left."""

    def __init__(self, file, board):
        self.file = file
        self.board = board

    def write(self, data):
        if len(data) > self.board.space:
            raise OSError(28)
        self.board.space -= len(data)
        return self.file.write(data)

    def close(self):
        self.file.close()


class Input:
    """sys.stdin of a running program, on which Ctrl-C is not a byte but an interrupt."""

    def __init__(self):
        self.buffer = self

    def readinto(self, buffer):
        count = _in.readinto(buffer)
        if count and buffer[0] == 3:
            raise KeyboardInterrupt
        if not count:
            sys.exit(0)
        return count


class Console:
    """The module sys of a running program."""

    def __init__(self):
        self.stdin = Input()
        self.stdout = sys.stdout
        self.print_exception = sys.print_exception
        self.implementation = sys.implementation
        self.modules = sys.modules
        self.path = sys.path


class Select:
    """The module select of a running program: polls Input as the true standard input."""

    POLLIN = select.POLLIN
    POLLOUT = select.POLLOUT

    class poll:
        def __init__(self):
            self.true = select.poll()

        def register(self, stream, mask):
            self.true.register(sys.stdin if isinstance(stream, Input) else stream, mask)

        def ipoll(self, timeout_ms):
            return self.true.ipoll(timeout_ms)


class Time:
    """The module time of a running program: the fakes' clock, at the pace of the true one."""

    def __init__(self, ticks, board):
        self._board = board
        self._true = self._placed = time.ticks_us()
        self._own = ticks.now_us
        self.ticks_us = ticks.ticks_us
        self.ticks_diff = ticks.ticks_diff
        self._ticks = ticks

    def ticks_ms(self):
        """What computing took has passed, too: a loop that never sleeps sees the time go by."""
        true = time.ticks_us()
        behind = time.ticks_diff(true, self._true) - (self._ticks.now_us - self._own)
        if behind > 0:
            self._ticks.sleep_us(behind)
        self._true = true
        self._own = self._ticks.now_us
        if time.ticks_diff(true, self._placed) >= 2000:
            self._placed = true
            self._board.place()
        return self._ticks.ticks_ms()

    def sleep_ms(self, ms):
        self.sleep_us(1000 * ms)

    def sleep_us(self, us):
        self._ticks.sleep_us(us)
        if us >= 200:  # less is the pace of a driver, not of the loop
            time.sleep_us(us)
            self._board.place()


class Implementation:
    """sys.implementation of the pretended board."""

    def __init__(self, mpy):
        self._mpy = mpy

    def __getitem__(self, index):
        return sys.implementation[index]


class Sys:
    """The module sys of the pretended board."""

    def __init__(self, platform, mpy):
        self.platform = platform
        self.implementation = Implementation(mpy)


class Board:
    def __init__(self, options):
        self.space = int(options.get("space", 1400000))
        self.paste = options.get("paste", "1") == "1"
        self.damage = options.get("damage", "")
        self.pieces = options.get("pieces", "")
        self.placed = ""
        mpy = int(options.get("mpy", sys.implementation._mpy))
        sys.modules["sys"] = Sys(options.get("platform", "rp2"), mpy)

    def open(self, name, mode="r"):
        file = open(name, mode)  # noqa: SIM115 - the caller closes it
        if mode in ("r", "rb"):
            return file
        if self.damage and self.damage in name:
            file.write(b"?")
        return FullFile(file, self)

    def globals(self):
        return {"__name__": "__main__", "open": self.open}

    def run(self):
        self.program()
        while True:
            write(b"\r\n>>> ")
            if self.friendly() == b"\x01":
                self.raw()
            else:
                write(b"\r\nMPY: soft reboot\r\n")
                self.program()

    def friendly(self):
        while True:
            byte = read()
            if byte in (b"\x01", b"\x04"):
                return byte
            if byte == b"\x02":
                write(b"\r\nMicroPython on a fake machine\r\n>>> ")

    def program(self):
        """Run main.py, if the flash has one, until Ctrl-C; errors are shown as the board does."""
        if "main.py" not in os.listdir():
            return
        true = sys.modules["sys"]
        for name in list(sys.modules):
            if name.split(".")[0] in ("config", "loader", "merels", "pico"):
                del sys.modules[name]
        try:
            vfs.umount("/version")  # as a restart of a true board does
        except OSError:
            pass
        sys.path[:] = ["", _TESTS, _TESTS + "/../host_tools"]
        try:
            self.plug_in_the_machine()
            with open("main.py") as file:
                exec(file.read(), {"__name__": "__main__"})
        except BaseException as error:
            sys.print_exception(error)
        sys.modules["sys"] = true

    def plug_in_the_machine(self):
        """Put pins, LEDs and the serial line of the fakes in place of those of a Pico."""
        import fakes

        self.wiring = fakes.power_on()
        self.placed = ""
        sys.modules["machine"] = fakes.machine
        sys.modules["neopixel"] = fakes.neopixel
        sys.modules["rp2"] = fakes.rp2
        sys.modules["select"] = Select
        sys.modules["sys"] = Console()
        sys.modules["time"] = Time(fakes.ticks, self)
        try:
            import loader

            loader.choose()
            from pico import start, storage  # type: ignore

            # The root of the flash is this folder, not that of the PC.
            start.FOLDER = storage.FOLDER = "journal"
        except Exception:
            return  # main.py meets the same

    def place(self):
        """Put the magnets where the file says, when it says something new."""
        if not self.pieces:
            return
        with open(self.pieces) as file:
            wanted = file.read()
        if wanted and wanted != self.placed:
            self.placed = wanted
            self.wiring.sensors.place(int(wanted))

    def raw(self):
        """The raw REPL, until Ctrl-B."""
        scope = self.globals()
        write(b"raw REPL; CTRL-B to exit\r\n>")
        code = b""
        while True:
            byte = read()
            if byte == b"\x01":
                write(b"raw REPL; CTRL-B to exit\r\n>")
                code = b""
            elif byte == b"\x02":
                write(b"\r\n")
                return
            elif byte == b"\x03":
                code = b""
            elif byte == b"\x05" and not code:
                code = self.pasted()
                if code is not None:
                    self.execute(code, scope)
                code = b""
            elif byte == b"\x04":
                write(b"OK")
                if code:
                    self.execute(code, scope)
                else:
                    write(b"\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>")
                    scope = self.globals()
                code = b""
            else:
                code += byte

    def pasted(self):
        """The code that comes in raw paste mode, or None when the board does not know that."""
        assert read() == b"A" and read() == b"\x01"
        if not self.paste:
            write(b"R\x00")
            return None
        write(b"R\x01" + bytes((_WINDOW & 0xFF, _WINDOW >> 8)) + b"\x01")
        code = b""
        left = _WINDOW
        while True:
            byte = read()
            if byte == b"\x04":
                write(b"\x04")
                return code
            code += byte
            left -= 1
            if left == 0:
                write(b"\x01")
                left = _WINDOW

    def execute(self, code, scope):
        try:
            exec(code, scope)
            write(b"\x04\x04>")
        except BaseException as error:
            write(b"\x04")
            sys.print_exception(error)
            write(b"\x04>")


Board(dict(word.split("=", 1) for word in sys.argv[1:])).run()
