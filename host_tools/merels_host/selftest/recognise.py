# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which fault explains what was seen: one sentence each, the one that explains most first.

for finding in findings(observed):
    print(finding.sentence)
"""

from dataclasses import dataclass

from merels_host.selftest import diodes, hall, light_findings, singles
from merels_host.selftest.expander import ExpanderWiring
from merels_host.selftest.hall import Multiplexers
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Observed
from merels_host.selftest.shift import ShiftWiring
from merels_host.selftest.suspects import Suspect
from merels_host.selftest.switches import SwitchWiring
from merels_host.selftest.wiring import ToldWiring

_KINDS = {
    "expander": ExpanderWiring,
    "hall": Multiplexers,
    "matrix": Matrix,
    "shift": ShiftWiring,
    "switches": SwitchWiring,
}
_LEAST = 2  # points that must agree until a whole line is blamed


@dataclass(frozen=True)
class Diagnosis:
    """fault: a word for it. points: those it concerns."""

    fault: str
    points: tuple[str, ...]
    sentence: str


def build_of(wiring: ToldWiring):
    """What knows the places and the suspects of this kind of wiring, or None."""
    kind = _KINDS.get(wiring.kind)
    return kind(wiring) if kind else None


def findings(seen: Observed) -> list[Diagnosis]:
    """What is broken, [] when all is well."""
    build = build_of(seen.wiring)
    found = []
    if isinstance(build, Multiplexers):
        shared, seen = hall.common(build, seen)
        found += [Diagnosis(*one) for one in shared]
    walk = {point: lit for point, lit in seen.walk.items() if lit != {point}}
    stuck = set(seen.stuck)
    suspects = list(build.suspects()) if build else []
    while walk or stuck:
        best = max(
            suspects, key=lambda suspect: _explains(suspect, seen, walk, stuck), default=None
        )
        if best is None or _explains(best, seen, walk, stuck)[0] < _LEAST:
            break
        points = [*best.walk, *sorted(best.stuck)]
        found.append(Diagnosis(best.fault, tuple(points), best.sentence))
        for point in best.walk:
            walk.pop(point, None)
        stuck -= best.stuck
        suspects.remove(best)
    where = build.where if build else (lambda point: f"at {point}")
    found += [Diagnosis(*one) for one in singles.findings(seen, walk, stuck, where)]
    if isinstance(build, Matrix):
        found += [Diagnosis(*one) for one in diodes.findings(build, seen)]
    found += [Diagnosis(*one) for one in light_findings.findings(seen)]
    return found


def _explains(suspect: Suspect, seen: Observed, walk: dict, stuck: set[str]) -> tuple[int, int]:
    """How many observations not yet explained the fault does, and less its size; (0, 0) when it
    contradicts one."""
    if not suspect.stuck <= seen.stuck:
        return 0, 0
    for point, lit in suspect.walk.items():
        if point in seen.walk and seen.walk[point] != lit - seen.stuck:
            return 0, 0
    explained = len(walk.keys() & suspect.walk.keys()) + len(stuck & suspect.stuck)
    return explained, -len(suspect.walk) - len(suspect.stuck)
