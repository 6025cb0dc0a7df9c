# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels settings: on a simulated board, and what is refused before a board hears of it."""

import json

import pytest
from merels.settings import TABLE
from merels_host.board import settings
from merels_host.board.settings import BoardSettings, checked
from merels_host.cli import main
from merels_host.errors import MerelsError, RequestRefused, UsageProblem
from merels_host.simulator.simulate_command import SimulateCommand


@pytest.fixture(scope="module")
def board():
    with SimulateCommand() as simulated:
        yield simulated.serial


@pytest.fixture(autouse=True)
def as_at_first(request):
    yield
    if "board" in request.fixturenames:
        main(["settings", "reset", "--yes", "--port", request.getfixturevalue("board")])


def shown(capsys):
    return {setting["name"]: setting for setting in json.loads(capsys.readouterr().out)}


def test_all_of_them_with_what_they_take_and_mean(board, capsys):
    assert main(["settings", "--port", board, "--json"]) == 0
    settings = shown(capsys)
    assert set(settings) == set(TABLE)
    for name, row in TABLE.items():
        assert settings[name]["value"] == settings[name]["default"] == str(row[0])
        assert settings[name]["meaning"] and settings[name]["values"]
    assert settings["settle"]["values"] == "100 to 400"
    assert main(["settings", "--port", board]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "settle=200" in lines and "rules=" in lines
    assert "    brightness of the lights in percent; 1 to 100 (default 40)" in lines


def test_change_read_and_put_back(board, capsys):
    words = ["brightness=60", "help=teacher", "rules=fly=off,protect=any"]
    assert main(["settings", "set", *words, "--port", board]) == 0
    assert capsys.readouterr().out.splitlines()[::2] == sorted(words)
    assert main(["settings", "get", "help", "brightness", "--port", board, "--json"]) == 0
    assert {name: one["value"] for name, one in shown(capsys).items()} == {
        "brightness": "60",
        "help": "teacher",
    }
    assert main(["settings", "reset", "--port", board]) == 2
    assert "--yes" in capsys.readouterr().err
    assert main(["settings", "reset", "--yes", "--port", board, "--json"]) == 0
    assert {name: one["value"] for name, one in shown(capsys).items()} == {
        "brightness": "40",
        "help": "standard",
        "rules": "",
    }
    assert main(["settings", "reset", "--yes", "--port", board]) == 0
    assert "defaults already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["variant=chess"], "there is no such variant"),
        (["rules=fly=high"], "there are no such rules"),
        (["brightness=50", "rules=fly=high"], "there are no such rules"),
        (["colour=red"], "there is no setting colour on this board; there are brightness, help"),
    ],
)
def test_what_the_board_refuses_changes_nothing(board, capsys, words, sentence):
    code = main(["settings", "set", *words, "--port", board])
    assert code in (1, 2) and sentence in capsys.readouterr().err
    assert main(["settings", "get", "--port", board, "--json"]) == 0
    assert all(one["value"] == one["default"] for one in shown(capsys).values())


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("brightness", "brightness is no NAME=VALUE, as in brightness=60."),
        ("=5", "=5 is no NAME=VALUE, as in brightness=60."),
        ("brightness=0", "brightness takes 1 to 100, not 0."),
        ("brightness=101", "brightness takes 1 to 100, not 101."),
        ("brightness=1e1", "brightness takes 1 to 100, not 1e1."),
        ("settle=", "settle takes 100 to 400, not nothing."),
        ("sound=loud", "sound takes off, on, not loud."),
        ("rules=fly=off, men=3", "the value of rules has blanks or special letters"),
    ],
)
def test_a_wrong_word_is_refused_before_any_port_is_opened(capsys, word, sentence):
    assert main(["settings", "set", word, "--port", "/dev/none"]) == 2
    assert sentence in capsys.readouterr().err


def test_a_name_given_twice():
    with pytest.raises(UsageProblem, match="brightness is given twice"):
        checked(["brightness=1", "brightness=2"])
    assert checked(["rules=", "unknown=x"]) == {"rules": "", "unknown": "x"}


def test_options_before_a_word_are_not_lost(capsys):
    assert main(["settings", "--port", "/dev/none", "get"]) == 2
    assert "give --port and --json after get" in capsys.readouterr().err


class Refuses:
    def __init__(self, code):
        self.code = code

    def request(self, words):
        raise RequestRefused("the board refused it.", self.code)


@pytest.mark.parametrize("code", settings._REFUSED)
def test_each_refusal_is_a_sentence_with_the_next_step(code):
    board = BoardSettings("/dev/none")
    board._link = Refuses(code)  # type: ignore[assignment]
    with pytest.raises(MerelsError, match=settings._REFUSED[code][:20]):
        board.change({"brightness": "1"})


def test_a_refusal_nobody_knows_is_told_as_it_is():
    board = BoardSettings("/dev/none")
    board._link = Refuses("tired")  # type: ignore[assignment]
    with pytest.raises(RequestRefused):
        board.change({"brightness": "1"})


class Newer:
    """A board with a setting that this host does not know."""

    def request(self, words):
        assert words == "get"
        return {"brightness": "40", "smell": "on"}


def test_a_setting_of_a_newer_board_is_shown_and_left_alone():
    board = BoardSettings("/dev/none")
    board._link = Newer()  # type: ignore[assignment]
    assert [(one.name, one.value, one.meaning) for one in board.read()][1] == ("smell", "on", "")
    assert board.reset() == []
