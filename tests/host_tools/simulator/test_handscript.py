# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The parser of hand scripts: statements are understood, mistakes get file and line."""

from pathlib import Path

import pytest
from merels.board import WOOD, wood_bit
from merels_host.simulator.handscript import (
    LONGEST_MS,
    MOST_CHARACTERS,
    MOST_LINES,
    ScriptError,
    parse,
    parse_deed,
)

HANDS = sorted((Path(__file__).parent.parent.parent / "hands").glob("*.hands"))


def test_every_statement_of_the_format():
    script = parse(
        """
        # comment
        variant nine-mens-morris
        set fly=off protect=any   # the table's rules
        set settle=160
        sensors colour
        points 24
        after d6 f4
        after d2
        position white=a7,d6 black=b4 hand=3,3
        at 0    drop d6 white
        at 40   lift d6
        at 80   press new 1500
        at 90   press back
        at 100  host move a4-b4
        at 110  host new variant=lasker-morris
        at 120  power off
        at 130  power on
        at 200  noise e4 6
        at 900  end
        expect moves d6 f4
        expect over white blocked
        expect sync yes
        expect asks 0
        expect takebacks 2
        expect complaints not-your-turn@d6 blocked-piece@a1
        expect position "white=a7"
        expect lights a7 mill d6 idle
        """,
        "all.hands",
    )
    assert script.variant == "nine-mens-morris"
    assert [(n, v) for _, n, v in script.sets] == [
        ("fly", "off"),
        ("protect", "any"),
        ("settle", "160"),
    ]
    assert (script.sensors, script.points) == ("colour", 24)
    assert [move for _, move in script.after] == ["d6", "f4", "d2"]
    assert script.position == (10, "white=a7,d6 black=b4 hand=3,3")
    d6, e4 = wood_bit("d6"), wood_bit("e4")
    assert [(when, deed) for when, _, deed in script.deeds] == [
        (0, ("drop", d6, 0)),
        (40, ("lift", d6)),
        (80, ("press", 0, 1500)),
        (90, ("press", 1, 100)),
        (100, ("host", "move text=a4-b4")),
        (110, ("host", "new variant=lasker-morris")),
        (120, ("power", 0)),
        (130, ("power", 1)),
        (200, ("noise", e4, 6)),
    ]
    assert script.length() == 900
    assert [(key, value) for _, key, value in script.expects] == [
        ("moves", ["d6", "f4"]),
        ("over", {"winner": "white", "reason": "blocked"}),
        ("sync", True),
        ("asks", 0),
        ("takebacks", 2),
        ("complaints", ["not-your-turn@d6", "blocked-piece@a1"]),
        ("position", "white=a7"),
        ("lights", {"a7": "mill", "d6": "idle"}),
    ]


def test_a_script_without_end_lasts_two_seconds_after_its_last_deed():
    assert parse("at 70 lift d6\nat 50 drop d6 black", "x").length() == 2070
    assert parse("", "x").length() == 2000


def test_deeds_are_sorted_by_time_and_stay_in_the_order_of_their_lines():
    script = parse("at 5 lift a7\nat 0 drop d6 white\nat 0 lift g7\nat 0 lift b6", "x")
    assert [line for _, line, _ in script.deeds] == [2, 3, 4, 1]


def test_the_forms_of_nothing_and_of_a_draw():
    script = parse("expect moves\nexpect moves none\nexpect complaints none", "x")
    assert [value for _, _, value in script.expects] == [[], [], []]
    script = parse("expect over none\nexpect over draw repetition\nexpect over none blocked", "x")
    assert [value for _, _, value in script.expects] == [
        None,
        {"winner": None, "reason": "repetition"},
        {"winner": None, "reason": "blocked"},
    ]


def test_line_ends_of_every_system_are_the_same():
    text = "at 0 lift a7\nexpect moves\n"
    assert parse(text, "x").deeds == parse(text.replace("\n", "\r\n"), "x").deeds


