# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/protocol.md against the firmware: what it shows is typed at the real app and compared.

python tests/project/test_protocol.py      writes the board's side of the page anew
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from merels.rules.game import Game
from merels.wire import framing, requests
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.handscript import parse_deed
from merels_host.simulator.ports import MemoryConsole, MemoryStorage
from merels_host.simulator.wires.adc import set_noise
from merels_host.simulator.wires.magnets import Magnet

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware" / "merels"
PAGE = ROOT / "docs" / "protocol.md"
JOURNAL = "7f3a21c9"  # what the page says in place of a random journal id
RENAMED = "5b0e91d4"  # and of the next one
BOARD = "e66038b713845a29"
ANSWERERS = (
    "requests.py",
    "rare_requests.py",
    "services.py",
    "bench.py",
    "selftest.py",
    "conversation.py",
    "level_words.py",
)
STEP_MS = 500  # between one line of a transcript and the next
TABLES = ("## Requests", "## Error codes", "### Testing what is soldered")


class Terminal:
    """A person at a terminal, and the same or another at the board. Time is injected."""

    def __init__(self, storage=None, points=25):
        self.now = 0
        self._console = MemoryConsole()
        self._seen = 0
        self.board = SimulatedBoard(
            storage or MemoryStorage(), self._console, BOARD, points=points
        )
        self.board.power_on()
        assert self.board.app
        self.board.app.journal.id = JOURNAL
        self.run(STEP_MS)

    @property
    def renamed(self):
        """The journal id that is random now, or the page's own."""
        return self.board.app.journal.id.replace(JOURNAL, RENAMED)

    def run(self, ms):
        """Let the firmware run for `ms`; the lines it wrote meanwhile."""
        until = self.now + ms
        while self.now < until:
            self.now += self.board.step(self.now)
        self.now = until
        lines = bytes(self._console.said[self._seen :]).decode().splitlines()
        self._seen = len(self._console.said)
        return lines

    def type(self, line):
        """Type a line; what came back."""
        self._console.type(line + "\n")
        return self.run(STEP_MS)

    def do(self, words):
        """Let hands do something, or `wait` so many ms; what came over the line."""
        if words[0] == "wait":
            return self.run(int(words[1]))
        self.board.do(parse_deed(words), self.now)
        return self.run(STEP_MS)

    def place(self, moves):
        """Place pieces as in `moves`, by hand."""
        game = Game()
        for move in moves.split():
            self.do(["drop", move, ("white", "black")[game.turn]])
            game.play(move)


class HallTerminal:
    """The same at a board with Hall sensors; deeds are `stand d6=49 ...`: magnets and their mT."""

    def __init__(self):
        sys.path.insert(0, str(ROOT / "tests"))  # when this file is run as a program
        from fakes.hall import HallApp

        self._board = HallApp()
        set_noise(1)  # little, so that levels do not change with each step; none would be a fault

    def type(self, line):
        number, _, words = line[1:].partition(" ")
        reply = framing.frame(framing.REQUEST, f"{number} {self._board.ask(words)}")
        self._board.run(STEP_MS)
        return [reply]

    def do(self, words):
        pairs = [pair.split("=") for pair in words[1:]]
        self._board.put([Magnet(name, int(mt)) for name, mt in pairs])
        self._board.run(2 * STEP_MS)
        return []


class FullStorage(MemoryStorage):
    """A flash that takes nothing."""

    def append(self, name, data):
        raise OSError(28, name)

    replace = append


def played(block, terminal):
    """A transcript as the firmware plays it: the same `>` and `#` lines, and what it answers."""
    lines = []
    for line in block.splitlines():
        if line.startswith("> "):
            lines += [line, *terminal.type(line[2:])]
        elif line.startswith("# "):
            lines += [line, *terminal.do(line[2:].split())]
    return "\n".join(lines) + "\n"


