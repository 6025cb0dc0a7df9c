# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""firmware/package.json, from which MicroPython's `mip` installs: every file but the builder's."""

import json
import os

from merels import __file__ as _package
from merels import __version__

FIRMWARE = _package.replace("\\", "/").rpartition("/merels/")[0]


def _manifest():
    with open(FIRMWARE + "/package.json") as file:
        return json.load(file)


def _files():
    """Every source in firmware/ that goes onto the board, but config.py."""
    found = ["main.py"]
    for folder in ("merels", "pico"):
        for name in os.listdir(FIRMWARE + "/" + folder):
            if name.endswith(".py"):
                found.append(folder + "/" + name)
    return sorted(found)


def test_lists_every_file_but_config():
    expected = [[name, name] for name in _files()]
    listed = _manifest()["urls"]
    missing = [name for name, _ in expected if [name, name] not in listed]
    extra = [urls for urls in listed if urls not in expected]
    assert not missing and not extra, "package.json: add %s, remove %s" % (missing, extra)
    assert listed == expected, "package.json: put the files in order"


def test_version_is_that_of_the_firmware():
    assert _manifest()["version"] == __version__


def test_needs_nothing_that_a_pico_has_not():
    assert _manifest()["deps"] == []
