# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Any bytes for everything that reads lines: the board's console, the host's wire, session files.

`make fuzz-lines N=1000000` lets Atheris look for bytes that reach new code; `test_readers.py` is
the short run in `make test`, with Hypothesis."""
