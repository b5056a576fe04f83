"""Quire's side of `bench.ingestion`: a new library, files added, the queue worked, one question.

Arguments: question, `rows` to make chunks of table rows, PDF files. Prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from backend.settings import load_settings
from backend.types import CollectionSettings, Query
from backend.workbench import open_workbench

WARM = tuple(f"Text number {number} starts what embeds many." for number in range(8))


def main() -> None:
    """Make every file answerable and ask one question."""
    question, table_rows, *files = sys.argv[1:]
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = replace(load_settings(), library=Path(folder))
        workbench = open_workbench(settings, start_workers=False)
        collection = workbench.library.create_collection(
            "Benchmark", CollectionSettings(table_rows=table_rows == "rows")
        )
        workbench.parts.embedders.of(collection.id).embed(["warm"])
        workbench.ingestion.embedders.of(collection.id).embed(WARM)
        warm = time.perf_counter()
        used_before = sum(os.times()[:4])
        for file in files:
            workbench.library.add_file(collection.id, Path(file).name, Path(file))
        queued = time.perf_counter()
        threads = [
            threading.Thread(target=workbench.queue.work_until_idle, args=(threading.Event(),))
            for _ in range(workbench.queue.worker_threads())
        ]
        for thread in threads:
            thread.start()
        while workbench.queue.has_work():
            time.sleep(0.05)
        ready = time.perf_counter()
        found = workbench.questions.search(Query(question, collection.id), "naive")
        asked = time.perf_counter()
        used = sum(os.times()[:4]) - used_before
        # what workers do while nobody waits, such as reading names ahead, is not on the way
        for thread in threads:
            thread.join()
        documents = workbench.library.documents(collection.id)
        chunks = [
            chunk
            for document in documents
            for chunk in workbench.library.document_chunks(document.id)
        ]
        report = {
            "documents": len(documents),
            "pages": sum(document.pages for document in documents),
            "chunks": len(chunks),
            "table rows": sum(chunk.kind == "table_row" for chunk in chunks),
            "characters": sum(len(chunk.text) for chunk in chunks),
            "found": len(found.hits),
            "processor seconds after start": used,
            "seconds after start": asked - warm,
            "seconds": {
                "opening": warm - started,
                "queueing": queued - warm,
                "reading to answerable": ready - queued,
                "first question": asked - ready,
            },
        }
        workbench.close()
    print(json.dumps(report))


if __name__ == "__main__":
    main()
