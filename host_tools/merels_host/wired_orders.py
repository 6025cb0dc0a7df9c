# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The orders in which people wire 25 points, by name.

Beside config_wizard.py, which takes such a name where points are asked for. A board that is wired
so from another corner needs no other name: `merels learn` finds out how it is turned.

    points_in_order("snake without d4")     # "a7 d7 g7 f6 d6 b6 c5 ..."
    points_in_order("a7 g7")                # "a7 g7": no name of an order
"""

ORDERS = {
    "rows": "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 d4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1",
    "snake": "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 d4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1",
    "rings": "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4 d4",
}
HINT = "or rows, snake or rings, if need be `without d4`"
_WITHOUT = ["without", "d4"]


def points_in_order(answer: str) -> str:
    """The points of an order that is named; any other answer as it is."""
    name, *rest = answer.split() or [""]
    if name not in ORDERS or rest not in ([], _WITHOUT):
        return answer
    points = ORDERS[name].split()
    return " ".join(point for point in points if not rest or point != "d4")
