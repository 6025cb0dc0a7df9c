# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The simulated wood and the ports on it: what the firmware meets on the PC."""

import pytest
from merels.board import wood_bit
from merels_host.simulator.ports import FolderStorage, MemoryConsole, MemoryStorage, SimulatedPorts
from merels_host.simulator.wood import Wood, WoodError

D6, F6, D4 = wood_bit("d6"), wood_bit("f6"), wood_bit("d4")


def _ports(colour, points=25):
    return SimulatedPorts(Wood(points), MemoryStorage(), MemoryConsole(), "sim-test", colour)


def test_pieces_come_and_go():
    wood = Wood()
    wood.drop(D6, 0)
    wood.drop(F6, 1)
    assert (wood.white, wood.black, wood.seen(0)) == (1 << D6, 1 << F6, 1 << D6 | 1 << F6)
    wood.lift(D6)
    assert (wood.white, wood.seen(0)) == (0, 1 << F6)


def test_two_pieces_do_not_stand_on_one_point():
    wood = Wood()
    wood.drop(D6, 0)
    with pytest.raises(WoodError, match="already stands on d6"):
        wood.drop(D6, 1)
    assert wood.black == 0


def test_air_cannot_be_lifted():
    with pytest.raises(WoodError, match="no piece stands on f6"):
        Wood().lift(F6)


def test_a_board_of_24_points_has_no_centre():
    wood = Wood(24)
    for deed in (lambda: wood.drop(D4, 0), lambda: wood.lift(D4), lambda: wood.noise(D4, 0, 5)):
        with pytest.raises(WoodError, match="no d4"):
            deed()
    wood.stand(1 << D4 | 1 << D6, 0)
    assert wood.white == 1 << D6


def test_a_contact_bounces_around_its_present_state_and_comes_to_rest_there():
    wood = Wood()
    wood.drop(D6, 0)
    wood.noise(D6, 100, 6)
    seen = [wood.seen(now) >> D6 & 1 for now in range(100, 108)]
    assert seen == [0, 1, 0, 1, 0, 1, 1, 1]
    wood.noise(F6, 200, 4)
    assert wood.next_change(200) == 201
    assert [wood.seen(now) >> F6 & 1 for now in range(200, 206)] == [1, 0, 1, 0, 0, 0]
    assert wood.next_change(206) is None


def test_a_button_is_held_until_its_time():
    wood = Wood()
    wood.press(0, 1000, 100)
    wood.press(1, 1000, 50)
    assert [wood.buttons(now) for now in (1000, 1049, 1050, 1099, 1100)] == [3, 3, 1, 1, 0]
    assert [wood.next_change(now) for now in (1000, 1050, 1100)] == [1050, 1100, None]


def test_sensors_of_presence_see_no_colour():
    ports = _ports(colour=False)
    ports.wood.drop(D6, 1)
    assert ports.sensors.read() == 1 << D6
    assert (ports.sensors.white, ports.sensors.black) == (0, 0)
    assert ports.sensors.points == (1 << 25) - 1
    assert _ports(False, 24).sensors.points == (1 << 24) - 1


def test_sensors_of_colour_see_both():
    ports = _ports(colour=True)
    ports.wood.drop(D6, 1)
    ports.wood.drop(F6, 0)
    assert ports.sensors.read() == 1 << D6 | 1 << F6
    assert (ports.sensors.white, ports.sensors.black) == (1 << F6, 1 << D6)
    ports.wood.noise(D6, 10, 4)
    ports.wood.noise(F6, 10, 4)
    ports.wood.noise(D4, 10, 4)
    ports.now = 10
    assert ports.sensors.read() == 1 << D4
    assert (ports.sensors.white, ports.sensors.black) == (1 << D4, 0)


def test_buttons_are_read_at_the_time_of_the_ports():
    ports = _ports(colour=False)
    ports.wood.press(1, 5, 10)
    assert ports.buttons.read() == 2
    ports.now = 15
    assert ports.buttons.read() == 0


def test_lights_keep_a_copy_of_the_last_frame_and_count_the_writes():
    lights = _ports(colour=False).lights
    frame = bytearray(75)
    frame[3:6] = b"\x01\x02\x03"
    lights.write(frame)
    frame[3] = 99
    assert lights.colours()[:3] == [[0, 0, 0], [1, 2, 3], [0, 0, 0]]
    assert len(lights.colours()) == 25
    assert lights.writes == 1


def test_the_console_in_memory_gives_byte_by_byte_and_counts_what_was_said():
    console = MemoryConsole(keep=4)
    assert console.read() == -1
    console.type("ab")
    assert [console.read(), console.read(), console.read()] == [97, 98, -1]
    for _ in range(5):
        assert console.write(b"xhello", 1, 4) == 3
    assert console.written == 15
    assert bytes(console.said).endswith(b"hel") and len(console.said) <= 8


@pytest.fixture(params=["memory", "folder"])
def storage(request, tmp_path):
    return MemoryStorage() if request.param == "memory" else FolderStorage(str(tmp_path))


def test_storage_appends_replaces_and_removes(storage):
    assert storage.size("journal") == -1
    assert storage.names() == []
    storage.append("journal", b"ab")
    storage.append("journal", bytearray(b"cd"))
    storage.replace("settings", b"old and long")
    storage.replace("settings", b"new")
    assert (storage.size("journal"), storage.size("settings")) == (4, 3)
    assert storage.names() == ["journal", "settings"]
    buffer = bytearray(3)
    assert storage.read("journal", 1, buffer) == 3 and buffer == b"bcd"
    assert storage.read("journal", 3, buffer) == 1 and buffer == b"dcd"
    assert storage.read("journal", 9, buffer) == 0
    storage.remove("journal")
    assert storage.names() == ["settings"]


def test_storage_without_the_file_is_an_os_error(storage):
    with pytest.raises(OSError):
        storage.read("nothing", 0, bytearray(1))
    with pytest.raises(OSError):
        storage.remove("nothing")


def test_a_folder_hides_what_belongs_to_the_simulator(tmp_path):
    (tmp_path / ".board").write_text("{}")
    assert FolderStorage(str(tmp_path)).names() == []


def test_a_folder_that_is_gone_is_an_os_error(tmp_path):
    storage = FolderStorage(str(tmp_path / "gone"))
    with pytest.raises(OSError):
        storage.append("journal", b"x")
    with pytest.raises(OSError):
        storage.replace("journal", b"x")
