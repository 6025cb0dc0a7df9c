# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sends bytes through a PIO program, fed by DMA: the processor starts a frame and goes on.

The program shifts out each byte, highest bit first, and rests when none is left. A byte written
to the FIFO is there four times over (RP2040 data sheet, narrow writes to registers), so it is
also in the upper 8 bits, from which the program takes it.

    wire = PioWire(program, 20000000, bytearray(75), 1050, sideset_base=Pin(22))
    wire.wait()
    wire.buffer[0] = 7
    wire.send()
"""

from rp2 import DMA, PIO, StateMachine

from pico.lights.pause import Pause


class PioWire:
    """buffer: what `send` sends; not to be changed before `wait` has returned.

    program: made by rp2.asm_pio. hz: instructions a second. us: what a frame and its rest take.
    pins: out_base, sideset_base.
    """

    def __init__(self, program, hz, buffer, us, **pins):
        self.buffer = buffer
        # A program from before Ctrl-C is still in the memory of the PIO, which holds few.
        PIO(0).remove_program()
        machine = StateMachine(0, program, freq=hz, **pins)
        self._dma = DMA()
        # Bytes, always to the same FIFO, whenever it has room (request 0: PIO 0, machine 0, TX).
        ctrl = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)
        self._dma.config(write=machine, count=len(buffer), ctrl=ctrl)
        machine.active(1)
        self._pause = Pause(us)

    def wait(self):
        """Wait until the last frame is there and shown."""
        self._pause.wait()

    def send(self):
        """Start to send the whole buffer; returns at once and allocates nothing."""
        self._dma.config(read=self.buffer, trigger=True)
        self._pause.begin()
