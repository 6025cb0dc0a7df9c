# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/data-formats.md and docs/recording.md say what the recorder writes and takes."""

import inspect
import json
import re
import typing
from pathlib import Path

from fakes.socket_board import BOOT, game_records
from merels.wire import framing
from merels_host.archive import schema
from merels_host.archive.export import export
from merels_host.archive.ingest import Ingest
from merels_host.archive.queries import Queries
from merels_host.archive.store import Store
from merels_host.board.link import Hello
from merels_host.commands import record as verb
from merels_host.recorder import game_files
from merels_host.sessions.games import Games
from merels_host.sessions.players import KEYS
from merels_host.sessions.recorded import JournalRecord, Recorded
from merels_host.sessions.session import SCHEMA, Session, SessionFile

ROOT = Path(__file__).parents[2]
FORMATS = (ROOT / "docs/data-formats.md").read_text(encoding="utf-8")
RECORDING = (ROOT / "docs/recording.md").read_text(encoding="utf-8")


def fence(text, kind):
    [found] = re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return found


def column(text, heading):
    """The code words of the first column of the table under a heading row."""
    table = text.partition(heading)[2].lstrip("\n").partition("\n\n")[0]
    rows = table.partition("|---")[2].splitlines()[1:]
    return {word for row in rows for word in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_the_example_is_a_session_file(tmp_path):
    path = tmp_path / "e.ndjson"
    path.write_text(fence(FORMATS, "ndjson"), encoding="utf-8")
    file = SessionFile(path)
    entries = list(file)
    assert len(entries) == 5
    assert (file.damaged, file.torn) == (0, False)
    assert file.header["schema"] == SCHEMA
    assert f"schema {SCHEMA}" in FORMATS
    assert sorted(Recorded.scan(tmp_path, "e6614103e7", "7f3a21c9").records) == [2]
    for entry in entries:
        if "line" in entry:
            assert framing.parse(entry["line"]).checked, entry


def test_the_header_table_names_every_key(tmp_path):
    names = dict.fromkeys(KEYS, "x")
    hello = Hello("b", "j", "0", 1, 0, {})
    session = Session(tmp_path, hello, "p", "2026-11-30T12:34:56.789Z", names)
    session.close()
    header = json.loads(session.path.read_text())
    assert column(FORMATS, "### First line: the header\n") == set(header)
    assert set(json.loads(fence(FORMATS, "ndjson").splitlines()[0])) == set(header)


def test_the_event_table_names_every_event():
    source = "".join(
        (ROOT / f"host_tools/merels_host/{name}.py").read_text(encoding="utf-8")
        for name in ("recorder/recorder", "sessions/session", "recorder/logbook")
    )
    written = set(re.findall(r'\.event\((?:utc, )?"([a-z]+)"', source))
    assert column(FORMATS, "| event | keys | meaning |\n") == written


def test_the_archive_table_names_every_column():
    table = FORMATS.partition("<!-- archive: ")[2].partition("\n\n")[2].partition("\n\n")[0]
    named = {}
    for row in table.splitlines()[2:]:
        cells = row.strip("|").split(" | ")
        [name] = re.findall(r"`(\w+)`", cells[0])
        # Values are quoted, too: only what follows the beginning or a comma is a column.
        named[name] = re.findall(r"(?:^|, )`(\w+)`", cells[2].strip(" |"))
    for table in schema.metadata.sorted_tables:
        columns = [column.name for column in table.columns]
        assert [one for one in named[table.name] if one in columns] == columns
    assert set(named) == set(schema.metadata.tables)
    assert f"The archive, schema {schema.VERSION}" in FORMATS


def test_the_json_example_is_what_is_exported(tmp_path):
    hello = Hello("e6614103e7", "7f3a21c9", "0", 1, 0, {})
    made = Session(tmp_path, hello, "p", "2026-11-30T12:34:56.000Z")
    for number, text in enumerate([BOOT, *game_records(["d6", "f4", "d2"], fly="off")], 1):
        made.line("2026-11-30T12:34:56.000Z", "in", framing.frame("@", f"{number} {text}"))
    made.close()
    with Store.open(str(tmp_path / "a.db")) as store:
        Ingest(store).folder(tmp_path)
        with store.begin() as connection:
            queries = Queries(connection)
            [game] = json.loads("".join(export(queries, queries.games(), "json", print)))
    assert json.loads(fence(FORMATS, "json")) == game
    named = FORMATS.partition("## Games as JSON")[2].partition("## PGN")[0]
    for key in game:
        assert re.search(rf"^\|.*`{key}`.*\|", named, re.MULTILINE), key


def test_the_pgn_example_is_what_is_written():
    games = Games("e6614103e7", "7f3a21c9")
    for number, text in enumerate([BOOT, *game_records(["d6", "f4", "d2"], fly="off")], 1):
        line = framing.parse(framing.frame("@", f"{number} {text}"))
        games.apply(JournalRecord(number, "2026-11-30T12:34:56.000Z", line))
    assert fence(FORMATS, "pgn") == game_files.pgn_of(games.current)


def test_the_tag_table_names_every_tag_of_ours():
    games = Games("b", "j")
    for number, text in enumerate(game_records(["d6"], fly="off", over=("white", "resigned")), 1):
        games.apply(
            JournalRecord(
                number,
                "2026-11-30T12:34:56.000Z",
                framing.parse(framing.frame("@", f"{number} {text}")),
            )
        )
    tags = re.findall(r"^\[(\w+) ", game_files.pgn_of(games.current), re.MULTILINE)
    assert set(tags[7:]) | {"Site", "Round"} == column(FORMATS, "| tag | what it is |\n") | {
        "Site",
        "Round",
    }


def test_the_option_table_names_every_option_of_record():
    hints = typing.get_type_hints(verb.run, include_extras=True)
    options = {name for name in inspect.signature(verb.run).parameters if name != "ports"}
    assert options < set(hints)
    found = {word.split()[0] for word in column(RECORDING, "| option | what it does |\n")}
    assert found == {f"--{name}" for name in options - {"every"}} | {"--all"}


def test_the_programs_on_the_pages_use_what_there_is(tmp_path, monkeypatch):
    for page in (FORMATS, RECORDING):
        code = fence(page, "python")
        compile(code, "page", "exec")
        for module, names in re.findall(r"^from (merels\S*) import (.*)$", code, re.MULTILINE):
            found = __import__(module, fromlist=["x"])
            assert all(hasattr(found, name.strip()) for name in names.split(","))
    monkeypatch.chdir(tmp_path)
    exec(fence(FORMATS, "python"), {})
