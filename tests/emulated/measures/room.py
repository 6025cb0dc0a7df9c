# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The flash that the firmware takes, and what is left.

room(firmware.written())
"""

from emulated import image
from emulated.journals import recorded

_KB = 1024


def room(files: dict[str, bytes]) -> dict[str, float]:
    """In whole blocks, as littlefs takes them."""
    empty = image.used(image.build({}))
    one = image.used(image.build(files))
    both = files | {"versions/b.pack": files["versions/a.pack"]}
    all_of_it = image.used(image.build(both | recorded(200)))
    return {
        "flash of one version": (one - empty) / _KB,
        "flash left beside two versions and 200 games": (image.SIZE - all_of_it) / _KB,
    }
