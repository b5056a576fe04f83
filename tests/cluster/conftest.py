"""One cluster of two workers for the tests that leave it whole."""

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
        for name in ("first", "second"):
            processes.start_worker(name)
        yield processes
    finally:
        processes.close()
