# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels hands`: the real firmware plays hand scripts, and the command says what differs."""

import io
import json
import os
import re
from pathlib import Path

import pytest
from merels.board import WOOD
from merels_host.cli import main
from merels_host.errors import ScriptProblem, SimulatorProblem
from merels_host.simulator import play, process
from merels_host.simulator.expectation import differences
from merels_host.simulator.handscript import parse
from merels_host.simulator.player import KEYS, Player

HANDS = sorted((Path(__file__).parent.parent.parent / "hands").glob("*.hands"))
WRAP = 1 << 30

FIRST_MOVES = """
at 0 drop d6 white
at 1000 drop f4 black
expect moves d6 f4
expect sync yes
expect over none
"""


@pytest.fixture(scope="module", params=["micropython", "cpython"])
def player(request):
    """The firmware on both interpreters; in CI a missing MicroPython is a failure."""
    earlier = os.environ.pop(process.OVERRIDE, None)
    try:
        if request.param == "cpython":
            os.environ[process.OVERRIDE] = "cpython"
        elif not process.micropython() and not os.environ.get("CI"):
            pytest.skip("there is no MicroPython here")
        with Player() as player:
            player.play("", "start.hands")
            yield player
    finally:
        os.environ.pop(process.OVERRIDE, None)
        if earlier is not None:
            os.environ[process.OVERRIDE] = earlier


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_the_scripts_hold(player, path):
    text = path.read_text(encoding="utf-8")
    assert differences(parse(text, path.name), player.play(text, path.name)) == []


def _turned(x, y):
    return y, -x


def _mirrored(x, y):
    return -x, y


