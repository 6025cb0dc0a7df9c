# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is no archive is not made one unasked; on both databases."""

import socket
import time

import pytest
import sqlalchemy as sa
from merels_host import cli
from merels_host.archive.archivist import Archivist
from merels_host.archive.store import Store, url_of
from merels_host.errors import ArchiveProblem


@pytest.mark.parametrize("tables", [["foo"], ["meta"], ["games", "meta"], ["records"]])
def test_another_programs_database_is_left_as_it_is(url, tmp_path, capsys, tables):
    engine = sa.create_engine(url_of(url))
    with engine.begin() as connection:
        for table in tables:
            connection.exec_driver_sql(f"CREATE TABLE {table} (name INTEGER)")
    before = (tmp_path / "a.db").read_bytes() if "sqlite" in url else b""
    for words in (["list"], ["verify"], ["show", "x-1"], ["rebuild", "--from", str(tmp_path)]):
        assert cli.main(["games", *words, "--archive", url]) == 1
        said = capsys.readouterr()
        assert f"is another program's database (it has a table {min(tables)}), and" in said.err
        assert said.out == ""
    with pytest.raises(ArchiveProblem, match="another program's"), Archivist(url, tmp_path, print):
        pass
    with engine.connect() as connection:
        assert sorted(sa.inspect(connection).get_table_names()) == sorted(tables)
    engine.dispose()
    if before:
        assert (tmp_path / "a.db").read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_a_rebuild_that_is_refused_makes_no_archive(url, tmp_path, capsys):
    assert cli.main(["games", "rebuild", "--archive", url]) == 2
    assert "knows no session files yet" in capsys.readouterr().err
    assert cli.main(["games", "rebuild", "--archive", url, "--from", str(tmp_path / "no")]) == 1
    assert "there is no folder" in capsys.readouterr().err
    (tmp_path / "x.ndjson").write_text("a letter\n")
    assert cli.main(["games", "rebuild", "--archive", url, "--from", str(tmp_path)]) == 1
    assert "the archive is left as it is" in capsys.readouterr().err
    assert cli.main(["games", "verify", "--archive", url]) == 1
    assert "there is no archive" in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


def test_an_archive_without_games_has_nothing_to_verify(store, url, capsys):
    assert cli.main(["games", "verify", "--archive", url]) == 0
    said = capsys.readouterr().out
    assert said.endswith("has no game and no record: there is nothing to verify.\n")


def test_a_server_that_says_nothing_is_not_waited_for_without_end(monkeypatch):
    pytest.importorskip("psycopg")
    monkeypatch.setattr("merels_host.archive.store._PATIENCE_S", 2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"postgresql://x@127.0.0.1:{server.getsockname()[1]}/y"
        for more in ("", "?connect_timeout=3"):
            began = time.monotonic()
            with pytest.raises(ArchiveProblem, match="cannot be used .connection .*timeout"):
                Store.open(url + more)
            assert time.monotonic() - began < 30
