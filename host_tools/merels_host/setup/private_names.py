# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Saves names: on the board each takes 25 bytes and time, and their table must not grow once more.

Between the sources and the compiler, for names with one underscore, which belong to their module:

- a whole number becomes a const(), which MicroPython's compiler puts in where it is used. CPython
  does not know const, so the sources do without.
- any other gets a short name, the same wherever it stands. Modules that have nothing to do with
  each other share them. Lines stay where they are, so a traceback names the module and the line.

    names = PrivateNames({"merels.app": "_WIDTH = 25\\nclass App:\\n    _started = 0\\n"})
    names.source("merels.app")          # "_WIDTH = const(25)\\nclass App:\\n    _a = 0\\n"
"""

import ast
import io
import string
import tokenize
from collections import Counter
from itertools import product

_SHORT = [
    "_" + "".join(letters)
    for length in (1, 2)
    for letters in product(string.ascii_letters, repeat=length)
]


class PrivateNames:
    """sources: of all modules that run together, by dotted name. Raises SyntaxError.

    short: the new name of each private one.
    """

    def __init__(self, sources: dict[str, str]):
        trees = {name: ast.parse(text, name) for name, text in sources.items()}
        self._folded = {name: _fold(text, trees[name]) for name, text in sources.items()}
        self.short: dict[str, str] = {}
        names = {name: _private_names(text) for name, text in self._folded.items()}
        families = [
            {private for module in family for private in names[module]}
            for family in _families(trees)
        ]
        uses = Counter(name for family in families for name in family)
        for name in sorted(uses, key=lambda name: (-uses[name], name)):
            beside = set().union(*(family for family in families if name in family))
            taken = {self.short.get(other) for other in beside}
            self.short[name] = next(short for short in _SHORT if short not in taken)

    def source(self, module: str) -> str:
        """The source of a module as it is compiled."""
        text = self._folded[module]
        lines = text.splitlines(keepends=True)
        for token in reversed(_tokens(text)):
            row, start = token.start
            end = token.end[1]
            line = lines[row - 1]
            lines[row - 1] = line[:start] + self.short[token.string] + line[end:]
        return "".join(lines)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    """Where private names stand, in order; never in texts and comments."""
    return [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.NAME and _is_private(token.string) and token.string != "_"
    ]


def _private_names(text: str) -> set[str]:
    return {token.string for token in _tokens(text)}


def _families(trees: dict[str, ast.Module]) -> list[set[str]]:
    """The modules, those together whose classes inherit from each other: one object has the names
    of all of them."""
    family = {name: {name} for name in trees}
    for name, tree in trees.items():
        origin = {
            alias.asname or alias.name: node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                other = origin.get(base.id) if isinstance(base, ast.Name) else None
                if other in family and other not in family[name]:
                    joined = family[name] | family[other]
                    family.update(dict.fromkeys(joined, joined))
    return [set(names) for names in {frozenset(names) for names in family.values()}]


def _fold(text: str, tree: ast.Module) -> str:
    """The same source, with const() around each private whole number of the module."""
    lines = text.encode().splitlines(keepends=True)  # columns are counted in bytes
    stored = Counter(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    )
    known: set[str] = set()
    for statement in tree.body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Name) or not _is_private(target.id):
            continue
        one_line = value.lineno == value.end_lineno
        if one_line and stored[target.id] == 1 and _is_number(value, known):
            line = lines[value.lineno - 1]
            start, end = value.col_offset, value.end_col_offset
            folded = line[:start] + b"const(" + line[start:end] + b")" + line[end:]
            lines[value.lineno - 1] = folded
            known.add(target.id)
    return b"".join(lines).decode()


def _is_number(value: ast.expr, known: set[str]) -> bool:
    """Is it made of whole numbers, and of names that are such numbers already?"""
    if isinstance(value, ast.Constant):
        return type(value.value) is int
    if isinstance(value, ast.Name):
        return value.id in known
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, (ast.USub, ast.Invert)) and _is_number(value.operand, known)
    if isinstance(value, ast.BinOp):
        whole = not isinstance(value.op, (ast.Div, ast.Pow, ast.MatMult))
        return whole and _is_number(value.left, known) and _is_number(value.right, known)
    return False
