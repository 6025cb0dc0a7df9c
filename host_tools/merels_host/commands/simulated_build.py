# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which build `merels simulate` runs, from its options and the hand script that it plays.

config = wired_as("hall", None, script)      # None when nobody asks for a build
agree(config, "colour", None)                # raises UsageProblem when they contradict it
as_json(config, ["weak:d6"])                 # for the process that runs the board
"""

import json
from pathlib import Path

from merels_host.commands.parameters import shown
from merels_host.errors import UsageProblem
from merels_host.setup.config_file import check_config, read_config
from merels_host.setup.config_place import InFile
from merels_host.simulator.builds import (
    KINDS,
    Config,
    colour_of,
    constants,
    points_of,
    shipped,
)
from merels_host.simulator.faults import FaultError, check_fault, parse_fault
from merels_host.simulator.handscript import Script


def wired_as(build: str | None, file: Path | None, script: Script) -> Config | None:
    """The config of the build that is wanted, None without one.

    Raises UsageProblem for a contradiction, ConfigProblem or DiskProblem for the file.
    """
    if build is not None and build not in KINDS:
        raise UsageProblem(f"--build is {', '.join(KINDS)}, not {build}.")
    if build and script.build and build != script.build:
        raise UsageProblem(f"the hand script says {script.build}; leave --build {build} out.")
    kind = build or script.build
    if not file:
        return shipped(kind) if kind else None
    text = InFile(file).read()
    if text is None:
        raise UsageProblem(f"there is no file {shown(file)}; give the path of a config.py.")
    check_config(text)
    config = Config(vars(read_config(text)))
    has = getattr(config, "SENSORS", "matrix")
    if kind and has != kind:
        raise UsageProblem(f"{shown(file)} says {has}; leave --build {kind} out.")
    return config


def agree(config: Config, sensors: str | None, points: int | None) -> None:
    """Raise UsageProblem when somebody wants other sensors, or points, than the build has."""
    kind = config.SENSORS
    seen = "colour" if colour_of(config) else "presence"
    if sensors not in (None, seen):
        raise UsageProblem(f"a build of {kind} sees {seen}; leave --sensors {sensors} out.")
    if points not in (None, points_of(config)):
        raise UsageProblem(
            f"this build of {kind} has {points_of(config)} points; leave --points {points} out."
        )


def as_json(config: Config, texts: list[str]) -> str:
    """The build with these faults. Raises UsageProblem for one that it cannot have."""
    faults = []
    for text in texts:
        try:
            fault = parse_fault(text)
            check_fault(fault, config)
        except FaultError as error:
            raise UsageProblem(f"--fault {text}: {error}.") from error
        faults.append(fault)
    return json.dumps({"constants": constants(config), "faults": faults})
