"""What is said about a scheduler that cannot be used; nothing of Dask is loaded without one."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from backend.cluster import dask_client
from backend.cluster.opening import scheduler_status
from backend.errors import ClusterError
from backend.settings import Settings

distributed = pytest.importorskip("distributed")
workers_module = pytest.importorskip("backend.cluster.workers")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.parametrize(
    ("address", "why"), [("http://host:8786", "unknown address scheme"), ("nowhere", "port number")]
)
def test_what_is_no_address_of_a_scheduler_is_said(address: str, why: str) -> None:
    with pytest.raises(ClusterError, match=f"{address} does not answer: .*{why}") as caught:
        dask_client.connect(Settings(dask_scheduler=address))
    assert "tcp://host:8786" in caught.value.remedy


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "CONNECT_SECONDS", 0.3)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ClusterError, match=f"The Dask scheduler at {address} does not answer"):
        dask_client.connect(Settings(dask_scheduler=address))


def test_waiting_for_a_scheduler_gathers_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(threading.enumerate())

    def loops() -> list[str]:
        return [each.name for each in threading.enumerate() if each not in before]

    monkeypatch.setattr(dask_client, "CONNECT_SECONDS", 0.05)
    settings = Settings(dask_scheduler=f"tcp://127.0.0.1:{free_port()}")
    waiting = workers_module.Workers(settings, lambda _terms: None, 600.0)
    for _ in range(4):
        waiting.look()
    assert loops().count("IO loop") <= 1, "the one of all connections"
    waiting.close()


def test_certificates_that_are_not_there_are_said(tmp_path: Path) -> None:
    settings = Settings(
        dask_scheduler=f"tls://127.0.0.1:{free_port()}", dask_ca=str(tmp_path / "authority.pem")
    )
    with pytest.raises(ClusterError, match="does not answer"):
        dask_client.connect(settings)


def test_that_versions_do_not_go_together_is_said_with_the_one_that_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise TypeError("Scheduler.identity() got an unexpected keyword argument 'n_workers'")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(ClusterError, match=r"does not answer: .*unexpected keyword") as caught:
        dask_client.connect(Settings(dask_scheduler="tcp://a:1"))
    assert "with the version of Dask that is here" in caught.value.remedy


def test_the_status_page_says_whether_something_listens() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        for scheme in ("tcp://", ""):
            settings = Settings(dask_scheduler=f"{scheme}127.0.0.1:{listening.getsockname()[1]}")
            assert scheduler_status(settings).state == "ok"
    for address in (f"tcp://127.0.0.1:{free_port()}", "tcp://", "tcp://h:99999999"):
        told = scheduler_status(replace(settings, dask_scheduler=address))
        assert (told.name, told.state) == ("Dask", "failed")
        assert "correct or remove the setting dask_scheduler" in told.remedy
