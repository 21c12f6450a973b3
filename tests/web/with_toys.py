"""The `meuse` command with the toys registered, in its workers too: `python -m tests.web.with_toys serve`."""

from __future__ import annotations

import sys

from meuse.cli import main
from meuse.games import GAMES, Listing

GAMES["haggle"] = Listing("tests.engine.toy:Haggle")
GAMES["column"] = Listing("tests.server.solo:Column")
GAMES["patrol"] = Listing("tests.web.patrol:Patrol")

if __name__ == "__main__":
    sys.exit(main())
