# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Safe mode: what a board does that crashes at every start. Nothing that may be broken is needed.

In place of app and loop; entered by start.py at the third crash in a row. The corners blink, a
greeting is answered with safe=yes and a sentence, the crash log can be read, Ctrl-C gives the
prompt. The next start tries the firmware again. Journal and settings are not touched.

    SafeMode(console, lights, crashes).run()
"""

from time import sleep_ms, ticks_ms

from pico.loop import write

SENTENCE = (
    "Safe mode: the firmware crashed three times in a row at its start. merels doctor shows why; "
    "merels flash mends it. Ctrl-C gives the prompt, and a restart tries again."
)
_CORNERS = (0, 2, 21, 23)  # a7 g7 a1 g1
_RED = 24  # of 255
_HALF_MS = 512
_STEP_MS = 5
_LONGEST = 200  # bytes of a request


class SafeMode:
    """lights: None when they are what is broken; crashes: a CrashLog or None."""

    def __init__(self, console, lights, crashes, board_id="unknown"):
        self._console = console
        self._lights = lights
        self._crashes = crashes
        self._board_id = board_id
        self._line = bytearray(_LONGEST)
        self._used = 0
        self._shown = -1

    def run(self):
        """Blink and answer for ever; Ctrl-C and a request to restart end it."""
        while True:
            self.step(ticks_ms())
            sleep_ms(_STEP_MS)

    def step(self, now):
        """Blink and answer what has come. Raises SystemExit for a restart."""
        self._blink(now // _HALF_MS & 1)
        byte = self._console.read()
        while byte >= 0:
            if byte in (10, 13):
                self._answer()
                self._used = 0
            elif self._used < _LONGEST:
                self._line[self._used] = byte
                self._used += 1
            byte = self._console.read()

    def _blink(self, dark):
        if self._lights is None or dark == self._shown:
            return
        self._shown = dark
        frame = bytearray(75)
        for point in _CORNERS:
            frame[3 * point] = 0 if dark else _RED
        try:
            self._lights.write(frame)
        except Exception:  # whatever it is, the console is worth more
            self._lights = None

    def _answer(self):
        try:
            from merels.wire import framing
        except Exception:  # the very thing that is broken: words for a person, at least
            if self._line[:1] == b":":
                write((SENTENCE + "\n").encode(), self._console)
            return
        try:
            line = framing.parse(bytes(self._line[: self._used]).decode())
        except ValueError:  # no text
            return
        if line is None or line.kind != "request" or line.word in ("ok", "err", ""):
            return
        number = "%d " % line.number if line.number >= 0 else ""
        text = framing.frame(framing.REQUEST, number + self._reply(line, framing))
        write((text + "\n").encode(), self._console)
        if line.word == "restart":
            raise SystemExit

    def _reply(self, line, framing):
        if line.word == "hello":
            from merels import __version__

            write((SENTENCE + "\n").encode(), self._console)
            return "ok proto=%d firmware=%s id=%s safe=yes crashes=%d" % (
                framing.PROTO,
                __version__,
                self._board_id,
                self._crashes.count if self._crashes else 0,
            )
        if line.word == "crashes" and self._crashes:
            from merels.services import tell_crashes

            return tell_crashes(self._crashes, line, self._log)
        return "ok" if line.word in ("restart", "bye") else "err code=safe"

    def _log(self, text):
        write((text + "\n").encode(), self._console)
