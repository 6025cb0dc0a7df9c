# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Puts what a board needs beside the package `merels` into the wheel, as data of `merels_host`.

`pico` must not become a package of the desktop, so it travels as `merels_host/device/pico`. An
editable install needs none of it: there `merels flash` reads `firmware/` itself.
"""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DEVICE_FILES = ("pico", "loader.py", "main.py", "config.py", "package.json")
BUILDS = "hardware/configs"  # what a simulated board is wired as


class DeviceFiles(BuildHookInterface):
    def initialize(self, version, build_data):
        """Add the device's files to `build_data`, unless this is an editable install."""
        if version == "standard":
            for name in DEVICE_FILES:
                build_data["force_include"][f"firmware/{name}"] = f"merels_host/device/{name}"
            build_data["force_include"][BUILDS] = "merels_host/device/configs"
