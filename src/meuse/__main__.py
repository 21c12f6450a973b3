"""`python -m meuse` is the `meuse` command."""

import sys

from meuse.cli import main

sys.exit(main())
