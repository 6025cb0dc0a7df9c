# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board at the MicroPython prompt: speaks the raw REPL on standard input and output.

Run by MicroPython in a folder that stands for the board's flash; `prompt_board.PromptBoard` puts it
behind a serial port. What the host sends is executed for real. After a restart at the friendly
prompt it answers as the firmware does, if main.py and the package merels are in the folder.

The protocol is that of MicroPython's shared/runtime/pyexec.c, raw paste mode included.

    micropython prompt.py platform=rp2 space=100000 paste=1 firmware=../firmware
"""

import os
import sys

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
        self.firmware = options["firmware"]
        mpy = int(options.get("mpy", sys.implementation._mpy))
        sys.modules["sys"] = Sys(options.get("platform", "rp2"), mpy)

    def open(self, name, mode="r"):
        file = open(name, mode)
        if "w" not in mode:
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

    def program(self):
        """What main.py does: answers requests until Ctrl-C."""
        try:
            os.stat("main.py")
        except OSError:
            return
        try:
            sys.path[:] = ["", self.firmware]
            import config  # noqa: F401  type: ignore
            from merels import __version__, wire
        except Exception as error:
            sys.print_exception(error)
            return
        line = b""
        while True:
            byte = read()
            if byte == b"\x03":
                write(b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n")
                return
            line += byte
            if byte == b"\n":
                heard = wire.parse(line.decode().strip())
                line = b""
                if heard and heard.word == "hello":
                    words = "%d ok proto=1 firmware=%s id=E6605481 journal=1 first=1 last=1"
                    reply = wire.frame(":", words % (heard.number, __version__))
                    write(reply.encode() + b"\r\n")

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
