# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game as a row of moments: the position after each turn, and what the turn did.

Between a score and whatever shows a game: pictures, animations, the replay in the terminal.

    film = Film.of(score)
    film.moments[12].turn           # "d6-f6xb4"; moments[0] is the beginning
"""

from dataclasses import dataclass, replace

from merels.board import Board, count
from merels.errors import RulesError
from merels.rules.game import Game
from merels.rules.position import HAND, OFF, SIDES
from merels.rules.refusal import split

from merels_host.errors import ExchangeProblem, UsageProblem
from merels_host.exchange.score import OPEN, RESULTS, Score


@dataclass(frozen=True)
class Moment:
    """The position after `ply` turns, as masks of wood bits.

    turn: the text of the last turn, "" at the beginning. side: who played it, -1 for nobody.
    captured: how many pieces each side has taken. source, target: points of the last move, -1
    for none. removed: points of its removals. mills: lines that stand full of one colour. closed:
    those of them that the last turn closed. due: removals that the side to move has to make.
    end: how the game ended, in words, "" if it goes on. took_ms: time spent on the turn, None
    where it is unknown.
    """

    ply: int
    white: int
    black: int
    marked: int
    banned: int
    hand: tuple[int, int]
    captured: tuple[int, int]
    to_move: int
    due: int = 0
    turn: str = ""
    side: int = -1
    source: int = -1
    target: int = -1
    removed: int = 0
    mills: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    end: str = ""
    took_ms: int | None = None
    comment: str = ""


@dataclass(frozen=True)
class Film:
    """board: the geometry. moments: one more than turns. doubt: why it ends early, or ""."""

    board: Board
    moments: list[Moment]
    doubt: str = ""

    @classmethod
    def of(cls, score: Score) -> "Film":
        """All moments of a score, up to a turn that the rules refuse.

        Raises ExchangeProblem if the game itself is none.
        """
        try:
            game = score.opened()
        except (RulesError, TypeError) as error:
            raise ExchangeProblem(
                f"the game cannot be shown, for these rules do not know it: {error}"
            ) from error
        moments = [moment_of(game)]
        doubt = ""
        for ply, turn in enumerate(score.turns, 1):
            try:
                if turn.position:
                    game = Game.from_position(
                        turn.position, variant=score.variant, **score.changed
                    )
                side = game.turn
                parts = [game.parse(part) for part in split(turn.text)]
                game.play(turn.text)
            except RulesError as error:
                doubt = f"turn {ply} is not one by the rules: {error}"
                break
            said = f"{turn.after} {turn.closing}".strip(" ")
            moments.append(_after(game, ply, turn.text, side, parts, turn.took_ms, said))
        if not doubt:
            moments[-1] = _ended(moments[-1], game, score)
        return cls(game.board, moments, doubt)

    def at(self, ply: int | None) -> Moment:
        """The moment after `ply` turns, by default the last. Raises UsageProblem."""
        last = len(self.moments) - 1
        if ply is not None and ply > last:
            why = f"; {self.doubt}" if self.doubt else "."
            raise UsageProblem(f"the game has {last} turns that can be shown, not {ply}{why}")
        return self.moments[last if ply is None else ply]


def moment_of(game: Game) -> Moment:
    """The position of a game, without what led to it."""
    return Moment(0, **_standing(game), mills=_mills(game), end=_end(game))


def _after(
    game: Game, ply: int, text: str, side: int, parts: list[int], took: int | None, comment: str
) -> Moment:
    source = target = -1
    removed = 0
    for action in parts:
        src, dst = action >> 5, action & 31
        if dst == OFF:
            removed |= 1 << src
        else:
            source, target = (-1 if src == HAND else src), dst
    mills = _mills(game)
    closed = tuple(line for line in mills if target >= 0 and line >> target & 1)
    return Moment(
        ply, **_standing(game), turn=text, side=side, source=source, target=target,
        removed=removed, mills=mills, closed=closed, end=_end(game), took_ms=took, comment=comment,
    )  # fmt: skip


def _standing(game: Game) -> dict:
    lost = [max(game.rules.pieces - game.hand[side] - count(game.men[side]), 0) for side in (0, 1)]
    return {
        "white": game.white,
        "black": game.black,
        "marked": game.marked,
        "banned": game.banned,
        "hand": (game.hand[0], game.hand[1]),
        "captured": (lost[1], lost[0]),
        "to_move": game.turn,
        "due": game.due,
    }


def _mills(game: Game) -> tuple[int, ...]:
    """Lines full of one colour, without pieces that only wait to be swept away."""
    men = [game.men[side] & ~game.marked for side in (0, 1)]
    return tuple(
        line for line in game.board.lines if line & men[0] == line or line & men[1] == line
    )


def _end(game: Game) -> str:
    return end_words(game.winner, game.reason) if game.over else ""


def _ended(moment: Moment, game: Game, score: Score) -> Moment:
    """The last moment, with an end that no rule knows, as when somebody resigned."""
    if game.over or score.result == OPEN:
        return moment
    return replace(moment, end=end_words(RESULTS.get(score.result), score.reason))


def end_words(winner: int | None, reason: str | None) -> str:
    """How a game ended: "white wins (blocked)"."""
    words = "a draw" if winner is None else f"{SIDES[winner]} wins"
    return f"{words} ({reason})" if reason else words
