"""Starts the app: `python -m app [arguments of streamlit run]`.

It is `streamlit run app/serving.py` and one thing more: while the browser is still fetching the
page, the program already loads what the first page needs and opens the library, so that nobody
waits for one after the other.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
import sys
import threading
import time
from pathlib import Path

from streamlit import config, runtime
from streamlit.web import cli

from backend.errors import WorkbenchError

FIRST_PAGE = ("app.submission", "app.answer_pane", "app.evidence_pane")
"""The modules of Ask; with what they import they are nearly all of the app."""
LATER = ("pandas",)
"""What Streamlit draws tables with: loaded once the first page had its time, since the first look
at a library would else wait a second or more for it."""
LATER_AFTER = 4.0
"""Seconds for the first page."""
OUTSIDE_OF_A_PAGE = "streamlit.runtime.scriptrunner_utils.script_run_context"
"""Warns of each use of the app's one Workbench outside of a page, which is meant here."""
LOOK_EVERY = 0.02
PATIENCE = 60.0

log = logging.getLogger(__name__)


def load_ahead() -> None:
    """Load the first page's modules and open the library, once the server takes visitors.

    Before that it would only make the server later: one process loads one module at a time.
    """
    until = time.monotonic() + PATIENCE
    while not _takes_visitors() and time.monotonic() < until:
        time.sleep(LOOK_EVERY)
    session = importlib.import_module("app.session")
    for name in FIRST_PAGE:
        importlib.import_module(name)
    logging.getLogger(OUTSIDE_OF_A_PAGE).setLevel(logging.ERROR)
    try:
        session.library().questions.pipelines()
    except WorkbenchError:
        log.info("the first page will say why the library does not open", exc_info=True)
    time.sleep(LATER_AFTER)
    for name in LATER:
        importlib.import_module(name)


def _takes_visitors() -> bool:
    if not runtime.exists():
        return False
    try:
        with socket.create_connection(("localhost", config.get_option("server.port")), timeout=1):
            return True
    except OSError:
        return False


def main() -> None:
    """Serve the app until it is stopped."""
    os.umask(0o077)  # what the library holds is for its owner alone: folders 700, files 600
    threading.Thread(target=load_ahead, name="load-ahead", daemon=True).start()
    cli.main(["run", str(Path(__file__).with_name("serving.py")), *sys.argv[1:]], "streamlit")


if __name__ == "__main__":
    main()
