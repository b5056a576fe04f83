"""Run the scripted server by hand: `python -m tests.scripted_server --port 9000 --script a.json`.

Then start the app with QUIRE_LANGUAGE_MODEL=openai_compatible and
QUIRE_LANGUAGE_MODEL_URL=http://127.0.0.1:9000/v1.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from pathlib import Path

from tests.scripted_server.script import read_script
from tests.scripted_server.server import ScriptedServer


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--script", type=Path, help="JSON file with replies and models")
    arguments = parser.parse_args()
    with ScriptedServer(arguments.port) as server:
        if arguments.script:
            replies, server.models = read_script(arguments.script)
            server.script(*replies)
        sys.stdout.write(f"{server.openai_url}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
