# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The measurements: a module for each concern, whose functions give figures by the names of goals.

measuring.py has them all, with their amounts.
"""
