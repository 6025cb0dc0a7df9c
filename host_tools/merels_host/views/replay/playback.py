# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which moment of a game is shown, and how fast it goes on: the state behind the keys.

playback = Playback(film)
playback.to_next_mill()
playback.now.turn           # "a4-a7xd1"
"""

from merels_host.views.moments import Film, Moment

SPEEDS = (0.125, 0.25, 0.5, 1, 2, 4, 8, 16)  # turns a second


class Playback:
    """ply: of the moment that is shown. typed: digits of a ply that are not confirmed yet.
    playing: does it go on by itself?"""

    def __init__(self, film: Film, speed: float = 1):
        self.film = film
        self.ply = 0
        self.typed = ""
        self.playing = False
        self.speed = speed

    @property
    def now(self) -> Moment:
        """The moment that is shown."""
        return self.film.moments[self.ply]

    @property
    def last(self) -> int:
        """The ply of the last moment."""
        return len(self.film.moments) - 1

    @property
    def pause_s(self) -> float:
        """Seconds until the next turn, while it plays."""
        return 1 / self.speed

    def forward(self) -> None:
        """One turn on; at the end it stops playing."""
        self.go(self.ply + 1)
        if self.ply == self.last:
            self.playing = False

    def back(self) -> None:
        """One turn back."""
        self.go(self.ply - 1)

    def go(self, ply: int) -> None:
        """To a ply, or to the end that is nearer to it."""
        self.ply = min(max(ply, 0), self.last)
        self.typed = ""

    def to_next_mill(self) -> bool:
        """To the next turn that closed a mill; False, and stays, if there is none."""
        for moment in self.film.moments[self.ply + 1 :]:
            if moment.closed:
                self.go(moment.ply)
                return True
        return False

    def type(self, digit: str) -> None:
        """One more digit of the ply to go to."""
        self.typed = (self.typed + digit)[-len(str(self.last)) :]

    def confirm(self) -> None:
        """Go to the ply that was typed, if one was."""
        if self.typed:
            self.go(int(self.typed))

    def play_or_pause(self) -> None:
        """Go on by itself, from the beginning if this is the end; or stop doing so."""
        self.playing = not self.playing and self.last > 0
        if self.playing and self.ply == self.last:
            self.go(0)

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = next((speed for speed in SPEEDS[::-1] if speed < self.speed), self.speed)
