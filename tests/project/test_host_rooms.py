# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The rooms of the host tools, and who may import whom; imports inside functions count too."""

import ast
import re

# What each room may import, besides itself and the files at the top: the table of
# docs/architecture.md.
WALLS = {
    "board": set(),
    "sessions": set(),
    "exchange": {"sessions"},
    "setup": {"board"},
    "selftest": {"board"},
    "simulator": {"sessions", "setup"},
    "rulebook": {"simulator"},
    "recorder": {"board", "exchange", "sessions", "simulator"},
    "views": {"board", "exchange", "recorder", "sessions"},
    "archive": {"exchange", "rulebook", "sessions", "views"},
    "statistics": {"archive", "sessions"},
    "commands": {
        "archive", "board", "exchange", "recorder", "rulebook", "selftest", "sessions", "setup",
        "simulator", "statistics", "views",
    },
}  # fmt: skip

# The files at the top, and what they may import. `cli` finds the verbs by name when it runs.
TOP = {
    "__init__": set(),
    "__main__": {"cli"},
    "text": set(),
    "errors": {"text"},
    "files": {"errors"},
    "complaint_words": set(),
    "terminal": set(),
    "cli": {"errors", "terminal"},
}


def modules(root):
    """Dotted name -> file, of all modules of the host tools."""
    folder = root / "host_tools"
    found = {}
    for path in sorted((folder / "merels_host").rglob("*.py")):
        dotted = ".".join(path.relative_to(folder).with_suffix("").parts)
        found[dotted.removesuffix(".__init__")] = path
    assert found
    return found


def imports(path, known):
    """The modules of `known` that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                if inside in known or node.module in known:
                    yield inside if inside in known else node.module


def room_of(dotted):
    """The room of a module, or the name of a file at the top."""
    return [*dotted.split("."), "__init__"][1]


def test_every_file_lies_in_a_room(root):
    folder = root / "host_tools" / "merels_host"
    assert {path.stem for path in folder.glob("*.py")} == set(TOP)
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(WALLS)


def test_the_walls_between_the_rooms(root):
    known = modules(root)
    used = set()
    for module, path in known.items():
        room = room_of(module)
        for name in imports(path, known):
            other = room_of(name)
            allowed = TOP.get(room) or {room, *WALLS.get(room, ()), *TOP} - {"cli"}
            assert other in allowed or name == "merels_host", f"{module} imports {name}"
            used.add((room, other))
    for room, others in WALLS.items():
        assert {other for one, other in used if one == room} >= others, f"{room} needs less"


def test_the_page_draws_the_same_walls(root):
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| room of the host | may import |\n")[2].partition("\n\n")[0]
    drawn = {}
    for line in table.splitlines()[1:]:
        (room, *_), others = (re.findall(r"`(\w+)/`", cell) for cell in line.split("|")[1:3])
        drawn[room] = set(WALLS) - {room} if line.split("|")[2].strip() == "all" else set(others)
    assert drawn == WALLS


def test_no_module_of_the_host_leads_back_to_itself(root):
    known = modules(root)
    graph = {module: set(imports(path, known)) - {module} for module, path in known.items()}
    done = set()

    def walk(module, way):
        assert module not in way, " -> ".join([*way, module])
        if module not in done:
            for name in sorted(graph[module]):
                walk(name, [*way, module])
            done.add(module)

    for module in graph:
        walk(module, [])


def test_no_two_classes_of_the_host_have_one_name(root):
    seen = {}
    for module, path in modules(root).items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                assert node.name not in seen, f"{node.name}: {seen[node.name]} and {module}"
                seen[node.name] = module
