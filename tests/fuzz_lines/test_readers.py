# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The short run: whole input, damaged here and there, and any bytes at all."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merels.wire import framing
from merels_host.sessions.session import SessionFile
from merels_host.views.session_text import tell

from fuzz_lines.readers import READERS, SEEDS


def damaged(seed):
    """The seed with pieces of it replaced, left out or put in twice."""
    piece = st.tuples(
        st.integers(0, len(seed)), st.integers(0, 40), st.binary(max_size=12) | st.none()
    )

    def harm(pieces):
        data = seed
        for at, length, bytes_ in pieces:
            middle = data[at : at + length] * 2 if bytes_ is None else bytes_
            data = data[:at] + middle + data[at + length :]
        return data

    return st.lists(piece, min_size=1, max_size=6).map(harm)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_raises_only_what_it_names(name):
    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(SEEDS[name]) | st.binary(max_size=300))
    def fuzzed(data):
        READERS[name](data)

    READERS[name](SEEDS[name])
    fuzzed()


def test_the_seeds_lead_deep_into_the_readers(tmp_path):
    path = tmp_path / "seed.ndjson"
    path.write_bytes(SEEDS["session"])
    file = SessionFile(path)
    assert any("white wins" in str(line) for line in tell(file, everything=True))
    assert SEEDS["header"] == SEEDS["session"].splitlines(keepends=True)[0]
    for name in ("console", "wire"):
        assert all(framing.parse(line).checked for line in SEEDS[name].decode().splitlines())


def test_another_error_is_noticed(monkeypatch):
    monkeypatch.setattr("merels.wire.framing.parse", lambda text: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        READERS["wire"](SEEDS["wire"])
