# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `time` on the Pico: a clock that only moves when somebody sleeps.

What works beside the processor is told of it: `passing` has a function for each.
"""

now_us = 0
passing = []  # called when time has passed


def sleep_us(us):
    global now_us
    now_us += us
    for tell in passing:
        tell()


def sleep_ms(ms):
    sleep_us(1000 * ms)


def ticks_us():
    return now_us & 0x3FFFFFFF


def ticks_ms():
    return now_us // 1000 & 0x3FFFFFFF


def ticks_diff(later, earlier):
    return ((later - earlier + 0x20000000) & 0x3FFFFFFF) - 0x20000000
