# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lets the compiler put the numbers of a module in where they are used.

On the board each name of a module takes 30 bytes and a search. MicroPython's compiler does without
the name where the source says `_WIDTH = const(25)`, which CPython, and so the firmware's sources,
do not know. A name with an underscore belongs to its module, so nobody misses it.

    fold("_WIDTH = 25  # points\\n")        # "_WIDTH = const(25)  # points\\n"
"""

import ast


def fold(source: str) -> str:
    """The same source, with const() around each private whole number of the module."""
    tree = ast.parse(source)
    lines = source.encode().splitlines(keepends=True)  # columns are counted in bytes
    known: set[str] = set()
    assigned = [node.id for node in ast.walk(tree) if _is_stored(node)]
    for statement in tree.body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Name) or not _is_private(target.id):
            continue
        if assigned.count(target.id) > 1 or not _is_number(value, known):
            continue
        if value.lineno != value.end_lineno:
            continue
        line = lines[value.lineno - 1]
        start, end = value.col_offset, value.end_col_offset
        lines[value.lineno - 1] = line[:start] + b"const(" + line[start:end] + b")" + line[end:]
        known.add(target.id)
    return b"".join(lines).decode()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.isupper()


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


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
