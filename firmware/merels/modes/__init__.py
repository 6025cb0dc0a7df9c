# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the wood may show instead of a game: menu, set-up, learning, calibration, self-test."""
