# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The settings that a board keeps: read, changed and put back through the wire.

with BoardSettings("/dev/ttyACM0") as board:
    board.change({"brightness": "60"})
    [setting.value for setting in board.read(["brightness"])]     # ["60"]
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from merels.settings import TABLE

from merels_host.board.link import Link
from merels_host.errors import MerelsError, RequestRefused, UsageProblem

MEANINGS = {
    "settle": "milliseconds that a turn must have rested before it is taken",
    "brightness": "brightness of the lights in percent",
    "palette": "colours of the lights",
    "help": "how much the lights tell",
    "sound": "whether the buzzer ticks at a mill and at a mistake",
    "watchdog": "whether a board that hangs restarts by itself",
    "variant": "the variant of the next game",
    "rules": "options of the next game",
}
_REFUSED = {
    "bad-setting": "the firmware on the board does not take this; merels flash brings a new one.",
    "storage": "the board's flash did not keep it: it holds until power-off; try again.",
    "unknown-variant": "there is no such variant; merels variants lists them.",
    "bad-option": "there are no such rules; merels variants lists the options of each variant.",
    "needs-centre": "this game is played on d4 too, which this board does not have.",
}


@dataclass(frozen=True)
class Setting:
    """A setting and its value; default, values and meaning are "" if this host knows it not."""

    name: str
    value: str
    default: str
    values: str
    meaning: str


class BoardSettings:
    """The settings of the board at a port, while `with` lasts. Raises what `Link` raises."""

    def __init__(self, url: str):
        self._link = Link(url)

    def __enter__(self) -> "BoardSettings":
        self._link.open()
        try:
            self._link.hello()
        except BaseException:
            self._link.close()
            raise
        return self

    def __exit__(self, *exc_info: object) -> None:
        try:
            if exc_info[0] is None:
                self._link.send("bye")
        finally:
            self._link.close()

    def read(self, names: Iterable[str] = ()) -> list[Setting]:
        """These settings, or all, in the order of their names. Raises UsageProblem."""
        values = self._link.request("get")
        for name in names:
            if name not in values:
                known = ", ".join(sorted(values))
                raise UsageProblem(f"there is no setting {name} on this board; there are {known}.")
        return [_setting(name, values[name]) for name in sorted(names or values)]

    def change(self, values: Mapping[str, str]) -> None:
        """Set these, all or none. Raises MerelsError with what to do."""
        words = " ".join(f"{name}={value}" for name, value in values.items())
        try:
            self._link.request(f"set {words}")
        except RequestRefused as error:
            if error.code not in _REFUSED:
                raise
            raise MerelsError(_REFUSED[error.code]) from error

    def reset(self) -> list[Setting]:
        """Give each setting that both sides know its default; returns those that changed."""
        changed = [
            setting
            for setting in self.read()
            if setting.name in TABLE and setting.value != setting.default
        ]
        if changed:
            self.change({setting.name: setting.default for setting in changed})
        return changed


def checked(words: Iterable[str]) -> dict[str, str]:
    """Name and value of each NAME=VALUE, which a board may take. Raises UsageProblem."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch("[a-z]+", name):
            raise UsageProblem(f"{word} is no NAME=VALUE, as in brightness=60.")
        if not re.fullmatch("[!-~]*", value):
            raise UsageProblem(
                f"the value of {name} has blanks or special letters; leave them out."
            )
        if name in found:
            raise UsageProblem(f"{name} is given twice; give it once.")
        if name in TABLE and not _takes(name, value):
            raise UsageProblem(f"{name} takes {_values(name)}, not {value or 'nothing'}.")
        found[name] = value
    return found


def _takes(name: str, value: str) -> bool:
    row = TABLE[name]
    if len(row) == 3:
        return bool(re.fullmatch("[0-9]{1,5}", value)) and row[1] <= int(value) <= row[2]
    return value in row[1] if len(row) == 2 else True


def _values(name: str) -> str:
    row = TABLE[name]
    if len(row) == 3:
        return f"{row[1]} to {row[2]}"
    if len(row) == 2:
        return ", ".join(row[1])
    return {"variant": "an id of merels variants", "rules": "OPTION=VALUE,..."}.get(name, "")


def _setting(name: str, value: str) -> Setting:
    if name not in TABLE:
        return Setting(name, value, "", "", "")
    return Setting(name, value, str(TABLE[name][0]), _values(name), MEANINGS.get(name, ""))
