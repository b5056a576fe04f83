"""The page on which people sign in with a password: a form without a script.

It is no page of Streamlit's, which cannot hand the browser a cookie that scripts do not see. The
guard refuses the form where a page of another address sends it.
"""

from __future__ import annotations

import html
import importlib
from pathlib import Path

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from app.sign_in import COOKIE
from backend.errors import SignInError, WorkbenchError
from backend.workbench import Workbench

ADDRESS = "/sign-in"
MOST_BYTES = 10_000
_PAGE = Path(__file__).with_name("assets") / "sign_in.html"


def password_routes() -> list[Route]:
    """The routes for the web server."""
    return [Route(ADDRESS, _answer, methods=["GET", "POST"])]


async def _answer(request: Request) -> Response:
    whole = await to_thread.run_sync(_library)
    if whole.signing_in.sign_in_kind() != "password":
        return PlainTextResponse("Nobody signs in here with a password.\n", 404)
    if request.method == "GET":
        return _page("")
    if int(request.headers.get("content-length") or MOST_BYTES + 1) > MOST_BYTES:
        return _page("The form is too large.", 413)
    form = await request.form()
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        shown = await to_thread.run_sync(whole.signing_in.sign_in_with_password, name, password)
    except SignInError as error:
        return _page(f"{error.what} {error.remedy}", 401, name)
    except WorkbenchError as error:
        return _page(f"{error.what} {error.remedy}", 503, name)
    response = RedirectResponse("/", 303)
    response.set_cookie(
        COOKIE, shown, httponly=True, samesite="lax", secure=request.url.scheme == "https", path="/"
    )
    return response


def _page(problem: str, status: int = 200, name: str = "") -> HTMLResponse:
    page = _PAGE.read_text("utf-8")
    told = f'<p role="alert">{html.escape(problem)}</p>' if problem else ""
    page = page.replace("{problem}", told).replace("{name}", html.escape(name, quote=True))
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})


def _library() -> Workbench:
    """The process's library; the pages' module is loaded when it is first asked for."""
    opened: Workbench = importlib.import_module("app.session").library()
    return opened
