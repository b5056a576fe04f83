"""Means by kind of question, by how many documents hold the evidence, and by document. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from backend.types import KindResult, SetQuestion

MOST_GROUPS = 20
"""Kinds, or documents, that have a row of their own."""
LEAST_OF_A_DOCUMENT = 3
"""Questions about a document, or its mean says nothing of it."""
Values = dict[str, dict[str, float]]
"""Measures by name, by qid."""


def by_group(
    asked: Sequence[SetQuestion], values: Mapping[str, Values], leading: str
) -> tuple[KindResult, ...]:
    """The leading measure by group of questions, for each contender.

    Args:
        values: by contender's name.
    """
    found = []
    for kind, qids in _grouped(asked):
        means = {
            name: fmean(there)
            for name, own in values.items()
            if (there := [own[qid][leading] for qid in qids if leading in own.get(qid, {})])
        }
        if means:
            found.append(KindResult(kind, len(qids), means))
    return tuple(found)


def _grouped(asked: Sequence[SetQuestion]) -> Iterator[tuple[str, list[str]]]:
    """The questions by kind, by how many documents hold their evidence, and, of few documents, by
    each; nothing where all would be in one group."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    hops: defaultdict[str, list[str]] = defaultdict(list)
    documents: defaultdict[str, list[str]] = defaultdict(list)
    for set_question in asked:
        kinds[set_question.kind or "other"].append(set_question.qid)
        names = (
            dict.fromkeys(one.name for one in set_question.evidence)
            if set_question.answerable
            else {}
        )
        if names:
            number = len(names)
            hops[f"evidence in {number} document{'s' if number > 1 else ''}"].append(
                set_question.qid
            )
        for name in names:
            documents[name].append(set_question.qid)
    several = {name: qids for name, qids in documents.items() if len(qids) >= LEAST_OF_A_DOCUMENT}
    for groups in (kinds, hops, several):
        if 1 < len(groups) <= MOST_GROUPS:
            yield from sorted(groups.items())
