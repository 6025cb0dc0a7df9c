# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Presses of a button: short, held, bouncing, across the wrap."""

from merels.clock import MASK
from merels.sensing.presses import HELD, NONE, SHORT, Press


def run(changes, until, start=0):
    """What a press answers, as [(ms, answer)]; changes: ms at which the contact changes."""
    press = Press()
    raw = False
    answers = []
    now = 0
    while now <= until:
        if now in changes:
            raw = not raw
        answer = press.step(raw, (start + now) & MASK)
        if answer:
            answers.append((now, answer))
        # jump as the app may: to the next change, or to where the press wants to be asked
        coming = [ms - now for ms in changes if ms > now] + [until + 1 - now]
        now += min(coming + ([press.wait] if press.wait else []))
    return answers


def test_the_example():
    press = Press()
    assert press.step(True, 0) == press.step(True, 50) == press.step(False, 300) == NONE
    assert press.step(False, 330) == SHORT


def test_short_counts_when_it_is_let_go():
    assert run((100, 300), 2000) == [(320, SHORT)]


def test_held_counts_once_while_down():
    assert run((100, 5000), 8000) == [(1100, HELD)]


def test_bounces_do_not_count():
    assert run((100, 103, 107, 300, 302, 309), 2000) == [(329, SHORT)]
    assert run((100, 110), 2000) == []


def test_a_bounce_while_held_changes_nothing():
    assert run((100, 600, 604, 3000), 5000) == [(1100, HELD)]


def test_two_presses():
    assert run((100, 200, 400, 500), 2000) == [(220, SHORT), (520, SHORT)]
    assert run((100, 1500, 1600, 1700), 4000) == [(1100, HELD), (1720, SHORT)]


def test_across_the_wrap():
    assert run((100, 300), 2000, MASK - 200) == [(320, SHORT)]
    assert run((100, 5000), 8000, MASK - 600) == [(1100, HELD)]


def test_let_go_just_before_it_would_be_held():
    assert run((100, 1095), 3000) == [(1115, SHORT)]
