# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hands that play given turns on a simulated board, at the pace of people.

Between a list of turns and the simulator's control line. They look at the lights as players do: a
piece is taken off only when the board shows that it may be.

    with Control(url) as control:
        VirtualHands(control).play("a4-a7xd1", "white")
"""

import time
from collections.abc import Callable

from merels_host.errors import Disagreement
from merels_host.simulator.control import Control

_HOLD = 0.22  # seconds a piece is in the air
_THINK = 0.28  # seconds from a light to the hand that follows it
_LOOK = 0.03  # seconds between two looks at the lights
_PATIENCE = 5.0  # seconds until a light that does not come is a fault


class VirtualHands:
    """speed: how many times as fast as people. stop: ends the play at the next look."""

    def __init__(
        self, control: Control, speed: float = 1.0, stop: Callable[[], bool] = lambda: False
    ):
        self._control = control
        self._speed = speed
        self._stop = stop

    def play(self, turn: str, side: str) -> None:
        """Play one turn (as `d6`, `d6-f6`, with `xb4` for removals) of side "white" or "black".

        Raises Disagreement when a removal is not shown, SimulatorProblem or PortGone.
        """
        move, *removals = turn.split("x")
        source, _, target = move.rpartition("-")
        if source:
            self._control.ask(f"lift {source}")
            self._wait(_HOLD)
        self._control.ask(f"drop {target} {side}")
        for point in removals:
            self._until_shown(point, "removable", turn)
            self._wait(_THINK)
            self._control.ask(f"lift {point}")
        self._wait(_THINK)

    def _until_shown(self, point: str, meaning: str, turn: str) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not self._stop():
            shown = self._control.ask("lights").get(point)
            if shown == meaning:
                return
            if time.monotonic() > deadline:
                raise Disagreement(
                    f"after {turn.split('x')[0]} the board does not show {point} as {meaning}, "
                    f"but as {shown or 'dark'}."
                )
            time.sleep(_LOOK)

    def _wait(self, seconds: float) -> None:
        time.sleep(seconds / self._speed)
