# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What can be wrong with a simulated build: the words for it, and which build can have it.

The same words in `merels simulate --fault`, on the control line and in hand scripts. A fault is
its word and where it is, ("weak", "d6"). `wires.damage` does it to the wires.

    fault = parse_fault("weak:d6")
    check_fault(fault, config)            # raises FaultError where this build cannot have it
"""

LONGEST_WHERE = 20
_MOST = 1000000  # of a number

_SWITCHES = ("matrix", "switches", "shift", "expander")
_CHAINS = ("ws2812", "apa102")


class FaultError(ValueError):
    """There is no such fault, or not on this build."""


class Word:
    """One kind of fault. form: what stands after the colon, "" for nothing; [FORM] may be left
    out. sensors, lights: the kinds that can have it, None for all."""

    def __init__(self, word, form, tells, sensors=None, lights=None):
        self.word = word
        self.form = form
        self.tells = tells
        self.sensors = sensors
        self.lights = lights

    def text(self):
        """As it is written: weak:POINT."""
        if self.form.startswith("["):
            return f"{self.word}[:{self.form[1:]}"
        return f"{self.word}:{self.form}" if self.form else self.word

    def possible(self, config):
        """Can a board with this config have it?"""
        if self.word == "silent":
            return bool(_addresses(config))
        if self.lights:
            return getattr(config, "LIGHTS", "ws2812") in self.lights
        return self.sensors is None or config.SENSORS in self.sensors


WORDS = (
    Word("bounce", "[POINT]", "the contact bounces for 6 ms at each change", _SWITCHES),
    Word("stuck", "POINT", "the switch is always closed, or the sensor says always the same"),
    Word("dead", "POINT", "the switch never closes, or the sensor is missing"),
    Word("dead-row", "GP", "the wire of the row has come off", ("matrix",)),
    Word("dead-column", "GP", "the wire of the column has come off", ("matrix",)),
    Word("stuck-row", "GP", "the wire of the row lies at ground", ("matrix",)),
    Word("stuck-column", "GP", "the wire of the column lies at ground", ("matrix",)),
    Word("no-diode", "[POINT]", "a wire is in the place of the diode", ("matrix",)),
    Word("dead-data", "", "the data wire of the 74HC165 has come off", ("shift",)),
    Word("stuck-data", "", "the data wire of the 74HC165 lies at ground", ("shift",)),
    Word("silent", "ADDRESS", "the chip on the I2C bus does not answer"),
    Word("weak", "POINT", "pieces on the point have a weak magnet", ("hall",)),
    Word("reversed", "POINT", "pieces on the point show the other pole", ("hall",)),
    Word("rail", "POINT", "the output of the sensor lies at 3.3 V", ("hall",)),
    Word("crosstalk", "", "magnets are felt on other points 8 times as much", ("hall",)),
    Word("stuck-select", "GP", "the address wire of the multiplexers is always low", ("hall",)),
    Word("drift", "CODES", "all sensors drift by so many codes a second", ("hall",)),
    Word("noise", "CODES", "the ADC has so many codes of noise to either side", ("hall",)),
    Word("dark-after", "LED", "LEDs after this one of the chain get no data", None, _CHAINS),
    Word("brown-out", "[MS]", "the supply dips, once or each so many ms: all is reset"),
)
BROWN_OUT = "brown-out"
_NUMBERS = ("CODES", "[MS]")


def parse_fault(text):
    """(word, where) of `weak:d6`; where is "" if nothing is said. Raises FaultError."""
    word, colon, where = text.partition(":")
    known = _word(word)
    if known is None:
        texts = ", ".join([one.text() for one in WORDS])
        raise FaultError(f"there is no fault `{word[:LONGEST_WHERE]}`; there are {texts}")
    if len(where) > LONGEST_WHERE or (colon and not where):
        raise FaultError(f"expected `{known.text()}`, not `{text[: 2 * LONGEST_WHERE]}`")
    if bool(where) != bool(known.form) and not known.form.startswith("["):
        raise FaultError(f"expected `{known.text()}`, not `{text}`")
    return word, where


def fault_text(fault):
    """As it is written: weak:d6."""
    word, where = fault
    return f"{word}:{where}" if where else word


def check_fault(fault, config):
    """Raise FaultError unless a board with this config can have the fault."""
    word, where = fault
    known = _word(word)
    if not known.possible(config):
        texts = ", ".join([one.text() for one in WORDS if one.possible(config)])
        lights = getattr(config, "LIGHTS", "ws2812")
        raise FaultError(
            f"a build of {config.SENSORS} with {lights} cannot have the fault `{word}`; "
            f"it can have {texts}"
        )
    if where:
        if known.form in _NUMBERS:
            right, texts = _is_number(where), f"a whole number up to {_MOST}"
        else:
            possible = _places(known, config)
            right, texts = where in possible, ", ".join(possible)
        if not right:
            raise FaultError(f"`{word}` is nowhere at `{where}`; it can be at {texts}")


def _is_number(text):
    """Is it a whole number from 1 on, within bounds?"""
    if not 0 < len(text) <= 7:
        return False
    for character in text:
        if not "0" <= character <= "9":
            return False
    return 0 < int(text) <= _MOST


def _word(word):
    for known in WORDS:
        if known.word == word:
            return known
    return None


def _places(known, config):
    """Where a fault of this kind can be."""
    if known.form in ("POINT", "[POINT]"):
        return [name for name in config.POINTS.split() if name != "-"]
    if known.word == "silent":
        return _addresses(config)
    if known.form == "GP":
        wires = {"row": "ROWS", "column": "COLUMNS", "select": "MUX_SELECT"}
        kind = known.word.partition("-")[2]
        return [f"GP{gpio}" for gpio in getattr(config, wires[kind])]
    return sorted(leds_of(config), key=lambda text: (len(text), text))


def leds_of(config):
    """What an LED of the chain is called -> its number from 1; "0": not even the first is fed."""
    found = {"0": 0}
    for number, point in enumerate(config.LEDS.split(), 1):
        found[str(number)] = number
        if point != "-":
            found[point] = number
    return found


def _addresses(config):
    found = list(getattr(config, "EXPANDERS", ())) if config.SENSORS == "expander" else []
    if getattr(config, "LIGHTS", "") == "ht16k33":
        found.append(config.LED_ADDRESS)
    return [f"0x{address:02x}" for address in found]
