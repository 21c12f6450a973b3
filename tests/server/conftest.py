"""Servers that several tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Served
from tests.server.postgres import Cluster, for_tests


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    yield from for_tests()


@pytest.fixture
def frail() -> Iterator[Cluster]:
    """A database server for one test, which may stop it or kill it."""
    yield from for_tests()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for the whole module, on each of the two databases."""
    if request.param == "sqlite":
        db = str(tmp_path_factory.mktemp("store") / "meuse.sqlite")
    else:
        db = request.getfixturevalue("cluster").fresh()
    running = Served(db)
    yield running
    assert running.stop()


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on an SQLite file only."""
    running = Served(str(tmp_path_factory.mktemp("store") / "meuse.sqlite"))
    yield running
    assert running.stop()


@pytest.fixture(scope="module")
def with_toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that also knows the toy games: one whose sides have secrets, and one for a single player."""
    running = Served(str(tmp_path_factory.mktemp("toy") / "meuse.sqlite"), module="tests.server.with_toy")
    yield running
    assert running.stop()
