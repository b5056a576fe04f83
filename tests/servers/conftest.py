"""An index on the real Elasticsearch, over records in SQLite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import elasticsearch
import pytest

from backend.indexes import elasticsearch as adapter
from backend.indexes import embedded as embedded_adapter
from backend.ports import Index, Records
from backend.records import sqlite
from backend.settings import Secret, Settings
from tests.contracts.index_contract import Reopen

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer


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
def direct(elasticsearch_server: ElasticsearchServer) -> Iterator[elasticsearch.Elasticsearch]:
    """A client that does to the server what Quire would not."""
    client = elasticsearch.Elasticsearch(
        elasticsearch_server.url,
        basic_auth=(elasticsearch_server.user, elasticsearch_server.password),
        ca_certs=str(elasticsearch_server.certificate),
        request_timeout=60,
    )
    yield client
    client.close()


@pytest.fixture
def records(settings: Settings) -> Iterator[Records]:
    store = sqlite.build(settings)
    yield store
    store.close()


@pytest.fixture
def reopen(
    settings: Settings, records: Records, direct: elasticsearch.Elasticsearch
) -> Iterator[Reopen]:
    opened: list[Index] = []

    def open_again() -> Index:
        opened.append(adapter.build(settings, records))
        return opened[-1]

    yield open_again
    for each in opened:
        each.close()
    for name in direct.indices.get(index=f"{settings.elasticsearch_prefix}*").body:
        direct.indices.delete(index=name)


@pytest.fixture
def index(reopen: Reopen) -> Index:
    return reopen()


@pytest.fixture
def embedded(settings: Settings, records: Records) -> Iterator[Callable[[], Index]]:
    """Opens the embedded index over the same records, caught up."""
    opened: list[Index] = []

    def open_embedded() -> Index:
        opened.append(embedded_adapter.build(replace(settings, index="embedded"), records))
        opened[-1].catch_up()
        return opened[-1]

    yield open_embedded
    for each in opened:
        each.close()
