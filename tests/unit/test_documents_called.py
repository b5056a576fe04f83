"""Documents that a call names by id, name or title."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import NotFoundError
from backend.settings import Settings
from backend.workbench import open_workbench
from tests.factories import make_bundle


def test_a_document_that_is_named_twice_is_meant_once(tmp_path: Path) -> None:
    workbench = open_workbench(Settings(library=tmp_path), start_workers=False)
    try:
        collection = workbench.library.create_collection("Harbour").id
        log, rota = (make_bundle(collection, name, ("A word.",)) for name in ("Log", "Rota"))
        workbench.parts.records.publish([log, rota])
        first, second = log.document, rota.document
        wanted = [second.name, first.title, second.name, second.id]
        assert workbench.library.documents_called(collection, wanted) == (second.id, first.id)
        assert workbench.library.documents_called(collection, []) == ()
        with pytest.raises(NotFoundError, match="Ledger"):
            workbench.library.documents_called(collection, [first.name, "Ledger"])
    finally:
        workbench.close()
