"""A library's index moves to Elasticsearch and back by the command, also when that is killed."""

from __future__ import annotations

import subprocess
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import elasticsearch
import pytest

from backend.indexes import elasticsearch as on_server
from backend.indexes import embedded as in_folder
from backend.ports import Index, Records
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.contracts.index_contract import ANY, ids
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector
from tests.servers.migrating import migrate

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer

pytestmark = pytest.mark.servers

DOCUMENTS = 900
PASSAGES = 3
"""Together more than one batch of the index, so that a move can be killed between two."""
WORDS = "Which ship had part 1?"
MEANING = unit_vector("ship")


def command(settings: Settings, server: ElasticsearchServer, to: str) -> subprocess.Popen[bytes]:
    variables = {
        "QUIRE_INDEX": settings.index,
        "QUIRE_ELASTICSEARCH_URL": server.url,
        "QUIRE_ELASTICSEARCH_USER": server.user,
        "QUIRE_ELASTICSEARCH_PASSWORD": server.password,
        "QUIRE_ELASTICSEARCH_CA": str(server.certificate),
        "QUIRE_ELASTICSEARCH_PREFIX": settings.elasticsearch_prefix,
    }
    return migrate(settings.library, to, variables)


def told(process: subprocess.Popen[bytes]) -> str:
    """What a command says that ends well."""
    text = process.communicate()[0].decode()
    assert process.returncode == 0, text
    return text


def count(direct: elasticsearch.Elasticsearch, alias: str) -> int:
    """How many entries an index shows, none while it is being made."""
    try:
        return int(direct.count(index=alias, ignore_unavailable=True)["count"])
    except elasticsearch.ApiError as error:
        if error.status_code != 503:
            raise
        return 0


def found(index: Index, collection_id: str) -> tuple[list[str], list[str]]:
    """The first ten by words and by meaning."""
    return (
        ids(search_text(index, collection_id, WORDS, 10, ANY)),
        ids(search_vector(index, collection_id, MEANING, 10, ANY)),
    )


def test_an_index_moves_to_elasticsearch_and_back_although_the_first_try_is_killed(
    settings: Settings,
    records: Records,
    direct: elasticsearch.Elasticsearch,
    elasticsearch_server: ElasticsearchServer,
) -> None:
    here = replace(settings, index="embedded")
    collection = records.create_collection("Harbour", CollectionSettings()).id
    for start in range(0, DOCUMENTS, 100):
        records.publish(
            [
                make_bundle(
                    collection,
                    f"Record {number:04}",
                    [f"Ship {number}, part {part}." for part in range(PASSAGES)],
                    key=str(number),
                )
                for number in range(start, start + 100)
            ]
        )
    everything = {
        chunk.id
        for document in records.documents(collection)
        for chunk in records.chunks_of(document.id)
    }
    assert len(everything) == DOCUMENTS * PASSAGES
    before = in_folder.build(here, records)
    before.catch_up()
    expected = found(before, collection)
    before.close()

    alias = f"{settings.elasticsearch_prefix}-chunk-{collection}"
    first = command(here, elasticsearch_server, "elasticsearch")
    while not count(direct, alias):
        assert first.poll() is None
        time.sleep(0.02)
    first.kill()
    first.communicate()
    assert 0 < count(direct, alias) < len(everything)

    assert 'index = "elasticsearch"' in told(command(here, elasticsearch_server, "elasticsearch"))
    there = on_server.build(settings, records)
    assert there.sequence() == records.sequence()
    assert there.ids(collection) == everything
    assert there.check() == ()  # every entry's hash is that of the records
    assert found(there, collection) == expected
    there.close()

    back = told(command(settings, elasticsearch_server, "embedded"))
    assert 'index = "embedded"' in back
    returned = in_folder.build(here, records)
    assert returned.ids(collection) == everything
    assert returned.check() == ()
    assert found(returned, collection) == expected
    returned.close()
