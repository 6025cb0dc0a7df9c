# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The short part of the tier, for `make test`: the board starts, plays and is in budget."""

import pytest

from emulated import firmware
from emulated.board import Board


@pytest.mark.timeout(300)
def test_it_starts(micropython):
    with Board(micropython, firmware.written()) as board:
        board.until_light()
        assert board.until_hello()
