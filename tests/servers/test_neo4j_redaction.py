"""Earlier answers kept in Neo4j lose every word of a document that was deleted."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import neo4j as driver
import pytest

from backend.evidence.redaction import REDACTED_SENTENCE
from backend.settings import Settings
from backend.types import Answer, Filters, Query
from backend.workbench import Workbench, open_workbench

pytestmark = pytest.mark.servers

SECRET = "Quillfeather"
LEDGER = f"The ledger.\n\nThe {SECRET} party left Tarn Harbour on 3 May 1911 with four sledges."
MILL = "The mill.\n\nThe mill at Teme Ford ground barley until 1954."


def _asked(workbench: Workbench, question: str, collection_id: str, *only: str) -> Answer:
    query = Query(question, collection_id, filters=Filters(document_ids=only))
    asking = workbench.questions.ask(query, "naive")
    assert asking.wait(120)
    assert asking.answer is not None, asking.error
    return asking.answer


def _kinds_holding(settings: Settings, word: str) -> set[str]:
    """The kinds of nodes of the library that hold a word in some property."""
    access = (settings.neo4j_user, settings.neo4j_password.reveal())
    with (
        driver.GraphDatabase.driver(settings.neo4j_url, auth=access) as connected,
        connected.session(database=settings.neo4j_database) as session,
    ):
        rows = session.run(
            "MATCH (n) WHERE any(key IN keys(n) WHERE key = 'library' AND n[key] = $library) "
            "RETURN labels(n)[0] AS kind, properties(n) AS held",
            library=settings.neo4j_library,
        )
        return {row["kind"] for row in rows if word in str(row["held"])}


def test_answers_in_neo4j_lose_what_they_hold_of_a_deleted_document(
    neo4j_settings: Settings, tmp_path: Path
) -> None:
    settings = replace(neo4j_settings, files=tmp_path / "shared files")
    workbench = open_workbench(settings, start_workers=False)
    try:
        collection = workbench.library.create_collection("Ledgers")
        for name, text in (("ledger.txt", LEDGER), ("mill.txt", MILL)):
            workbench.library.add_file(collection.id, name, text.encode())
        workbench.queue.work_until_idle(threading.Event())
        gone, mill = (document.id for document in workbench.library.documents(collection.id))
        quoting = _asked(workbench, "When did the party leave Tarn Harbour?", collection.id)
        naming = _asked(
            workbench, "Compare the mill at Teme Ford with Tarn Harbour.", collection.id
        )
        apart = _asked(workbench, "What did the mill at Teme Ford grind?", collection.id, mill)
        assert SECRET in quoting.text
        assert _kinds_holding(settings, SECRET)

        workbench.library.delete_documents([gone])
        assert _kinds_holding(settings, SECRET), "the answers still quote it"
        assert workbench.redaction.answers_holding([gone]) == 2
        assert workbench.redaction.redact_answers([gone]) == 2
        assert workbench.redaction.answers_holding([gone]) == 0

        assert _kinds_holding(settings, SECRET) == set()
        assert workbench.questions.answer(apart.id) == apart
        assert workbench.questions.answer(quoting.id).redacted
        assert REDACTED_SENTENCE in workbench.questions.answer(naming.id).text
    finally:
        workbench.close()
