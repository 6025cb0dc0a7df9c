# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""firmware/package.json, by which MicroPython's own installer (mip) can fetch the firmware.

After a file came or went, write it anew with `python tests/project/test_manifest.py`.
"""

import json
from pathlib import Path

from merels import __version__
from merels_host.setup.firmware_files import BESIDE, CHOICE, CONFIG, sources

MANIFEST = Path(__file__).parents[2] / "firmware" / "package.json"


def manifest():
    """The text that package.json must have: every file but config.py, which is the builder's."""
    names = sorted({CHOICE, *sources()} - {CONFIG})
    lines = ",\n".join(f"    {json.dumps([name, name])}" for name in names)
    return f'{{\n  "version": "{__version__}",\n  "deps": [],\n  "urls": [\n{lines}\n  ]\n}}\n'


def test_the_manifest_lists_every_file_but_the_configuration():
    text = MANIFEST.read_text()
    assert text == manifest(), "run python tests/project/test_manifest.py"
    listed = dict(json.loads(text)["urls"])
    assert CONFIG not in listed
    assert set(listed) == set(listed.values()) == {CHOICE, *sources()} - {CONFIG}
    assert (MANIFEST.parent / CHOICE).read_bytes() == f"{BESIDE}\n".encode()


if __name__ == "__main__":
    MANIFEST.write_text(manifest())
