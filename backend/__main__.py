"""`python -m backend`: the library from the command line."""

from __future__ import annotations

import sys

from backend.command_line.parser import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
