"""From what a browser or a program shows to a person, and the end of that."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.errors import NotFoundError, SettingsError, SignInError, StorageError
from backend.services.passwords import FILE, PasswordFile
from backend.services.signing_in import KEY_FILE, MOST_TRIES, checked_kind, provider_settings
from backend.settings import Settings, load_settings
from backend.types import Role
from backend.workbench import Workbench, open_workbench

PASSWORD = "correct horse battery"
Open = Callable[..., Workbench]
OIDC = {
    "QUIRE_SIGN_IN": "oidc",
    "QUIRE_OIDC_METADATA_URL": "https://id.example/.well-known/openid-configuration",
    "QUIRE_OIDC_CLIENT_ID": "quire",
    "QUIRE_OIDC_CLIENT_SECRET": "hidden",
    "QUIRE_PUBLIC_ADDRESS": "https://quire.example/",
}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    made: list[Workbench] = []

    def open_with(**settings: str) -> Workbench:
        chosen = {f"QUIRE_{name.upper()}": value for name, value in settings.items()}
        made.append(
            open_workbench(load_settings(chosen, library=tmp_path / "library"), start_workers=False)
        )
        return made[-1]

    yield open_with
    for workbench in made:
        workbench.close()


@pytest.fixture
def passwords(tmp_path: Path) -> PasswordFile:
    found = PasswordFile(tmp_path / "library")
    found.put("ada", PASSWORD, name="Ada Lorne", groups=("keepers",))
    return found


def claims(**others: Any) -> dict[str, Any]:
    return {
        "iss": "https://id.example",
        "sub": "1",
        "iat": time.time(),
        "email": "Ada@Example.org",
        "email_verified": True,
        "name": "Ada Lorne",
        "groups": ["keepers", "authors"],
        **others,
    }


def test_the_password_file_holds_no_password_and_only_its_owner_reads_it(
    passwords: PasswordFile, tmp_path: Path
) -> None:
    path = tmp_path / "library" / FILE
    assert PASSWORD not in path.read_text()
    assert "$argon2id$" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("[{]")
    with pytest.raises(StorageError):
        passwords.verified("ada", PASSWORD)


def test_an_account_is_changed_and_removed(passwords: PasswordFile) -> None:
    passwords.change("ada", ("authors",))
    account = passwords.verified("ada", PASSWORD)
    assert account is not None
    assert (account.name, account.groups) == ("Ada Lorne", ("authors",))
    with pytest.raises(SettingsError):
        passwords.put("tom", "short")
    passwords.remove("ada")
    assert passwords.verified("ada", PASSWORD) is None
    for unknown in (lambda: passwords.remove("ada"), lambda: passwords.change("ada", ())):
        with pytest.raises(NotFoundError):
            unknown()


def test_a_session_lasts_until_signing_out(opened: Open, passwords: PasswordFile) -> None:
    workbench = opened(sign_in="password", administrator_groups="keepers")
    shown = workbench.signing_in.sign_in_with_password(" ADA ", PASSWORD)
    who = workbench.signing_in.principal_of_session(shown)
    assert who is not None
    assert (who.id, who.name, who.groups, who.administrator) == (
        *("ada", "Ada Lorne", ("keepers",), True),
    )
    guarded = workbench.for_(
        who, still=lambda: workbench.signing_in.principal_of_session(shown) is not None
    )
    guarded.library.create_collection("Lights")
    assert opened(sign_in="password").signing_in.principal_of_session(shown) is not None
    workbench.signing_in.end_session(shown)
    workbench.signing_in.end_session(shown)
    assert workbench.signing_in.principal_of_session(shown) is None
    with pytest.raises(SignInError):
        guarded.library.collections()
    assert workbench.signing_in.principal_of_session("") is None
    assert workbench.signing_in.principal_of_session("made up") is None
    told = [action.what for action in workbench.sharing.actions()]
    assert told == ["signed out", "made a collection", "signed in"]


def test_a_session_ends_with_its_time_and_its_account(
    opened: Open, passwords: PasswordFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = opened(sign_in="password", sign_in_hours="1")
    shown = workbench.signing_in.sign_in_with_password("ada", PASSWORD)
    passwords.change("ada", ())
    who = workbench.signing_in.principal_of_session(shown)
    assert who is not None
    assert who.groups == ()
    now = time.time()
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: now + 3_700)
        assert workbench.signing_in.principal_of_session(shown) is None
    passwords.remove("ada")
    assert workbench.signing_in.principal_of_session(shown) is None


def test_a_wrong_password_and_an_unknown_name_are_told_alike_and_not_for_ever(
    opened: Open, passwords: PasswordFile
) -> None:
    workbench = opened(sign_in="password")
    told = set()
    for name in ("ada", "nobody"):
        with pytest.raises(SignInError) as wrong:
            workbench.signing_in.sign_in_with_password(name, "something else")
        told.add(str(wrong.value))
    assert len(told) == 1
    for _ in range(MOST_TRIES - 1):
        with pytest.raises(SignInError):
            workbench.signing_in.sign_in_with_password("ada", "something else")
    with pytest.raises(SignInError, match="Too many"):
        workbench.signing_in.sign_in_with_password("ada", PASSWORD)
    passwords.put("tom", PASSWORD)
    assert workbench.signing_in.sign_in_with_password("tom", PASSWORD)


def test_claims_name_a_person(opened: Open) -> None:
    workbench = opened(**_names(OIDC), administrators="x@y.z, ADA@example.org")
    said = claims()
    who = workbench.signing_in.principal_of_claims(said)
    assert who is not None
    assert (who.id, who.name, who.groups) == (
        *("ada@example.org", "Ada Lorne", ("authors", "keepers")),
    )
    assert who.administrator
    assert [person.id for person in workbench.sharing.people()] == ["ada@example.org"]
    again = claims(iat=said["iat"] + 1)
    assert workbench.signing_in.principal_of_claims(again) is not None
    workbench.signing_in.end_sign_in(said)
    assert workbench.signing_in.principal_of_claims(said) is None
    assert workbench.signing_in.principal_of_claims(again) is not None
    assert workbench.signing_in.principal_of_claims(claims(iat=time.time() - 13 * 3_600)) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"email_verified": False},
        {"email_verified": None},
        {"email": ""},
        {"email": None},
        {"email": ["ada@example.org"]},
        {"email": "ada\u0000@example.org"},
        {"iat": None},
    ],
)
def test_claims_that_do_not_say_who_it_is_name_nobody(opened: Open, wrong: dict[str, Any]) -> None:
    workbench = opened(**_names(OIDC))
    with pytest.raises(SignInError):
        workbench.signing_in.principal_of_claims(claims(**wrong))
    assert workbench.sharing.people() == ()


def test_another_claim_may_name_people(opened: Open) -> None:
    workbench = opened(**_names(OIDC), oidc_person_claim="sub", oidc_groups_claim="role")
    who = workbench.signing_in.principal_of_claims(
        claims(email_verified=False, role="keepers", sub="A7")
    )
    assert who is not None
    assert (who.id, who.groups) == ("a7", ("keepers",))


def test_a_token_has_the_rights_of_its_person_and_no_more(opened: Open) -> None:
    workbench = opened(**_names(OIDC))
    said = claims()
    person = workbench.signing_in.principal_of_claims(said)
    assert person is not None
    workbench.for_(person).sharing.add_token("reports", "read", 5)
    text = workbench.for_(person).sharing.add_token("filler", "write", 5)
    reading, writing = (
        workbench.signing_in.principal_of_token(each) for each in workbench.sharing.tokens()
    )
    assert (reading.id, reading.groups, reading.most) == (person.id, person.groups, Role.READER)
    assert (writing.most, writing.administrator) == (Role.OWNER, False)
    token = workbench.sharing.token_of(text)
    assert token is not None
    workbench.for_(person).sharing.withdraw_token("filler")
    assert workbench.sharing.token_of(text) is None
    workbench.sharing.add_token("machine", "read", 5)
    whole = workbench.signing_in.principal_of_token(workbench.sharing.tokens()[-1])
    assert (whole.administrator, whole.most) == (True, Role.READER)


def test_settings_that_are_not_whole_are_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="sign_in"):
        checked_kind(Settings(sign_in="magic"))
    for left_out in OIDC:
        if left_out != "QUIRE_SIGN_IN":
            some = {name: value for name, value in OIDC.items() if name != left_out}
            with pytest.raises(SettingsError, match=left_out.removeprefix("QUIRE_").lower()):
                checked_kind(load_settings(some, library=tmp_path))
    assert provider_settings(load_settings({}, library=tmp_path)) == {}


def test_what_streamlit_is_told_of_the_provider(tmp_path: Path) -> None:
    settings = load_settings(OIDC, library=tmp_path)
    told = provider_settings(settings)
    assert told["redirect_uri"] == "https://quire.example/oauth2callback"
    assert told["client_secret"] == "hidden"
    assert len(str(told["cookie_secret"])) >= 48
    assert provider_settings(settings) == told
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert "hidden" not in repr(settings)


def _names(environment: dict[str, str]) -> dict[str, str]:
    return {name.removeprefix("QUIRE_").lower(): value for name, value in environment.items()}
