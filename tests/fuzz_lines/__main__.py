# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`make fuzz-lines`: Atheris, which goes by the code that is reached, on one reader after another.

    python tests/fuzz_lines N [READER ...]

What it finds stays in .fuzz-lines/READER, and the next run goes on from there. Exit code 1 if a
reader raised what it does not name; the input is then in a file crash-... there.
"""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
KEPT = TESTS.parent / ".fuzz-lines"
PATHS = [str(TESTS), str(TESTS.parent / "firmware"), str(TESTS.parent / "host_tools")]
sys.path = PATHS + [
    path for path in sys.path if Path(path or ".").resolve() != TESTS / "fuzz_lines"
]


def main():
    if sys.argv[1:2] == ["--one"]:
        return one(sys.argv[2], sys.argv[3])
    count, *names = sys.argv[1:]
    from fuzz_lines.readers import READERS

    failed = []
    for name in names or READERS:
        done = subprocess.run([sys.executable, __file__, "--one", name, count], check=False)
        if done.returncode:
            failed.append(name)
    print(
        f"FAILED: {', '.join(failed)}; see {KEPT}" if failed else "Each raised only what it names."
    )
    return 1 if failed else 0


def one(name, count):
    """Fuzz one reader in this process; does not return."""
    import atheris

    with atheris.instrument_imports(include=["merels", "merels_host"]):
        from fuzz_lines.readers import READERS, SEEDS
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "seed").write_bytes(SEEDS[name])
    print(f"== {name}, {count} inputs", flush=True)
    options = [f"-runs={count}", "-max_len=2048", f"-artifact_prefix={folder}/", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, "-print_final_stats=1", str(folder)], READERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
