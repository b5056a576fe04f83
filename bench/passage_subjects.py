"""How often it is right what passages are about, over passages labelled by hand.

`python -m bench.passage_subjects`. The labels stand in `tests/passage_subjects.txt`, over passages
drawn at random from manuals, papers, everyday letters and articles put into plain files.
*Precision* is the share of the subjects found that are among a passage's labels, *coverage* the
share of the passages with at least one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from backend.discourse.passages import subjects_of_passages
from backend.passage_view.names import name_key
from backend.types import PassageSubject
from backend.workbench import Workbench
from bench._file_sets import open_form
from bench._reader_own_files import default_documents, open_part
from bench.report import table, write_results

LABELS = Path(__file__).parents[1] / "tests" / "passage_subjects.txt"
PLAIN = "musique_train100 plain"


class Label(NamedTuple):
    """A passage by its document and number, its first words, and the names that are right."""

    collection: str
    document: str
    ordinal: int
    begins: str
    names: tuple[str, ...]


def read_labels(text: str) -> list[Label]:
    """The labels: "## collection | document | number | first words", then a name a line."""
    found = []
    for block in text.split("\n## ")[1:]:
        head, *names = block.strip("\n").split("\n")
        collection, document, ordinal, begins = head.split(" | ", 3)
        found.append(Label(collection, document, int(ordinal), begins, tuple(names)))
    return found


def is_right(name: str, labels: tuple[str, ...]) -> bool:
    """Whether a name is one of the labels, but for its spelling."""
    return name_key(name) in {name_key(label) for label in labels}


def main() -> None:
    """Measure, print the table and write the figures."""
    labels = read_labels(LABELS.read_text("utf-8"))
    found: list[tuple[Label, tuple[PassageSubject, ...]]] = []
    for collection in dict.fromkeys(label.collection for label in labels):
        own = [label for label in labels if label.collection == collection]
        read = _subjects(collection)
        found += [(label, read[label.document, label.ordinal]) for label in own]
    judged = [(one.source, is_right(one.name, each.names)) for each, own in found for one in own]
    covered = [any(is_right(one.name, each.names) for one in own) for each, own in found]
    all_of = Counter(source for source, _ in judged)
    right = Counter(source for source, good in judged if good)
    rows = [[s, str(all_of[s]), f"{100 * right[s] / all_of[s]:.0f}"] for s in sorted(all_of)]
    precision = sum(right.values()) / len(judged)
    rows.append(["all", str(len(judged)), f"{100 * precision:.0f}"])
    coverage = sum(covered) / len(covered)
    print(table(f"{len(labels)} passages", ("said by", "subjects", "right, %"), rows))
    print(f"passages with a right subject: {100 * coverage:.0f} %")
    write_results(
        "passage_subjects",
        {
            "passages": len(labels),
            "precision": precision,
            "coverage": coverage,
            "by_source": {s: [all_of[s], right[s]] for s in sorted(all_of)},
        },
    )


def _subjects(collection: str) -> Mapping[tuple[str, int], tuple[PassageSubject, ...]]:
    workbench, opened = _opened(collection)
    try:
        found = {}
        for document in workbench.library.documents(opened):
            chunks = workbench.library.document_chunks(document.id)
            own = subjects_of_passages(chunks, document.title)
            for chunk, subjects in zip(chunks, own, strict=True):
                found[document.name, chunk.ordinal] = subjects
        return found
    finally:
        workbench.close()


def _opened(collection: str) -> tuple[Workbench, str]:
    if collection == PLAIN:
        workbench, opened = open_form(*PLAIN.split())
    else:
        workbench, opened = open_part(default_documents(), collection)
    return workbench, opened.id


if __name__ == "__main__":
    main()
