# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How often each value occurs, and what follows from that: middle, mean, least and most.

spread = Spread({40: 2, 41: 1})
spread.median, spread.mean      # 40, 40.33
"""

from collections.abc import Iterable, Mapping


class Spread:
    """values: how often each occurs, in ascending order. Without values all is None."""

    def __init__(self, values: Mapping[float, int] | None = None):
        self.values = dict(sorted((values or {}).items()))
        self.total = sum(self.values.values())

    @classmethod
    def of_all(cls, spreads: "Iterable[Spread]") -> "Spread":
        """All values of several."""
        together: dict[float, int] = {}
        for spread in spreads:
            for value, times in spread.values.items():
                together[value] = together.get(value, 0) + times
        return cls(together)

    @property
    def least(self) -> float | None:
        return next(iter(self.values), None)

    @property
    def most(self) -> float | None:
        return next(reversed(self.values), None)

    @property
    def mean(self) -> float | None:
        if not self.total:
            return None
        return sum(value * times for value, times in self.values.items()) / self.total

    @property
    def median(self) -> float | None:
        """The middle one, or the mean of the two that are there."""
        if not self.total:
            return None
        return (self._at((self.total - 1) // 2) + self._at(self.total // 2)) / 2

    def as_json(self, digits: int) -> dict[str, float | None]:
        """least, median, mean and most, rounded."""
        found = {name: getattr(self, name) for name in ("least", "median", "mean", "most")}
        return {
            name: None if value is None else round(value, digits) for name, value in found.items()
        }

    def _at(self, place: int) -> float:
        """The value at a place, from 0, if all stood in a row."""
        for value, times in self.values.items():
            place -= times
            if place < 0:
                return value
        raise AssertionError("there are fewer")
