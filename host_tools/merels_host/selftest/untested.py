# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a self test has not looked at, because it was left out, or ended before.

untested(seen)      # ["the lights", "23 of 25 points", "the diodes"]
"""

from merels_host.selftest import diodes
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Observed


def untested(seen: Observed) -> list[str]:
    """Words for a sentence, [] when all was tested."""
    wiring = seen.wiring
    points = wiring.points
    missing = [] if seen.empty else ["the empty board"]
    if wiring.leds and wiring.lights != "none" and not seen.lights.tested:
        missing.append("the lights")
    walked = {*seen.walk, *seen.stuck}
    left = [point for point in points if point not in walked]
    if left:
        missing.append(f"{len(left)} of {len(points)} points")
    if wiring.kind == "matrix":
        matrix = Matrix(wiring)
        could = diodes.tested(matrix, diodes.fills(matrix, points))
        broken = seen.stuck | seen.dead
        gap = could - diodes.tested(matrix, [put for put, _ in seen.fills]) - broken
        if gap:
            all_of = gap | broken >= could
            missing.append("the diodes" if all_of else f"the diodes of {len(gap)} points")
    return missing


def nothing(seen: Observed) -> bool:
    """Was nothing at all looked at?"""
    return not (seen.empty or seen.lights.tested or seen.walk)
