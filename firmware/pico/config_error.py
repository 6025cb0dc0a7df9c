# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is raised when `config.py` cannot be used. Stays loaded when the checks are forgotten.

>>> check(config)
ConfigError: COLUMNS in config.py: GP6 is already used by ROWS; give each wire its own pin.
"""


class ConfigError(Exception):
    """config.py cannot be used; the message names the constant and says what to do."""

    def __init__(self, constant, problem):
        super().__init__("%s in config.py: %s" % (constant, problem))
        self.constant = constant
