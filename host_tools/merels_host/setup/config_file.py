# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A config.py read and checked on the computer, by the same checks as on the board.

It is a builder's Python file, and nothing of it is executed: constants are read, anything else is
refused by its line.

    check_config(Path("config.py").read_text())        # raises ConfigProblem
"""

import ast
import importlib
import importlib.util
import sys
from types import SimpleNamespace

from merels_host.errors import ConfigProblem
from merels_host.setup.firmware_files import sources

BYTE_ORDER_MARK = "\ufeff"  # a byte order mark, as some editors put it before UTF-8


def read_config(text: str) -> SimpleNamespace:
    """The constants of a config.py. Raises ConfigProblem."""
    if text.startswith(BYTE_ORDER_MARK):
        raise ConfigProblem(
            "config.py begins with a byte order mark, which MicroPython cannot read; save it as "
            "UTF-8 without one (without BOM), or merels config edit does it on the board."
        )
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise ConfigProblem(f"line {line} of config.py is no Python; correct it.") from error
    found = SimpleNamespace()
    for number, statement in enumerate(tree.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if number == 0 and is_text:
            continue
        name, value = _constant(statement)
        setattr(found, name, value)
    return found


def check_config(text: str) -> None:
    """Raise ConfigProblem for the first mistake that the board would refuse."""
    config = read_config(text)
    _provide_pico()
    checks = importlib.import_module("pico.config_check")  # the device's; no package of the host
    config_error = importlib.import_module("pico.config_error").ConfigError
    try:
        checks.check(config)
    except config_error as error:
        words = str(error).rstrip(".")
        known = importlib.import_module("pico.config_check").NAMES.split()
        if "of the project" not in words and error.constant in known:
            pins = importlib.import_module("pico.config_check")
            words += f"; see {pins.example(config, error.constant)} of the project"
        raise ConfigProblem(f"{words}.") from error


def mark(text: str, version: str) -> bytes | None:
    """What tells the board that the firmware with this digest need not check this config.py again.

    None if it would be refused.
    """
    try:
        check_config(text)
    except ConfigProblem:
        return None
    return importlib.import_module("pico.config_mark").mark_of(read_config(text), version)


def _constant(statement: ast.stmt) -> tuple[str, object]:
    """Name and value of `NAME = constant`."""
    if (
        isinstance(statement, ast.Assign)
        and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name)
    ):
        try:
            return statement.targets[0].id, ast.literal_eval(statement.value)
        except (ValueError, TypeError, MemoryError, RecursionError):
            pass
    raise ConfigProblem(
        f"line {statement.lineno} of config.py is no constant; write NAME = a number, a text, "
        "None or a list of these."
    )


def _provide_pico() -> None:
    """Make the checks in the folder pico importable, wherever it lies."""
    if "pico" in sys.modules or importlib.util.find_spec("pico"):
        return
    place = sources()["pico/__init__.py"]
    spec = importlib.util.spec_from_file_location(
        "pico", place, submodule_search_locations=[str(place.parent)]
    )
    assert spec
    sys.modules["pico"] = importlib.util.module_from_spec(spec)
