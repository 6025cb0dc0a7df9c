# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The rules of the whole family: positions, turns, ends, and all of it as text."""
