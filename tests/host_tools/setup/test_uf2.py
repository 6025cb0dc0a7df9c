# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""MicroPython onto a board that shows as a drive: the right file, on the right drive."""

import struct

import pytest
from merels_host.cli import main
from merels_host.setup import uf2

RP2040, RP2350, ANY = 0xE48BFF56, 0xE48BFF59, 0xE48BFF57


def blocks(*families):
    return b"".join(
        struct.pack(
            "<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, number, len(families), family
        )
        + bytes(476)
        + struct.pack("<I", 0x0AB16F30)
        for number, family in enumerate(families)
    )


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """A Pico as a drive, the only one; called with its Board-ID."""

    def plug_in(board="RPI-RP2", name="PICO"):
        folder = tmp_path / "drives" / name
        folder.mkdir(parents=True)
        text = f"UF2 Bootloader v3.0\nModel: Raspberry Pi\nBoard-ID: {board}\n"
        (folder / "INFO_UF2.TXT").write_text(text)
        monkeypatch.setattr(uf2, "_mounts", lambda: sorted((tmp_path / "drives").iterdir()))
        return folder

    (tmp_path / "drives" / "stick").mkdir(parents=True)
    monkeypatch.setattr(uf2, "_mounts", lambda: [tmp_path / "drives" / "stick"])
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    return plug_in


@pytest.mark.parametrize(
    ("board", "families"),
    [("RPI-RP2", (RP2040, RP2040)), ("RP2350", (RP2350,)), ("NEW", (RP2040,))],
)
def test_the_file_for_the_chip_is_copied(drive, tmp_path, capsys, board, families):
    folder = drive(board)
    file = tmp_path / "micropython.uf2"
    file.write_bytes(blocks(*families))
    assert main(["flash", "--uf2", str(file)]) == 0
    assert (folder / "micropython.uf2").read_bytes() == file.read_bytes()
    assert "now run merels flash" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("board", "data", "sentence"),
    [
        ("RPI-RP2", blocks(RP2350), "is for RP2350, the board at"),
        ("RP2350", blocks(RP2040), "get the file for RPI_PICO2 or RPI_PICO2_W."),
        ("RPI-RP2", blocks(0x1234), "is for another chip"),
        ("RPI-RP2", blocks(ANY), "is for no chip"),
        ("RPI-RP2", blocks(RP2040, RP2040)[:700], "is not a whole UF2 file"),
        ("RPI-RP2", b"\x7fELF" + bytes(508), "is not a whole UF2 file"),
        ("RPI-RP2", blocks(RP2040, RP2040)[:512], "is not a whole UF2 file"),
        ("RPI-RP2", b"", "is not a whole UF2 file"),
        ("RPI-RP2", blocks(RP2040)[:-1] + b"?", "is not a whole UF2 file"),
        ("RPI-RP2", None, "cannot be read"),
    ],
)
def test_a_wrong_file_is_a_sentence(drive, tmp_path, capsys, board, data, sentence):
    folder = drive(board)
    file = tmp_path / "some.uf2"
    if data is not None:
        file.write_bytes(data)
    assert main(["flash", "--uf2", str(file)]) == 1
    assert sentence in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["INFO_UF2.TXT"]


def test_the_block_for_any_chip_in_files_for_the_rp2350_is_passed_over(tmp_path):
    file = tmp_path / "some.uf2"
    file.write_bytes(blocks(ANY) + blocks(RP2350, RP2350))
    assert uf2.chips_of(file) == {"RP2350"}


def test_no_drive_and_two_drives_are_sentences(drive, tmp_path, capsys):
    file = tmp_path / "some.uf2"
    file.write_bytes(blocks(RP2040))
    assert main(["flash", "--uf2", str(file)]) == 1
    assert "no board waits for a UF2 file; hold its BOOTSEL button" in capsys.readouterr().err
    drive(name="one")
    drive(name="two")
    assert main(["flash", "--uf2", str(file)]) == 1
    assert "several boards wait for a UF2 file" in capsys.readouterr().err


def test_a_full_drive_is_a_sentence_and_one_that_restarted_is_none(
    drive, tmp_path, monkeypatch, capsys
):
    folder = drive()
    file = tmp_path / "some.uf2"
    file.write_bytes(blocks(RP2040))

    def fails(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", fails)
    assert main(["flash", "--uf2", str(file)]) == 1
    assert "copy the file by hand" in capsys.readouterr().err

    def restarts(source, target):
        (folder / "INFO_UF2.TXT").unlink()
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("shutil.copyfile", restarts)
    assert main(["flash", "--uf2", str(file)]) == 0


def test_a_board_without_micropython_is_told_what_to_do(drive, capsys):
    drive("RP2350")
    assert main(["flash"]) == 3
    error = capsys.readouterr().err
    assert "has no MicroPython yet; get the UF2 file for RPI_PICO2 or RPI_PICO2_W" in error


def test_the_name_of_the_board_s_own_micropython_is_used_where_it_is_known():
    assert "UF2 file for RPI_PICO_W is at" in uf2.how_to_install("RPI_PICO_W")
    assert "RPI_PICO, RPI_PICO_W, RPI_PICO2, RPI_PICO2_W" in uf2.how_to_install("")


def test_two_ways_at_once_are_wrong_usage(capsys):
    assert main(["flash", "--back", "--dry-run"]) == 2
    assert "give one of --out, --uf2, --back and --dry-run" in capsys.readouterr().err


def test_the_file_is_looked_at_before_the_button(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(uf2, "_mounts", list)
    assert main(["flash", "--uf2", str(tmp_path / "none.uf2")]) == 1
    assert "none.uf2 cannot be read" in capsys.readouterr().err
