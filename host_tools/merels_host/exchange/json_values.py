# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Values of a game in JSON, each of the kind that its key must have.

Below json_reader.py.

    text({"white": "Ann"}, "white")     # "Ann"; Wrong for {"white": 1}
"""

from typing import Any


class Wrong(Exception):
    """What is wrong with a value, and where in the game."""


def text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    if isinstance(value, str | None):
        return sound(value or "")
    raise Wrong(f"{key} must be a text, not {value!r}")


def sound(said: str) -> str:
    """Without halves of surrogate pairs, which JSON can name and no file can hold."""
    return said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def texts(told: dict[str, Any], key: str) -> dict[str, str]:
    values = members(told.get(key) or {}, key)
    return {sound(name): text(values, name) for name in values}


def items(told: dict[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if isinstance(value, list | None):
        return value or []
    raise Wrong(f"{key} must be a list, not {value!r}")


def members(value: Any, key: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise Wrong(f"{key} must have objects, not {value!r}")
