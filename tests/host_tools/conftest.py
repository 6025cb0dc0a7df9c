# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Archives to test with, on both databases."""

import itertools

import pytest
from fakes.postgresql import Server
from merels_host.archive.store import Store

_COUNTER = itertools.count()


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL server of the tests' own."""
    why = Server.why_not()
    if why:
        pytest.skip(f"PostgreSQL: {why}")
    with Server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of an archive that is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'a.db'}"
    return request.getfixturevalue("server").database(f"t{next(_COUNTER)}")


@pytest.fixture
def store(url):
    """An open archive without games."""
    with Store.open(url) as store:
        yield store
