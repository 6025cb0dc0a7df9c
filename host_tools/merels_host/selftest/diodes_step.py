# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The step of the self test that puts many pieces on a matrix, to see whether its diodes work."""

from merels_host.selftest import diodes
from merels_host.selftest.keys import ENTER
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Points
from merels_host.selftest.suspects import names

_STANDS = 0.8  # seconds that many pieces must have rested
_FEW_DEAD = 3  # with more dead points it is no diode


def run(procedure) -> None:
    """procedure: see procedure.Procedure."""
    if procedure.board.wiring.kind != "matrix":
        return
    seen = procedure.seen
    matrix = Matrix(procedure.board.wiring)
    sound = seen.sound - seen.left
    sets = diodes.fills(matrix, sound)
    for count, points in enumerate(sets, 1):
        _put(procedure, points, f"Diodes, {count} of {len(sets)}: put pieces", sound)
    for dead in sorted(seen.dead) if len(seen.dead) <= _FEW_DEAD else ():
        points = diodes.rectangle(matrix, dead, sound)
        if points:
            why = f"Is the diode of {dead} the wrong way round? One after the other, put pieces"
            _put(procedure, points, why, sound)
    for doubt in diodes.doubts(matrix, seen):
        points = diodes.rectangle(matrix, doubt, sound)
        _put(procedure, points, f"The diode of {doubt}? Put pieces", sound)
    if sets:
        procedure.person.tell("Take all pieces off the board.")


def _put(procedure, points: tuple[str, ...], why: str, sound: Points) -> None:
    """Pieces on these points, and on no others; s leaves it out."""
    procedure.board.light(*points)
    procedure.asked = points
    procedure.person.tell(f"{why} on {names(points)}, and on no other point. s: leave this out.")
    wanted = frozenset(points)
    rested = 0.0
    before: Points = frozenset()
    asked = False
    while True:
        look, key = procedure.look()
        if key == "s":
            break
        rested = rested + procedure.LOOK if look.lit == before else 0.0
        before = look.lit
        if not wanted & sound <= look.lit or rested < _STANDS:
            continue
        extra = look.lit - wanted - procedure.seen.stuck
        if not extra or (asked and key == ENTER):
            procedure.seen.fills.append((wanted, look.lit))
            break
        if not asked:
            procedure.person.tell(
                f"  One is seen on {names(sorted(extra))}, too. If one stands there, take it off; "
                "Enter: none does."
            )
            asked = True
    procedure.asked = ()
    procedure.board.light()
