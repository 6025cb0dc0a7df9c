# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The step of the self test that looks at the empty board: what is stuck, unsteady, or moves."""

from merels.board import WOOD

from merels_host.selftest.board import SensorLook
from merels_host.selftest.suspects import names

_WATCHED = 2.0  # seconds
_NOISE = 48  # codes of the ADC: its own noise and its jumps are less


def run(procedure, confirmed: bool) -> None:
    """procedure: see procedure.Procedure. confirmed: has somebody said that it is empty?"""
    board, seen = procedure.board, procedure.seen
    board.bounces()
    always = set(WOOD)
    readings: list[dict[str, int]] = []

    def see(look: SensorLook) -> None:
        always.intersection_update(look.lit)
        readings.append(procedure.levels)

    procedure.watch(_WATCHED, see)
    _, changes = board.bounces()
    seen.empty = True
    seen.told = board.told()
    seen.stuck = frozenset(always) if confirmed else frozenset()
    seen.noisy = {point: f"{count} changes in {_WATCHED:g} s" for point, count in changes.items()}
    third = max(1, len(readings) // 3)
    for point in readings[0]:
        codes = [one[point] for one in readings]
        seen.rest[point] = sum(codes) // len(codes)
        seen.moved[point] = (sum(codes[-third:]) - sum(codes[:third])) // third
        seen.spread[point] = spread = max(codes) - min(codes)
        if spread > _NOISE:
            seen.noisy[point] = f"readings {spread} codes apart"
    if always:
        where = f"one is seen on {names(sorted(always))}"
        procedure.person.tell(
            f"Without a piece, {where}."
            if confirmed
            else f"Nobody says whether it is so: {where}."
        )
