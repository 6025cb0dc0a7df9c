# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The firmware as `merels flash --out` writes it, in the layouts and with the config of any build.

files = beside()                                # as copied by hand: main.py and all beside it
files["config.py"] = build("hall")
constants(files["config.py"])["MUX_ADC"]        # (26, 27)
"""

import ast
import functools
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


@functools.cache
def _written() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory(prefix="merels-emulated-") as folder:
        words = [sys.executable, "-m", "merels_host", "flash", "--out", folder]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file()
        }


def beside() -> dict[str, bytes]:
    """The files by their paths on the board."""
    return dict(_written())


def build(name: str) -> bytes:
    """The config.py of a build in hardware/configs, as "hall" or "lights/apa102"."""
    return (ROOT / "hardware" / "configs" / f"{name}.py").read_bytes()


def constants(config: bytes) -> dict:
    """The constants of a config.py."""
    return {
        target.id: ast.literal_eval(node.value)
        for node in ast.parse(config).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
