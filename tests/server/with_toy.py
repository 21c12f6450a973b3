"""The `meuse` command with the toy games registered, in its workers too: `python -m tests.server.with_toy serve`."""

from __future__ import annotations

import sys

from meuse.cli import main
from meuse.games import GAMES, Listing

GAMES["haggle"] = Listing("tests.engine.toy:Haggle")
GAMES["column"] = Listing("tests.server.solo:Column")

if __name__ == "__main__":
    sys.exit(main())
