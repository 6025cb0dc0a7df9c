# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Calibrates a board with Hall sensors: says what is to stand where, and what is wrong.

Between the verb `merels calibrate` and the requests of docs/protocol.md. The board shows on its
lights what is said here.

    found = Calibrator(link, say=print, wait=wait_for_enter).run()
    found.sentences()       # ["The magnet of the piece on d7 is the wrong way round: ..."]
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from merels.board import WOOD

from merels_host.board.link import Link
from merels_host.errors import MerelsError, RequestRefused

_FAULTS = {
    "missing": "No sensor answers at {points}: look at its supply, its output and its channel of "
    "the multiplexer; then calibrate again.",
    "stuck": "The sensor at {points} always says the same: look for a bridge of solder at its "
    "output, or exchange it; then calibrate again.",
    "reversed": "The magnet of the piece on {points} is the wrong way round: turn it in the "
    "piece; then calibrate again.",
    "disturbed": "Something is felt at {points}, where no piece was wanted: take it away. If "
    "nothing is there, it is the pieces beside it: take weaker magnets, or bring the sensors "
    "nearer to the pieces; then calibrate again.",
    "weak": "The piece on {points} is hardly felt: put it on the middle of its point; if that "
    "does not help, look whether its magnet is missing or weak, or whether the sensor is tilted "
    "or too deep; then calibrate again.",
}
_TRY = {
    "not-empty": "Something is felt at {points}: take it away. If nothing is there, its sensor is "
    "not of the kind of the others, or is broken.",
    "unsteady": "The reading at {points} moves: keep hands, magnets and telephones away.",
    "no-piece": "No magnet is felt at {points}: put a man there, on the middle of the point; if "
    "one is there, its magnet is missing or far too weak.",
}
_AGAIN = "Enter tries again, s stops."
_EMPTY = "Take everything off the board, then press Enter."
_PIECES = (
    "Put white's men on {white} and black's men on {black}: where the lights are. Then press "
    "Enter; s leaves it out."
)


def forget(link: Link) -> None:
    """Forget what was measured. Raises MerelsError when the board has nothing to forget."""
    try:
        link.request("calibrate reset")
    except RequestRefused as error:
        raise _cannot(error) from error


@dataclass
class Calibrated:
    """baselines, pieces: was that measured? faults: points by their word. kept: on flash?
    strengths: of each piece, by how many of the 4096 steps of the converter it is felt."""

    baselines: bool = False
    pieces: bool = False
    kept: bool = True
    faults: dict[str, list[str]] = field(default_factory=dict)
    strengths: dict[str, int] = field(default_factory=dict)

    def sentences(self) -> list[str]:
        """What is wrong, in words, with the next step."""
        told = [_FAULTS[word].format(points=", ".join(self.faults[word])) for word in _FAULTS
                if word in self.faults]  # fmt: skip
        if not self.kept:
            told.append(
                "The flash did not keep it: it holds until power-off; look at merels doctor, then "
                "calibrate again."
            )
        return told


class Calibrator:
    """say: prints a sentence; wait: waits for a key, "s" to stop, "" when nobody presses any."""

    def __init__(self, link: Link, say: Callable[[str], object], wait: Callable[[], str]):
        self._link = link
        self._say = say
        self._wait = wait
        self._found = Calibrated()

    def run(self) -> Calibrated:
        """Go through both steps. Raises MerelsError when the board cannot be calibrated."""
        try:
            self._link.request("calibrate begin")
        except RequestRefused as error:
            raise _cannot(error) from error
        try:
            self._say(_EMPTY)
            self._found.baselines = self._measure("calibrate")
            if self._found.baselines:
                values = self._link.request("calibrate state")
                if values.get("calibrating") != "pieces":
                    raise _ended()
                self._say(_PIECES.format(white=values["white"], black=values["black"]))
                self._found.pieces = self._measure("calibrate pieces")
                if self._found.pieces:
                    self._found.strengths = self._strengths(values)
        finally:
            self._link.request("calibrate stop")
        return self._found

    def _measure(self, request: str) -> bool:
        """Wait and measure until the board takes it; False when the person stops."""
        while True:
            key = self._wait()
            if key in ("", "s"):
                return False
            if "calibrating" not in self._link.request("calibrate state"):
                raise _ended()
            try:
                self._found.faults = faults_of(self._link.request(request))
                return True
            except RequestRefused as error:
                if error.code == "storage":
                    self._found.kept = False
                    self._found.faults = faults_of(self._link.request("calibrate state"))
                    return True
                if error.code not in _TRY:
                    raise
                points = re.findall(r" at=([\w,]+)", error.message)
                sentence = _TRY[error.code].format(points=", ".join(points).replace(",", ", "))
                self._say(f"{sentence} {_AGAIN}")

    def _strengths(self, asked: dict[str, str]) -> dict[str, int]:
        """Of the men that were asked for, where there is a sensor to feel them."""
        levels = numbers(self._link.request("levels")["levels"])
        faults = self._found.faults
        unfelt = [*faults.get("missing", ()), *faults.get("stuck", ())]
        men = f"{asked['white']},{asked['black']}".split(",")
        return {point: abs(levels[point]) for point in men if point not in unfelt}


def numbers(digits: str) -> dict[str, int]:
    """25 numbers of 16 bits in two's complement, by point."""
    values = [int(digits[4 * k : 4 * k + 4], 16) for k in range(len(WOOD))]
    return {point: value - (value >> 15 << 16) for point, value in zip(WOOD, values, strict=True)}


def faults_of(values: dict[str, str]) -> dict[str, list[str]]:
    """The faults of an answer, as {"weak": ["d6", "a1"]}."""
    found: dict[str, list[str]] = {}
    for pair in values.get("faults", "").split(","):
        word, at, point = pair.partition("@")
        if at:
            found.setdefault(word, []).append(point)
    return found


def _cannot(error: RequestRefused) -> MerelsError:
    """Why a board cannot begin."""
    if error.code == "not-analog":
        return MerelsError(
            "this board has switches, which know only open and closed: there is nothing to "
            "calibrate. merels selftest looks whether they work."
        )
    if error.code == "busy":
        return MerelsError(
            "the board is busy: leave its menu, or end what it learns or tests, and try again."
        )
    if error.code in ("unknown-request", "not-yet", "bad-word"):
        return MerelsError("the board's firmware is too old to calibrate; run merels flash.")
    return error


def _ended() -> MerelsError:
    return MerelsError("it was ended at the board; run merels calibrate again.")
