# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels games picture as a person meets it."""

import contextlib
import io
import sys

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli
from merels_host.board.link import Hello
from merels_host.commands.picture_file import PictureFile
from merels_host.sessions.session import Session
from PIL import Image

UTC = "2026-11-30T10:00:00.123Z"
POSITION = "white=a1,d1,g1 black=a7 hand=3,3 turn=white"
FEN = "********/@***O***/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 0 2 ids:nodes"


def recorded(folder, board, records, archive):
    made = Session(folder, Hello(board, "0badcafe", "0.1.0", 1, 0, {}), "COM3", UTC)
    for number, text in enumerate(records, 1):
        made.line(UTC, "in", framing.frame("@", f"{number} {text}"))
    made.close()
    with contextlib.redirect_stdout(io.StringIO()):
        assert cli.main(["games", "rebuild", "--from", str(folder), "--archive", archive]) == 0


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """The user's own archive, with one whole game."""
    name = str(tmp_path / "a.db")
    recorded(tmp_path / "s", "fake1", [BOOT, *game_records(E64)], name)
    monkeypatch.setenv("MERELS_ARCHIVE", name)
    monkeypatch.chdir(tmp_path)
    return name


def draw(capsys, *words, code=0):
    assert cli.main(["games", "picture", *words]) == code
    return capsys.readouterr()


def test_a_game_becomes_a_file_with_its_name(archive, tmp_path, capsys):
    assert draw(capsys, "0badcafe-1").out == "0badcafe-1.svg\n"
    assert "White wins" in (tmp_path / "0badcafe-1.svg").read_text()
    draw(capsys, "0badcafe-1", "--format", "png", "--size", "100")
    assert Image.open(tmp_path / "0badcafe-1.png").size == (133, 100)


def test_the_ending_says_what_is_written(archive, tmp_path, capsys):
    words = ("0badcafe-1", "--ply", "29", "--theme", "dark", "--no-last-move")
    assert draw(capsys, *words, "--out", "new/x.PNG").out.strip().endswith("x.PNG")
    picture = Image.open(tmp_path / "new" / "x.PNG")
    assert picture.format == "PNG" and picture.info["Title"] == "0badcafe-1 after turn 29"
    told = draw(capsys, "0badcafe-1", "--out", "x.jpg", code=2).err
    assert told == ("merels: the ending of x.jpg is no picture's; let it be .svg or .png.\n")
    draw(capsys, "0badcafe-1", "--out", "x.jpg", "--format", "svg")
    assert (tmp_path / "x.jpg").read_text().startswith("<svg")


def test_standard_output(archive, capsysbinary):
    assert cli.main(["games", "picture", "0badcafe-1", "--out", "-", "--format", "png"]) == 0
    assert Image.open(io.BytesIO(capsysbinary.readouterr().out)).size == (716, 540)
    assert cli.main(["games", "picture", "0badcafe-1", "--out", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"<svg")


def test_pixels_are_not_for_a_terminal(archive, capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    told = draw(capsys, "--position", POSITION, "--out", "-", "--format", "png", code=2).err
    assert told.startswith("merels: a terminal cannot show PNG; name a file with --out")
    assert draw(capsys, "--position", POSITION, "--out", "-").out.startswith("<svg")


def test_a_closed_output_is_no_bug(monkeypatch):
    class Closed(io.TextIOBase):
        def write(self, text):
            raise OSError(9, "it is closed")

    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(OSError, match="closed"):
        PictureFile(None, "png").write(b"x")


def test_positions_and_fens(archive, tmp_path, capsys):
    assert draw(capsys, "--position", POSITION).out == "position.svg\n"
    assert "in hand: 3" in (tmp_path / "position.svg").read_text()
    small = ("--variant", "tapatan", "--set", "pieces=4", "--position", "white=a1 hand=3,4")
    assert "in hand: 4" in draw(capsys, *small, "--out", "-").out
    assert "in hand: 8" in draw(capsys, "--fen", FEN, "--out", "-").out


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["0badcafe-9"], "has no game 0badcafe-9", 1),
        (["0badcafe-1", "--ply", "40"], "has 39 turns that can be shown, not 40.", 2),
        (["0badcafe-1", "--ply", "-1"], "invalid value for '--ply'", 2),
        (["0badcafe-1", "--size", "9"], "invalid value for '--size'", 2),
        (["0badcafe-1", "--size", "99999"], "invalid value for '--size'", 2),
        ([], "name one game, or give one --position or --fen.", 2),
        (["0badcafe-1", "--fen", FEN], "name one game, or give one", 2),
        (["--position", "white=z9"], "no point 'z9'", 1),
        (["--position", "white=a1", "--variant", "chess"], "no variant 'chess'", 2),
        (["--fen", "x"], "A Sanmill FEN has 17 fields", 1),
        (["--fen", FEN, "--set", "pieces=x"], "pieces", 2),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(archive, tmp_path, capsys, words, sentence, code):
    told = draw(capsys, *words, code=code).err
    assert sentence in told and told.count("\n") == 1
    assert not list(tmp_path.glob("*.svg"))


def test_two_games_of_one_name_are_told_apart(archive, tmp_path, capsys):
    recorded(tmp_path / "t", "fake2", [BOOT, *game_records(["d6"])], archive)
    told = draw(capsys, "0badcafe-1", code=2).err
    assert told.endswith("say which: fake1/0badcafe-1, fake2/0badcafe-1.\n")
    assert draw(capsys, "fake2/0badcafe-1").out == "fake2_0badcafe-1.svg\n"


def test_a_full_disk_leaves_no_half_picture(archive, tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("")
    told = draw(capsys, "0badcafe-1", "--out", "file/x.svg", code=1).err
    assert "cannot write file" in told
