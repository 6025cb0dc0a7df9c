# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The firmware on an emulated Pico: MicroPython's own, and exactly what `merels flash` writes.

    make test-pico UF2=RPI_PICO.uf2

The chip is rp2040js, in a process that emulator/main.mjs is. board.Board plays on it and is its
host; time passes only when a test lets it, so all figures are the same on every computer.

    from emulated import firmware, uf2
    from emulated.board import Board

    with Board(uf2.find(), firmware.written()) as board:
        print(board.until_light())

docs/on-the-chip.md has the figures, and what an emulator cannot show.
"""
