# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One version in one place; everything else that shows it agrees."""

import json
import re
from importlib.metadata import version

from merels import __version__
from merels_host.cli import main


def test_the_version_is_a_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_the_package_has_it():
    assert version("merels") == __version__


def test_the_manifest_for_the_board_has_it(root):
    assert json.loads((root / "firmware" / "package.json").read_text())["version"] == __version__


def test_the_changelog_names_it_first(root):
    released = re.findall(r"^## \[(.+?)\] - (\S+)$", (root / "CHANGELOG.md").read_text(), re.M)
    assert released[0][0] == __version__
    assert released[0][1] == "unreleased" or re.fullmatch(r"\d{4}-\d\d-\d\d", released[0][1])


def test_the_command_shows_it(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"merels {__version__}\n"
