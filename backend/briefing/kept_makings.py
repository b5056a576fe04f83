"""What came of making questions, and what a language model said for it, as the records keep it.

A reply is kept under the model, its prompts and the passages, with the documents whose words are in
it: nothing is paid for twice, and it goes with the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.identity import content_id
from backend.one_line import on_one_line
from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.types import Chunk, MakingReport

REPORT = "making"
"""Kind of the entries of reports; the key is the set's name."""


@dataclass(frozen=True, slots=True)
class KeptReply:
    """What was said, and the job that asked for it."""

    text: str
    job_id: str


def keep_report(records: Records, collection_id: str, set_name: str, report: MakingReport) -> None:
    """Keep what came of making questions for a set, in place of what came of it before."""
    records.save_entries(collection_id, REPORT, {_key(set_name): to_json(report)})


def report_of(records: Records, collection_id: str, set_name: str) -> MakingReport | None:
    """What came of making questions for a set the last time; None if none were made."""
    key = _key(set_name)
    payload = records.entries(collection_id, REPORT, key).get(key)
    return None if payload is None else from_json(MakingReport, payload)


def drop_report(records: Records, collection_id: str, set_name: str) -> None:
    """Forget what came of making questions for a set."""
    records.delete_entries(collection_id, REPORT, [_key(set_name)])


class KeptQuestions:
    """A language model's replies about passages, kept with their collection."""

    def __init__(self, records: Records, collection_id: str, identity: str) -> None:
        self._records = records
        self._collection_id = collection_id
        self._identity = identity

    def load(self, *parts: str | Chunk) -> KeptReply | None:
        """The reply about passages, in their order, and the name that they share if they do."""
        found = self._records.load_derived(self._collection_id, self._name(parts))
        return from_json(KeptReply, found[0]) if found and found[0] else None

    def save(self, reply: KeptReply, *parts: str | Chunk) -> None:
        """Keep a reply as long as the documents of its passages are there."""
        self._records.save_derived(
            self._collection_id,
            self._name(parts),
            to_json(reply).encode("utf-8", "surrogatepass"),
            self._records.sequence(),
            [part.document_id for part in parts if isinstance(part, Chunk)],
        )

    def _name(self, parts: Sequence[str | Chunk]) -> str:
        texts = [
            text
            for part in parts
            for text in ((part,) if isinstance(part, str) else (part.id, part.title, *part.path))
        ]
        return f"question/{content_id('written', self._identity, *texts)}"


def _key(set_name: str) -> str:
    return on_one_line(set_name).casefold()
