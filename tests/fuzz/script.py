# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A failure of the fuzz as a hand script, as small as it can be made.

    text = shrink(failure)      # failure: of match.py

What is tried: earlier turns need no hands (`after`), pieces that go and come back are left out,
long pauses become shorter, times become round. The last turns are played as they were meant, so
that the script still means what the game meant.
"""

from merels.board import WOOD
from merels.rules.game import Game
from merels_host.simulator.handscript import SIDES, parse
from merels_host.simulator.play import play
from merels_host.simulator.wood import WoodError

from fuzz.turn import meaning

_REST_MS = 2500
_TRIES = 400


def shrink(failure):
    """The text of a hand script that fails as the game did; None if the failure does not repeat
    when its turns are played by a script."""
    return _Shrinker(failure).run()


def text(header, after, deeds, moves, comment=""):
    """A hand script: deeds are (ms, text)."""
    lines = [comment] if comment else []
    lines += header.strip().split("\n")
    if after:
        lines.append("after " + " ".join(after))
    lines += ["at %d %s" % (when, deed) for when, deed in deeds]
    lines.append("at %d end" % ((deeds[-1][0] if deeds else 0) + _end(header)))
    lines.append("expect moves " + (" ".join(moves) or "none"))
    return "\n".join(lines) + "\n"


def whole(failure):
    """The hand script of all that was played by hands."""
    plies = failure["plies"]
    deeds = [deed for ply in plies for deed in ply["deeds"]]
    return text(failure["header"], plies[0]["moves"], deeds, failure["moves"])


def _end(header):
    return _REST_MS * _settle(header) // 200


def _settle(header):
    for word in header.split():
        if word.startswith("settle="):
            return int(word[7:])
    return 200


class _Shrinker:
    def __init__(self, failure):
        self.what = failure["what"]
        self.header = failure["header"]
        self.moves = failure["moves"]
        self.plies = failure["plies"]
        variant = self.header.split()[1]
        game = Game(variant)
        for move in self.moves:
            game.play(move)
        self.wood = (game.white, game.black)
        self.tries = _TRIES
        self.settle = _settle(self.header)

    def run(self):
        # what a person did to repair the board is no part of what failed
        deeds = None
        for number in range(len(self.plies) - 1, max(-1, len(self.plies) - 6), -1):
            after = self.plies[number]["moves"]
            deeds = _from_zero([deed for ply in self.plies[number:] for deed in ply["deeds"]])
            if self.fails(after, deeds):
                break
        else:
            return None
        deeds = self._drop(after, deeds)
        deeds = self._shorten(after, deeds)
        deeds = self._round(after, deeds)
        return text(self.header, after, deeds, self.moves, self._comment(after, deeds))

    def _comment(self, after, deeds):
        found = play(parse(text(self.header, after, deeds, self.moves), "fuzz"))
        known = 0
        while self.moves[known : known + 1] == found["moves"][known : known + 1] != []:
            known += 1
        lights = " ".join(" ".join(item) for item in sorted(found["lights"].items()))
        return "# %s: meant %s, the board has %s and lights %s" % (
            self.what,
            " ".join(self.moves[known:]) or "no more",
            " ".join(found["moves"][known:]) or "no more",
            lights,
        )

    def fails(self, after, deeds):
        """Does the board disagree, with the wood as it was meant to be and without a question?"""
        self.tries -= 1
        try:
            found = play(parse(text(self.header, after, deeds, self.moves), "fuzz"))
        except (ValueError, WoodError):
            return False
        if meaning(found["moves"]) == meaning(self.moves) or "hint" in found["lights"].values():
            return False
        return _standing(self.header, after, deeds) == self.wood

    def _drop(self, after, deeds):
        """Leave out what changes nothing in the end: a bounce, a piece off and on in a moment."""
        at = 0
        while at < len(deeds) and self.tries > 0:
            fewer = deeds[:at] + deeds[at + 1 :]
            if not deeds[at][1].startswith("noise"):
                again = _next_there(deeds, at)
                fewer = fewer[: again - 1] + fewer[again:] if again else []
                if again and deeds[again][0] - deeds[at][0] >= self.settle:
                    fewer = []  # to leave that out would tell another story
            if fewer and self.fails(after, fewer):
                deeds = fewer
                at = 0
            else:
                at += 1
        return deeds

    def _shorten(self, after, deeds):
        """Longer pauses become the pause that says that hands rest."""
        most = _end(self.header)
        for number in range(1, len(deeds)):
            extra = deeds[number][0] - deeds[number - 1][0] - most
            if extra > 0:
                later = [(when - extra, deed) for when, deed in deeds[number:]]
                if self.fails(after, deeds[:number] + later):
                    deeds = deeds[:number] + later
        return _from_zero(deeds)

    def _round(self, after, deeds):
        for step in (100, 50, 10):
            rounded = [(-(-when // step) * step, deed) for when, deed in deeds]
            if self.fails(after, rounded):
                return rounded
        return deeds


def _next_there(deeds, at):
    """The index of the next deed on the same point, which takes this one back; 0 if none does."""
    words = deeds[at][1].split()
    for number in range(at + 1, len(deeds)):
        others = deeds[number][1].split()
        if others[1:2] == words[1:2] and others[0] in ("lift", "drop", "power"):
            return number if others[0] != words[0] or words[0] == "power" else 0
    return 0


def _from_zero(deeds):
    return [(when - deeds[0][0], deed) for when, deed in deeds]


def _standing(header, after, deeds):
    """The wood after the deeds: masks of white and black."""
    game = Game(header.split()[1])
    for move in after:
        game.play(move)
    sides = [game.white, game.black]
    for _, deed in deeds:
        words = deed.split()
        if words[0] == "drop":
            sides[SIDES.index(words[2])] |= 1 << WOOD.index(words[1])
        elif words[0] == "lift":
            point = 1 << WOOD.index(words[1])
            sides = [sides[0] & ~point, sides[1] & ~point]
    return tuple(sides)
