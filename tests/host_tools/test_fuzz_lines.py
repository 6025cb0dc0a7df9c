# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whatever bytes come over the wire or stand in a session file: no crash, no false record."""

import json

from fakes.socket_board import BOOT, game_records
from hypothesis import example, given, settings
from hypothesis import strategies as st
from merels.wire import framing
from merels_host.board.link import LONGEST, Link
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import JournalRecord, Recorded, is_record
from merels_host.sessions.session import SessionFile
from merels_host.simulator.from_session.script import games_of
from merels_host.views.session_text import tell

ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120)
WORDS = st.lists(
    st.one_of(
        st.sampled_from([*" ".join(game_records(["d6", "f4", "d2"])).split(), "ply=-1"]),
        st.sampled_from(["move", "takeback", "edit", "over", "game", "game=1", "ply=99999"]),
        st.sampled_from(["text=xx", "white=a1", "board=zzzzzzz", "hand=9,9", "set=a=b,,="]),
        ASCII,
    ),
    max_size=9,
).map(" ".join)  # fmt: skip
FRAMED = st.builds(
    lambda number, words: framing.frame("@", f"{number} {words}"), st.integers(0, 12), WORDS
)


@given(st.one_of(st.text(max_size=200), ASCII, FRAMED))
@example("@1 *00000000")
@example("@ *")
@example("@\u0661 boot *")
@example(":1 ok\n")
def test_any_text_is_parsed_or_left_alone(text):
    line = framing.parse(text)
    if line is None:
        return
    assert line.kind in ("record", "telemetry", "request", "bad")
    assert -1 <= line.number < 10**9
    if line.checked:
        space = " " if line.kind == "telemetry" else ""
        assert text.strip()[0] + space + line.text + " *" + framing.checksum(line.text) in (
            framing.frame(text.strip()[0], line.text), text.strip(),
        )  # fmt: skip


@given(FRAMED.filter(lambda text: len(text) > 12), st.data())
def test_a_framed_line_with_one_wrong_byte_is_no_record(text, data):
    at = data.draw(st.integers(1, len(text) - 1))
    other = data.draw(st.characters(min_codepoint=32, max_codepoint=126))
    damaged = text[:at] + other + text[at + 1 :]
    if damaged.lower() != text.lower() and framing.parse(text).checked:
        assert (
            not is_record(framing.parse(damaged))
            or framing.parse(damaged).text == framing.parse(text).text
        )


@settings(deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=12), st.lists(st.integers(1, 50), max_size=30))
def test_lines_arrive_alike_however_the_bytes_are_cut(pieces, cuts):
    data = b"\n".join(pieces) + b"\n"
    assert heard(data, [len(data)]) == heard(data, cuts)


def heard(data, cuts):
    link = Link("test", opener=lambda url: Port(data, cuts))
    link.open()
    found = []
    for _ in range(2 * len(data) + 4):
        found += [one.text for one in link.read(0)]
    assert all(len(text) <= 4 * LONGEST for text in found)
    return found


class Port:
    """Gives its data in pieces of these sizes."""

    def __init__(self, data, cuts):
        self.data = data
        self.cuts = list(cuts)
        self.piece = b""

    def read(self, size):
        if not self.piece:
            size_now = self.cuts.pop(0) if self.cuts else 7
            self.piece, self.data = self.data[:size_now], self.data[size_now:]
        taken, self.piece = self.piece[:size], self.piece[size:]
        return taken

    def write(self, data):
        pass

    def close(self):
        pass


@settings(deadline=None)
@given(st.lists(WORDS, max_size=14))
def test_any_records_fold_into_games_with_doubts_at_most(texts):
    games = Games("b", "j")
    for number, words in enumerate([*game_records(["d6"]), *texts], 1):
        line = framing.parse(framing.frame("@", f"{number} {words}"))
        if is_record(line):
            games.apply(JournalRecord(number, "", line))


ENTRY = st.one_of(
    st.binary(max_size=50).map(lambda raw: raw.replace(b"\n", b"")),
    st.builds(
        lambda way, line: json.dumps(
            {"utc": "2026-11-30T10:00:00.000Z", "dir": way, "line": line}
        ),
        st.sampled_from(["in", "out", "up"]),
        st.one_of(
            FRAMED, ASCII.map(lambda t: framing.frame("~", t)), ASCII.map(lambda t: ":" + t)
        ),
    ).map(str.encode),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["utc", "dir", "line", "event", "first", "last"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=6,
    ).map(lambda value: json.dumps(value).encode()),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ENTRY, max_size=15), st.booleans(), st.integers(0, 400))
def test_any_session_file_is_read_to_its_end(tmp_path_factory, entries, whole, start):
    folder = tmp_path_factory.mktemp("fuzz")
    path = folder / "f.ndjson"
    header = {"type": "session", "schema": 1, "utc": "2026-11-30T12:34:56.789Z", "board": "b"}
    header |= {"journal": "j", "firmware": "1", "port": "p", "merels": "1", "hello": {}}
    records = [
        json.dumps({"dir": "in", "line": framing.frame("@", f"{number} {text}")}).encode()
        for number, text in enumerate([BOOT, *game_records(["d6"])], 1)
    ]
    data = b"\n".join([json.dumps(header).encode(), *records, *entries])
    path.write_bytes(data + (b"\n" if whole else b""))
    file = SessionFile(path)
    read = list(file)
    assert len(read) + file.damaged + file.torn >= 3
    later = list(file.entries(start))
    assert later == read or later == read[len(read) - len(later) :]
    assert Recorded.scan(folder, "b", "j").have >= (3 if whole or entries else 2)
    list(tell(file, everything=True))
    games_of(file)