def test_the_control_line_says_deeds_without_a_time():
    assert parse_deed(["lift", "d4"]) == ("lift", 24)
    assert parse_deed(["host", "result", "winner=white", "reason=resigned"]) == (
        "host",
        "result winner=white reason=resigned",
    )
    assert parse_deed(["host", "move", "text=a1"]) == ("host", "move text=a1")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("plop", "`plop` is no statement"),
        ("at", "expected `at MS`"),
        ("at 0", "expected `at MS`"),
        ("at soon lift a7", "whole number, not `soon`"),
        ("at -5 lift a7", "whole number, not `-5`"),
        ("at ٣ lift a7", "whole number"),
        ("at 99999999999 lift a7", "whole number"),
        (f"at {LONGEST_MS + 1} lift a7", "longer than a day"),
        ("at 0 jump a7", "`jump` is nothing that hands can do"),
        ("at 0 drop d6", "expected `drop POINT white|black`"),
        ("at 0 drop d6 red", "colour (white or black), not `red`"),
        ("at 0 drop x9 white", "no point `x9`"),
        ("at 0 lift", "expected `lift POINT`"),
        ("at 0 lift a7 b6", "expected `lift POINT`"),
        ("at 0 press", "expected `press new|back [MS]`"),
        ("at 0 press menu", "button (new or back), not `menu`"),
        ("at 0 press new long", "whole number, not `long`"),
        ("at 0 noise e4", "expected `noise POINT MS`"),
        ("at 0 power", "expected `power on|off`"),
        ("at 0 power maybe", "state (off or on), not `maybe`"),
        ("at 0 host", "expected `host REQUEST ...`"),
        ("at 0 end now", "nothing may follow `end`"),
        ("variant", "expected `variant ID`"),
        ("sensors", "expected `sensors presence|colour`"),
        ("sensors eyes", "presence or colour, not `eyes`"),
        ("points 9", "24 or 25 points, not `9`"),
        ("set", "expected `set NAME=VALUE ...`"),
        ("set fly", "not `fly`"),
        ("set =3", "not `=3`"),
        ("set fly=", "not `fly=`"),
        ("position", "expected `position white="),
        ("expect", "expected `expect` with one of moves"),
        ("expect luck", "not `luck`"),
        ("expect over white", "expected `expect over none`"),
        ("expect over red few-pieces", "expected `expect over none`"),
        ("expect sync", "expected `expect sync yes|no`"),
        ("expect sync maybe", "answer (yes or no), not `maybe`"),
        ("expect asks many", "whole number, not `many`"),
        ("expect takebacks", "expected `expect takebacks NUMBER`"),
        ("expect complaints blocked", "CODE@POINT, not `blocked`"),
        ("expect position", "a position text"),
        ("expect lights", "expected `expect lights POINT MEANING ...`"),
        ("expect lights a7", "expected `expect lights POINT MEANING ...`"),
        ("expect lights z1 mill", "no point `z1`"),
        ("expect lights a1 purple", "no meaning of a light `purple`; there are off, idle"),
        ("expect over white bored", "no reason why a game ends `bored`; there are"),
        ("expect complaints foo@d6", "no complaint `foo`; there are not-your-turn"),
        ("expect complaints blocked-piece@bar", "no point `bar`"),
        ("expect complaints @d6", "CODE@POINT, not `@d6`"),
        ("expect sync perhaps", "expected an answer (yes or no)"),
        ("at 0 host dänce", "a request is plain ASCII, as on the wire, not `dänce`"),
        ("at 0 host " + "a" * 300, "a request has 180 characters at most"),
        ("set " + "a" * 300 + "=1", "no option or setting has the name `aaa"),
        ("a" * 300, "aaa...` is no statement"),
        ("at 0 lift " + "a" * 300, "aaa...`"),
        ("at 0 " + "a" * 300, "aaa...` is nothing that hands can do"),
        ("at " + "1" * 300 + " lift a7", "111...`"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(line, words):
    with pytest.raises(ScriptError) as caught:
        parse(f"# first\n{line}\n", "bad.hands")
    assert str(caught.value).startswith("bad.hands:2: ")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_script_is_not_longer_than_the_memory_of_a_board():
    parse("at 0 lift a7\n" * MOST_LINES, "long.hands")
    with pytest.raises(ScriptError, match=r"long\.hands:10001: a script has 10000 lines at most"):
        parse("at 0 lift a7\n" * MOST_LINES + "# more", "long.hands")
    with pytest.raises(ScriptError, match=r"wide\.hands: a script has 500000 characters at most"):
        parse("#" * (MOST_CHARACTERS + 1), "wide.hands")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("variant achi", "variant achi"),
        ("sensors colour", "sensors presence"),
        ("points 24", "points 25"),
        ("position white=a7", "position white=a7"),
        ("at 5 end", "at 6 end"),
    ],
)
def test_what_can_be_said_once_is_said_once(first, second):
    with pytest.raises(ScriptError, match=r"twice\.hands:2: `\w+` was already said"):
        parse(f"{first}\n{second}", "twice.hands")


def test_nothing_happens_after_the_end():
    with pytest.raises(ScriptError, match=r"late\.hands:2: .* after the end"):
        parse("at 900 end\nat 901 lift a7", "late.hands")


def test_a_board_without_d4_has_no_d4():
    with pytest.raises(ScriptError, match=r"x:1: there is no d4"):
        parse("at 0 drop d4 white\npoints 24", "x")
    assert parse("at 0 drop d4 white", "x").deeds[0][2] == ("drop", 24, 0)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_the_scripts_of_the_tests_can_be_read(path):
    script = parse(path.read_text(encoding="utf-8"), path.name)
    assert (script.deeds or script.end is not None) and script.expects


def test_every_point_of_the_wood_can_be_named():
    for bit, name in enumerate(WOOD):
        assert parse_deed(["lift", name]) == ("lift", bit)
