# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The simulated board: wood, ports and the real firmware's `App` in one, with a power switch.

Both `play` (injected time) and `run` (real time) drive it: deeds of hands go in (`handscript`),
`step` runs the firmware once, `result` says what the firmware made of it all. Times are
milliseconds that never wrap; the firmware gets them modulo 2**30, as on the Pico.

    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-1")
    board.power_on()
    board.do(("drop", 5, 0), now)
    wait = board.step(now)
"""

from merels.app import App
from merels.board import WOOD
from merels.errors import BadOption, BadPosition
from merels.rules.game import Game

from merels_host.simulator.builds import points_of
from merels_host.simulator.faults import BROWN_OUT, FaultError, fault_text
from merels_host.simulator.ports import SimulatedPorts
from merels_host.simulator.wood import Wood

WRAP = 0x3FFFFFFF  # the firmware's clock, modulo 2**30 ms


class SimulatedBoard:
    """One board; `app` is the running firmware, or None while the power is off."""

    def __init__(self, storage, console, board_id, colour=False, points=25, config=None):
        """config: of a build, whose drivers then run on modelled wires; None: sensors that see
        the wood itself, with the `colour` and `points` given."""
        self.config = config
        if config:
            from merels_host.simulator.wired import WiredPorts  # many files, seldom needed

            self.wood = Wood(points_of(config))
            self.ports = WiredPorts(self.wood, storage, console, board_id, config)
        else:
            self.wood = Wood(points)
            self.ports = SimulatedPorts(self.wood, storage, console, board_id, colour)
        self.app = None
        self.dips = 0  # how often the supply has dipped
        self._dip_at = None  # when it next does
        self._dip_each = 0
        self.replies = []  # what the firmware answered to `host ...`, in order
        self._last = None  # what the firmware had made of it when the power went
        self._takebacks = 0
        self._asks = 0
        self._complaints = []

    def power_on(self):
        """Start the firmware; it finds its storage as it was left."""
        if self.app is None:
            self.ports.power_on()
            self.app = App(self.ports)

    def power_off(self):
        """Cut the power: the firmware has no chance to say good-bye."""
        if self.app is None:
            return
        self._last = self.result()
        self._takebacks = self._last["takebacks"]
        self._asks = self._last["asks"]
        self._complaints = self._last["complaints"]
        self.app = None
        self.ports.power_off()

    def step(self, now):
        """Run the firmware once at the time `now`; returns ms until it or the wood next changes.

        Without power the wait is 1000 ms. Never less than 1.
        """
        self.ports.at(now)
        if self._dip_at is not None and now >= self._dip_at:
            self._dip(now)
        wait = self._step_app(now & WRAP) if self.app else 1000
        return max(1, self.ports.pause(wait))

    def _step_app(self, now):
        try:
            return self.app.step(now)
        except SystemExit:  # a host asked for a restart
            self.power_off()
            self.power_on()
            return 1

    def do(self, deed, now):
        """Do one deed of a script. Raises WoodError where the wood does not allow it."""
        what = deed[0]
        if what == "drop":
            self.wood.drop(deed[1], deed[2])
        elif what == "lift":
            self.wood.lift(deed[1])
        elif what == "press":
            self.wood.press(deed[1], now, deed[2])
        elif what == "noise":
            self.wood.noise(deed[1], now, deed[2])
        elif what == "fault":
            self.fault(deed[1], now)
        elif what == "heal":
            self.heal(deed[1])
        elif what == "host":
            if self.app:  # nobody hears a host while the power is off
                self.replies.append(self.app.request(deed[1], now & WRAP))
        elif deed[1]:
            self.power_on()
        else:
            self.power_off()

    def inject(self, script, now):
        """Give the build the faults that the script begins with, and check the later ones.

        Raises the script's own error for a fault, or a statement, that this build cannot have.
        """
        later = [(line, deed[1]) for _, line, deed in script.deeds if deed[0] in ("fault", "heal")]
        for line, fault in script.faults + later:
            try:
                self.ports.check(fault)
            except FaultError as error:
                raise script.error(line, str(error)) from None
        for _, fault in script.faults:
            self.fault(fault, now)

    def fault(self, fault, now):
        """Let the build have a fault from now on. Raises FaultError where it cannot."""
        self.ports.check(fault)
        if fault[0] == BROWN_OUT:
            self._dip_each = int(fault[1] or 0)
            self._dip(now)
        else:
            self.ports.fault(fault)

    def heal(self, fault):
        """Let a fault be gone. Raises FaultError where there is none."""
        self.ports.check(fault)
        if fault[0] == BROWN_OUT and self._dip_at is not None:
            self._dip_at = None
        elif fault in self.ports.faults:
            self.ports.heal(fault)
        else:
            raise FaultError(f"there is no fault `{fault_text(fault)}` to heal")

    def _dip(self, now):
        """The supply fails for a moment: everything begins anew."""
        self._dip_at = now + self._dip_each if self._dip_each else None
        if self.app:
            self.dips += 1
            self.power_off()
            self.power_on()

    def start(self, script, now):
        """Set the board up as a script says: settings, game, and the pieces on the wood.

        Raises the script's own error, with the line, for what the firmware refuses.
        """
        names = self.app.settings.names()
        options = {}
        for line, name, value in script.sets:
            if name in names:
                try:
                    self.app.change_setting(name, value)
                except ValueError as error:
                    raise script.error(line, _sentence(error)) from None
            else:
                options[name.replace("-", "_")] = value
        game = _game(script, options)
        for line, move in script.after:
            try:
                game.play(move)
            except ValueError as error:
                raise script.error(line, _sentence(error)) from None
        gone = (game.white | game.black) & ~self.wood.points
        if gone or game.board.points & ~self.wood.points:
            raise script.error(0, "this game is played on d4 too, which `points 24` leaves out")
        self.wood.stand(game.white, game.black)
        self.app.match.start(game, now & WRAP)

    def result(self):
        """What the firmware makes of the wood: a dict with the keys of `merels hands --json`.

        Without power: as it was when the power went.
        """
        app = self.app
        if app is None:
            return self._last or {}
        game = app.game
        if app.match.finished and not game.actions:
            game = app.match.finished
        outcome = game.outcome()
        over = None
        if outcome:
            winner = None if outcome.winner is None else ("white", "black")[outcome.winner]
            over = {"winner": winner, "reason": outcome.reason}
        return {
            "moves": list(game.turns()),
            "position": game.position(),
            "over": over,
            "sync": bool(app.hands.sync),
            "takebacks": self._takebacks + app.match.takebacks,
            "asks": self._asks + app.hands.asks,
            "complaints": self._complaints + list(app.match.complaints),
            "lights": dict(app.lights.shown()),
        }

    def standing(self):
        """The wood itself: point name -> "white" or "black"."""
        found = {}
        for bit in range(25):
            if self.wood.white >> bit & 1:
                found[WOOD[bit]] = "white"
            elif self.wood.black >> bit & 1:
                found[WOOD[bit]] = "black"
        return found


def _game(script, options):
    variant = script.variant or "nine-mens-morris"
    try:
        if script.position:
            return Game.from_position(script.position[1], variant, **options)
        return Game(variant, **options)
    except ValueError as error:
        raise script.error(_line_of(script, options, error), _sentence(error)) from None


def _line_of(script, options, error):
    """The line that the rules refuse: the option they name, the position, or the variant."""
    if isinstance(error, BadOption):
        lines = [item for item in script.sets if item[1].replace("-", "_") in options]
        for line, name, value in lines:
            if f"{name}={value}" in str(error):
                return line
        return lines[0][0] if lines else script.variant_line
    return script.position[0] if isinstance(error, BadPosition) else script.variant_line


def _sentence(error):
    return str(error).rstrip(".")
