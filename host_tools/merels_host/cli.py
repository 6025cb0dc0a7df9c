# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The `merels` command: finds the verb, runs it, and turns trouble into one sentence.

Only the verb that is used is imported, so that `merels --help` and every verb start fast. Exit
codes: 0 done, 1 failed, 2 wrong usage, 3 no board, 130 stopped with Ctrl-C. A traceback is shown
only with `--debug`, which may stand anywhere before a `--`.

    main(["record", "/dev/ttyACM0", "--once"])
"""

import contextlib
import importlib
import importlib.util
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from merels_host import terminal
from merels_host.errors import MerelsError, fit

if TYPE_CHECKING:
    import typer

# The verbs in the order of a first visit; the words are the first line of each verb's docstring.
VERBS = {
    "demo": "Play a whole game on a simulated board and record it.",
    "ports": "Show the serial ports, and which are boards.",
    "record": "Record the games of a board.",
    "simulate": "Run the firmware on a simulated board.",
    "hands": "Act hand scripts out on the firmware and compare.",
    "flash": "Copy the firmware to a board.",
    "doctor": "Look whether computer and board are in order, and say what to do.",
    "config": "Check, edit or write a board's config.py.",
    "learn": "Let a board learn how its sensors and lights are wired.",
    "calibrate": "Measure the Hall sensors of a board and the magnets of its pieces.",
    "selftest": "Walk over points and lights of a board, and say what is broken where.",
    "settings": "Show and change the settings of a board.",
    "monitor": "Show what a board sees and says, as it happens, until Ctrl-C.",
    "bench": "Let a board measure how fast it is.",
    "log": "Tell what a session file recorded.",
    "games": "List, show, export and prove the games in the archive.",
    "stats": "Count results, openings, players, lengths and times of games.",
    "variants": "List the games and their options.",
    "legal": "Show the legal moves of a position.",
    "perft": "Count the positions that moves can reach.",
}

_STOPPED = 130  # what shells report for Ctrl-C
_PLAINER = (
    (re.compile(r"\bValue error, "), ""),
    (re.compile(r", unable to parse string as an? \w+"), ""),
    (re.compile(r"\bInput should be\b"), "it should be"),
    (re.compile(r"\ba valid integer\b"), "a whole number"),
    (re.compile(r"\ba valid number\b"), "a number"),
    (re.compile(r"\bless than or equal to\b"), "at most"),
    (re.compile(r"\bgreater than or equal to\b"), "at least"),
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line `arguments` (default: the process's) and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = _take_debug(words)
    terminal.prepare()
    killed: list[int] = []
    try:
        with _kills_end_in_order(killed):
            result = _run(words or ["--help"])
            sys.stdout.flush()
        if result == _STOPPED and killed:
            return 128 + killed[0]
        return result if isinstance(result, int) else 0
    except MerelsError as error:
        return _fail(error, error.message, error.exit_code, debug)
    except BrokenPipeError:
        # The reader of our output has had enough (as `| head`); nothing is left to say to anyone.
        terminal.give_up()
        return 1
    except OSError as error:
        why = terminal.broken()
        if not why:
            return _unexpected(error, debug)
        terminal.give_up()
        return _fail(
            error, f"what there is to show cannot be written ({why}); see where it goes.", 1, debug
        )
    except KeyboardInterrupt:
        return 128 + killed[0] if killed else _STOPPED
    except Exception as error:  # the last net: nothing leaves as a traceback
        if isinstance(error.__cause__, KeyboardInterrupt):
            return _STOPPED  # Ctrl-C while a class was made, which Python 3.10 and 3.11 wrap
        if hasattr(error, "format_message"):  # wrong usage, by whichever click Typer brings along
            return _fail(error, _usage_sentence(error), 2, debug)
        return _unexpected(error, debug)


def _unexpected(error: Exception, debug: bool) -> int:
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return _fail(
        error,
        f"an error in merels itself ({what}); run it again with --debug to see where, "
        "and please report that.",
        1,
        debug,
    )


@contextlib.contextmanager
def _kills_end_in_order(killed: list[int]) -> Iterator[None]:
    """Let a polite kill end a verb as Ctrl-C does, so that nothing of it is left behind.

    The signal's number is then in `killed`.
    """

    def end(number: int, frame: object) -> None:
        killed.append(number)
        raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(words: list[str]) -> object:
    """What the verb in `words` returns, or an exit code."""
    import typer  # here and not above, so that an early Ctrl-C finds us ready

    asked = terminal.completion_asked()
    command = typer.main.get_command(
        _app(_verb_in(terminal.words_to_complete() if asked else words))
    )

    def run() -> object:
        return command.main(words, prog_name="merels", standalone_mode=False)

    try:
        return terminal.answer_completion(run) if asked else run()
    except typer.Abort:
        return _STOPPED


def _take_debug(words: list[str]) -> bool:
    """Remove --debug from `words` (before a `--`) and say whether it was there."""
    end = words.index("--") if "--" in words else len(words)
    places = [i for i in range(end) if words[i] == "--debug"]
    for i in reversed(places):
        del words[i]
    return bool(places)


def _verb_in(words: list[str]) -> str | None:
    return next((word for word in words if not word.startswith("-")), None)


def _app(verb: str | None) -> "typer.Typer":
    """The Typer application: `verb` in full, the other verbs by name and summary only."""
    import typer

    app = typer.Typer(
        name="merels",
        add_completion=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_global_options())
    for name, summary in VERBS.items():
        module = f"merels_host.commands.{name}"
        if not importlib.util.find_spec(module):
            continue  # a build that leaves a verb out is still whole
        if name == verb:
            commands = importlib.import_module(module)
            if hasattr(commands, "app"):
                app.add_typer(commands.app, name=name)
            else:
                app.command(name)(commands.run)
        else:
            app.command(name, help=summary)(_not_loaded)
    return app


def _not_loaded() -> None:
    """Stands for the verbs of a command line that did not name them."""


def _global_options():
    """The function whose parameters are the options before the verb."""
    import typer

    def show_version(wanted: bool) -> None:
        if wanted:
            from merels import __version__

            print(f"merels {__version__}")
            raise typer.Exit

    def merels(
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=show_version, is_eager=True, help="Show the version and end."
            ),
        ] = False,
        debug: Annotated[
            bool, typer.Option("--debug", help="Show tracebacks (may stand anywhere).")
        ] = False,
    ) -> None:
        """Nine Men's Morris and its family on a board that sees the pieces."""

    return merels


def _fail(error: BaseException, sentence: str, exit_code: int, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    with contextlib.suppress(OSError, ValueError):  # nobody can be told
        print(f"merels: {fit(sentence)}", file=sys.stderr)
    return exit_code


def _usage_sentence(error: Exception) -> str:
    """What click says about wrong usage, with the next step."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "merels"
    words = " ".join(error.format_message().split()).rstrip(".")  # type: ignore[attr-defined]
    for pattern, plain in _PLAINER:
        words = pattern.sub(plain, words)
    return f"{words[:1].lower()}{words[1:]}; see {path} --help."
