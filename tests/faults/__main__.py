"""`python -m tests.faults`: random operations for as long as is told."""

from __future__ import annotations

import sys

from tests.faults.many_libraries import main

if __name__ == "__main__":
    sys.exit(main())
