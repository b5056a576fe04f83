"""An OpenID provider of the tests' own on this machine: code flow with PKCE, RS256, sign-out.

Who is signed in is whoever was last told to `be`; in place of a password page its form asks who.
"""

from __future__ import annotations

import base64
import hashlib
import html
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT_ID, CLIENT_SECRET = "quire", "a secret between the two"
PEOPLE: dict[str, dict[str, Any]] = {
    "ada": {
        "sub": "1",
        "name": "Ada Lorne",
        "email": "Ada@example.org",
        "email_verified": True,
        "groups": ["keepers"],
    },
    "tom": {
        "sub": "2",
        "name": "Tom Wragge",
        "email": "tom@example.org",
        "email_verified": True,
        "groups": ["millers"],
    },
    "eve": {"sub": "3", "name": "Eve", "email": "ada@example.org", "email_verified": False},
}


@dataclass
class Provider:
    """The provider's state. `signed_out` counts the visits of its sign-out page."""

    address: str = ""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, auto_kid=True))
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    signed_out: int = 0
    refused: list[str] = field(default_factory=list)

    def application(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._metadata),
                Route("/keys", self._keys),
                Route("/authorize", self._authorize, methods=["GET"]),
                Route("/token", self._token, methods=["POST"]),
                Route("/end", self._end),
            ]
        )

    async def _metadata(self, request: Request) -> Response:
        at = self.address
        return JSONResponse(
            {
                "issuer": at,
                "authorization_endpoint": f"{at}/authorize",
                "token_endpoint": f"{at}/token",
                "jwks_uri": f"{at}/keys",
                "end_session_endpoint": f"{at}/end",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    async def _keys(self, request: Request) -> Response:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def _authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        who = asked.pop("who", "")
        if not who:
            links = "".join(
                f'<li><a href="/authorize?{html.escape(urlencode({**asked, "who": person}))}">'
                f"{person}</a></li>"
                for person in PEOPLE
            )
            return HTMLResponse(f"<!doctype html><title>Who?</title><ul>{links}</ul>")
        if asked.get("client_id") != CLIENT_ID or asked.get("code_challenge_method") != "S256":
            return Response("refused", 400)
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**asked, "who": who}
        back = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}", 302)

    async def _token(self, request: Request) -> Response:
        form = await request.form()
        asked = self.codes.pop(str(form.get("code")), None)
        verifier = str(form.get("code_verifier", "")).encode()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier).digest()).rstrip(b"=")
        sent = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        known = request.headers.get("authorization") == f"Basic {sent}" or (
            form.get("client_secret") == CLIENT_SECRET
        )
        if (
            asked is None
            or not known
            or asked["code_challenge"] != challenge.decode()
            or asked["redirect_uri"] != form.get("redirect_uri")
        ):
            self.refused.append(str(dict(form)))
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {
            **PEOPLE[asked["who"]],
            "iss": self.address,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            "nonce": asked.get("nonce", ""),
        }
        token = jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)
        return JSONResponse(
            {
                "access_token": secrets.token_urlsafe(16),
                "token_type": "Bearer",
                "expires_in": 300,
                "id_token": token,
            }
        )

    async def _end(self, request: Request) -> Response:
        self.signed_out += 1
        return RedirectResponse(request.query_params["post_logout_redirect_uri"], 302)


@contextmanager
def started_provider() -> Iterator[Provider]:
    """A provider that answers on this machine."""
    # imported here, since it brings the fixtures of that folder along
    from tests.interfaces.conftest import served  # noqa: PLC0415

    provider = Provider()
    with served(provider.application()) as address:
        provider.address = address
        yield provider
