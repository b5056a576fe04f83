"""Downloads all servers, so that no test waits for that: `python -m tests.servers.launcher`."""

from __future__ import annotations

import sys

from tests.servers.launcher import elasticsearch, neo4j
from tests.servers.launcher.needs import MissingError


def main() -> int:
    """Returns the exit code: 1 if a server cannot be had."""
    try:
        for each in (elasticsearch.program_folder, neo4j.program_folder):
            print(each().name, flush=True)
    except MissingError as error:
        print(f"A server is missing: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
