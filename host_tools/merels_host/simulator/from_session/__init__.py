# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Session files played once more: what hands did becomes a hand script for the firmware.

`sessions/timeline` reads records and telemetry out of a file and puts them in order, `script`
makes a hand script of each game, `replay` plays it and compares. So a bug report is one file.

    for game in games_of(SessionFile(path)):
        print(game.text)
"""
