# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where merels keeps what is not said on the command line: the archive, and locks.

The system's own folder for a user's data, or the one that the environment variable MERELS_DATA
names.

    data_folder()       # ~/.local/share/merels on Linux
    list(lock_folders())    # there, and where the locks lie if nothing can be written there
"""

import os
import warnings
from collections.abc import Iterator
from pathlib import Path


def data_folder() -> Path:
    """The folder of this user's archive. It may not exist yet."""
    named = os.environ.get("MERELS_DATA", "")
    if named:
        return Path(named)
    import platformdirs  # only here: most verbs do without

    return platformdirs.user_data_path("merels", appauthor=False)


def lock_folders() -> Iterator[Path]:
    """Where a board's lock may lie; the first that can be written to counts.

    The second is the system's folder for what lasts as long as somebody is logged in.
    """
    yield data_folder() / "boards"
    import platformdirs

    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # it tells where there is no such folder, and names another
        runtime = platformdirs.user_runtime_path("merels", appauthor=False)
    yield runtime / "boards"


def default_archive() -> str:
    """The URL of this user's archive."""
    return f"sqlite:///{data_folder() / 'archive.db'}"
