# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Is a text a time in UTC, as session files have it?

Before every time that was read from a file: what is none becomes "", which stands for a time that
is not known, so that no text of a stranger leaves as a date.

>>> known_utc("2026-11-30T12:34:56.789Z")
'2026-11-30T12:34:56.789Z'
>>> known_utc("2026-13-99T12:34:56.789Z")
''
"""

import re
from datetime import datetime

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z")
_TO_SECONDS = 19  # characters


def known_utc(said: object) -> str:
    """`said` if it is a time, else ""."""
    if not isinstance(said, str) or not _FORM.fullmatch(said):
        return ""
    try:
        datetime.fromisoformat(said[:_TO_SECONDS])
    except ValueError:
        return ""
    return said
