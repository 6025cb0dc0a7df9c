# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The self test as a text that can be attached to a question: what was seen, and what it means.

It names the board, its firmware and its wiring, and nothing of the computer or its user.

    text(hello, seen, found, utc, version)
    untested(seen)      # ["the lights", "23 of 25 points", "the diodes"]
"""

from merels.board import WOOD

from merels_host.board.link import Hello
from merels_host.selftest import diodes
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Observed
from merels_host.selftest.recognise import Diagnosis
from merels_host.text import printable


def text(
    hello: Hello,
    seen: Observed,
    found: list[Diagnosis],
    utc: str,
    version: str,
    unfinished: str = "",
) -> str:
    """The whole report, with a newline at its end. unfinished: why the test did not end."""
    wiring = seen.wiring
    lines = [
        "Merels self test",
        "",
        *([f"UNFINISHED: {unfinished}", ""] if unfinished else []),
        f"time      {utc}",
        f"merels    {version}",
        f"board     {hello.board}",
        f"firmware  {hello.firmware}",
        f"sensors   {wiring.kind} {_constants(wiring.constants)}",
        f"points    {' '.join(wiring.places)}",
        *([f"analog    {seen.calibration}"] if seen.calibration else []),
        f"lights    {wiring.lights} {_constants(wiring.light_constants)}",
        f"leds      {' '.join(wiring.leds)}",
        "",
        "Findings",
        "",
        *([f"- [{one.fault}] {one.sentence}" for one in found] or ["none"]),
        "",
        f"not tested: {', '.join(untested(seen)) or '-'}",
        "",
        "Seen",
        "",
        f"stuck on the empty board: {_names(seen.stuck)}",
        f"left at the end: {_names(seen.left)}",
        *(f"unsteady: {point}, {what}" for point, what in sorted(seen.noisy.items())),
        f"lights: {_lights(seen)}",
        "",
        "point  piece seen on     bounce  deviation  threshold  noise",
        *(_row(seen, point) for point in WOOD if point in wiring.points),
    ]
    for put, lit in seen.fills:
        lines += ["", f"pieces on {_names(put)}", f"  seen on {_names(lit)}"]
    return "\n".join(printable(line).rstrip() for line in lines) + "\n"


def _constants(constants: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in constants.items())


def _names(points) -> str:
    return " ".join(point for point in WOOD if point in points) or "-"


def _row(seen: Observed, point: str) -> str:
    walk = "not tested"
    if point in seen.walk:
        walk = _names(seen.walk[point])
    strength = seen.strengths.get(point)
    bounce = f"{seen.bounce[point]} ms" if point in seen.bounce else "-"
    deviation = f"{strength.deviation:+d}" if strength else "-"
    threshold = str(strength.threshold) if strength else "-"
    noise = str(seen.spread[point]) if point in seen.spread else "-"
    return f"{point:<7}{walk:<18}{bounce:>6}{deviation:>11}{threshold:>11}{noise:>7}"


def _lights(seen: Observed) -> str:
    lights = seen.lights
    if not lights.tested:
        return "not tested"
    dark = ", ".join(str(number) for number in lights.dark) or "none"
    red, blue = lights.colours
    return f"dark: {dark}" + (f"; red was seen as {red}, blue as {blue}" if red else "")


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
