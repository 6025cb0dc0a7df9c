# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Finding the board among the serial ports."""

from types import SimpleNamespace

import pytest
from merels_host.board.find import only_board
from merels_host.errors import NoBoard


def port(device, vid=None, pid=None, serial_number=None):
    return SimpleNamespace(
        device=device, vid=vid, pid=pid, serial_number=serial_number, description="n/a"
    )


MODEM = port("/dev/ttyS0")
PROBE = port("/dev/ttyACM7", 0x2E8A, 0x000C, "probe")
BOARD = port("/dev/ttyACM0", 0x2E8A, 0x0005, "e6605481db318934")
OTHER = port("/dev/ttyACM1", 0x2E8A, 0x0005, None)


@pytest.fixture
def plug_in(monkeypatch):
    return lambda *ports: monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)


def test_the_only_board_is_found_among_other_ports(plug_in):
    plug_in(MODEM, PROBE, BOARD)
    assert only_board() == "/dev/ttyACM0"


def test_no_board_is_a_sentence(plug_in):
    plug_in(MODEM, PROBE)
    with pytest.raises(NoBoard, match="no board is plugged in; .*RPI-RP2"):
        only_board()


def test_several_boards_are_listed(plug_in):
    plug_in(BOARD, OTHER)
    with pytest.raises(NoBoard) as caught:
        only_board()
    assert "/dev/ttyACM0 (e6605481db318934), /dev/ttyACM1 (no serial number)" in str(caught.value)
