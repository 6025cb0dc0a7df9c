# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a shell is offered, asked as shells ask: by the environment of a process."""

import os
import shutil
import subprocess
import sys

import pytest
from fakes.socket_board import BOOT, E64, game_records
from merels.wire import framing
from merels_host import cli, terminal
from merels_host.archive.store import Store
from merels_host.archive.tags import Tags
from merels_host.board.link import Hello
from merels_host.commands import completions
from merels_host.sessions.session import Session

UTC = "2026-11-30T10:00:00.123Z"


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """The user's own archive: two games, with players."""
    names = {"white": "Ann Bee", "black": "Bob", "event": "Club cup", "place": "Bern"}
    folder = tmp_path / "s"
    made = Session(folder, Hello("fake1", "0badcafe", "0.1.0", 1, 0, {}), "COM3", UTC, names)
    records = [BOOT, *game_records(E64), *game_records(["d6"], number=12)]
    for number, text in enumerate(records, 1):
        made.line(UTC, "in", framing.frame("@", f"{number} {text}"))
    made.close()
    name = str(tmp_path / "a.db")
    monkeypatch.setenv("MERELS_ARCHIVE", name)
    assert cli.main(["games", "rebuild", "--from", str(folder)]) == 0
    return name


def asked(how, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "merels_host"],
        env={**os.environ, "_MERELS_COMPLETE": how, **environment},
        capture_output=True, text=True, timeout=300, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def bash(*words):
    """What bash is offered for the last of these words."""
    line = ["merels", *words]
    said = asked("complete_bash", COMP_WORDS="\n".join(line), COMP_CWORD=str(len(line) - 1))
    return said.splitlines()


def test_verbs_and_verbs_of_games():
    assert bash("g") == ["games"]
    assert bash("games", "re") == ["rebuild", "replay"]
    assert "--real-time" in bash("games", "gif", "--re")


def test_games_by_name(archive):
    assert bash("games", "replay", "") == ["0badcafe-12", "0badcafe-1"]
    assert bash("games", "show", "0badcafe-12") == ["0badcafe-12"]
    assert bash("games", "tag", "0badcafe-1", "fake1/0b") == [
        "fake1/0badcafe-12", "fake1/0badcafe-1",
    ]  # fmt: skip
    assert bash("games", "picture", "other/") == bash("games", "export", "x") == []


def test_players_events_places_and_boards(archive):
    assert bash("games", "list", "--player", "") == ["Ann\\ Bee", "Bob"]
    assert bash("games", "tag", "x-1", "--white", '"Ann') == ["Ann Bee"]
    assert bash("record", "--event", "Cl") == ["Club\\ cup"]
    assert bash("record", "--place", "") == ["Bern"]
    assert bash("games", "list", "--board", "") == ["fake1"]


def test_an_archive_that_the_line_names(archive, tmp_path, monkeypatch):
    monkeypatch.setenv("MERELS_ARCHIVE", str(tmp_path / "none.db"))
    assert bash("games", "show", "") == []
    assert len(bash("games", "show", "--archive", archive, "")) == 2


def test_names_that_mean_something_to_a_shell_are_not_offered(archive):
    with Store.open(archive) as store, store.begin(write=True) as connection:
        from merels_host.archive.queries import Queries

        for name, number in (("$(touch x)", 1), ("A\\$(x)", 12)):
            rows = list(Queries(connection).games([f"0badcafe-{number}"]))
            Tags.of(store).say(connection, rows, {"white": name, "black": "`x`"})
    assert bash("games", "list", "--player", "") == []
    said = asked("complete_zsh", _TYPER_COMPLETE_ARGS="merels games show ")
    assert "0badcafe-1" in said and not set(said) & set("$`;")


def test_words_of_options():
    assert bash("games", "list", "--reason", "re") == ["repetition", "resigned"]
    assert bash("games", "import", "--format", "p") == ["pgn", "playok"]
    assert bash("games", "export", "--format", "c") == ["csv"]
    assert bash("simulate", "--build", "s") == ["switches", "shift"]
    assert bash("simulate", "--fault", "no") == ["no-diode", "noise:"]


def test_variants_and_their_options():
    assert bash("legal", "--variant", "n") == ["nine-mens-morris", "nine-holes", "nerenchi"]
    assert bash("games", "picture", "--variant", "tapa") == ["tapatan"]
    assert bash("legal", "--set", "fl") == ["fly="]
    # Bash cuts words at = and puts the answer in the place of what follows it.
    assert bash("perft", "--set", "fly", "=", "o") == ["off"]
    assert bash("perft", "--set", "fly", "=") == bash("perft", "--set", "fly", "=", "")
    numbers = bash("legal", "--set", "fly", "=", "1")
    assert numbers == ["10", "11", "12"]
    assert bash("legal", "--set", "fly", "=", "off,fu") == ["off,full="]


def test_moves_from_the_position_that_the_line_names():
    assert bash("legal", "--after", '"d6 f') == ["d6 f2", "d6 f4", "d6 f6"]
    assert bash("legal", "--variant", "achi", "--after", "b") == ["b1", "b2", "b3"]
    position = "white=a1,d1 black=a7 hand=3,3 turn=white"
    assert bash("perft", "--position", f'"{position}"', "--after", '"g1 ') == ["g1 xa7"]
    assert bash("legal", "--after", '"z9 ') == []


def test_ports(monkeypatch):
    from serial.tools import list_ports

    class Port:
        def __init__(self, device, description):
            self.device, self.description = device, description

    found = [Port("/dev/ttyACM0", "Pico `x`"), Port("COM$3", None)]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    assert completions.ports("") == [("/dev/ttyACM0", "Pico _x_")]


def test_other_shells(archive):
    zsh = asked("complete_zsh", _TYPER_COMPLETE_ARGS="merels games replay ")
    assert '"0badcafe-1":"nine-mens-morris, 39 plies, 2026-11-30  Ann Bee - Bob"' in zsh
    fish = asked(
        "complete_fish", _TYPER_COMPLETE_ARGS="merels legal --variant nine-h",
        _TYPER_COMPLETE_FISH_ACTION="get-args",
    )  # fmt: skip
    assert fish.strip() == "nine-holes"


def test_which_verb_the_line_is_about():
    args = "_TYPER_COMPLETE_ARGS"
    zsh = {"_MERELS_COMPLETE": "complete_zsh", args: "merels games sh"}
    assert terminal.completion_asked(zsh) and not terminal.completion_asked({})
    assert terminal.words_to_complete(zsh) == ["games"]
    assert terminal.words_to_complete(zsh | {args: "merels games "}) == ["games"]
    line = {"_MERELS_COMPLETE": "complete_bash", "COMP_WORDS": "merels legal x", "COMP_CWORD": "2"}
    assert terminal.words_to_complete(line) == ["legal"]


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_itself_with_the_script_that_is_installed(archive, tmp_path):
    command = tmp_path / "merels"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m merels_host "$@"\n')
    command.chmod(0o755)
    script = asked("source_bash")
    (tmp_path / "script").write_text(script)
    ask = (
        f'source "{tmp_path}/script"; COMP_WORDS=(merels games list --player ""); COMP_CWORD=4; '
        f'_merels_completion "{command}"; printf "[%s]\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", ask], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout == "[Ann\\ Bee]\n[Bob]\n"


def test_the_option_that_installs_it(capsys):
    assert cli.main(["--help"]) == 0
    assert "--install-completion" in capsys.readouterr().out
