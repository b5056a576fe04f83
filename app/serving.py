"""The web server's application: the screens and the interface for programs, with the guard before
every route."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from streamlit import config

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from app.guard import AdmissionGuard, Admitted, content_policy, scripts_of  # noqa: E402 (as above)
from app.password_route import password_routes  # noqa: E402 (as above)
from app.programs import routes  # noqa: E402 (as above)
from app.prompt_replies import reply_at_once  # noqa: E402 (as above)
from app.sign_in import secrets_file  # noqa: E402 (as above)
from app.upload_route import upload_routes  # noqa: E402
from backend.workbench import provider_settings  # noqa: E402 (as above)
from components.graph_page import page_scripts  # noqa: E402

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
SHELL = Path(st.__file__).parent / "static" / "index.html"
"""The page that Streamlit serves first."""

# Requests of other programs are told on the terminal at Streamlit's own level of logging.
logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
logging.getLogger("backend.interfaces").setLevel(config.get_option("logger.level").upper())

reply_at_once()

provider = provider_settings()
if provider:
    config.set_option("secrets.files", [secrets_file(provider)])

server = st.App(
    Path(__file__).with_name("main.py"),
    routes=[*routes(), *upload_routes(), *password_routes()],
    middleware=[
        Middleware(
            AdmissionGuard,
            admitted=Admitted(
                tuple(config.get_option("server.allowedHosts")) or THIS_MACHINE,
                tuple(config.get_option("server.corsAllowedOrigins")),
            ),
            policy=content_policy((*scripts_of(SHELL), *page_scripts())),
        )
    ],
)
