# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Short private names: they mean what the long ones meant, and none meets another."""

import ast

import pytest
from merels_host.setup.firmware_files import sources
from merels_host.setup.private_names import PrivateNames


def one(text):
    return PrivateNames({"m": text}).source("m")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("_A = 1  # of 2\n", "_A = const(1)  # of 2\n"),
        ("_A = -1\n_B = ~_A << 2\n", "_A = const(-1)\n_B = const(~_A << 2)\n"),
        ("_Ä = 'é'; _B = 2\n", None),
        ("A = 1\n", "A = 1\n"),
        ("__A = 1\n", "__A = 1\n"),
        ("_A = True\n", None),
        ("_A = 1.5\n", None),
        ("_A = 1 / 2\n", None),
        ("_A = 1\n_A = 2\n", None),
        ("_A = 1\ndef f():\n    global _A\n    _A += 1\n", None),
        ("_A = _B = 1\n", None),
        ("_A = (1 +\n 2)\n", None),
    ],
)
def test_only_whole_numbers_become_constants(text, folded):
    if folded is None:
        assert "const" not in one(text) or "= const(2)" in one(text)
    else:
        # the names themselves are short already
        wanted = PrivateNames({"m": text}).short
        for name, short in wanted.items():
            folded = folded.replace(name, short)
        assert one(text) == folded


def test_lines_texts_and_public_names_stay():
    text = "class A:\n    _x = '_x'  # _x\n\n    def __init__(self, b):\n        self._x = b\n"
    assert one(text) == text.replace("    _x =", "    _a =").replace("self._x", "self._a")


def test_modules_share_names_and_relatives_do_not():
    names = PrivateNames(
        {
            "base": "class Base:\n    _one = []\n    _two = []\n",
            "child": "from base import Base\nclass Child(Base):\n    _three = []\n",
            "stranger": "_four = []\n",
        }
    )
    relatives = [names.short[name] for name in ("_one", "_two", "_three")]
    assert len(set(relatives)) == 3
    assert names.short["_four"] in relatives


def test_a_mistake_names_its_module():
    with pytest.raises(SyntaxError) as caught:
        PrivateNames({"merels.app": "def f(:\n"})
    assert caught.value.filename == "merels.app"


@pytest.fixture(scope="module")
def trees():
    return {
        name: ast.parse(path.read_text(encoding="utf-8"))
        for name, path in sources().items()
        if "/" in name
    }


def test_the_firmware_inherits_only_from_what_the_names_are_kept_apart_for(trees):
    for name, tree in trees.items():
        for node in ast.walk(tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                assert isinstance(base, ast.Name), f"{name}: name the class after `from`"


def test_a_private_name_of_the_firmware_is_used_where_it_belongs(trees):
    """An object whose module does not know the name could have another of the same short one."""
    for name, tree in trees.items():
        stored = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        } | {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                of_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                known = node.attr in stored or node.attr.startswith("__")
                assert of_self or known, f"{name} uses {node.attr}"


def test_no_text_of_the_firmware_is_a_private_name(trees):
    """It would name what has another name on the board, as in getattr(self, "_started")."""
    short = PrivateNames({name: ast.unparse(tree) for name, tree in trees.items()}).short
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in short, f"{name} has the text {node.value!r}"
