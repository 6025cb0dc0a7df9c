# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Telemetry: each ask is told once, and only to who wants it."""

from merels.wire.telemetry import Telemetry


class Talk:
    telemetry = True

    def __init__(self):
        self.told = []

    def tell(self, text):
        self.told.append(text)


class Sight:
    words = "board=0000010"


def test_each_ask_is_told_once():
    talk = Talk()
    telemetry = Telemetry(talk, Sight())
    for count in (0, 1, 1, 2, 2):
        telemetry.asks(count, 7)
    assert talk.told == ["ask board=0000010 ms=7"] * 2
    talk.telemetry = False
    telemetry.asks(3, 8)
    assert len(talk.told) == 2
