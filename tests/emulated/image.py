# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board's file system as an image, and back: littlefs as MicroPython makes it on a Pico.

image = build({"main.py": b"print('hello')"})
files(image)["main.py"]
"""

OFFSET = 0xA0000  # where MicroPython has it in the 2 MB of the Pico's flash
SIZE = 0x200000 - OFFSET
_BLOCK = 4096
_SHAPE = {
    "block_size": _BLOCK,
    "block_count": SIZE // _BLOCK,
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
}


def build(files: dict[str, bytes]) -> bytes:
    """An image with these files, by their paths."""
    system = _system(disk_version=0x00020000)
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


def files(image: bytes) -> dict[str, bytes]:
    """All files of an image, by their paths."""
    system = _mounted(image)
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}".lstrip("/")
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found


def used(image: bytes) -> int:
    """Bytes of the flash that the files take, whole blocks."""
    return _mounted(image).used_block_count * _BLOCK


def _mounted(image: bytes):
    system = _system(mount=False)
    system.context.buffer[:] = image
    system.mount()
    return system


def _system(**options):
    # Here, so that without it this tier can be collected, and skipped by name.
    from littlefs import LittleFS

    return LittleFS(**_SHAPE, **options)
