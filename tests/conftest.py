"""What all tests share: readable failures in the suites, and repeatable random boards."""

from __future__ import annotations

import pytest
from hypothesis import settings

pytest.register_assert_rewrite(
    "tests.games.contract", "tests.games.theatre", "tests.games.verbs", "tests.games.sedan.promises",
    "tests.games.sedan.table", "tests.games.ghost_division.promises", "tests.games.ghost_division.table",
)

LONG = ("tests/web/test_first_use.py", "tests/games/test_contract.py", "tests/server/test_kill.py")
"""Begun first: a long test that begins last leaves one of two processes idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


settings.register_profile("meuse", deadline=None, derandomize=True, database=None, max_examples=60)
settings.load_profile("meuse")
