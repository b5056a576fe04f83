"""A cluster of one worker; a test that needs another starts it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.launcher import DaskProcesses


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    pytest.importorskip("distributed")
    processes = DaskProcesses(tmp_path_factory.mktemp("dask"))
    try:
        processes.start_scheduler()
        processes.start_worker("first")
        processes.wait_for_workers("first")
        yield processes
    finally:
        processes.close()
