# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Real processes on a bad day: power cuts, a recorder that is killed, a line that garbles, a full
disk. `make chaos N=200` runs it; what was played must be on disk in the end, move for move."""
