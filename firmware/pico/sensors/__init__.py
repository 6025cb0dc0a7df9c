# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The sensors: makes those that `config.py` has chosen, and loads no other kind.

First room of the stream: `read()` gives the raw image, which `merels.sensing` then steadies.
Each kind is the file of its name, with a `make(config)`:

    sensors = make_sensors(config)     # SENSORS = "matrix": pico.matrix.make(config)
    sensors.points                     # mask of the points that have a sensor
    sensors.colour                     # whether white and black are told apart, in .white, .black
    sensors.read()                     # mask of the points where a piece is seen
    sensors.analog                     # whether levels are more than open and closed
    sensors.levels(array("h", [0] * 25))     # scans; fills in 0 or 1, or what the ADC says
    sensors.problem()                  # "", or a sentence that names what is dead
"""


def make_sensors(config):
    """The sensors of a config.py that has passed its check."""
    kind = getattr(config, "SENSORS", "matrix")
    return __import__("pico.sensors." + kind, None, None, ("make",)).make(config)
