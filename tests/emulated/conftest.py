# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where MicroPython for the emulated Pico is, and how much of the tier is run.

Without MicroPython all of this folder is skipped; `make test` runs the short part, and `make
test-pico` with MERELS_PICO=full all of it.
"""

import os

import pytest

from emulated import install, uf2


def pytest_configure(config):
    config.addinivalue_line("markers", "full: a long test of make test-pico, not of make test")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("full") and os.environ.get("MERELS_PICO") != "full":
            item.add_marker(pytest.mark.skip(reason="long: make test-pico runs it"))


@pytest.fixture(scope="session")
def micropython():
    """The UF2 file of MicroPython."""
    found = uf2.find()
    if found is None:
        pytest.skip(uf2.missing())
    if not install.FOLDER.exists():
        pytest.skip("make test-pico installs what the emulated Pico needs")
    return found
