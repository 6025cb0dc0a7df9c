# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/flashing.md: its commands exist, and MicroPython's own installer does what it says."""

import os
import re

import pytest
from fakes.prompt_board import PromptBoard
from merels_host.cli import main
from merels_host.setup.firmware_files import sources
from merels_host.setup.flasher import Flasher
from merels_host.setup.uf2 import BUILDS, boot_drives
from run_on_micropython import find_micropython


@pytest.fixture(scope="module")
def page(root):
    return (root / "docs" / "flashing.md").read_text(encoding="utf-8")


def test_every_option_and_verb_of_the_page_is_in_the_help(page, capsys):
    commands = set(re.findall(r"merels ((?:flash|config|doctor|ports)(?: [a-z]+)?)", page))
    options = set(re.findall(r"merels flash (--[a-z0-9-]+)", page))
    assert {"--uf2", "--back", "--dry-run", "--source", "--out"} == options
    assert main(["flash", "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(option in shown for option in options)
    for command in commands:
        words = command.split() if command.startswith("config ") else command.split()[:1]
        assert main([*words, "--help"]) == 0


def test_every_build_is_named(page):
    assert all(f"`{name}`" in page for name in BUILDS)


def test_drives_and_chips_are_those_that_flash_knows(page, tmp_path):
    rows = [line for line in page.splitlines() if "micropython.org/download/RPI" in line]
    assert len(rows) == len(BUILDS)
    for row in rows:
        _, name, link, drive, chip = (cell.strip() for cell in row.strip("|").split("|"))
        assert link == f"<https://micropython.org/download/{name.strip('`')}/>"
        mount = tmp_path / name.strip("`")
        mount.mkdir()
        (mount / "INFO_UF2.TXT").write_text(f"UF2 Bootloader\nBoard-ID: {drive}\n")
        (found,) = boot_drives([mount])
        assert found.chip == chip and name.strip("`") in found.builds


def test_the_rule_goes_where_the_rule_itself_says(page, root):
    rule = (root / "host_tools" / "merels_host" / "data" / "60-merels.rules").read_text()
    for line in re.findall(r"^    (merels ports --udev.*|sudo udevadm.*)$", page, re.MULTILINE):
        assert line in rule
    assert "sudo tee /etc/udev/rules.d/60-merels.rules" in page


@pytest.mark.skipif(
    os.name == "nt" or (find_micropython() is None and not os.environ.get("CI")),
    reason="needs micropython and pseudo-terminals",
)
def test_mip_installs_a_board_that_starts(root, tmp_path, page):
    from mpremote import mip

    assert "mpremote mip install --target / firmware/package.json" in page
    manifest = str(root / "firmware" / "package.json")
    with PromptBoard(tmp_path) as board, Flasher(board.port) as flasher:
        # The root of the flash is this folder; mpremote would write "/" for it.
        mip._install_package(flasher.transport, manifest, "", str(tmp_path), None, True)
        (tmp_path / "config.py").write_bytes(sources()["config.py"].read_bytes())
        assert flasher.start().firmware
