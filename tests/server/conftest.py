"""Servers that several tests share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Served
from tests.server.postgres import Cluster, Missing


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """In a short path: PostgreSQL's socket has no room for a long one."""
    folder = Path(tempfile.mkdtemp(prefix="meuse-pg-"))
    try:
        running = Cluster(folder)
    except Missing as error:
        shutil.rmtree(folder, ignore_errors=True)
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))
    yield running
    running.stop()
    shutil.rmtree(folder, ignore_errors=True)


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
