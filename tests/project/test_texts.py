# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What every file of the project must have, and what none may have."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LICENCES = {"MIT", "CERN-OHL-P-2.0", "CC-BY-4.0"}

# Data; REUSE.toml says its licence.
DATA = {".hands", ".json", ".jsonl", ".txt", ".png", ".ndjson", ".pgn"}


def project_files():
    """Every file of the project: what git knows, or the folder where there is no git."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout.split("\0")  # fmt: skip
        paths = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return sorted(path for path in paths if path.is_file())


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def texts():
    for path in project_files():
        try:
            yield name_of(path), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_there_are_files():
    assert len(project_files()) > 40


def test_every_file_says_its_licence_in_its_first_lines():
    for name, text in texts():
        if Path(name).suffix in DATA or name in ("LICENSE", "firmware/boot_from"):
            continue
        head = "\n".join(text.splitlines()[:6])
        found = re.search(r"SPDX-License-Identifier: ([\w.-]+)", head)
        assert found, f"{name} does not say its licence"
        assert found.group(1) in LICENCES, f"{name}: {found.group(1)}"
        assert "SPDX-FileCopyrightText: The Merels contributors" in head, name


def test_code_is_mit():
    for name, text in texts():
        if name.endswith(".py") and not name.startswith("hardware/"):
            assert "SPDX-License-Identifier: MIT\n" in text, name


def test_the_licence_texts_are_here():
    assert {path.stem for path in (ROOT / "LICENSES").glob("*.txt")} == LICENCES
    assert (ROOT / "LICENSE").read_text() == (ROOT / "LICENSES" / "MIT.txt").read_text()


def test_no_path_of_somebodys_machine_is_in_the_tree():
    foreign = re.compile(r"(?<![\w.:/~$-])/(home|root|Users|work|mnt|srv)/\w+[\w/.-]*")
    allowed = {"LICENSES"}
    for name, text in texts():
        if name.split("/")[0] not in allowed:
            found = foreign.search(text)
            assert not found, f"{name}: {found and found.group()}"


@pytest.mark.parametrize("ending", [" \n", "\t\n", "\r\n"], ids=["blank", "tab", "return"])
def test_lines_end_with_nothing_but_a_newline(ending):
    for name, text in texts():
        if not name.startswith("LICENSES/"):
            assert ending not in text, name
