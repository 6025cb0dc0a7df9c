# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A computer and a Pico made ready: firmware, config.py, MicroPython itself, and what is amiss."""
