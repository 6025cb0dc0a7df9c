# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels record as a person meets it: exit codes, one sentence for each trouble, files named."""

import os

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from fakes.waiting import free_port
from merels_host import cli
from merels_host.commands import record as verb

RECORDS = [BOOT, *game_records(E64)]


def stopping_when(monkeypatch, condition):
    """Let Ctrl-C come when the condition holds."""

    class Stopped:
        def __enter__(self):
            return condition

        def __exit__(self, *exc_info):
            pass

    monkeypatch.setattr(verb, "until_stopped", Stopped)


def test_once_ends_with_the_game_and_names_the_files(tmp_path, capsys):
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path / "new")]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    session, game = said.out.splitlines()[-2:]
    assert session.endswith(".ndjson")
    assert game.endswith(".pgn")
    assert os.path.exists(session)
    assert os.path.exists(game)


def test_the_default_folder_is_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", board.url, "--once"]) == 0
    assert len(list((tmp_path / "merels-games").iterdir())) == 2


def test_ctrl_c_in_a_recording_is_its_end(tmp_path, monkeypatch):
    with FakeBoard(RECORDS[:9]) as board:
        stopping_when(monkeypatch, lambda: board.acked == 9)
        assert cli.main(["record", board.url, "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.pgn"))) == 1


def test_ctrl_c_before_the_game_that_was_asked_for_is_over(tmp_path, monkeypatch):
    with FakeBoard(RECORDS[:9]) as board:
        stopping_when(monkeypatch, lambda: board.acked == 9)
        assert cli.main(["record", board.url, "--once", "--out", str(tmp_path)]) == 130


def test_ctrl_c_while_waiting_for_the_port(tmp_path, monkeypatch, capsys):
    looks = iter([False, False, True])
    stopping_when(monkeypatch, lambda: next(looks, True))
    where = f"socket://127.0.0.1:{free_port()}"
    assert cli.main(["record", where, "--wait", "--out", str(tmp_path)]) == 130
    assert "waiting for the board: nobody listens" in capsys.readouterr().out


def test_no_such_port_is_exit_3_and_one_sentence(tmp_path, capsys):
    assert cli.main(["record", str(tmp_path / "ttyX"), "--out", str(tmp_path)]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("merels: there is no port ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_is_exit_1(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", board.url, "--out", str(tmp_path / "file" / "x")]) == 1
    assert capsys.readouterr().err.startswith("merels: cannot write ")


@pytest.mark.parametrize("words", [["a", "--sideways"], ["a", "--all"]])
def test_wrong_usage_is_exit_2(words, capsys):
    assert cli.main(["record", *words]) == 2
    said = capsys.readouterr().err
    assert said.endswith("see merels record --help.\n") or "not both" in said
