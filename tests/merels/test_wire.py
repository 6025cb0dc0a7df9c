# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The lines of the wire: the examples of the protocol, and what must not pass."""

from merels.wire import framing

EXAMPLES = (
    "@17 move text=d6-f6xb4 ply=41 game=3 board=00081e3 pos=5c07a1e2 ms=482113 *05a768af",
    "~ lift at=c3 board=00001e3 ms=482400 *64e77ff8",
    ":4 ok *5e4539b2",
    ":5 err code=illegal-move text=d2-d5 why=not-adjacent *52b552b1",
    ":4 hello proto=1 journal=7f3a21c9 have=16 *98745bdd",
    ":7 ack 17 *9227f9ac",
)


def test_examples_are_framed_and_parsed():
    for example in EXAMPLES:
        line = framing.parse(example + "\r\n")
        assert line.kind != "bad" and line.checked, example
        assert framing.frame(example[0], line.text) == example


def test_parts_of_a_record():
    line = framing.parse(EXAMPLES[0])
    assert (line.kind, line.number, line.word) == ("record", 17, "move")
    assert line.values["text"] == "d6-f6xb4" and line.values["ply"] == "41"


def test_parts_of_requests_and_replies():
    ack = framing.parse(EXAMPLES[5])
    assert (ack.kind, ack.number, ack.word, ack.args) == ("request", 7, "ack", ["17"])
    assert framing.parse(EXAMPLES[2]).word == "ok"
    telemetry = framing.parse(EXAMPLES[1])
    assert (telemetry.kind, telemetry.number, telemetry.word) == ("telemetry", -1, "lift")


def test_a_person_may_leave_number_and_checksum_out():
    line = framing.parse(": hello have=3")
    assert (line.number, line.word, line.checked) == (-1, "hello", False)
    assert framing.parse(":state").word == "state"


def test_a_value_keeps_its_equals_signs():
    line = framing.parse(":1 new variant=lasker-morris set=fly=off,protect=any")
    assert line.values["set"] == "fly=off,protect=any"


def test_a_wrong_checksum_is_bad():
    for example in EXAMPLES:
        flipped = example[:-1] + ("0" if example[-1] != "0" else "1")
        assert framing.parse(flipped).kind == "bad"
        assert framing.parse(example[:3] + "#" + example[4:]).kind == "bad"


def test_anything_else_is_log_text():
    for text in ("", "AT", ">>> ", "Traceback (most recent call last):", ":4 caf\xe9", ":\x03"):
        assert framing.parse(text) is None, text


def test_odd_lines_never_raise():
    odd = ("@", ":", "~", ":4", ": *", ":4 =", "@=x", ":1 a =b c=", ":99999999999 x", ":4 *5e")
    for text in odd:
        line = framing.parse(text)
        assert line is not None and line.kind != "bad", text


def test_decimal():
    assert framing.decimal("0") == 0 and framing.decimal("123456789") == 123456789
    for text in ("", "-1", "1x", "1234567890", "\u0663", "+1", " 1"):
        assert framing.decimal(text) == -1, text
