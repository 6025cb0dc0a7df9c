# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pack: what goes in comes out, and its first line says whether it is whole."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merels_host.setup.firmware_files import sources
from merels_host.setup.firmware_pack import import_order, make_pack, read_head, unpack

NAMES = st.lists(
    st.sampled_from(["merels", "pico", "rules", "start", "a"]), min_size=2, max_size=4
)
PATHS = NAMES.map(lambda parts: "/".join(parts) + ".mpy")


@given(st.dictionaries(PATHS, st.binary(max_size=300), min_size=1, max_size=20))
def test_what_goes_in_comes_out(modules):
    data = make_pack("1.2.3", modules)
    assert unpack(data) == modules
    head = read_head(data)
    assert head.version == "1.2.3" and head.size == len(data)
    assert head.digest == hashlib.sha256(data[head.length :]).hexdigest()


@pytest.mark.parametrize(
    "data", [b"", b"merels-pack-1 1 2 3", b"\xff\n", b"merels-pack-2 1 2 3 " + b"0" * 64 + b"\n"]
)
def test_what_is_no_pack_has_no_head(data):
    assert read_head(data) is None


def test_modules_lie_in_the_order_in_which_a_start_imports_them(tmp_path):
    texts = {
        "a/__init__.py": "",
        "a/late.py": "",
        "a/one.py": "from a.two import x\ndef f():\n    import a.late\n",
        "a/two.py": "import a.three\nfrom . import four\n",
        "a/three.py": "",
        "a/four.py": "",
    }
    found = {}
    for name, text in texts.items():
        found[name] = tmp_path / name.replace("/", "-")
        found[name].write_text(text)
    assert import_order(found, "a/one.py") == [
        "a/__init__.py", "a/one.py", "a/two.py", "a/three.py", "a/four.py", "a/late.py"
    ]  # fmt: skip


def test_every_module_of_the_firmware_is_in_the_order_once():
    modules = {name: path for name, path in sources().items() if "/" in name}
    assert sorted(import_order(modules, "pico/start.py")) == sorted(modules)
