# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pack: one version of the firmware in one file, as `firmware/loader.py` reads it.

Between `firmware_files`, which compiles the modules, and `flasher`, which carries the pack to a
board. docs/data-formats.md has the format: a line that says what it is and how to tell whether it
is whole, the folders, an index, and the modules in the order in which a start imports them.

    data = make_pack("0.1.0", {"merels/__init__.mpy": b"...", "pico/start.mpy": b"..."})
    read_head(data)                        # Head(version="0.1.0", size=142205, digest="5f1c...")
"""

import ast
import hashlib
from dataclasses import dataclass
from pathlib import Path

MAGIC = "merels-pack-1"


@dataclass(frozen=True)
class Head:
    """The first line of a pack. size: bytes of the whole file. digest: SHA-256, in hex, of all
    after this line. length: bytes of the line itself."""

    version: str
    size: int
    digest: str
    length: int


def make_pack(version: str, modules: dict[str, bytes]) -> bytes:
    """The pack with these modules, by name (`merels/app.mpy`), in this order."""
    folders = sorted({f"/{parent}" for name in modules for parent in _parents(name)})
    first = " ".join(folders).encode() + b"\n"
    index_size = len(_index(modules, 0))
    start = len(_head(version, 0, index_size, bytes(32))) + len(first) + index_size
    size = start + sum(map(len, modules.values()))
    rest = first + _index(modules, start) + b"".join(modules.values())
    return _head(version, size, index_size, hashlib.sha256(rest).digest()) + rest


def read_head(data: bytes) -> Head | None:
    """What the first line of a pack says; None when it is none."""
    line, end, _ = data.partition(b"\n")
    try:
        magic, version, size, _index_size, digest = line.decode().split()
        if end and magic == MAGIC and len(digest) == 64:
            return Head(version, int(size), digest, len(line) + 1)
    except ValueError:
        pass
    return None


def unpack(data: bytes) -> dict[str, bytes]:
    """The modules of a whole pack by name, as they went into `make_pack`."""
    head = data[: data.index(b"\n")].split()
    start = data.index(b"\n", data.index(b"\n") + 1) + 1
    lines = data[start : start + int(head[3])].decode().split()
    places = [int(place) for place in lines[1::2]]
    ends = [*places[1:], len(data)]
    return {
        name[1:]: data[place:end]
        for name, place, end in zip(lines[::2], places, ends, strict=True)
    }


def import_order(sources: dict[str, Path], *first: str) -> list[str]:
    """The names of all sources (`merels/app.py`), those that the modules `first` import before
    them, as a board that starts does it; the others, which are seldom needed, come last."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in sources or name in seen:
            return
        seen.add(name)
        for parent in _parents(name):
            visit(f"{parent}/__init__.py")
        order.append(name)
        for module in _imports(name, sources[name]):
            visit(f"{module}.py")

    seen: set[str] = set()
    for name in [*first, *sources]:
        visit(name)
    return order


def _imports(name: str, source: Path) -> list[str]:
    """The modules that one file imports when it is loaded, as paths without a suffix."""
    folder = name.split("/")[:-1]
    found = []
    for statement in ast.parse(source.read_bytes()).body:
        if isinstance(statement, ast.Import):
            found += [alias.name.replace(".", "/") for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            home = folder[: len(folder) - statement.level + 1] if statement.level else []
            base = [*home, *(statement.module or "").split(".")]
            base = "/".join(part for part in base if part)
            found += [base, *(f"{base}/{alias.name}" for alias in statement.names)]
    return found


def _parents(name: str) -> list[str]:
    """The folders that a file is in, the outermost first."""
    parts = name.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _index(modules: dict[str, bytes], start: int) -> bytes:
    lines = []
    for name, data in modules.items():
        lines.append(f"/{name} {start:06d}\n")
        start += len(data)
    return "".join(lines).encode()


def _head(version: str, size: int, index_size: int, digest: bytes) -> bytes:
    return f"{MAGIC} {version} {size:06d} {index_size} {digest.hex()}\n".encode()
