# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The flash that the firmware takes, and what is left.

room(firmware.beside())
"""

from emulated import image
from emulated.journals import recorded

_KB = 1024
_OWN = ("main.py", "config.py", "boot_from")  # the board has these once


def room(files: dict[str, bytes]) -> dict[str, float]:
    """In whole blocks, as littlefs takes them."""
    empty = image.used(image.build({}))
    one = image.used(image.build(files))
    both = dict(files)
    both |= {f"other/{name}": data for name, data in files.items() if name not in _OWN}
    all_of_it = image.used(image.build(both | recorded(200)))
    return {
        "flash of one version": (one - empty) / _KB,
        "flash left beside two versions and 200 games": (image.SIZE - all_of_it) / _KB,
    }