def _inside_out(x, y):
    ring = max(abs(x), abs(y)) or 1
    return tuple((4 - ring) * (value // ring) if value % ring == 0 else value for value in (x, y))


def _moved(text, ways):
    """A script on the board as it is after all `ways`, each a symmetry of the three rings."""

    def point(match):
        x, y = ord(match[0][0]) - ord("d"), int(match[0][1]) - 4
        for way in ways:
            x, y = way(x, y)
        return chr(ord("d") + x) + str(y + 4)

    return re.sub(r"(?<![a-wyz0-9])[a-g][1-7](?![0-9a-wyz])", point, text)


@pytest.mark.parametrize(
    "ways",
    [(_turned,), (_mirrored,), (_inside_out,), (_turned, _turned, _inside_out, _mirrored)],
    ids=lambda ways: "+".join(way.__name__.strip("_") for way in ways),
)
def test_the_scripts_hold_on_the_board_turned_mirrored_and_inside_out(player, ways):
    wrong = []
    for path in HANDS:
        text = path.read_text(encoding="utf-8")
        script = parse(text, path.name)
        if path.stem.startswith("menu-"):
            continue  # the menu's places are its own
        if script.variant in (None, "nine-mens-morris"):
            moved = _moved(text, ways)
            wrong += differences(parse(moved, path.name), player.play(moved, path.name))
    assert wrong == []


def test_the_symmetries_are_symmetries():
    assert _moved("at 0 drop a7 white\nexpect moves d7-d6xb4", (_inside_out,)) == (
        "at 0 drop c5 white\nexpect moves d5-d6xb4"
    )
    for way in (_turned, _mirrored, _inside_out):
        names = " ".join(WOOD)
        assert sorted(_moved(names, (way,)).split()) == sorted(WOOD)
        assert _moved(names, (way,)) != names


@pytest.mark.parametrize("base", [WRAP - 3600, WRAP - 4100, WRAP - 4600, 5 * WRAP - 4030])
def test_the_clock_may_wrap_in_the_middle(player, base):
    calm = player.play(FIRST_MOVES, "calm.hands")
    assert calm["moves"] == ["d6", "f4"]
    assert player.play(FIRST_MOVES, "wrap.hands", base) == calm


def test_a_result_has_its_keys_in_order_and_the_types_of_the_format(player):
    result = player.play(FIRST_MOVES, "first.hands")
    assert tuple(result)[: len(KEYS)] == KEYS
    assert result["position"].startswith("white=d6 black=f4 hand=8,8 turn=white")
    assert result["over"] is None and result["sync"] is True
    assert (result["takebacks"], result["asks"], result["complaints"]) == (0, 0, [])
    assert all(isinstance(meaning, str) for meaning in result["lights"].values())
    assert result["ms"] == 3000


def test_after_puts_the_pieces_on_the_wood_and_the_moves_in_the_record(player):
    result = player.play("after d6 f4\nat 0 drop d2 white", "after.hands")
    assert result["moves"] == ["d6", "f4", "d2"] and result["sync"] is True


def test_a_game_that_is_over_from_the_start_says_so(player):
    result = player.play("position white=a7,d7,g7 black=a1,d1 turn=black", "over.hands")
    assert result["over"] == {"winner": "white", "reason": "few-pieces"}


def test_options_and_settings_share_one_statement(player):
    text = "set fly=off settle=160\nat 0 drop d6 white\nat {} end"
    assert player.play(text.format(150), "early.hands")["moves"] == []
    assert player.play(text.format(190), "late.hands")["moves"] == ["d6"]
    slow = text.replace("160", "240")
    assert player.play(slow.format(230), "early.hands")["moves"] == []
    assert player.play(slow.format(270), "late.hands")["moves"] == ["d6"]


def test_colour_sensors_tell_what_presence_cannot(player):
    text = "sensors {}\nat 0 drop d6 black\nat 1000 end"
    assert player.play(text.format("presence"), "p.hands")["moves"] == ["d6"]
    assert player.play(text.format("colour"), "c.hands")["moves"] == []


def test_the_power_may_go_and_the_game_goes_on(player):
    text = """
    after d6 f4
    at 0    drop d2 white
    at 4000 power off
    at 5000 drop b4 black
    at 5100 lift b4
    at 6000 power on
    at 8000 drop a7 black
    """
    result = player.play(text, "power.hands")
    assert result["moves"] == ["d6", "f4", "d2", "a7"] and result["sync"] is True


def test_without_power_the_last_state_stands(player):
    text = "at 0 drop d6 white\nat 900 power off\nat 1000 drop f4 black"
    assert player.play(text, "dark.hands")["moves"] == ["d6"]


def test_a_host_in_the_script_is_answered(player):
    result = player.play("at 0 host state\nat 10 host move a9", "host.hands")
    assert len(result["replies"]) == 2
    assert result["replies"][0].startswith("ok ") and result["replies"][1].startswith("err ")


def test_a_restart_by_the_host_is_a_new_start_of_the_firmware(player):
    text = "after d6\nat 3000 host restart\nat 5000 drop f4 black"
    assert player.play(text, "restart.hands")["moves"] == ["d6", "f4"]


def test_noise_alone_is_no_move(player):
    lines = [f"at {100 * i} noise {point} 8" for i, point in enumerate(("e4", "d6", "a7"))]
    result = player.play("after d6\n" + "\n".join(lines), "noise.hands")
    assert result["moves"] == ["d6"] and result["sync"] is True and result["complaints"] == []


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("# x\nat 0 lift a7", "bad.hands:2", "no piece stands on a7"),
        ("after d6\n\nat 0 drop d6 white", "bad.hands:3", "already stands on d6"),
        ("variant nine-men-morris", "bad.hands:1", "nine-men-morris"),
        ("\nset settle=0", "bad.hands:2", "settle"),
        ("set settle=160\nset protect=some", "bad.hands:2", "protect"),
        ("set colour-of-cat=grey", "bad.hands:1", "colour"),
        ("after d6 d6", "bad.hands:1", "d6 is not legal"),
        ("\nposition white=z9", "bad.hands:2", "z9"),
        ("variant three-mens-morris\npoints 24", "bad.hands", "d4"),
    ],
)
def test_what_firmware_or_wood_refuse_is_named_with_its_line(player, text, where, words):
    with pytest.raises(ScriptProblem) as caught:
        player.play(text, "bad.hands")
    message = caught.value.message
    assert message.startswith(where + ": ") and words in message and message.endswith(".")
    assert player.play(FIRST_MOVES, "next.hands")["moves"] == ["d6", "f4"]


