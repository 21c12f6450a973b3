"""The `meuse` command with the toy game registered, in its workers too: `python -m tests.server.with_toy serve`."""

from __future__ import annotations

import sys

from meuse.cli import main
from meuse.games import GAMES

GAMES["haggle"] = "tests.engine.toy:Haggle"

if __name__ == "__main__":
    sys.exit(main())
