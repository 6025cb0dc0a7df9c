# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a self test of a board sees, and what it makes of it.

board.py talks to the firmware, procedure.py leads a person through the steps, recognise.py finds
out from what was seen which wire to look at, and report.py writes it down:

    board -> procedure -> observed -> recognise -> findings -> report
"""
