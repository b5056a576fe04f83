"""What is said about a scheduler that cannot be used; nothing of Dask is loaded without one."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from backend.cluster import dask_client
from backend.cluster.opening import scheduler_status
from backend.errors import ClusterError
from backend.settings import Settings

pytest.importorskip("distributed")


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


def test_certificates_that_are_not_there_are_said(tmp_path: Path) -> None:
    settings = Settings(
        dask_scheduler=f"tls://127.0.0.1:{free_port()}", dask_ca=str(tmp_path / "authority.pem")
    )
    with pytest.raises(ClusterError, match="does not answer"):
        dask_client.connect(settings)


def versions(**scheduler: str) -> dict[str, object]:
    """What a client tells of both sides; the scheduler's are the same but for those given."""
    here = {"python": "3.11.7.final.0", "distributed": "2026.8.0"}
    there = {**here, **scheduler}

    return {"client": {"packages": here}, "scheduler": {"packages": there}, "workers": {}}


@pytest.mark.parametrize(
    ("scheduler", "said"),
    [
        ({"distributed": "2026.8.1"}, "runs Dask 2026.8.1, and this machine 2026.8.0"),
        ({"python": "3.13.0.final.0"}, "runs Python 3.13.0.final.0, and this machine 3.11.7"),
    ],
)
def test_another_version_is_said(scheduler: dict[str, str], said: str) -> None:
    with pytest.raises(ClusterError, match=said):
        dask_client.check_versions(versions(**scheduler), "tcp://a:1")


def test_the_same_versions_pass_and_so_does_another_patch_of_python() -> None:
    dask_client.check_versions(versions(python="3.11.9.final.0"), "tcp://a:1")


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
