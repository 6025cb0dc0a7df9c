# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Settings: kept over restarts, checked, all or none."""

from fakes.table import BadFlash
from merels.settings import TABLE, BadSetting, Settings
from merels_host.simulator.ports import MemoryStorage


def anything(variant, rules):
    """A check that takes all rules."""


def refused(settings, texts, words):
    before = [settings.get(name) for name in settings.names()]
    try:
        settings.change(texts, anything)
    except BadSetting as error:
        assert words in str(error), error
    else:
        raise AssertionError
    assert [settings.get(name) for name in settings.names()] == before


def test_defaults():
    settings = Settings(MemoryStorage())
    assert settings.load() == 0
    assert settings.names() == [
        "brightness", "help", "palette", "rules", "settle", "sound", "variant",
            "watchdog",
    ]  # fmt: skip
    assert settings.number("settle") == 200 and settings.get("settle") == "200"
    assert settings.get("palette") == "default" and settings.number("palette") == 0
    assert settings.get("help") == "standard"
    assert settings.get("variant") == "nine-mens-morris" and settings.get("rules") == ""


def test_what_is_saved_is_there_after_a_restart():
    storage = MemoryStorage()
    settings = Settings(storage)
    settings.change({"settle": "240", "rules": "fly=off,protect=any"}, anything)
    settings.save()
    again = Settings(storage)
    assert again.load() == 0
    assert again.number("settle") == 240 and again.get("rules") == "fly=off,protect=any"
    assert again.get("brightness") == "40"


def test_limits():
    settings = Settings(MemoryStorage())
    for name in ("settle", "brightness"):
        _, least, most = TABLE[name]
        for value in (least, most):
            settings.change({name: str(value)}, anything)
            assert settings.number(name) == value
        for value in (least - 1, most + 1, 9999, 99999, 10**12):
            refused(settings, {name: str(value)}, "%s takes %d to %d" % (name, least, most))
        for text in ("", "-5", "+200", "2e2", "200.0", " 200", "\u0662\u0660\u0660", "yes"):
            refused(settings, {name: text}, name)
    for name in ("palette", "help"):
        for number, word in enumerate(TABLE[name][1]):
            settings.change({name: word}, anything)
            assert settings.get(name) == word and settings.number(name) == number
        for text in ("", "Default", "standard ", "0", "x" * 99):
            refused(settings, {name: text}, name + " takes ")
    refused(settings, {"colour": "red"}, "There is no setting colour")
    refused(settings, {"rules": "x" * 201}, "at most 200")
    try:
        settings.get("colour")
    except BadSetting:
        pass
    else:
        raise AssertionError


def test_all_or_none():
    settings = Settings(MemoryStorage())
    refused(settings, {"settle": "240", "brightness": "900"}, "brightness")
    refused(settings, {"brightness": "50", "colour": "1"}, "colour")


def test_rules_are_checked_together_and_before_they_are_kept():
    asked = []

    def check(variant, rules):
        asked.append((variant, rules))
        if rules == "bad":
            raise ValueError("no")

    settings = Settings(MemoryStorage())
    settings.change({"settle": "210"}, check)
    assert asked == []
    settings.change({"variant": "x"}, check)
    settings.change({"rules": "y", "settle": "220"}, check)
    assert asked == [("x", ""), ("x", "y")]
    try:
        settings.change({"rules": "bad", "settle": "230"}, check)
    except ValueError:
        assert settings.get("rules") == "y" and settings.get("settle") == "220"
    else:
        raise AssertionError


def test_a_harmed_file_falls_back_line_by_line():
    storage = MemoryStorage()
    for text, bad, settle in (
        (b"settle=240\n", 0, 240),
        (b"settle=9999\nbrightness=50\n", 1, 200),
        (b"colour=red\n\nsettle=300", 1, 300),
        (b"settle\n=\nsettle=", 2, 200),
        (b"\xff\xfe\x00settle=240\n", 0, 200),
        (b"", 0, 200),
    ):
        storage.replace("settings", text)
        settings = Settings(storage)
        assert settings.load() == bad, text
        assert settings.number("settle") == settle, text


def test_a_flash_that_fails():
    storage = BadFlash()
    Settings(storage).save()
    storage.fail = {"read": 5, "replace": 28}
    settings = Settings(storage)
    assert settings.load() == 0 and settings.number("settle") == 200
    settings.change({"settle": "240"}, anything)
    try:
        settings.save()
    except OSError:
        assert settings.number("settle") == 240  # until power-off
    else:
        raise AssertionError
