# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pages: links lead somewhere, commands exist, and what is shown of their output is true."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from merels_host.cli import VERBS

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part in ("build", "dist") for part in
               path.relative_to(ROOT).parts)
)  # fmt: skip
# Set-up by the package installer is tested in test_packaging.py.
INSTALLS = ("pip install",)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def tokens(path):
    found = []
    for token in MarkdownIt().enable("table").parse(path.read_text(encoding="utf-8")):
        found.append(token)
        found += token.children or []
    return found


def fences(kind):
    """(page, line, text) of every fenced block of a kind; see test_board_pages.py, too."""
    return [
        (path, token.map[0] + 1, token.content)
        for path in PAGES
        for token in tokens(path)
        if token.type == "fence" and token.info.strip() == kind
    ]


def anchors(path):
    """What the headings of a page are called in links, as GitHub does it."""
    found = set()
    for line in re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.S | re.M).splitlines():
        heading = re.match(r"#+ (.+)", line)
        if heading:
            found.add(re.sub(r"[^\w\- ]", "", heading[1].lower()).strip().replace(" ", "-"))
    return found


def commands(block):
    """(command, lines of its output) of a console block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def pattern(lines):
    """A regular expression for output as it is shown: `...` stands for anything."""
    text = re.escape("\n".join(lines))
    return re.sub(r"(\\\.){3}", "(.|\n)*", text) + r"\s*"


def merels(words, **options):
    return subprocess.run(
        [sys.executable, "-m", "merels_host", *words],
        capture_output=True, text=True, timeout=300, check=False, encoding="utf-8", **options,
    )  # fmt: skip


def test_there_are_pages():
    names = {name_of(path) for path in PAGES}
    assert {"README.md", "docs/README.md", "docs/playing.md", "hardware/README.md"} <= names


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(path):
    for token in tokens(path):
        link = token.attrGet("href") or token.attrGet("src")
        if not link or re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        there = (path.parent / target).resolve() if target else path
        assert there.exists(), f"{name_of(path)} links to {link}"
        assert there.is_relative_to(ROOT), f"{name_of(path)} leads out of the project: {link}"
        if anchor:
            assert anchor in anchors(there), f"{name_of(path)} links to {link}"


def test_the_index_lists_every_page():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for path in PAGES:
        if path.parent == ROOT / "docs" and path.name != "README.md":
            assert f"({path.name})" in index, path.name


@pytest.mark.parametrize(
    ("path", "line", "block"), fences("console"), ids=lambda part: getattr(part, "name", "")
)
def test_what_a_console_shows_is_true(path, line, block, tmp_path):
    where = f"{name_of(path)}:{line}"
    for command, output in commands(block):
        if command.startswith(INSTALLS):
            continue
        program, *words = shlex.split(command)
        assert program == "merels", f"{where}: {command}"
        if not output:
            check_words(words, where)
            continue
        if words[0] == "demo":
            words += ["--speed", "10"]
        for name in ("tests", "docs"):
            if not (tmp_path / name).exists():
                (tmp_path / name).symlink_to(ROOT / name)
        done = merels(words, cwd=tmp_path)
        said = done.stdout + done.stderr
        assert re.fullmatch(pattern(output), said), f"{where}: {command}\n{said}"


def check_words(words, where):
    """The verb and its options exist."""
    assert words[0] in VERBS, f"{where}: merels {words[0]}"
    told = merels([words[0], "--help"]).stdout
    for word in words[1:]:
        if word.startswith("-"):
            assert word.partition("=")[0] in told, f"{where}: {word}"


@pytest.mark.parametrize(
    ("path", "line", "block"), fences("python"), ids=lambda part: getattr(part, "name", "")
)
def test_python_examples_run_or_at_least_compile(path, line, block):
    if ">>>" not in block:
        compile(block, name_of(path), "exec")
        return
    test = doctest.DocTestParser().get_doctest(block, {}, name_of(path), name_of(path), line)
    failed, tried = doctest.DocTestRunner().run(test)
    assert tried and not failed


def test_every_make_target_of_the_pages_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"(?:`|^    )make ([a-z]+)", text, re.MULTILINE):
            assert target in targets, f"{name_of(path)}: make {target}"


def test_every_verb_of_the_pages_exists():
    for path in PAGES:
        for verb in re.findall(r"(?:`|^    \$? ?)merels ([a-z]+)", path.read_text(), re.MULTILINE):
            assert verb in VERBS, f"{name_of(path)}: merels {verb}"


def test_every_page_that_the_code_names_exists():
    for folder in ("firmware", "host_tools", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in re.findall(r"\bdocs/[\w-]+\.md\b", path.read_text(encoding="utf-8")):
                assert (ROOT / name).exists(), f"{name_of(path)} names {name}"


def test_the_files_and_folders_that_the_pages_name_exist():
    named = re.compile(r"`((?:docs|firmware|hardware|host_tools|tests)/[\w./-]+)`")
    for path in PAGES:
        for name in named.findall(path.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), f"{name_of(path)} names {name}"
