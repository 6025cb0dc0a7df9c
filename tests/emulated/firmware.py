# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The firmware as `merels flash --out` writes it, with the config.py of any build.

files = written()
files = written(build("hall"))
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
def _written(config: bytes | None, options: tuple[str, ...]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory(prefix="merels-emulated-") as folder:
        if config is not None:
            (Path(folder) / "config.py").write_bytes(config)
        words = [sys.executable, "-m", "merels_host", "flash", "--out", folder, *options]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file()
        }


def written(config: bytes | None = None, *options: str) -> dict[str, bytes]:
    """The files by their paths on the board; config: the builder's own, which was there before."""
    return dict(_written(config, options))


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