def transcripts(text):
    """(transcript, terminal at which it is typed) of each that the page has."""
    found = re.findall(r"^```transcript(.*?)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(block, HallTerminal() if kind else Terminal()) for kind, block in found]


def section(text, heading):
    """The page from a heading to the next of the same or a higher level."""
    return re.split(r"^## ", text.partition(heading + "\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def examples(text, heading):
    """(request, answer) of each row of a section's table."""
    own = re.split(r"^### ", section(text, heading), maxsplit=1, flags=re.MULTILINE)[0]
    found = re.findall(r"^\| `(:.+?)` \| `(:.+?)` \|", own, re.MULTILINE)
    assert found, f"{heading} has no examples"
    return found


def answers(heading, requests):
    """What the firmware answers to the examples of a section, without checksums."""
    if "Error" in heading:
        terminal = Terminal(FullStorage(), 24)
        terminal.place("d7 f4 d2")
    else:
        terminal = Terminal()
        terminal.place("d6" if "soldered" in heading else "d6 f4 d2")
    found = []
    for request in requests:
        replies = [one for one in terminal.type(request) if one.startswith(":")]
        assert len(replies) == 1, f"{request} got {replies}"
        replies = [one.replace(terminal.renamed, RENAMED) for one in replies]
        found.append(replies[0][: -len(" *01234567")])
    return found


def first_column(text, heading):
    """The words in code font that begin the rows of a section's table."""
    return re.findall(r"^\| `([\w-]+)` \|", section(text, heading), re.MULTILINE)


def understood(text):
    """The parsed line; the page shows none that the wire does not know."""
    line = framing.parse(text)
    assert line is not None, text
    return line


def words_of_code(pattern, names):
    text = "".join(next(FIRMWARE.rglob(name)).read_text(encoding="utf-8") for name in names)
    return set(re.findall(pattern, text))


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


def test_every_transcript_is_what_the_firmware_says(page):
    assert len(transcripts(page)) >= 3
    for block, terminal in transcripts(page):
        assert played(block, terminal) == block, "run python tests/project/test_protocol.py"


@pytest.mark.parametrize("heading", TABLES)
def test_every_example_gets_the_answer_beside_it(page, heading):
    rows = examples(page, heading)
    for (request, answer), real in zip(
        rows, answers(heading, [row[0] for row in rows]), strict=True
    ):
        assert real == answer, f"{request} (run python tests/project/test_protocol.py)"


def test_every_request_of_the_firmware_has_an_example(page):
    shown = {understood(request).word for request, _ in examples(page, "## Requests")}
    assert shown == set(requests.Requests(None).words())


def test_every_error_code_of_the_firmware_is_listed_and_shown(page):
    codes = words_of_code(r"err code=([a-z][a-z\d-]+)", ANSWERERS)
    replies = [understood(answer) for _, answer in examples(page, "## Error codes")]
    shown = [reply.values["code"] for reply in replies if reply.word == "err"]
    assert set(shown) == codes
    assert len(shown) == len(codes), "one row for each code"


def test_every_code_and_fault_of_calibrating_is_listed(page):
    part = page.partition("### Levels and calibration")[2].partition("\n## ")[0]
    codes = words_of_code(r'(?:err code=|_at\(")([a-z][a-z\d-]+)', ["calibration.py"])
    faults = words_of_code(r'word = "(\w+)"', ["level_faults.py"])
    listed = re.findall(r"^\| `([\w-]+)` \|", part, re.MULTILINE)
    assert sorted(listed) == sorted((codes | faults) - {"bad-word", "not-analog", "busy"})


def test_every_reason_against_a_move_is_listed(page):
    reasons = words_of_code(r'return "([\w-]+)"', ["refusal.py"])
    reasons |= words_of_code(r'IllegalMove\(text, "([\w-]+)"', ["refusal.py"])
    listed = first_column(page, "## Why a move is refused")
    assert set(listed) == reasons
    assert len(set(listed)) == len(listed)


def test_every_kind_of_record_is_listed(page):
    from merels.journal.records import REASONS, WORDS

    listed = re.findall(r"^\| `(\w+)` \| `@", section(page, "## Records"), re.MULTILINE)
    assert set(listed) == set(WORDS[1:])
    for reason in REASONS:
        assert f"`{reason}`" in section(page, "## Records")


def test_every_example_of_a_record_has_the_words_of_a_real_one(page):
    terminal = Terminal()
    lines = terminal.type(":hello")
    terminal.type(":new set=fly=off")
    lines += terminal.type(":position white=a1,d1 black=a7 hand=7,8")
    for piece in ("a1 white", "d1 white", "a7 black", "d6 white"):
        lines += terminal.do(["drop", *piece.split()])
    terminal.type(":takeback")
    lines += terminal.type(":result winner=white reason=resigned")
    lines += terminal.do(["wait", "2500"])
    real = {line.word: [*line.values] for line in map(understood, lines) if line.kind == "record"}
    shown = re.findall(r"^\| `\w+` \| `(@.+?)` \|", section(page, "## Records"), re.MULTILINE)
    for line in map(understood, shown):
        assert [key for key in line.values if key != "set"] == [
            key for key in real[line.word] if key != "set"
        ], line.word
    assert {understood(line).word for line in shown} == set(real)


def test_every_setting_is_listed_with_its_default(page):
    from merels.settings import TABLE

    rows = re.findall(
        r"^\| `([\w-]+)` \| ([^|]+) \| ([^|]+) \|", section(page, "## Settings"), re.MULTILINE
    )
    assert {row[0] for row in rows} == set(TABLE)
    for name, default, values in rows:
        row = TABLE[name]
        assert default.strip(" `") == (str(row[0]) or "empty")
        if len(row) == 3:
            assert values.startswith(f"{row[1]} to {row[2]}")
        if len(row) == 2:
            assert re.findall(r"`([\w-]+)`", values) == list(row[1])


def test_the_figures_of_the_page_are_those_of_the_code(page):
    from merels.wire import conversation

    text = " ".join(page.split())
    assert f"more than {conversation.LIVE_MS // 1000} seconds" in text
    assert f"after {conversation.AGAIN_MS // 1000} seconds" in text
    assert f"at most {conversation.WINDOW} records" in text
    assert f"at most {framing.MAX_LINE} characters" in text


def test_the_python_example_talks_to_a_running_board(page, tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(code.splitlines()) <= 12
    simulator = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "simulate"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert simulator.stdout
        url = json.loads(simulator.stdout.readline())["serial"]
        assert "/dev/ttyACM0" in code
        code = code.replace("/dev/ttyACM0", url).replace("timeout=60", "timeout=2")
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
        )
    finally:
        simulator.terminate()
        simulator.communicate(timeout=300)
    assert done.returncode == 0, done.stderr
    lines = [framing.parse(line) for line in done.stdout.splitlines()]
    assert [line.word for line in lines if line and line.kind == "record"] == ["boot", "game"]
    assert [line.word for line in lines if line and line.kind == "request"] == ["ok", "ok", "ok"]


def write():
    """The page with the firmware's side of it as it is now."""
    text = PAGE.read_text(encoding="utf-8")
    for block, terminal in transcripts(text):
        text = text.replace(block, played(block, terminal))
    for heading in TABLES:
        rows = examples(text, heading)
        part = section(text, heading)
        new = part
        for (request, answer), real in zip(
            rows, answers(heading, [row[0] for row in rows]), strict=True
        ):
            new = new.replace(f"| `{request}` | `{answer}` |", f"| `{request}` | `{real}` |")
        text = text.replace(part, new)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
