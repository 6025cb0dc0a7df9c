# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels config`: checked, edited and asked for, in files and on a board."""

import io
import os

import pytest
from fakes.prompt_board import PromptBoard
from merels.board import WOOD
from merels.modes.menu import PLACES
from merels_host.cli import main
from merels_host.setup.config_file import check_config, read_config
from merels_host.setup.config_place import default_config
from merels_host.setup.config_wizard import ORDERS, points_in_order
from run_on_micropython import find_micropython

needs_board = pytest.mark.skipif(
    os.name == "nt" or (find_micropython() is None and not os.environ.get("CI")),
    reason="needs micropython and pseudo-terminals",
)


def answer(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_project_s_own_is_ok(tmp_path, capsys):
    (tmp_path / "config.py").write_text(default_config())
    assert main(["config", "check", str(tmp_path / "config.py")]) == 0
    assert capsys.readouterr().out == "ok\n"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("COLUMNS = (7,", "COLUMNS = (6,"), "COLUMNS in config.py: GP6 is already used by ROWS"),
        (
            ("COLUMNS = (7,", "COLUMNS = (6,"),
            "its own pin; see firmware/config.py of the project.",
        ),
        (('SENSORS = "matrix"', 'SENSORS = "shift"'), "hardware/configs/shift.py of the project."),
        (('LIGHTS = "ws2812"', 'LIGTS = "none"'), "no such constant; write LIGHTS.\n"),
        (("BUZZER = None", "FOO = 2"), "FOO in config.py: nothing reads it; take its line out.\n"),
        (("SETTLE_US = 30", "SETTLE_US = print(1)"), "of config.py is no constant"),
        (("SETTLE_US = 30", "import os"), "of config.py is no constant"),
        (("SETTLE_US = 30", "SETTLE_US = ("), "of config.py is no Python"),
    ],
)
def test_a_mistake_is_a_sentence_and_nothing_runs(tmp_path, capsys, change, sentence):
    (tmp_path / "config.py").write_text(default_config().replace(*change))
    assert main(["config", "check", str(tmp_path / "config.py")]) == 1
    shown = capsys.readouterr()
    assert sentence in shown.err and shown.out == ""


def test_no_file_no_text_and_no_choice_are_sentences(tmp_path, capsys):
    assert main(["config", "check", str(tmp_path / "none.py")]) == 1
    assert "there is no config.py" in capsys.readouterr().err
    (tmp_path / "bad.py").write_bytes(b"\xff\xfe")
    assert main(["config", "check", str(tmp_path / "bad.py")]) == 1
    assert "is no text" in capsys.readouterr().err
    assert main(["config", "check", str(tmp_path)]) == 1
    assert "cannot read" in capsys.readouterr().err
    assert main(["config", "check"]) == 2
    assert main(["config", "check", "--port", "/dev/ttyX", "config.py"]) == 2
    assert main(["config", "check", "--board", "--port", "/dev/ttyX", "/dev/ttyX"]) == 2
    assert "give the port once" in capsys.readouterr().err
    assert main(["config", "check", "--board", "/dev/ttyNONE9"]) == 3
    assert "there is no port /dev/ttyNONE9" in capsys.readouterr().err
    assert main(["config", "wizard", "/dev/ttyX", "--out", "x"]) == 2


ALL_DEFAULTS = [""] * 20  # more than there are questions


