"""A plain word where languages differ: of the evidence and what the embedding model knows, of a
question and what a language model wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from backend.errors import NotFoundError
from backend.languages import LANGUAGE, NAMES
from backend.ports import Records
from backend.tasks.answer.extractive.question_words import language_of
from backend.types import Draft, Hit

LOOKED_AT = 5
_ENGLISH_ALONE = re.compile(
    r"(?i)all-(?:minilm|mpnet|distilroberta)|multi-qa|msmarco|(?:bge|gte)-(?:small|base|large)-en"
    r"|e5-(?:small|base|large)(?:-v2)?(?:@|$)"
)
_MULTILINGUAL = re.compile(r"(?i)multilingual")


def knows_english_alone(identity: str) -> bool:
    """Whether an embedder is one of those that were trained on English alone, as far as its name
    tells."""
    return _MULTILINGUAL.search(identity) is None and _ENGLISH_ALONE.search(identity) is not None


def answer_notices(question: str, draft: Draft) -> tuple[str, ...]:
    """A sentence where a language model wrote in another language than that of the question.

    Args:
        question: as it was asked.
    """
    if not (draft.sent and draft.found):
        return ()
    asked, written = language_of(question), language_of(draft.text)
    if not (asked and written) or asked == written:
        return ()
    return (
        f"The language model answered in {written.title()}, the question is in {asked.title()}. "
        "The check of its sentences compares words, so it says little where answer and passages "
        "are in different languages.",
    )


def language_notices(records: Records, identity: str, hits: Sequence[Hit]) -> tuple[str, ...]:
    """A sentence where most of the best passages are in a language other than English, and the
    embedder of that identity knows English alone."""
    if not knows_english_alone(identity):
        return ()
    found: Counter[str] = Counter()
    for hit in hits[:LOOKED_AT]:
        try:
            document = records.document(hit.chunk.document_id)
        except NotFoundError:
            continue  # deleted while the question was answered
        found[document.metadata.get(LANGUAGE, "")] += 1
    language, count = max(found.items(), key=lambda each: each[1], default=("", 0))
    if language in ("", "en") or language not in NAMES or 2 * count <= found.total():
        return ()
    return (
        f"These passages are in {NAMES[language]}; the embedding model knows English alone, so "
        "they were found by their words rather than by their meaning. A multilingual model can be "
        "chosen in the settings of the collection.",
    )
