"""The `meuse` command with computers that play the same game each time: `python -m tests.web.steady serve`.

A server draws what a computer guesses from the match's key and its name; a match's name is new each time.
"""

from __future__ import annotations

import sys
from random import Random

from meuse.cli import main
from meuse.server.table import Table


def chance(table: Table, *about: object) -> Random:
    """From the match's key alone, which a seed decides."""
    return Random(" ".join(map(str, (table.secret, *about))))


Table.chance = chance  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(main())
