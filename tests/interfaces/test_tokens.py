"""Tokens: shown once, kept as hashes, known until they end or are withdrawn."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from backend.errors import NameTakenError, NotFoundError, SettingsError, StorageError
from backend.interfaces.http_api.admission import Admission, RateLimit, is_local
from backend.interfaces.http_api.problem_details import RefusedError
from backend.services.access_tokens import DAY, FILE, TokenStore

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.7"


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> TokenStore:
    return TokenStore(tmp_path, clock)


def bearer(text: str) -> dict[str, str]:
    return {"authorization": f"Bearer {text}"}


def status(admission: Admission, headers: dict[str, str], client: str, scope: str = "read") -> int:
    try:
        admission.admit(headers, client, scope)  # type: ignore[arg-type]
    except RefusedError as refused:
        return refused.details.status if refused.details.remedy else -1
    return 200


def test_the_file_holds_no_token_and_only_its_owner_reads_it(
    store: TokenStore, tmp_path: Path
) -> None:
    text = store.add("reports", "read", 90)
    kept = (tmp_path / FILE).read_text("utf-8")
    assert text not in kept
    assert text.removeprefix("quire_") not in kept
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_another_program_sees_a_new_token_at_once(store: TokenStore, tmp_path: Path) -> None:
    other = TokenStore(tmp_path)
    assert other.tokens() == ()
    text = store.add("reports", "read", 90)
    found = other.known(text)
    assert found is not None
    assert (found.name, found.scope) == ("reports", "read")
    assert other.known(text + "x") is None


def test_a_token_ends_after_its_days(store: TokenStore, clock: Clock) -> None:
    token = store.known(store.add("reports", "read", 2))
    assert token is not None
    clock.seconds += 2 * DAY - 1
    assert not store.has_expired(token)
    clock.seconds += 1
    assert store.has_expired(token)
    store.add("reports", "read", 2)  # the name is free again


def test_names_and_days_that_cannot_be_used(store: TokenStore) -> None:
    store.add("reports", "read", 1)
    with pytest.raises(NameTakenError):
        store.add(" reports ", "write", 1)
    for name, days in (("", 1), ("x" * 81, 1), ("a\x00b", 1), ("x", 0), ("x", 3_651)):
        with pytest.raises(SettingsError):
            store.add(name, "read", days)
    with pytest.raises(NotFoundError):
        store.withdraw("other")


def test_a_damaged_list_lets_nobody_in(store: TokenStore, tmp_path: Path) -> None:
    store.add("reports", "read", 1)
    (tmp_path / FILE).write_text("[{")
    with pytest.raises(StorageError):
        Admission(store, RateLimit()).admit({}, HERE, "read")


def test_without_a_token_only_this_machine_and_only_before_the_first(store: TokenStore) -> None:
    admission = Admission(store, RateLimit())
    assert status(admission, {}, HERE, "write") == 200
    assert status(admission, bearer("anything"), HERE) == 200
    assert status(admission, {}, ELSEWHERE) == 401
    assert status(admission, {"x-forwarded-for": ELSEWHERE}, HERE) == 401
    text = store.add("reports", "read", 1)
    assert status(admission, {}, HERE) == 401
    store.withdraw("reports")
    assert status(admission, {}, HERE) == 401
    assert status(admission, bearer(text), HERE) == 401


def test_each_token_does_what_its_scope_says(store: TokenStore, clock: Clock) -> None:
    admission = Admission(store, RateLimit())
    reading, writing = store.add("r", "read", 1), store.add("w", "write", 1)
    assert status(admission, bearer(reading), ELSEWHERE, "read") == 200
    assert status(admission, bearer(reading), ELSEWHERE, "write") == 403
    assert status(admission, bearer(writing), ELSEWHERE, "read") == 200
    assert status(admission, bearer(writing), ELSEWHERE, "write") == 200
    assert status(admission, bearer("quire_other"), ELSEWHERE) == 401
    assert status(admission, {"authorization": f"Basic {reading}"}, ELSEWHERE) == 401
    clock.seconds += DAY
    assert status(admission, bearer(reading), ELSEWHERE) == 401


def test_a_token_may_ask_so_often_and_again_after_a_while() -> None:
    clock = Clock()
    limit = RateLimit(60, clock)
    assert [limit.take("a") for _ in range(60)] == [0.0] * 60
    assert limit.take("a") == pytest.approx(1.0)
    assert limit.take("b") == 0.0
    clock.seconds += 1.0
    assert limit.take("a") == 0.0
    assert limit.take("a") > 0.0


@pytest.mark.parametrize(
    ("client", "local"),
    [("127.0.0.1", True), ("::1", True), ("127.8.8.8", True), ("10.0.0.1", False), ("", False)],
)
def test_what_is_this_machine(client: str, local: bool) -> None:
    assert is_local({}, client) is local
