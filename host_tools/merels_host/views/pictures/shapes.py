# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What pictures are made of: five shapes, each with the name of its look.

Between what knows the board (`wood`, `marks`, `scene`) and what draws (`svg`, `raster`). Units are
those of the drawing; y grows downwards.

    Disc("white", 60, 480, 20)
"""

from dataclasses import dataclass

Place = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    look: str
    x: float
    y: float
    width: float
    height: float
    corner: float = 0


@dataclass(frozen=True)
class Disc:
    """A circle around (x, y)."""

    look: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Strokes:
    """Straight lines."""

    look: str
    lines: tuple[tuple[Place, Place], ...]


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    look: str
    corners: tuple[Place, ...]


@dataclass(frozen=True)
class Words:
    """A line of text; (x, y) is on its baseline, where it begins or, as the look says, its middle.

    The raster's font has the letters of ASCII and of western Europe.
    """

    look: str
    x: float
    y: float
    text: str


Shape = Box | Disc | Strokes | Area | Words


@dataclass(frozen=True)
class Scene:
    """Shapes, the first at the bottom, on a sheet; `board` is the side of the board on it."""

    width: float
    height: float
    board: float
    shapes: tuple[Shape, ...]
