# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The order in which `pico.hall` scans its multiplexers: Gray order, one wire a step.

for changes, cells in walk(bits, select, enable, samples):
    for pin, level in changes: ...        # set a select wire, or enable another chip
    for sample, bit in cells: ...         # then sample() is the sensor at this point
"""


def walk(bits, select, enable, samples):
    """The steps of one scan, as tuples that take no memory to go through again and again.

    bits: the wood bit at each channel of the first multiplexer, then of the second, and so on; -1
    where none is. select: pins, the lowest address wire first. enable: a pin for each multiplexer,
    low to enable it, or none when all are enabled. samples: for each ADC pin the function that
    samples it. With enable pins the first multiplexers share the first ADC pin.

    All pins are taken to be low, and enable pins high; the steps end where they begin.
    """
    channels = 1 << len(select)
    turns = max(1, len(enable) // len(samples))  # multiplexers that share an ADC pin take turns
    steps = []
    changes = []
    address = 0
    for turn in range(turns):
        changes += [(pin, 1) for k, pin in enumerate(enable) if k % turns != turn]
        changes += [(pin, 0) for k, pin in enumerate(enable) if k % turns == turn]
        for k in range(channels):
            if turn & 1:
                k = channels - 1 - k  # back the way it came
            gray = k ^ k >> 1
            changes += _to(gray, address, select)
            address = gray
            cells = []
            for number, sample in enumerate(samples):
                at = (number * turns + turn) * channels + gray
                if at < len(bits) and bits[at] >= 0:
                    cells.append((sample, bits[at]))
            if cells:
                steps.append((tuple(changes), tuple(cells)))
                changes = []
    changes += _to(0, address, select)
    steps[0] = (tuple(changes) + steps[0][0], steps[0][1])
    return steps


def _to(gray, address, select):
    return [
        (pin, gray >> wire & 1) for wire, pin in enumerate(select) if (address ^ gray) >> wire & 1
    ]
