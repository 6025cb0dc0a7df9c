# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is left when no whole line explains it: single sensors, and pieces that are weak.

for fault, points, sentence in findings(seen, walk, stuck, where): ...
"""

from collections.abc import Callable, Iterator

from merels_host.selftest.observed import Observed, Points, Strength
from merels_host.selftest.suspects import names

_Found = tuple[str, tuple[str, ...], str]
_MANY = 3  # points in each other's place from which on the wiring is another one
_WEAK = 4, 3  # a piece should be so much stronger than the threshold
_RAIL = 1600  # codes from its baseline, and further than a sensor drives
LONG_BOUNCE = 80  # ms; a reed ends within 3, and a piece that slides in takes some more


def findings(
    seen: Observed,
    walk: dict[str, Points],
    stuck: set[str],
    where: Callable[[str], str],
) -> Iterator[_Found]:
    """walk, stuck: what nothing else has explained. where: says where a point's sensor is."""
    yield from _misplaced(walk, where)
    for point, lit in walk.items():
        if not lit:
            if point in seen.strengths and too_weak(seen.strengths[point]):
                continue  # that it is weak is said below
            yield "dead", (point,), f"{point} sees nothing{_why_dead(seen, point, where(point))}"
        elif point in lit:
            others = [other for other in lit if other != point]
            mutual = [other for other in others if walk.get(other) == lit]
            if mutual and min(mutual) < point:
                continue  # said of the other one
            yield (
                "touch",
                (point, *sorted(others)),
                f"A piece on {point} is seen on {names(sorted(others))}, too: look whether wires "
                f"touch {where(point)}, and {where(sorted(others)[0])}.",
            )
    yield from _always(seen, stuck, where)
    yield from _unsteady(seen, where)
    yield from _strengths(seen)


def _why_dead(seen: Observed, point: str, where: str) -> str:
    told = seen.told.get(point, "")
    codes = seen.strengths[point].deviation if point in seen.strengths else 0
    if told and abs(codes) >= _RAIL:
        rail = "the 3.3 V" if codes > 0 else "ground"
        return (
            f", and its reading lies at {rail}, {where}: look for a solder bridge from the output "
            f"of its sensor to {rail}."
        )
    if told == "missing":
        return (
            f", and nothing drives its wire, {where}: look whether its sensor is there, and at "
            "the solder joints of its supply and its output."
        )
    if told == "stuck":
        return (
            f", and its reading never moves, not even by noise, {where}: the output of its sensor "
            "is stuck; look at its solder joints, or replace it."
        )
    if seen.wiring.kind == "hall":
        return f": look at its sensor and its solder joints, {where}."
    parts = "its switch, its diode" if seen.wiring.kind == "matrix" else "its switch"
    return (
        f": look at {parts} and its solder joints, {where}; a flat reed sees nothing when the "
        "magnet stands exactly above its middle."
    )


def too_weak(one: Strength) -> bool:
    """Is a piece felt, but not as one?"""
    return one.threshold <= 3 * abs(one.deviation) < 3 * one.threshold


def _misplaced(walk: dict[str, Points], where: Callable[[str], str]) -> Iterator[_Found]:
    elsewhere = [point for point, lit in walk.items() if lit and point not in lit]
    if not elsewhere:
        return
    shown = [f"{point} as {names(sorted(walk[point]))}" for point in elsewhere]
    if len(elsewhere) >= _MANY:
        yield (
            "order",
            tuple(elsewhere),
            f"Points are in each other's place ({', '.join(shown[:4])}"
            f"{', ...' if len(shown) > 4 else ''}): the wiring is sound, but in another order; "
            "merels learn finds it.",
        )
        return
    yield (
        "swapped",
        tuple(elsewhere),
        f"Points are swapped ({', '.join(shown)}): exchange their wires, "
        f"{where(elsewhere[0])}, or their names in POINTS of config.py; or run merels learn.",
    )


def _always(seen: Observed, stuck: set[str], where: Callable[[str], str]) -> Iterator[_Found]:
    hall = seen.wiring.kind == "hall"
    for point in sorted(stuck):
        look = (
            f"run merels calibrate; if that does not help, look at its sensor, {where(point)}"
            if hall
            else f"look for a solder bridge or a switch that sticks, {where(point)}"
        )
        yield (
            "stuck",
            (point,),
            f"{point} always shows a piece: {look}. A magnet left near it does the same.",
        )
    for point in sorted(seen.left - seen.stuck):
        why = (
            "shows a piece after it was taken off: a magnet is near it, or its sensor has "
            f"drifted; run merels calibrate, or look at the sensor, {where(point)}."
            if hall
            else "stayed closed after its piece was taken off: the switch sticks, or the magnet "
            f"is too strong for it; look {where(point)}."
        )
        yield "sticks", (point,), f"{point} {why}"


def _unsteady(seen: Observed, where: Callable[[str], str]) -> Iterator[_Found]:
    hall = seen.wiring.kind == "hall"
    and_at = (
        "the supply of its sensor with its capacitor" if hall else "long wires without a resistor"
    )
    edge = "sensor feels" if hall else "switch sees"
    for point in sorted(seen.noisy):
        yield (
            "noise",
            (point,),
            f"{point} is unsteady with no piece near ({seen.noisy[point]}): look for a loose "
            f"joint {where(point)}, and {'at' if hall else 'for'} {and_at}.",
        )
    long = {point: ms for point, ms in seen.bounce.items() if ms > LONG_BOUNCE}
    for point, ms in sorted(long.items()):
        yield (
            "bounce",
            (point,),
            f"{point} bounced for {ms} ms: a loose joint, or the magnet stands at the edge of "
            f"what the {edge}; look {where(point)}.",
        )


def _strengths(seen: Observed) -> Iterator[_Found]:
    felt = {
        point: one
        for point, one in seen.strengths.items()
        if point in seen.sound or (point in seen.dead and too_weak(one))
    }
    signs = [strength.deviation > 0 for strength in felt.values()]
    if not signs:
        return
    white = 2 * sum(signs) >= len(signs)
    turned = [p for p, one in felt.items() if (one.deviation > 0) != white]
    if turned:
        yield (
            "reversed",
            tuple(turned),
            f"At {names(turned)} the same piece shows the other colour: the sensor there is "
            "mounted upside down, or another piece was taken; turn the sensor.",
        )
    elif not white:
        yield (
            "pole",
            (),
            "White's piece is taken for black at every point: its magnet is glued in the wrong "
            "way, or it was black's piece; for all of white's pieces at once run merels "
            "calibrate.",
        )
    weak = [
        point
        for point, one in felt.items()
        if abs(one.deviation) * _WEAK[1] < one.threshold * _WEAK[0]
    ]
    if weak and 2 * len(weak) > len(felt):
        yield (
            "weak-magnet",
            tuple(weak),
            "The piece is weak at most points: its magnet is too small, too deep, or too far "
            "from the sensors; try another piece.",
        )
    elif weak:
        yield (
            "weak",
            tuple(weak),
            f"The piece is weak at {names(weak)}: the sensor there sits too deep or beside its "
            "point.",
        )
