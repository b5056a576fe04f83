"""All definitions of a collection, by term and by document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.definitions.document_definitions import DocumentDefinitions
from backend.definitions.passages import term_key
from backend.definitions.reference_heads import without_package
from backend.types import Definition, DefinitionForm

MOST_LABELLED = 64
"""A label that more passages have tells none of them apart."""


@dataclass(frozen=True, slots=True)
class DefiningPassage:
    """A passage that defines a term, how surely, in [0, 1], and how."""

    chunk_id: str
    document_id: str
    strength: float
    form: DefinitionForm


@dataclass(frozen=True, eq=False)
class DefinitionView:
    """The passages that define each term, surest first, what each document defines, and the
    passages with a line of each label."""

    by_key: Mapping[str, tuple[DefiningPassage, ...]]
    by_document: Mapping[str, Mapping[str, tuple[Definition, ...]]]
    by_label: Mapping[str, tuple[DefiningPassage, ...]]

    def of(self, term: str) -> tuple[DefiningPassage, ...]:
        """The passages that define a term, in whatever form it is written; often none. Those that
        hold the head of its entry count where nothing else defines it."""
        found = self.by_key.get(term_key(term), ())
        return tuple(each for each in found if each.form != "entry") or found

    def entries_of(self, name: str) -> tuple[DefiningPassage, ...]:
        """The passages with the head of an entry for a name, with or without its package."""
        for each in (name, without_package(name)):
            found = self.by_key.get(term_key(each), ())
            entries = tuple(passage for passage in found if passage.form == "entry")
            if entries:
                return entries
        return ()

    def labelled(self, label: str) -> tuple[DefiningPassage, ...]:
        """The passages with a line that is labelled so; the more there are, the less it says."""
        return self.by_label.get(term_key(label), ())

    def of_document(self, document_id: str) -> Mapping[str, tuple[Definition, ...]]:
        """What the passages of a document define, by the passage's id."""
        return self.by_document.get(document_id, {})


def joined(parts: Sequence[DocumentDefinitions]) -> DefinitionView:
    """The view of some documents."""
    found: dict[str, list[DefiningPassage]] = defaultdict(list)
    labelled: dict[str, dict[str, DefiningPassage]] = defaultdict(dict)
    by_document: dict[str, dict[str, tuple[Definition, ...]]] = {}
    keys: dict[str, str] = {}
    for part in parts:
        by_document[part.document_id] = {
            chunk_id: tuple(note for note in notes if note.form != "label")
            for chunk_id, notes in zip(part.chunk_ids, part.notes, strict=True)
        }
        for chunk_id, definitions in zip(part.chunk_ids, part.notes, strict=True):
            for definition in definitions:
                if definition.term not in keys:
                    keys[definition.term] = term_key(definition.term)
                key = keys[definition.term]
                passage = DefiningPassage(
                    chunk_id, part.document_id, definition.strength, definition.form
                )
                if definition.form == "label":
                    labelled[key][chunk_id] = passage
                else:
                    found[key].append(passage)
    return DefinitionView(
        {
            key: tuple(sorted(passages, key=lambda each: (-each.strength, each.chunk_id)))
            for key, passages in found.items()
        },
        by_document,
        {
            key: tuple(
                replace(passage, strength=round(len(passages) ** -0.5, 3))
                for passage in passages.values()
            )
            for key, passages in labelled.items()
            if len(passages) <= MOST_LABELLED
        },
    )
