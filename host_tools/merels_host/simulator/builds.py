# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The builds that a simulated board can be, each with the config.py that the project ships for it.

Used on both sides: by `merels simulate`, and by the child that runs the firmware.

    config = shipped("hall")
    config.SENSORS                        # "hall"
    Config(constants(config)).MUX_ADC     # (26, 27): what went through JSON is the same again
"""

KINDS = ("matrix", "switches", "shift", "expander", "hall")
REFERENCE = "matrix"  # the build of firmware/config.py


class Config:
    """The constants of a config.py, as attributes. Lists become tuples."""

    SENSORS = REFERENCE

    def __init__(self, constants):
        for name in constants:
            if name.upper() == name and name[0] != "_":
                value = constants[name]
                setattr(self, name, tuple(value) if isinstance(value, list) else value)


def shipped(kind):
    """The config of the project for one of KINDS."""
    with open(_path(kind)) as file:
        found = {}
        exec(file.read(), found)
    return Config(found)


def constants(config):
    """Name -> value, to be sent as JSON."""
    return {name: getattr(config, name) for name in dir(config) if name.upper() == name}


def points_of(config):
    """How many points that board has: 24 or 25."""
    return 25 if "d4" in config.POINTS.split() else 24


def colour_of(config):
    """Whether that board tells white from black."""
    return config.SENSORS == "hall"


def _path(kind):
    # beside this package where it was installed from a wheel, else in the checkout
    package = __file__.replace("\\", "/").rpartition("/")[0] + "/.."  # may be relative
    checkout = package + "/../.."
    name = "config.py" if kind == REFERENCE else f"configs/{kind}.py"
    for path in (
        f"{package}/device/{name}",
        f"{checkout}/firmware/{name}",
        f"{checkout}/hardware/{name}",
    ):
        try:
            with open(path):
                return path
        except OSError:
            pass
    raise OSError(2, name)  # ENOENT