def constants(path):
    return vars(read_config(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", ["matrix", "switches", "shift", "expander", "hall"])
def test_the_wizard_s_defaults_are_the_example_of_the_build(tmp_path, monkeypatch, root, kind):
    answer(monkeypatch, kind, *ALL_DEFAULTS)
    out = tmp_path / "config.py"
    assert main(["config", "wizard", "--out", str(out)]) == 0
    check_config(out.read_text())
    example = root / "hardware" / "configs" / f"{kind}.py"
    expected = vars(read_config(default_config())) if kind == "matrix" else constants(example)
    written = constants(out)
    assert {name: written[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("sensors", "questions", "lights"),
    [("matrix", 7, "apa102"), ("matrix", 7, "hc595"), ("matrix", 7, "ht16k33"),
     ("shift", 7, "ht16k33"), ("expander", 7, "ht16k33"), ("hall", 8, "apa102"),
     ("switches", 5, "none")],
)  # fmt: skip
def test_the_wizard_knows_each_kind_of_lights(
    tmp_path, monkeypatch, root, sensors, questions, lights
):
    clash = ["2"] if (sensors, lights) == ("hall", "apa102") else []  # GP14 is taken
    answers = [*[""] * questions, lights, *([""] if clash else []), *clash, *ALL_DEFAULTS]
    answer(monkeypatch, sensors, *answers)
    out = tmp_path / "config.py"
    assert main(["config", "wizard", "--out", str(out)]) == 0
    check_config(out.read_text())
    written = constants(out)
    assert (written["SENSORS"], written["LIGHTS"]) == (sensors, lights)
    if sensors == "matrix":
        expected = constants(root / "hardware" / "configs" / "lights" / f"{lights}.py")
        assert {name: written[name] for name in expected} == expected


def test_the_wizard_knows_the_times_of_leds_with_white(tmp_path, monkeypatch, root):
    expected = constants(root / "hardware" / "configs" / "lights" / "sk6812.py")
    answer(monkeypatch, *[""] * 11, "GRBW", *ALL_DEFAULTS)
    out = tmp_path / "config.py"
    assert main(["config", "wizard", "--out", str(out)]) == 0
    assert constants(out) == expected | {"LED_DRIVER": "pio"}


def test_the_wizard_asks_for_times_and_driver(tmp_path, monkeypatch, capsys):
    answer(monkeypatch, *[""] * 12, "300 900 600", "300 900 600 600", "usb", "neopixel")
    out = tmp_path / "config.py"
    assert main(["config", "wizard", "--out", str(out)]) == 0
    written = constants(out)
    assert (written["LED_TIMING"], written["LED_DRIVER"]) == ((300, 900, 600, 600), "neopixel")
    shown = capsys.readouterr().out
    assert "LED_TIMING in config.py: it is (300, 900, 600)" in shown
    assert "LED_DRIVER in config.py: 'usb' is none" in shown


def test_the_wizard_takes_the_centre_out_of_the_lights(tmp_path, monkeypatch):
    answer(monkeypatch, "switches", *[""] * 5, "hc595", *ALL_DEFAULTS)
    out = tmp_path / "config.py"
    assert main(["config", "wizard", "--out", str(out)]) == 1  # no pins are left for the clock
    points = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    answer(monkeypatch, "shift", "", "", "", points, "", "", "", "hc595", *ALL_DEFAULTS)
    assert main(["config", "wizard", "--out", str(out)]) == 0
    assert constants(out)["LEDS"] == points


def test_a_wrong_answer_is_asked_again_and_the_old_file_is_kept(tmp_path, monkeypatch, capsys):
    out = tmp_path / "config.py"
    out.write_text("OLD = 1\n")
    answer(monkeypatch, "radar", "matrix", "2 3 4 5 99", "2,3,4,5,6", *ALL_DEFAULTS)
    assert main(["config", "wizard", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "radar is none of" in shown and "ROWS in config.py: 99 is no pin" in shown
    assert (tmp_path / "config.py.old").read_text() == "OLD = 1\n"


def test_answers_that_end_write_nothing(tmp_path, monkeypatch, capsys):
    answer(monkeypatch, "matrix")
    assert main(["config", "wizard", "--out", str(tmp_path / "config.py")]) == 1
    assert "the answers ended before ROWS was given" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["/dev/ttyNONE9"], ["--out", "."]])
def test_the_place_is_looked_at_before_the_questions(monkeypatch, capsys, words):
    answer(monkeypatch, *ALL_DEFAULTS)
    assert main(["config", "wizard", *words]) in (1, 3)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "there is no port" in shown.err or "cannot read . (" in shown.err


def test_a_byte_order_mark_is_named(tmp_path, capsys):
    (tmp_path / "config.py").write_text(default_config(), encoding="utf-8-sig")
    assert main(["config", "check", str(tmp_path / "config.py")]) == 1
    assert "begins with a byte order mark" in capsys.readouterr().err


@needs_board
def test_edit_takes_a_byte_order_mark_away(tmp_path, monkeypatch, capsys):
    (tmp_path / "config.py").write_text(default_config(), encoding="utf-8-sig")
    editor = tmp_path / "edit.sh"
    editor.write_text("#!/bin/sh\nprintf '\\357\\273\\277' | cat - $1 > $1.new; mv $1.new $1\n")
    monkeypatch.setenv("VISUAL", f"sh {editor}")
    with PromptBoard(tmp_path) as board:
        assert main(["config", "check", "--board", board.port]) == 1
        assert "begins with a byte order mark" in capsys.readouterr().err
        assert main(["config", "edit", board.port]) == 0
        assert main(["config", "check", "--board", board.port]) == 0
    assert (tmp_path / "config.py").read_text(encoding="utf-8") == default_config()


@needs_board
def test_edit_brings_a_mistake_back_and_keeps_the_old_one(tmp_path, monkeypatch, capsys):
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "config.py").write_text(default_config())
    editor = tmp_path / "edit.sh"
    editor.write_text(
        "#!/bin/sh\nif grep -q 'US = 3$' $1; then sed -i 's/US = 3$/US = 60/' $1\n"
        "else sed -i 's/US = 30/US = 3/' $1; fi\n"
    )
    monkeypatch.setenv("VISUAL", f"sh {editor}")
    answer(monkeypatch, "y")
    with PromptBoard(flash) as board:
        assert main(["config", "edit", board.port]) == 0
        assert main(["config", "check", "--board", "--port", board.port]) == 0
        assert main(["config", "check", "--board", board.port]) == 0
        monkeypatch.setenv("VISUAL", "true")
        assert main(["config", "edit", board.port]) == 0
        monkeypatch.setenv("VISUAL", "false")
        assert main(["config", "edit", board.port]) == 1
    assert (flash / "config.py").read_text() == default_config().replace("US = 30", "US = 60")
    assert (flash / "config.py.old").read_text() == default_config()
    shown = capsys.readouterr()
    assert "SETTLE_US in config.py" in shown.out and "Nothing was changed." in shown.out
    assert "the editor false failed" in shown.err


def test_an_order_of_wires_can_be_named(tmp_path, monkeypatch, capsys):
    out = tmp_path / "config.py"
    sensors = ["matrix", "", "", "", "snakes", "rings without d4"]
    answer(monkeypatch, *sensors, *[""] * 5, "snake without d4", *[""] * 3)
    assert main(["config", "wizard", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "snakes is no point of the board" in shown
    assert "or rows, snake or rings, if need be `without d4` [" in shown
    config = read_config(out.read_text())
    reference = read_config(default_config())
    assert config.LEDS.split() == [one for one in reference.LEDS.split() if one != "d4"]
    assert config.POINTS.split()[:9] == ORDERS["rings"].split()[:9]
    assert "d4" not in config.POINTS.split()


def test_named_orders_have_each_point_once_and_follow_the_board():
    for order in ORDERS.values():
        assert sorted(order.split()) == sorted(WOOD)
    assert ORDERS["snake"] == read_config(default_config()).LEDS
    assert [WOOD.index(one) for one in ORDERS["rings"].split()[:24]] == list(PLACES)
    assert points_in_order("rows without d4").split() == list(WOOD[:24])
    for other in ("", "a7 g7", "snake a7", "rows without a7"):
        assert points_in_order(other) == other
