"""Work waits for a server that is away, and for nothing else."""

from __future__ import annotations

import pytest

from backend.errors import CancelledError, StorageError, UnavailableError
from backend.ingestion import server_outage
from backend.ingestion.server_outage import patiently


class Server:
    """Is away for its first calls."""

    def __init__(self, away: int, error: type[StorageError] = UnavailableError) -> None:
        self.calls = 0
        self._away = away
        self._error = error

    def step(self) -> None:
        self.calls += 1
        if self.calls <= self._away:
            raise self._error("The server is away.", "Start it.")


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_outage, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(server_outage, "LONGEST_PAUSE", 0.002)


def test_a_step_is_repeated_until_the_server_is_back() -> None:
    server, stages = Server(3), list[str]()
    patiently(server.step, lambda stage, *_: stages.append(stage))
    assert server.calls == 4
    assert set(stages) == {"waiting"}


def test_the_last_error_is_told_when_the_time_is_over() -> None:
    server = Server(1_000_000)
    with pytest.raises(UnavailableError, match="away"):
        patiently(server.step, lambda *_: None, seconds=0.0)
    assert server.calls == 1


def test_what_waiting_cannot_mend_is_told_at_once() -> None:
    server = Server(1, StorageError)
    with pytest.raises(StorageError):
        patiently(server.step, lambda *_: None)
    assert server.calls == 1


def test_a_person_can_stop_the_waiting() -> None:
    def stop(*_: object) -> None:
        raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        patiently(Server(1_000_000).step, stop)
