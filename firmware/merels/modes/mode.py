# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the app asks of a mode: of what the wood shows and means instead of a game.

While `app.mode` is one, images, buttons and lights are its own; the game stands still. A mode ends
itself with `app.end_mode`, and unloads its module: each is loaded for its time alone.

    class Waiting(Mode):
        name = "waiting"

        def press(self, new, back, app, now):
            app.end_mode(now)
"""

_SECOND = 1000


class Mode:
    """name: of the request that speaks to it; "" if none does. wait: ms until `step` may do
    something without a touch."""

    name = ""
    wait = 60 * _SECOND

    def look(self, sight, now):
        """The image is a new one, or is looked at for the first time."""

    def step(self, app, now):
        """Time has passed; called every step."""

    def press(self, new, back, app, now):
        """What the buttons answered, see presses.py; not both are NONE."""

    def show(self, meanings, board):
        """Fill meanings: 25 numbers of palette.py. board: of the game that waits."""

    def stop(self, app, now):
        """End at once, and leave all as it was before."""
        app.end_mode(now)

    def answer(self, app, line, now) -> str:
        """The reply to a request whose word is `name`, as text; "": services.py has it."""
        return ""
