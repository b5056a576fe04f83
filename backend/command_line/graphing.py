"""`graph`: a collection's graph, or one document's, as a file."""

from __future__ import annotations

import argparse
import sys

from backend.errors import SettingsError
from backend.workbench import Workbench


def graph(workbench: Workbench, options: argparse.Namespace) -> int:
    """Write nodes and links to a file whose ending says the form: .json or .graphml.

    Raises:
        SettingsError: for another ending, a place that cannot be written, or more than one
            document.
    """
    ending = options.out.suffix.lower()
    if ending not in {".json", ".graphml"}:
        raise SettingsError(
            f"“{options.out.name}” does not say in which form to write the graph.",
            "Let the file's name end in .json or .graphml.",
        )
    collection = workbench.library.collection_named(options.collection)
    document_id = ""
    if options.document:
        found = workbench.library.documents_called(collection.id, [options.document])
        if len(found) > 1:
            raise SettingsError(
                f"{len(found)} documents are called “{options.document}”.",
                "Give the id that `list --collection NAME` shows.",
            )
        document_id = found[0]
    text = workbench.graph.export_graph(
        collection.id,
        "json" if ending == ".json" else "graphml",
        document_id,
        likenesses=options.likenesses,
    )
    try:
        options.out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise SettingsError(
            f"{options.out} could not be written: {error.strerror or error}.",
            "Choose a folder that exists and that you may write to.",
        ) from error
    print(f"{options.out.name}: {len(text.encode()):,} bytes", file=sys.stderr)
    return 0