def _file(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_command_sums_up(tmp_path, capfd):
    files = [_file(tmp_path, f"{i}.hands", FIRST_MOVES) for i in range(2)]
    assert main(["hands", *files]) == 0
    assert capfd.readouterr().out == "2 scripts: 2 as expected\n"


def test_the_command_prints_what_differs(tmp_path, capfd):
    good = _file(tmp_path, "good.hands", FIRST_MOVES)
    bad = _file(tmp_path, "bad.hands", FIRST_MOVES.replace("moves d6 f4", "moves d6 f6"))
    assert main(["hands", bad, good]) == 1
    assert capfd.readouterr().out.splitlines() == [
        f"{bad}:4: expected moves d6 f6, got d6 f4",
        "2 scripts: 1 as expected, 1 different",
    ]


def test_a_script_that_cannot_be_read_does_not_stop_the_others(tmp_path, capfd):
    good = _file(tmp_path, "good.hands", FIRST_MOVES)
    odd = _file(tmp_path, "odd.hands", "at 0 jump d6")
    air = _file(tmp_path, "air.hands", "at 0 lift d6")
    (tmp_path / "binary.hands").write_bytes(b"\xff\xfe\x00")
    missing, binary = str(tmp_path / "missing.hands"), str(tmp_path / "binary.hands")
    assert main(["hands", missing, odd, binary, air, good]) == 2
    out, err = capfd.readouterr()
    assert out == "5 scripts: 1 as expected, 4 not played\n"
    sentences = err.splitlines()
    assert (
        sentences[0]
        == f"merels: cannot read the hand script {missing}: No such file or directory."
    )
    assert sentences[1].startswith(f"merels: {odd}:1: `jump` is nothing")
    assert (
        sentences[2] == f"merels: cannot read the hand script {binary}: it is not text in UTF-8."
    )
    assert sentences[3] == f"merels: {air}:1: no piece stands on d6 to be lifted."


def test_json_is_one_object_a_line(tmp_path, capfd):
    good = _file(tmp_path, "good.hands", FIRST_MOVES)
    bad = _file(tmp_path, "bad.hands", "at 0 jump d6")
    assert main(["hands", "--json", good, bad]) == 2
    first, second = map(json.loads, capfd.readouterr().out.splitlines())
    assert first["file"] == good and first["moves"] == ["d6", "f4"] and first["differences"] == []
    assert set(KEYS) <= set(first)
    assert second["file"] == bad and "jump" in second["error"]


def test_no_file_at_all_is_wrong_usage(capfd):
    assert main(["hands"]) == 2
    assert "FILE" in capfd.readouterr().err


def test_an_interpreter_that_is_not_there_is_one_sentence(monkeypatch):
    monkeypatch.setenv(process.OVERRIDE, "/nowhere/micropython")
    with pytest.raises(SimulatorProblem, match=r"cannot start /nowhere/micropython .*=cpython"):
        Player().play("", "x.hands")


@pytest.mark.skipif(os.name != "posix", reason="needs a program that ends at once")
def test_a_firmware_that_stops_is_one_sentence(monkeypatch, tmp_path):
    program = tmp_path / "ends"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv(process.OVERRIDE, str(program))
    with (
        Player() as player,
        pytest.raises(SimulatorProblem, match=r"x\.hands: the firmware stopped"),
    ):
        player.play("", "x.hands")


def test_differences_are_said_in_the_words_of_the_script():
    script = parse(
        """expect moves d6
expect over white blocked
expect sync yes
expect complaints none
expect lights a7 mill b6 idle c5 off
expect position white=a7""",
        "x",
    )
    result = {
        "moves": [],
        "over": {"winner": None, "reason": "repetition"},
        "sync": False,
        "complaints": ["blocked@a7"],
        "lights": {"a7": "mill"},
        "position": "black=a7",
    }
    assert differences(script, result) == [
        "x:1: expected moves d6, got none",
        "x:2: expected over white blocked, got draw repetition",
        "x:3: expected sync yes, got no",
        "x:4: expected complaints none, got blocked@a7",
        "x:5: expected lights a7 mill b6 idle c5 off, got a7 mill b6 off c5 off",
        "x:6: expected position white=a7, got black=a7",
    ]
    script = parse("expect over none\nexpect lights a7 mill", "x")
    assert differences(script, {"over": None, "lights": {"a7": "mill", "b6": "idle"}}) == []


def test_a_position_may_be_written_in_any_order_and_with_less():
    script = parse('expect position "black=a1,d1 white=d6"', "x")
    same = "white=d6 black=d1,a1 hand=0,0 turn=white due=0 quiet=0"
    assert differences(script, {"position": same}) == []
    for other in (same.replace("d6", "f6"), same.replace("turn=white", "turn=black")):
        assert len(differences(script, {"position": other})) == 1


def test_explain_tells_how_each_image_was_read(player):
    text = """
position white=b6,f6,d7,a1 black=b4,g1,e3,c3
at 0 lift d7
at 300 drop d6 white
at 900 lift g1
at 2000 lift b4
at 3000 press back
at 4000 power off
at 4100 power on
"""
    lines = player.play(text, "told.hands", explain=True)["explain"]
    told = [line.split(" ms  ", 1)[1] for line in lines]
    assert told[:5] == [
        "nothing moved: the wood agrees",
        "off d7: a piece in the hand",
        "off d7; on d6: mill closed, removal due d7-d6",
        "off d7 g1; on d6: turn d7-d6 x g1",
        "=> played d7-d6xg1 (ply 1)",
    ]
    assert "=> taken back to ply 0" in told
    assert any("out of step" in line for line in told)
    assert "explain" not in player.play(text, "told.hands")


def test_explain_on_the_command_line(capsys):
    assert main(["hands", "--explain", str(HANDS[0])]) == 0
    assert "the wood agrees" in capsys.readouterr().out


def test_a_script_with_a_byte_order_mark_is_a_script(tmp_path, capsys):
    path = tmp_path / "windows.hands"
    path.write_bytes(b"\xef\xbb\xbf" + FIRST_MOVES.strip().replace("\n", "\r\n").encode())
    assert main(["hands", str(path)]) == 0
    assert capsys.readouterr().out == "1 script: 1 as expected\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("at 0 host dänce", "plain ASCII"),
        ("at 0 host " + "a" * 300, "180 characters at most"),
        ("set " + "a" * 300 + "=1", "no option or setting"),
        ("#\n" * 200000, "10000 lines at most"),
    ],
)
def test_what_the_wire_would_not_take_is_refused_by_line(tmp_path, capfd, line, why):
    path = tmp_path / "bad.hands"
    path.write_text(line, encoding="utf-8")
    assert main(["hands", str(path)]) == 2
    said = capfd.readouterr().err
    assert re.match(rf"merels: {re.escape(str(path))}:\d+: ", said)
    assert why in said
    assert "Traceback" not in said
    assert main(["simulate", "--play", str(path)]) == 2


def test_a_script_that_the_memory_cannot_take_is_refused(monkeypatch, capsys):
    def full(*args):
        raise MemoryError

    monkeypatch.setattr(play, "play", full)
    monkeypatch.setattr("sys.stdin", io.StringIO('{"name": "long.hands", "text": ""}\n'))
    play.main()
    assert json.loads(capsys.readouterr().out) == {
        "error": "long.hands: it is too long for the memory; cut it in two"
    }


def test_an_unreadable_script_is_the_same_everywhere(tmp_path):
    for name in (str(tmp_path / "none.hands"), str(tmp_path), "n" * 300):
        assert main(["hands", name]) == 2
        assert main(["simulate", "--play", name]) == 2
