"""The index on a real Elasticsearch keeps the contract; and what is its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.indexes import elasticsearch as adapter
from backend.ports import Index, Records
from backend.records import sqlite
from backend.settings import Secret, Settings
from tests.contracts.index_contract import IndexContract, Reopen
from tests.servers.launcher.elasticsearch import ElasticsearchServer

pytestmark = pytest.mark.servers


@pytest.fixture
def settings(
    tmp_path: Path, elasticsearch_server: ElasticsearchServer, index_prefix: str
) -> Settings:
    return Settings(
        library=tmp_path / "library",
        index="elasticsearch",
        elasticsearch_url=elasticsearch_server.url,
        elasticsearch_user=elasticsearch_server.user,
        elasticsearch_password=Secret(elasticsearch_server.password),
        elasticsearch_ca=str(elasticsearch_server.certificate),
        elasticsearch_prefix=index_prefix,
    )


@pytest.fixture
def records(settings: Settings) -> Iterator[Records]:
    store = sqlite.build(settings)
    yield store
    store.close()


@pytest.fixture
def reopen(settings: Settings, records: Records) -> Iterator[Reopen]:
    opened: list[Index] = []

    def open_again() -> Index:
        opened.append(adapter.build(settings, records))
        return opened[-1]

    yield open_again
    for each in opened:
        each.close()


@pytest.fixture
def index(reopen: Reopen) -> Index:
    return reopen()


class TestElasticsearchIndex(IndexContract):
    """All of the contract."""
