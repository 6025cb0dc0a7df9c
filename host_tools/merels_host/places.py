# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where merels keeps what is not said on the command line: the archive, and locks.

The system's own folder for a user's data, or the one that the environment variable MERELS_DATA
names.

    data_folder()       # ~/.local/share/merels on Linux
"""

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder of this user's archive. It may not exist yet."""
    named = os.environ.get("MERELS_DATA", "")
    if named:
        return Path(named)
    import platformdirs  # only here: most verbs do without

    return platformdirs.user_data_path("merels", appauthor=False)


def default_archive() -> str:
    """The URL of this user's archive."""
    return f"sqlite:///{data_folder() / 'archive.db'}"
