# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wheel and the source archive: built, compared, installed elsewhere and used from there.

The clean environment borrows the requirements from the one that runs the tests, so that nothing is
downloaded; merels itself it can only have from the wheel.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from merels import __version__
from merels_host.simulator.builds import KINDS

SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*words, **options):
    done = subprocess.run(
        [str(word) for word in words],
        capture_output=True, text=True, timeout=300, check=False, **options,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(root, tmp_path_factory):
    """A folder with the source archive, the wheel made from it, and in tree/ one made directly."""
    folder = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", root, "--outdir")
    run(*build, folder)
    run(*build, folder / "tree", "--wheel")
    return folder


@pytest.fixture(scope="module")
def wheel(built):
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """A virtual environment outside the project that has the wheel; returns its scripts folder."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(folder, with_pip=False)
    paths = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    run(
        sys.executable, "-m", "pip", "--python", folder / SCRIPTS / "python", "install",
        "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", wheel,
    )  # fmt: skip
    borrowed = sysconfig.get_paths()["purelib"]
    (Path(paths["purelib"]) / "borrowed.pth").write_text(borrowed + "\n")
    return folder / SCRIPTS


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A working directory that is not the project, and an environment that does not lead to it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    scripts = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", scripts + os.pathsep + os.environ["PATH"])
    return tmp_path


def test_the_wheel_has_two_packages_and_the_device_files(wheel, root):
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.split("/")[0] for name in names}
    assert tops == {"merels", "merels_host", f"merels-{__version__}.dist-info"}
    firmware = root / "firmware"
    for path in firmware.rglob("*.py"):
        name = path.relative_to(firmware).as_posix()
        home = name if name.startswith("merels/") else f"merels_host/device/{name}"
        assert home in names
        assert sum(other.endswith("/" + path.name) and other == home for other in names) == 1
    assert "merels_host/device/package.json" in names
    assert not [name for name in names if name.endswith((".pyc", ".mpy"))]


def test_the_source_archive_makes_the_same_wheel(built, wheel):
    direct = next((built / "tree").glob("*.whl"))
    assert content(wheel) == content(direct)


def content(wheel):
    archive = zipfile.ZipFile(wheel)
    return {name: archive.read(name) for name in archive.namelist()}


def test_the_source_archive_has_what_the_tests_need(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = archive.getnames()
    inside = {name.partition("/")[2] for name in names}
    assert {"Makefile", "LICENSE", "firmware/main.py", "tests/conftest.py", ".ci/run"} <= inside
    assert not [name for name in inside if name.startswith(".venv")]


def test_the_command_runs_from_the_wheel(clean, elsewhere):
    assert run(clean / "merels", "--version") == f"merels {__version__}\n"
    where = run(clean / "python", "-c", "import merels, merels_host as h; print(h.__file__)")
    assert Path(where.strip()).is_relative_to(clean.parent)


def test_the_udev_rules_are_in_the_wheel(clean, elsewhere):
    assert '"2e8a", TAG+="uaccess"' in run(clean / "merels", "ports", "--udev")


def test_flash_finds_the_firmware_in_the_wheel(clean, elsewhere):
    run(clean / "merels", "flash", "--out", elsewhere / "flash")
    names = {path.name for path in (elsewhere / "flash").iterdir()}
    assert names == {
        "boot_from", "config.py", "journal", "loader.mpy", "main.py", "versions"
    }  # fmt: skip
    assert (elsewhere / "flash" / "versions" / "a.pack").is_file()


def test_the_simulated_board_starts_from_the_wheel(clean, elsewhere):
    command = [str(clean / "merels"), "simulate", "--storage", str(elsewhere / "board")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as simulator:
        try:
            assert simulator.stdout is not None
            first = json.loads(simulator.stdout.readline())
        finally:
            simulator.terminate()
    assert {"serial", "pty", "control", "interpreter"} <= set(first)
    assert first["serial"].startswith("socket://127.0.0.1:")


def test_every_build_is_simulated_from_the_wheel(clean, elsewhere):
    for kind in KINDS:
        script = elsewhere / f"{kind}.hands"
        script.write_text(f"build {kind}\nat 0 drop d6 white\nexpect moves d6\n")
        assert "1 as expected" in run(clean / "merels", "hands", script)
