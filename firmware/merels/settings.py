# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players may set, kept on flash: names, allowed values, defaults.

Beside the app, which asks here for the settle time, the brightness and the rules of the next
game. The file has one name=value a line; what cannot be read falls back to the default.

    settings.change({"settle": "240"})      # raises BadSetting with a sentence
    settings.number("settle")
"""

from merels.lights import hints, palette

_FILE = "settings"
_LONGEST = 200  # characters of a value, so that a record has room for it

# name: (default, least, greatest) for numbers, (default, words) for one of these words, (default,)
# for what the rules themselves check
TABLE = {
    "settle": (200, 100, 400),  # ms a turn has to rest
    "brightness": (40, 1, 100),  # percent
    "palette": ("default", palette.PALETTES),  # the colours of the lights
    "help": ("standard", hints.LEVELS),  # how much the lights tell
    "sound": ("off", ("off", "on")),  # of the buzzer
    "watchdog": ("off", ("off", "on")),  # resets a board that hangs
    "variant": ("nine-mens-morris",),  # of the next game
    "rules": ("",),  # options of the next game, "fly=off,protect=any"
}


class BadSetting(ValueError):
    """There is no such setting, or it does not take this value."""


class Settings:
    def __init__(self, storage):
        self._storage = storage
        self._values = {name: row[0] for name, row in TABLE.items()}

    def names(self):
        return sorted(TABLE)

    def load(self):
        """Read the file; returns how many of its lines were no good."""
        bad = 0
        for line in self._read().split("\n"):
            name, _, value = line.partition("=")
            if name:
                try:
                    self._values[name] = self._checked(name, value)
                except BadSetting:
                    bad += 1
        return bad

    def save(self):
        """Write the file. Raises OSError."""
        lines = ["%s=%s\n" % (name, self._values[name]) for name in self.names()]
        self._storage.replace(_FILE, "".join(lines).encode())

    def change(self, texts, check):
        """Set the values of a dict of texts, all or none of them.

        check(variant, rules) is asked when one of these changes and raises if they make no game.
        Raises BadSetting.
        """
        values = dict(self._values)
        for name in texts:
            values[name] = self._checked(name, texts[name])
        if "variant" in texts or "rules" in texts:
            check(values["variant"], values["rules"])
        self._values = values

    def get(self, name):
        """The value as text. Raises BadSetting."""
        if name not in TABLE:
            raise BadSetting(
                "There is no setting %s; there are %s." % (name, ", ".join(self.names()))
            )
        return str(self._values[name])

    def number(self, name):
        """The value of a number; for one of some words, which of them it is."""
        value = self._values[name]
        row = TABLE[name]
        return row[1].index(value) if len(row) == 2 else value

    def _checked(self, name, value):
        self.get(name)
        row = TABLE[name]
        if len(row) == 3:
            number = int(value) if 0 < len(value) < 6 and _digits(value) else -1
            if not row[1] <= number <= row[2]:
                raise BadSetting("%s takes %d to %d, not %s." % (name, row[1], row[2], value))
            return number
        if len(row) == 2:
            if value not in row[1]:
                raise BadSetting("%s takes %s, not %s." % (name, ", ".join(row[1]), value[:40]))
            return value
        if len(value) > _LONGEST:
            raise BadSetting("%s takes at most %d characters." % (name, _LONGEST))
        return value

    def _read(self):
        try:
            size = self._storage.size(_FILE)
            data = bytearray(max(size, 0))
            if data:
                self._storage.read(_FILE, 0, data)
            return bytes(data).decode()
        except (OSError, ValueError):  # unreadable, or not text
            return ""


def _digits(text):
    for byte in text.encode():
        if not 48 <= byte <= 57:
            return False
    return True
