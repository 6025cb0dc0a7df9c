# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Import and export beside a terminal: bars, Ctrl-C, and names that would do something to it."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from merels_host import cli
from merels_host.archive import importer
from merels_host.archive.store import Store
from merels_host.commands import games_import, progress
from merels_host.errors import DiskProblem
from merels_host.exchange import pgn_reader
from merels_host.exchange.formats import FORMATS

pty = pytest.importorskip("pty")

GAMES = 130
NASTY = "A\N{RIGHT-TO-LEFT OVERRIDE}\N{LEFT-TO-RIGHT ISOLATE}[b]"


@pytest.fixture
def archive(tmp_path, monkeypatch):
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "a.db"))
    return tmp_path / "a.db"


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.pgn"
    path.write_text(
        "".join(f'[Event "{number}"]\n\n1. d6 f4 2. d2 *\n\n' for number in range(GAMES))
    )
    return str(path)


def seen(words, **streams):
    """What a terminal gets of standard error, and of standard output if that is no file."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "merels_host", *words],
        env={**os.environ, "COLUMNS": "200"}, stdin=subprocess.DEVNULL,
        stdout=streams.get("stdout", slave), stderr=slave,
    )  # fmt: skip
    os.close(slave)
    found = b""
    try:
        while data := os.read(master, 1 << 16):
            found += data
    except OSError:  # Linux says so when the other end is closed
        pass
    os.close(master)
    assert process.wait(300) == 0
    return found.decode()


def test_an_export_from_a_terminal_into_a_file_is_whole(archive, many, tmp_path):
    assert cli.main(["games", "import", many]) == 0
    with open(tmp_path / "out.pgn", "wb") as file:
        bar = seen(["games", "export"], stdout=file)
    assert "Exporting" in bar and "[Event" not in bar
    assert (tmp_path / "out.pgn").read_text().count("[Event ") == GAMES


def test_an_import_on_a_terminal_has_a_bar(archive, many, monkeypatch, capsys):
    shown = []

    class Bar:
        def __init__(self, words, total):
            shown.append((words, total))

        def __enter__(self):
            return shown.append

        def __exit__(self, *exc_info):
            pass

    monkeypatch.setattr(progress, "bar", Bar)
    assert cli.main(["games", "import", many]) == 0
    assert shown == []  # it is no terminal, and there is little to read
    monkeypatch.setattr(games_import, "_ENOUGH", 100)
    assert cli.main(["games", "import", many]) == 0
    assert shown == []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert cli.main(["games", "import", many, many]) == 0
    size = os.path.getsize(many)
    assert shown[0] == ("Importing", 2 * size)
    assert shown[-1] == 2 * size and shown[1:] == sorted(shown[1:]) and len(shown) > GAMES


def test_a_bar_is_drawn_now_and_then_only(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    drawn = []
    monkeypatch.setattr("rich.progress.Progress.update", lambda *a, **more: drawn.append(more))
    with progress.bar("Reading", 1000) as show:
        for number in range(1000):
            now[0] += 0.001
            show(number)
    assert 8 <= len(drawn) <= 11
    assert drawn[0] == {"completed": 0, "refresh": True}


def listed(archive):
    with Store.open(str(archive)) as store, store.begin() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM games").scalar()


def test_ctrl_c_says_what_is_there_and_the_same_command_goes_on(
    archive, many, monkeypatch, capsys
):
    read = pgn_reader.read

    def stopped(*arguments):
        for number, one in enumerate(read(*arguments)):
            if number == 101:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(importer, "BATCH", 25)
    with monkeypatch.context() as patch:
        patch.setitem(FORMATS, "pgn", replace(FORMATS["pgn"], read=stopped))
        assert cli.main(["games", "import", many]) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "Stopped: 100 games imported, 0 already there, 0 faults. Import the same files again to "
        "go on; no game is taken twice.\n"
    )
    assert cli.main(["games", "import", many]) == 0
    assert capsys.readouterr().out == "30 games imported, 100 already there, 0 faults.\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for one process")
def test_a_real_signal_ends_it_in_good_order(archive, tmp_path):
    path = tmp_path / "more.pgn"
    with path.open("w") as file:
        for number in range(20_000):
            file.write(f'[Event "{number}"]\n\n1. d6 f4 2. d2 *\n\n')
    process = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "games", "import", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 300
    while not list(tmp_path.glob("a.imported/*.pgn")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("Stopped: ") and err.count("\n") == 1
    assert cli.main(["games", "verify"]) == 0


def test_a_disk_that_fails_in_the_middle_does_not_hide_what_was_done(
    archive, many, monkeypatch, capsys
):
    monkeypatch.setattr(importer, "BATCH", 50)
    write = importer.import_files.write

    def full(*arguments):
        if list(archive.parent.glob("a.imported/*.pgn")):
            raise DiskProblem("the disk is full.")
        return write(*arguments)

    monkeypatch.setattr(importer.import_files, "write", full)
    assert cli.main(["games", "import", many]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("So far: 50 games imported, 0 already there, 0 faults. Import the")
    assert said[1] == "merels: the disk is full."


def test_a_file_that_is_not_there_is_told_before_any_is_read(archive, many, capsys):
    assert cli.main(["games", "import", many, "none.pgn"]) == 1
    assert "cannot read none.pgn" in capsys.readouterr().err
    assert listed(archive) == 0


def test_names_reach_files_as_they_are_and_terminals_without_what_turns_them(
    archive, tmp_path, capsys
):
    path = tmp_path / "g.pgn"
    path.write_text(
        f'[White "{NASTY}"]\n[Black "B"]\n\n1. d6 {{{NASTY}}} f4 (1... a1 {{{NASTY}}}) *\n',
        encoding="utf-8",
    )
    assert cli.main(["games", "import", str(path)]) == 0
    capsys.readouterr()
    cli.main(["games", "export"])
    assert capsys.readouterr().out.count(NASTY) == 3
    cli.main(["games", "list", "--json"])
    name = json.loads(capsys.readouterr().out)[0]["id"]
    for words in (
        ["games", "list"], ["games", "show", name], ["games", "export"],
        ["games", "export", "--format", "csv"], ["games", "replay", name, "--plain"], ["stats"],
    ):  # fmt: skip
        shown = seen(words)
        assert "A\\x202e\\x2066[b]" in shown, words
        assert not set(shown) & set(NASTY[1:3])
