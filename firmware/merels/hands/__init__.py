# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players did: images of the wood explained as turns, take-backs and mistakes."""
