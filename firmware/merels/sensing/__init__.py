# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""From scans to the image: what stands where, for how long, and what the buttons say."""
