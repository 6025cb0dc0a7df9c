# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where MicroPython for the emulated Pico is; without it, all of this folder is skipped."""


import pytest

from emulated import uf2


@pytest.fixture(scope="session")
def micropython():
    """The UF2 file of MicroPython."""
    found = uf2.find()
    if found is None:
        pytest.skip(uf2.missing())
    return found
