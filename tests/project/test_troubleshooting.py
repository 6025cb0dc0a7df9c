# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""docs/troubleshooting.md has a symptom for every kind of error, in the words of the program."""

import ast
import re
from pathlib import Path

import pytest
from merels_host import errors

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
SYMPTOMS = re.findall(r'^### "(.+)"$', PAGE, re.MULTILINE)
KINDS = sorted(
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.MerelsError)
)


def texts(node):
    """The literal parts of a string expression, each as one text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "\0".join(
            part.value if isinstance(part, ast.Constant) else "" for part in node.values
        )
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def sentences():
    """Kind -> the sentences that the host tools make of it."""
    found = {name: [] for name in KINDS}
    for path in sorted((ROOT / "host_tools").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                for name in {node.func.id} & found.keys():
                    found[name] += texts(node.args[0])
    return found


@pytest.mark.parametrize("kind", [name for name in KINDS if name != "MerelsError"])
def test_every_kind_of_error_has_its_symptom(kind):
    said = sentences()[kind]
    assert said, f"nothing raises {kind}"
    assert [one for one in SYMPTOMS if any(one in text for text in said)], said


@pytest.mark.parametrize("symptom", SYMPTOMS)
def test_every_symptom_is_what_the_program_says(symptom):
    assert any(symptom in text for said in sentences().values() for text in said)
