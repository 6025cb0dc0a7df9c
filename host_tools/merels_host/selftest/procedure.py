# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Leads a person through the test of a board, and writes down what was seen.

    Procedure(board, person).run()      # Observed

Whoever has no key at hand presses the board's buttons: `new` is Enter, `back` is n. When nobody
can answer, because standard input is at its end, only what needs nobody is looked at.
"""

from collections.abc import Callable, Collection

from merels.board import WOOD

from merels_host.selftest import picture, steps
from merels_host.selftest.board import BoardUnderTest, SensorLook
from merels_host.selftest.keys import ENTER
from merels_host.selftest.observed import Observed, Points, Strength
from merels_host.selftest.person import Person
from merels_host.selftest.suspects import names

_RESTS = 0.3  # seconds that a piece must have rested
_LIFTED = 0.5  # seconds from the key to the last of a piece
_ASIDE = 24  # codes on a point beside the piece: less is the noise of the ADC
_FELT = 5  # looks after a piece has come, for the strongest reading


class Ended(Exception):
    """The person has had enough, or is gone; what was seen is kept."""


class Procedure:
    """points: those that a piece is walked over; all of them if none are given. asked: those that
    the picture shows as wanted."""

    LOOK = 0.08  # seconds from one look at the board to the next

    def __init__(
        self,
        board: BoardUnderTest,
        person: Person,
        points: Collection[str] = (),
        signs: tuple[str, str, str] = picture.ASCII,
    ):
        self.board = board
        self.person = person
        self.seen = Observed(board.wiring, calibration=board.calibration)
        wired = set(board.wiring.points)
        self._points = [point for point in WOOD if point in wired & set(points or wired)]
        self._signs = signs
        self._presses = (0, 0)
        self._needed = True  # nothing goes on without somebody
        self.asked: Collection[str] = ()
        self.levels: dict[str, int] = {}

    def run(self) -> Observed:
        """All steps."""
        try:
            self._empty()
            steps.ask_for_lights(self)
            self._walk()
            self._left()
            steps.try_diodes(self)
        except Ended as why:
            self.person.tell(str(why))
        self.board.light()
        return self.seen

    # looking and answering

    def look(self) -> tuple[SensorLook, str]:
        """What the board sees now, and the key that was pressed meanwhile, or the button."""
        key = self.person.key(self.LOOK)
        look = self.board.look()
        presses = look.new, look.back
        if not key and presses != self._presses:
            key = ENTER if presses[0] != self._presses[0] else "n"
        self._presses = presses
        if key == "q":
            raise Ended("The rest is left out.")
        if self._needed and self.person.gone:
            raise Ended("Nobody answers any more; what needs somebody is left out.")
        self.levels = self.board.levels()
        self.person.show(
            picture.draw(
                self.board.wiring,
                look.lit,
                self.asked,
                self.levels,
                self.board.threshold,
                {} if self.board.analog else self.seen.bounce,
                self._signs,
            )
        )
        return look, key

    def choose(self, question: str, keys: str) -> str:
        """One of these keys; the first of them for Enter."""
        self.person.tell(question)
        while True:
            _, key = self.look()
            if key == ENTER:
                return keys[0]
            if key and key in keys:
                return key

    def watch(self, seconds: float, see: Callable[[SensorLook], None] = lambda look: None) -> None:
        """Look on for so long."""
        for _ in range(max(1, round(seconds / self.LOOK))):
            see(self.look()[0])

    # the steps

    def _empty(self) -> None:
        gone = None
        try:
            self.choose("Take all pieces and magnets off the board. Enter: it is empty.", " ")
        except Ended as why:
            if not self.person.gone:
                raise
            gone = why
        self._needed = False
        steps.watch_empty_board(self, confirmed=not gone)
        self._needed = True
        if gone:
            raise gone

    def _walk(self) -> None:
        points = [point for point in self._points if point not in self.seen.stuck]
        self.person.tell(
            "Now a single piece goes from point to point. Keys: n, it stands there and the board "
            "sees nothing; s, leave this point out; q, enough."
        )
        before: Points = self.look()[0].lit
        for count, point in enumerate(points, 1):
            self.board.light(point)
            self.asked = (point,)
            self.person.tell(f"Put the piece on {point} ({count} of {len(points)}).")
            before = self._ask_for(point, before)
        self.asked = ()
        self.board.light()
        self.seen.told |= self.board.told()

    def _ask_for(self, point: str, before: Points) -> Points:
        """Wait for what a piece on this point does; what is seen in the end."""
        seen = self.seen
        self.board.bounces()
        rested, fresh = 0.0, frozenset()
        while True:
            look, key = self.look()
            before &= look.lit
            now = look.lit - before - seen.stuck
            rested = rested + self.LOOK if now == fresh else 0.0
            fresh = now
            if key == "s":
                return look.lit
            nothing = key == "n"
            if nothing or (fresh and rested >= _RESTS):
                break
        seen.walk[point] = frozenset() if nothing else fresh
        if self.board.analog:
            look = self._feel(point)
        bounce = self.board.bounces()[0].get(point)
        if bounce is not None:
            seen.bounce[point] = bounce
        self._tell(point)
        return look.lit

    def _feel(self, point: str) -> SensorLook:
        """How strong the piece on this point is, there and beside it."""
        seen = self.seen
        look = self.look()[0]
        readings = [self.levels]
        while len(readings) < _FELT:
            look = self.look()[0]
            readings.append(self.levels)
        strongest = max((one.get(point, 0) for one in readings), key=abs)
        seen.strengths[point] = Strength(strongest, self.board.threshold(point, strongest))
        for other in readings[0] if seen.walk[point] == {point} else ():
            codes = sum(one[other] for one in readings) // _FELT - seen.rest.get(other, 0)
            if other not in look.lit and abs(codes) > max(_ASIDE, seen.spread.get(other, 0)):
                seen.aside[other] = seen.aside.get(other, 0) + codes
        return look

    def _tell(self, point: str) -> None:
        """What the piece on this point did."""
        seen = self.seen
        words = [f"seen on {names(sorted(seen.walk[point]))}" if seen.walk[point] else "not seen"]
        if point in seen.strengths:
            one = seen.strengths[point]
            words.append(f"{one.deviation:+d} codes, a piece from {one.threshold} on")
        elif point in seen.bounce:
            words.append(f"bounced for {seen.bounce[point]} ms")
        self.person.tell(f"  {point}: {', '.join(words)}.")

    def _left(self) -> None:
        if not self.seen.walk:
            return
        self.person.tell("Take the piece off the board. Enter: it is off.")
        while True:
            look, key = self.look()
            left = look.lit - self.seen.stuck
            if not left or key == ENTER:
                break
        rest = [left]
        self.watch(_LIFTED, lambda look: rest.append(look.lit - self.seen.stuck))
        self.seen.left = rest[-1]
