# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The order in which `pico.sensors.hall` scans its multiplexers: Gray order, one wire a step.

for change, cells in walk(bits, select, enable, samples):
    change()                        # sets a select wire, or an enable wire
    for sample, bit in cells: ...   # then sample() is the sensor at this point
"""


def walk(bits, select, enable, samples):
    """The steps of one scan, as tuples that take no memory to go through again and again.

    bits: the wood bit at each channel of the first multiplexer, then of the second, and so on; -1
    where none is. select: pins, the lowest address wire first. enable: a pin for each multiplexer,
    low to enable it, or none when all are enabled. samples: for each ADC pin the function that
    samples it. With enable pins the first multiplexers share the first ADC pin.

    All pins are taken to be low, and enable pins high; the steps end where they begin. Where more
    than one wire has to change, there are steps without cells.
    """
    channels = 1 << len(select)
    turns = max(1, len(enable) // len(samples))  # multiplexers that share an ADC pin take turns
    stops = []  # what to change, and the cells that are then to be read
    changes = []
    address = 0
    for turn in range(turns):
        changes += [pin.on for k, pin in enumerate(enable) if k % turns != turn]
        changes += [pin.off for k, pin in enumerate(enable) if k % turns == turn]
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
                stops.append((changes, cells))
                changes = []
    first, cells = stops[0]
    stops[0] = (changes + _to(0, address, select) + first, cells)
    steps = []
    for changes, cells in stops:
        steps += [(change, ()) for change in changes[:-1]]
        steps.append((changes[-1], tuple(cells)))
    return steps


def _to(gray, address, select):
    differs = gray ^ address
    return [
        pin.on if gray >> wire & 1 else pin.off
        for wire, pin in enumerate(select)
        if differs >> wire & 1
    ]
