# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks `config.py` before any pin is set up, so that a slip in it costs a sentence, not a Pico.

Asked by ports.py, and unloaded afterwards: a board that plays has a better use for its memory. It
imports no driver, so `merels flash` and `merels config check` ask it on a computer, too.

    >>> check(config)
    ConfigError: COLUMNS in config.py: GP6 is already used by ROWS; give each wire its own pin.
"""

from merels.board import WOOD

from pico.config_error import ConfigError


def check(config):
    """Raise ConfigError for the first mistake in `config` (a module or any object)."""
    check_names(config)
    pins = Pins()
    points = check_sensors(config, pins)
    for name in ("NEW_BUTTON", "BACK_BUTTON"):
        if getattr(config, name, 0) is not None:  # None: this board has no such button
            pins.take(config, name)
    if getattr(config, "BUZZER", None) is not None:
        pins.take(config, "BUZZER")
    leds = check_lights(config, pins)
    if leds is None:
        return
    for name in WOOD:
        if (name in points) != (name in leds):
            problem = "%s is in only one of POINTS and LEDS; list it in both or in neither."
            raise ConfigError("LEDS", problem % name)


# of all kinds: what is there for another kind does no harm
NAMES = (
    "SENSORS ROWS COLUMNS SETTLE_US SWITCHES SHIFT_LOAD SHIFT_CLOCK SHIFT_DATA I2C_SDA I2C_SCL "
    "EXPANDERS MUX_SELECT MUX_ADC MUX_ENABLE HALL_POWER POINTS NEW_BUTTON BACK_BUTTON BUZZER "
    "LIGHTS LED_DATA LED_CLOCK LED_LATCH LED_ADDRESS LEDS LED_COLOURS LED_TIMING LED_DRIVER"
)


def check_names(config):
    """Raise ConfigError for the first name in capitals that nothing reads."""
    names = NAMES.split()
    for name in dir(config):
        if name[0] == "_" or name != name.upper() or name in names:
            continue
        nearest = min(names, key=lambda other: _apart(name, other))
        problem = "nothing reads it; take its line out."
        if 3 * _apart(name, nearest) <= len(name):
            problem = "there is no such constant; write %s." % nearest
        raise ConfigError(name, problem)


def _apart(one, other):
    """How many letters one of the names has more often than the other."""
    letters = set(one + other)
    return sum([abs(one.count(letter) - other.count(letter)) for letter in letters])


_SETTLE_MIN_US = 25  # 50 kohm pull-up and 60 pF of wire need 2.4 us, 80 kohm and 300 pF 19 us
_SETTLE_MAX_US = 100  # keeps a scan of five rows under 1 ms
_SHIFT_MAX = 32  # inputs of a chain: the same


def check_sensors(config, pins):
    """The points of POINTS, "-" among them. Raises ConfigError for the first mistake."""
    kind = getattr(config, "SENSORS", "matrix")
    if type(kind) is not str or kind not in _SENSOR_KINDS:
        problem = "%r is no kind of sensors; choose one of %s."
        raise ConfigError("SENSORS", problem % (kind, ", ".join(sorted(_SENSOR_KINDS))))
    return _SENSOR_KINDS[kind](config, pins)


def _check_matrix(config, pins):
    crossings = len(pins.take_all(config, "ROWS")) * len(pins.take_all(config, "COLUMNS"))
    settle_us = constant(config, "SETTLE_US")
    if type(settle_us) is not int or not _SETTLE_MIN_US <= settle_us <= _SETTLE_MAX_US:
        problem = "it is %r; give whole microseconds from %d to %d."
        raise ConfigError("SETTLE_US", problem % (settle_us, _SETTLE_MIN_US, _SETTLE_MAX_US))
    points = check_points(config, "POINTS", unused=True)
    if crossings < len(points):
        problem = "it lists %d points, but ROWS and COLUMNS have only %d crossings; add a pin."
        raise ConfigError("POINTS", problem % (len(points), crossings))
    return points


def _check_switches(config, pins):
    switches = len(pins.take_all(config, "SWITCHES"))
    points = check_points(config, "POINTS")
    if len(points) != switches:
        problem = (
            "it lists %d points, but SWITCHES has %d pins; give each pin its point, in order."
        )
        raise ConfigError("POINTS", problem % (len(points), switches))
    return points


def _check_shift(config, pins):
    for name in ("SHIFT_LOAD", "SHIFT_CLOCK", "SHIFT_DATA"):
        pins.take(config, name)
    points = check_points(config, "POINTS", unused=True)
    if len(points) > _SHIFT_MAX:
        problem = "it lists %d inputs; a chain of four 74HC165 has %d."
        raise ConfigError("POINTS", problem % (len(points), _SHIFT_MAX))
    return points


def _check_expander(config, pins):
    check_bus(config, pins)
    addresses = constant(config, "EXPANDERS")
    if type(addresses) not in (tuple, list) or not addresses:
        problem = "it is %r; list the addresses of the chips, as in (0x20, 0x21)."
        raise ConfigError("EXPANDERS", problem % (addresses,))
    for address in addresses:
        check_address("EXPANDERS", address, 0x20, 0x27)
        if addresses.count(address) > 1:
            raise ConfigError("EXPANDERS", "0x%02x is listed twice." % address)
    points = check_points(config, "POINTS", unused=True)
    inputs = 16 * len(addresses)
    if len(points) > inputs:
        problem = "it lists %d inputs, but the chips in EXPANDERS have only %d."
        raise ConfigError("POINTS", problem % (len(points), inputs))
    return points


UNUSED = "-"
_CENTRE = "d4"


def check_points(config, name, unused=False):
    """The words that the constant lists: each point once, and all of them but perhaps d4.

    unused: whether "-" may stand for an input or output to which nothing is wired.
    """
    text = constant(config, name)
    if type(text) is not str:
        raise ConfigError(name, 'it is %r; list points in quotes, as in "a7 d7 g7".' % (text,))
    points = text.split()
    for point in points:
        if unused and point == UNUSED:
            continue
        if point not in WOOD:
            raise ConfigError(name, "%s is no point of the board; the last is g1." % point)
        if points.count(point) > 1:
            raise ConfigError(name, "%s is listed twice." % point)
    for point in WOOD:
        if point not in points and point != _CENTRE:
            raise ConfigError(name, "%s is missing; list every point, only d4 may go." % point)
    return points


_ADC = (26, 27, 28)


def check_hall(config, pins):
    """The points of POINTS, "-" among them. Raises ConfigError for the first mistake."""
    select = len(pins.take_all(config, "MUX_SELECT"))
    if select not in (3, 4):
        problem = "it lists %d pins; a 74HC4067 has four address wires, a 74HC4051 three."
        raise ConfigError("MUX_SELECT", problem % select)
    adc = pins.take_all(config, "MUX_ADC")
    for pin in adc:
        if pin not in _ADC:
            raise ConfigError("MUX_ADC", "GP%d has no ADC; take GP26, GP27 or GP28." % pin)
    chips = _chips(config, pins, len(adc))
    if getattr(config, "HALL_POWER", None) is not None:
        pins.take(config, "HALL_POWER")
    points = check_points(config, "POINTS", unused=True)
    channels = chips << select
    if len(points) > channels:
        problem = "it lists %d channels, but the multiplexers have only %d."
        raise ConfigError("POINTS", problem % (len(points), channels))
    return points


def _chips(config, pins, adc):
    """How many multiplexers there are at so many ADC pins."""
    enable = getattr(config, "MUX_ENABLE", ())
    if enable == () or enable == []:
        return adc
    chips = len(pins.take_all(config, "MUX_ENABLE"))
    if chips % adc:
        problem = "%d multiplexers cannot share the %d pins of MUX_ADC evenly; give each its pin."
        raise ConfigError("MUX_ENABLE", problem % (chips, adc))
    return chips


_CLOCKS = ((1, 5, 9, 13, 17, 21), (3, 7, 11, 15, 19, 27))  # of bus 0 and 1: RP2040 data sheet


def check_bus(config, pins):
    """I2C_SDA and I2C_SCL are pins of one and the same bus. Raises ConfigError."""
    sda = pins.share(config, "I2C_SDA")
    if sda % 2:
        raise ConfigError("I2C_SDA", "GP%d cannot be SDA; take an even GPIO, such as 18." % sda)
    scl = pins.share(config, "I2C_SCL")
    if scl not in _CLOCKS[sda % 4 // 2]:
        problem = "GP%d cannot be SCL when GP%d is SDA; take one of %s."
        others = ", ".join(["GP%d" % pin for pin in _CLOCKS[sda % 4 // 2]])
        raise ConfigError("I2C_SCL", problem % (scl, sda, others))


def check_address(name, address, first, last):
    """Raise ConfigError unless the address is one that the chip can have."""
    if type(address) is not int or not first <= address <= last:
        problem = "%r is no address of this chip; it has one from 0x%02x to 0x%02x."
        raise ConfigError(name, problem % (address, first, last))


_PULSE_NS = (150, 2000)  # all LEDs of this kind, slow WS2811 included, are within
_APART_NS = 100  # a 0 and a 1 must differ by this to be told apart
_LATCHES = 32  # outputs of a chain of 74HC595
_MATRIX = 64  # LEDs at an HT16K33: 8 common lines, and the 8 rows that each of its packages has


def check_lights(config, pins):
    """The points of LEDS, "-" among them; None for a board without lights.

    Raises ConfigError for the first mistake.
    """
    kind = getattr(config, "LIGHTS", "ws2812")
    if type(kind) is not str or kind not in _LIGHT_KINDS:
        problem = "%r is no kind of lights; choose one of %s."
        raise ConfigError("LIGHTS", problem % (kind, ", ".join(sorted(_LIGHT_KINDS))))
    return _LIGHT_KINDS[kind](config, pins)


def _check_none(config, pins):
    return None


def _check_ws2812(config, pins):
    pins.take(config, "LED_DATA")
    _check_colours(constant(config, "LED_COLOURS"), ("RGB", "RGBW"), "GRB")
    driver = getattr(config, "LED_DRIVER", "pio")
    if driver not in ("pio", "neopixel"):
        raise ConfigError("LED_DRIVER", '%r is none; take "pio" or "neopixel".' % (driver,))
    if hasattr(config, "LED_TIMING"):
        _check_timing(config.LED_TIMING)
    return check_points(config, "LEDS")


def _check_apa102(config, pins):
    pins.take(config, "LED_DATA")
    pins.take(config, "LED_CLOCK")
    if hasattr(config, "LED_COLOURS"):
        _check_colours(config.LED_COLOURS, ("RGB",), "BGR")
    return check_points(config, "LEDS")


def _check_hc595(config, pins):
    for name in ("LED_DATA", "LED_CLOCK", "LED_LATCH"):
        pins.take(config, name)
    return _check_places(config, _LATCHES, "a chain of four 74HC595")


def _check_ht16k33(config, pins):
    check_bus(config, pins)
    check_address("LED_ADDRESS", constant(config, "LED_ADDRESS"), 0x70, 0x77)
    return _check_places(config, _MATRIX, "an HT16K33")


def _check_places(config, most, what):
    """The points of LEDS, "-" among them."""
    leds = check_points(config, "LEDS", unused=True)
    if len(leds) > most:
        problem = "it lists %d outputs; %s has %d."
        raise ConfigError("LEDS", problem % (len(leds), what, most))
    return leds


def _check_colours(colours, kinds, usual):
    """Raise ConfigError unless `colours` are those of a kind of LED, in any order."""
    if type(colours) is str:
        for kind in kinds:
            if sorted(colours) == sorted(kind):
                return
    wanted = " or ".join([", ".join(kind) for kind in kinds])
    problem = '%r is no order of %s; most LEDs take "%s".'
    raise ConfigError("LED_COLOURS", problem % (colours, wanted, usual))


def _check_timing(timing):
    """Raise ConfigError unless these are the four times of a bit."""
    good = type(timing) in (tuple, list) and len(timing) == 4
    for time in timing if good else ():
        good = good and type(time) is int and _PULSE_NS[0] <= time <= _PULSE_NS[1]
    if not good or timing[2] < timing[0] + _APART_NS or timing[1] < timing[3] + _APART_NS:
        problem = (
            "it is %r; give ns high and low of a 0, and of a 1, which is high for longer, as in "
            "(350, 900, 800, 450)."
        )
        raise ConfigError("LED_TIMING", problem % (timing,))


_LIGHT_KINDS = {
    "apa102": _check_apa102,
    "hc595": _check_hc595,
    "ht16k33": _check_ht16k33,
    "none": _check_none,
    "ws2812": _check_ws2812,
}


_RESERVED = (23, 24, 25, 29)  # SMPS mode, VBUS sense, LED (wireless on a Pico W) and VSYS sense
_LAST_PIN = 28


def example(config, name):
    """The file of the project that has the constant as the config chooses sensors and lights."""
    kind, usual = getattr(config, "SENSORS", "matrix"), "matrix"
    if name[:3] == "LED" or (name[:3] == "I2C" and kind != "expander"):
        kind, usual = "lights/%s" % getattr(config, "LIGHTS", "ws2812"), "lights/ws2812"
    if kind == usual or name in ("SENSORS", "LIGHTS"):
        return "firmware/config.py"
    return "hardware/configs/%s.py" % kind


def constant(config, name):
    """The value of a constant that config.py must have. Raises ConfigError."""
    value = getattr(config, name, None)
    if value is None:
        problem = "it is missing; copy its line from %s of the project."
        raise ConfigError(name, problem % example(config, name))
    return value


class Pins:
    """The pins given so far."""

    def __init__(self):
        self._taken = {}  # GPIO number -> the constant that has it

    def take(self, config, name):
        """Give the wire `name` its pin; returns the GPIO number. Raises ConfigError."""
        return self._take(name, constant(config, name))

    def take_all(self, config, name):
        """Give the wires `name` their pins; returns the GPIO numbers. Raises ConfigError."""
        pins = constant(config, name)
        if type(pins) not in (tuple, list) or not pins:
            raise ConfigError(name, "it is %r; list GPIO numbers, as in (2, 3, 4)." % (pins,))
        for pin in pins:
            self._take(name, pin)
        return pins

    def share(self, config, name):
        """The same for a wire of a bus, on which sensors and lights may both be."""
        pin = constant(config, name)
        return pin if self._taken.get(pin) == name else self._take(name, pin)

    def _take(self, name, pin):
        if type(pin) is not int or not 0 <= pin <= _LAST_PIN:
            problem = "%r is no pin; give the number of a GPIO from 0 to %d, as 22 for GP22."
            raise ConfigError(name, problem % (pin, _LAST_PIN))
        if pin in _RESERVED:
            raise ConfigError(name, "GP%d is used inside the Pico; choose another pin." % pin)
        if pin in self._taken:
            problem = "GP%d is already used by %s; give each wire its own pin."
            raise ConfigError(name, problem % (pin, self._taken[pin]))
        self._taken[pin] = name
        return pin


_SENSOR_KINDS = {
    "expander": _check_expander,
    "hall": check_hall,
    "matrix": _check_matrix,
    "shift": _check_shift,
    "switches": _check_switches,
}
