"""Who somebody is: by password, by what an OpenID provider says, or by a program's token."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from backend.bootstrap import Assembly
from backend.errors import SettingsError, SignInError
from backend.services.access_tokens import AccessToken, hashed
from backend.services.passwords import PasswordFile
from backend.services.private_files import make_privately
from backend.services.sharing import tidy_name
from backend.settings import Settings, load_settings
from backend.types import Action, Person, Principal, Role, SignIn

SignInKind = Literal["none", "password", "oidc"]
KINDS = ("none", "password", "oidc")
KEY_FILE = "cookies.key"
MOST_TRIES = 10
TRIES_SECONDS = 600.0
"""So many wrong passwords for one name are taken in this time."""
_OIDC_NEEDS = ("oidc_metadata_url", "oidc_client_id", "oidc_client_secret", "public_address")
_OF_ONE_SIGN_IN = ("iss", "sub", "iat", "exp", "sid", "jti", "nonce", "at_hash")
"""Claims that tell one sign-in from the next (OpenID Connect Core, sections 2 and 3.1.3.6)."""


class SignInService:
    """From what a browser or a program shows to a `Principal`."""

    def __init__(self, assembly: Assembly) -> None:
        self._records = assembly.parts.records
        self._settings = assembly.parts.settings
        self._passwords = PasswordFile(self._settings.library)
        self._tries: dict[str, list[float]] = {}
        self._tries_lock = threading.Lock()

    def sign_in_kind(self) -> SignInKind:
        """How people sign in; `none` where they do not.

        Raises:
            SettingsError: if the settings of it are not whole.
        """
        return checked_kind(self._settings)

    # --- password --------------------------------------------------------------------------------

    def sign_in_with_password(self, name: str, password: str) -> str:
        """What the browser is to show from now on.

        Raises:
            SignInError: the same for an unknown name and a wrong password; another one after many.
        """
        person_id = name.strip().casefold()
        self._count_try(person_id)
        account = self._passwords.verified(person_id, password)
        if account is None:
            raise SignInError("Name and password do not belong together.", "Try again.")
        with self._tries_lock:
            self._tries.pop(person_id, None)
        shown = secrets.token_urlsafe(32)
        until = time.time() + self._settings.sign_in_hours * 3_600
        self._records.save_sign_in(SignIn(hashed(shown), account.id, until))
        self._meet(account.id, account.name, account.groups)
        self._records.note(Action(time.time(), account.id, "signed in"))
        return shown

    def _count_try(self, person_id: str) -> None:
        now = time.monotonic()
        with self._tries_lock:
            for name in [
                each for each in self._tries if self._tries[each][-1] < now - TRIES_SECONDS
            ]:
                del self._tries[name]
            late = [each for each in self._tries.get(person_id, ()) if each > now - TRIES_SECONDS]
            if len(late) >= MOST_TRIES:
                raise SignInError(
                    "Too many wrong passwords were tried for this name.",
                    f"Wait {int((late[0] + TRIES_SECONDS - now) / 60) + 1} minutes.",
                )
            self._tries[person_id] = [*late, now]

    def principal_of_session(self, shown: str) -> Principal | None:
        """Who signed in with a password and has not signed out; None for everyone else."""
        if not shown:
            return None
        sign_in = self._lasting(hashed(shown))
        account = self._passwords.account(sign_in.person) if sign_in else None
        return self._principal(account.id, account.name, account.groups) if account else None

    def end_session(self, shown: str) -> None:
        """Sign somebody out who signed in with a password."""
        self._end(hashed(shown))

    # --- OpenID Connect --------------------------------------------------------------------------

    def principal_of_claims(self, claims: Mapping[str, Any]) -> Principal | None:
        """Who a provider says that somebody is; None once the sign-in has ended.

        Args:
            claims: of the ID token, whose signature was checked.

        Raises:
            SignInError: if the claims do not say who it is.
        """
        person_id = self._person_of(claims)
        name = str(claims.get("name") or claims.get("preferred_username") or person_id)
        groups = _groups(claims.get(self._settings.oidc_groups_claim))
        key = _sign_in_key(claims)
        began = claims.get("iat")
        if not isinstance(began, int | float):
            raise SignInError("The provider does not say when this sign-in began.")
        until = began + self._settings.sign_in_hours * 3_600
        if until <= time.time():
            return None
        known = self._records.sign_in(key)
        if known is None:
            self._records.save_sign_in(SignIn(key, person_id, until))
            self._records.note(Action(time.time(), person_id, "signed in"))
            self._meet(person_id, name, groups)
        elif known.ended:
            return None
        return self._principal(person_id, name, groups)

    def end_sign_in(self, claims: Mapping[str, Any]) -> None:
        """Sign somebody out who signed in at the provider: these claims count no longer."""
        self._end(_sign_in_key(claims))

    def _person_of(self, claims: Mapping[str, Any]) -> str:
        claim = self._settings.oidc_person_claim
        value = claims.get(claim)
        if not isinstance(value, str) or not value.strip():
            raise SignInError(
                f"The provider does not tell the claim “{claim}”, by which people are named here.",
                "Ask who runs this library to look at the setting oidc_person_claim.",
            )
        if claim == "email" and claims.get("email_verified") not in (True, "true"):
            raise SignInError(
                "The provider does not vouch for this e-mail address.",
                "Have it verified there, or ask who runs this library to look at the setting "
                "oidc_person_claim.",
            )
        try:
            return tidy_name("person", value)
        except SettingsError as error:
            raise SignInError(error.what, error.remedy) from error

    # --- programs --------------------------------------------------------------------------------

    def principal_of_token(self, token: AccessToken) -> Principal:
        """Whose rights a program has: of the person who made its token, with the groups of their
        latest sign-in; of the whole library for one that was made on the command line."""
        most = Role.OWNER if token.scope == "write" else Role.READER
        if not token.person:
            return Principal(f"token “{token.name}”", token.name, (), True, most)
        name, groups = token.person, tuple[str, ...]()
        if self.sign_in_kind() == "password":
            account = self._passwords.account(token.person)
            if account is None:
                raise SignInError("The person of this token has no account any more.")
            name, groups = account.name, account.groups
        elif (person := self._records.person(token.person)) is not None:
            name, groups = person.name, person.groups
        principal = self._principal(token.person, name, groups)
        return Principal(
            principal.id, principal.name, principal.groups, principal.administrator, most
        )

    # --- both ------------------------------------------------------------------------------------

    def _principal(self, person_id: str, name: str, groups: tuple[str, ...]) -> Principal:
        leads = person_id in {
            leader.casefold() for leader in _listed(self._settings.administrators)
        }
        of_group = set(groups) & set(_listed(self._settings.administrator_groups))
        return Principal(person_id, name, groups, leads or bool(of_group))

    def _meet(self, person_id: str, name: str, groups: tuple[str, ...]) -> None:
        self._records.save_person(Person(person_id, name, groups, time.time()))

    def _lasting(self, key: str) -> SignIn | None:
        sign_in = self._records.sign_in(key)
        return sign_in if sign_in and not sign_in.ended and sign_in.until > time.time() else None

    def _end(self, key: str) -> None:
        sign_in = self._records.sign_in(key)
        if sign_in is not None and not sign_in.ended:
            self._records.save_sign_in(SignIn(key, sign_in.person, sign_in.until, ended=True))
            self._records.note(Action(time.time(), sign_in.person, "signed out"))


def checked_kind(settings: Settings) -> SignInKind:
    """How people sign in.

    Raises:
        SettingsError: if it is no known way, or one whose settings are not whole.
    """
    if settings.sign_in not in KINDS:
        raise SettingsError(
            f"The setting sign_in is “{settings.sign_in}”.", f"Give one of: {', '.join(KINDS)}."
        )
    if settings.sign_in == "oidc":
        lacking = [each for each in _OIDC_NEEDS if not getattr(settings, each)]
        if lacking:
            raise SettingsError(
                f"People are to sign in by OpenID Connect, but the setting {lacking[0]} is empty.",
                "docs/sharing.md says what is needed.",
            )
    return cast(SignInKind, settings.sign_in)


def provider_settings(settings: Settings | None = None) -> dict[str, object]:
    """What an OpenID Connect client is told of the provider and of this app, by the names that
    Streamlit gives them; empty where people do not sign in that way.

    Raises:
        SettingsError: if the settings of it are not whole.
    """
    settings = settings or load_settings()
    if checked_kind(settings) != "oidc":
        return {}
    return {
        "redirect_uri": f"{settings.public_address.rstrip('/')}/oauth2callback",
        "cookie_secret": cookie_secret(settings),
        "client_id": settings.oidc_client_id,
        "client_secret": settings.oidc_client_secret.reveal(),
        "server_metadata_url": settings.oidc_metadata_url,
        "client_kwargs": {"scope": settings.oidc_scope, "prompt": "select_account"},
    }


def cookie_secret(settings: Settings) -> str:
    """What signs the sign-ins of this library: of the settings, else made once and kept in a file
    that only its owner can read."""
    if settings.cookie_secret:
        return settings.cookie_secret.reveal()
    path: Path = settings.library / KEY_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        fresh = path.with_suffix(f".{secrets.token_hex(8)}")
        make_privately(fresh, secrets.token_urlsafe(48))
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)  # the first of several programs decides
        fresh.unlink()
    return path.read_text("utf-8")


def _sign_in_key(claims: Mapping[str, Any]) -> str:
    return hashed(json.dumps([str(claims.get(each, "")) for each in _OF_ONE_SIGN_IN]))


def _groups(value: object) -> tuple[str, ...]:
    """The names of a claim: a list, or one name."""
    listed = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return tuple(sorted({each for each in listed if isinstance(each, str) and each}))


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]
