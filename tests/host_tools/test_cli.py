# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The merels command: verbs by name, trouble as one sentence, exit codes."""

import importlib
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from merels import __version__
from merels_host import cli
from merels_host.errors import PortBusy


@pytest.fixture
def verb(monkeypatch):
    """A function that makes `merels frob` do what it is given."""

    def make(run):
        module = type(sys)("merels_host.commands.frob")
        module.__spec__ = importlib.machinery.ModuleSpec("merels_host.commands.frob", None)
        module.run = run
        monkeypatch.setitem(sys.modules, "merels_host.commands.frob", module)
        monkeypatch.setitem(cli.VERBS, "frob", "Frob the board.")

    return make


def test_help_lists_the_verbs_and_loads_none_of_them():
    code = (
        "import sys; from merels_host import cli; cli.main([]); "
        "assert not [m for m in sys.modules if m.startswith('merels_host.commands.')]; "
        "assert 'serial' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "record" in done.stdout
    assert cli.VERBS["record"] in " ".join(done.stdout.split())


def test_each_verbs_summary_is_the_first_line_of_its_docstring():
    for name, summary in cli.VERBS.items():
        if importlib.util.find_spec(f"merels_host.commands.{name}"):
            module = importlib.import_module(f"merels_host.commands.{name}")
            words = module.run.__doc__ if hasattr(module, "run") else module.app.info.help
            assert words.splitlines()[0] == summary, name


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"merels {__version__}\n"


def test_a_verb_that_this_build_lacks_is_unknown(monkeypatch, capsys):
    monkeypatch.setitem(cli.VERBS, "nosuch", "Not here.")
    assert cli.main(["nosuch"]) == 2
    assert "no such command 'nosuch'" in capsys.readouterr().err


def test_a_mistyped_verb_is_one_sentence_with_the_next_step(capsys):
    assert cli.main(["recrod"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("merels: no such command 'recrod'")
    assert said.endswith("see merels --help.\n")
    assert said.count("\n") == 1


def test_a_wrong_option_names_the_verb_whose_help_to_read(capsys):
    assert cli.main(["record", "--sideways", "x"]) == 2
    assert capsys.readouterr().err.endswith("see merels record --help.\n")


def test_a_merels_error_is_its_sentence_and_its_exit_code(verb, capsys):
    def run():
        raise PortBusy("COM3 is in use; close the other program.")

    verb(run)
    assert cli.main(["frob"]) == 3
    assert capsys.readouterr().err == "merels: COM3 is in use; close the other program.\n"


def test_debug_shows_the_traceback_wherever_it_stands(verb, capsys):
    def run():
        raise PortBusy("busy.")

    verb(run)
    assert cli.main(["frob", "--debug"]) == 3
    assert "Traceback" in capsys.readouterr().err
    assert cli.main(["--debug", "frob"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_debug_after_two_dashes_is_an_argument(verb):
    words = []

    def run(word: str):
        words.append(word)

    verb(run)
    assert cli.main(["frob", "--", "--debug"]) == 0
    assert words == ["--debug"]


def test_an_unexpected_error_is_one_sentence_too(verb, capsys):
    def run():
        raise ZeroDivisionError("division by zero")

    verb(run)
    assert cli.main(["frob"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "ZeroDivisionError: division by zero" in said
    assert "--debug" in said


def test_ctrl_c_is_130_without_a_word(verb, capsys):
    def run():
        raise KeyboardInterrupt

    verb(run)
    assert cli.main(["frob"]) == 130
    assert capsys.readouterr().err == ""


def test_ctrl_c_that_python_wraps_is_ctrl_c(verb, capsys):
    def run():
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    verb(run)
    assert cli.main(["frob"]) == 130
    assert capsys.readouterr().err == ""


def test_ctrl_c_while_the_command_is_loaded_is_130_without_a_word():
    command = (
        "import sys; from merels_host import __main__ as command\n"
        "loaded = sorted(name for name in sys.modules if name.startswith('merels'))\n"
        "assert loaded == ['merels_host', 'merels_host.__main__'], loaded\n"
        "class Stopping:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'merels_host.errors': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stopping())\n"
        "sys.exit(command.main())"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_command_and_the_module_begin_in_the_same_place(monkeypatch):
    text = Path(__file__).parents[2].joinpath("pyproject.toml").read_text()
    assert 'merels = "merels_host.__main__:main"' in text
    monkeypatch.setattr(cli, "main", lambda: 5)
    with pytest.raises(SystemExit, match="^5$"):
        runpy.run_module("merels_host", run_name="__main__")


def test_an_exit_code_is_passed_on(verb):
    verb(lambda: 7)
    assert cli.main(["frob"]) == 7


def test_a_verb_may_have_verbs_of_its_own(verb, monkeypatch):
    app = typer.Typer()
    app.command("one")(lambda: 5)
    app.command("two")(lambda: 6)
    verb(None)
    monkeypatch.setattr(sys.modules["merels_host.commands.frob"], "app", app, raising=False)
    assert cli.main(["frob", "two"]) == 6


def test_a_closed_pipe_ends_quietly():
    command = (
        "import sys, types, importlib.machinery as m; from merels_host import cli\n"
        "frob = types.ModuleType('merels_host.commands.frob')\n"
        "frob.__spec__ = m.ModuleSpec('merels_host.commands.frob', None)\n"
        "def run():\n"
        "    for i in range(100000): print(i)\n"
        "frob.run = run; sys.modules['merels_host.commands.frob'] = frob\n"
        "cli.VERBS['frob'] = ''\n"
        "sys.exit(cli.main(['frob']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(300) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["simulate", "--port", "x"],
            "invalid value for '--port': it should be a whole number; see",
        ),
        (["perft", "--depth", "99"], "invalid value for '--depth': it should be at most 20; see"),
        (["perft", "--depth", "0"], "invalid value for '--depth': it should be at least 1; see"),
        (["demo", "--speed", "x"], "invalid value for '--speed': it should be a number; see"),
        (["games", "list", "--sort", "x"], "invalid value for '--sort': 'x' is not one of 'star"),
        (["games", "rebuild", "--from", __file__], "is a file, not a folder; see merels games re"),
        (["simulate", "--storage", __file__], "is a file, not a folder; see merels simulate --he"),
    ],
)
def test_wrong_usage_is_a_plain_sentence(words, said, capsys):
    assert cli.main(words) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


LONG = "x" * 3000


@pytest.mark.parametrize(
    "words",
    [
        ["games", "show", LONG, "--archive", "a.db"],
        ["games", "list", "--archive", LONG],
        ["games", "list", "--archive", "ftp://" + LONG],
        ["games", "rebuild", "--archive", "a.db", "--from", LONG],
        ["record", LONG],
        ["record", "socket://" + LONG],
        ["log", LONG],
        ["hands", "--from-session", LONG],
        ["hands", LONG],
        ["legal", "--variant", LONG],
        ["legal", "--set", LONG + "=1"],
        ["legal", "--position", LONG],
        ["legal", "--after", LONG],
        ["perft", "--depth", LONG],
        ["variants", LONG],
        ["simulate", "--play", LONG],
        ["simulate", "--storage", LONG],
        ["simulate", "--" + LONG],
        [LONG],
        ["record", "no such port " * 300],
        ["record", "a\nb\x1b[2J"],
    ],
    ids=lambda words: " ".join(words)[:24],
)
def test_what_is_quoted_is_short_and_on_one_line(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) in (1, 2, 3)
    told = capsys.readouterr().err
    assert told.startswith("merels: ") and told.count("\n") == 1
    assert len(told) < 1300 and "x" * 200 not in told and "\x1b" not in told
    assert "an error in merels itself" not in told
