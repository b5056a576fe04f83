"""From a draft to checked sentences and citations: the `[n]` of a text become spans of documents.

Works for quotations, whose spans are known, and for a language model's text, whose marks are read
here or by the task that wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.analysis import term_texts
from backend.evidence.calculation_check import check_calculation
from backend.evidence.support import (
    MARKER,
    SupportCheck,
    bare_claim,
    check_sentence,
    claims_nothing,
    coverage,
    is_verbatim,
)
from backend.ports import Embedder, Vectors
from backend.sentences import sentence_spans
from backend.types import Chunk, Citation, Draft, Hit, Sentence

CONTRIBUTES = 0.3
"""Share of a sentence's terms from which one of several cited passages counts as verified."""
MOST_NUMBER = 999
"""Larger bracketed numbers ("[2022]") are no citations."""
NEIGHBOURS = 3
"""Source sentences of each cited passage that are compared with a sentence by embedding."""

_NUMBER = re.compile(r"(\d{1,4})\s*[–-]\s*(\d{1,4})|(\d{1,4})")
_INSIDE = re.compile(r"[\[【]([^\]】]*?)(?:†[^\]】]*)?[\]】]")

Claim = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer's text with its checked sentences, its citations in order, and what to tell."""

    text: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    notices: tuple[str, ...]


def cite(draft: Draft, hits: Sequence[Hit], question: str, embedder: Embedder | None) -> Cited:
    """Map a draft's citations to document spans and check every sentence against what it cites.

    Marks whose number no passage has are taken out of the text and reported. A sentence without a
    mark rests on the marks of its paragraph that follow it (models often cite once, at the end).
    There is one citation per sentence and cited passage; its span is the draft's, or else that of
    the sentence of the passage that is most alike.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    text, claims, unknown = (
        (draft.text, draft.sentences, ())
        if draft.spans
        else _without_unknown(draft.text, draft.sentences, len(hits))
    )
    if not claims and text.strip():
        claims = parse_claims(text, len(hits))
    claims = _inherit(text, claims)
    given = list(draft.spans)
    reads = embedder if draft.calculation is None else None
    similarities = _similarities(text, claims, hits, reads)
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    for (start, end, numbers), similarity in zip(claims, similarities, strict=True):
        claim = bare_claim(text[start:end])
        passages = [_evidence(hits[number - 1].chunk) for number in numbers]
        if draft.calculation is not None:
            check = check_calculation(draft.calculation, [hits[n - 1].chunk for n in numbers])
        else:
            check = check_sentence(claim, passages, question, similarity)
        once = tuple(dict.fromkeys(numbers))  # a passage may be cited by several spans
        sentences.append(Sentence(claim, start, end, once, check.supported, check.problem))
        for number, passage in zip(numbers, passages, strict=True):
            chunk = hits[number - 1].chunk
            span = _take(given, number) or best_span(claim, chunk)
            verified = (
                check.supported is True
                if draft.calculation is not None
                else _verifies(claim, passage, question, similarity, check, len(numbers))
            )
            citations.append(
                Citation(
                    number, chunk.id, chunk.document_id, _page(chunk), *span, verified=verified
                )
            )
    return Cited(text, tuple(sentences), tuple(citations), _notices(unknown))


def parse_claims(text: str, hits: int) -> tuple[Claim, ...]:
    """The sentences of a text as (start, end, cited numbers); marks after a stop belong before it.

    Reads `[1]`, `[1][2]`, `[1, 2]`, `[2-4]`, `“[1]”` and `【1】`.
    """
    marks = [
        (match.start(), match.end(), [n for n in _numbers(match.group()) if n <= hits])
        for match in MARKER.finditer(text)
    ]
    masked = text
    for start, end, _ in marks:
        masked = masked[:start] + " " * (end - start) + masked[end:]
    spans = [
        [start, end]
        for start, end in sentence_spans(masked)
        if any(character.isalnum() for character in masked[start:end])
    ]
    if not spans:
        return ((0, len(text), tuple(n for _, _, found in marks for n in found)),)
    cited: list[list[int]] = [[] for _ in spans]
    for start, end, numbers in marks:
        owner = max((i for i, span in enumerate(spans) if span[0] <= start), default=0)
        spans[owner] = [min(spans[owner][0], start), max(spans[owner][1], end)]
        cited[owner] += [number for number in numbers if number not in cited[owner]]
    return tuple(
        (start, end, tuple(numbers)) for (start, end), numbers in zip(spans, cited, strict=True)
    )


def best_span(claim: str, chunk: Chunk) -> tuple[int, int]:
    """The document span of the passage's sentence that shares most words with the claim.

    A table row is cited whole; so is the passage if no word is shared.
    """
    if chunk.kind == "table_row":
        return chunk.start, chunk.end
    ranked = _ranked_sentences(claim, chunk.text)
    if not ranked or ranked[0][0] == 0.0:
        return chunk.start, chunk.end
    _, start, end = ranked[0]
    return chunk.start + start, chunk.start + end


def _ranked_sentences(claim: str, text: str) -> list[tuple[float, int, int]]:
    """(overlap, start, end) of a text's sentences, best first: F1 of distinct terms."""
    wanted = set(term_texts(claim))
    ranked = []
    for start, end in sentence_spans(text):
        held = set(term_texts(text[start:end]))
        shared = len(wanted & held)
        ranked.append((2.0 * shared / max(1, len(wanted) + len(held)), start, end))
    return sorted(ranked, key=lambda each: (-each[0], each[1]))


def _similarities(
    text: str, claims: Sequence[Claim], hits: Sequence[Hit], embedder: Embedder | None
) -> list[float | None]:
    """Largest cosine of each claim with the likeliest sentences of what it cites.

    Only claims that words alone do not settle are embedded.
    """
    open_claims: dict[int, tuple[str, list[str]]] = {}
    for index, (start, end, numbers) in enumerate(claims):
        claim = bare_claim(text[start:end])
        passages = [_evidence(hits[number - 1].chunk) for number in numbers]
        if not passages or claims_nothing(claim) or is_verbatim(claim, passages):
            continue
        sources = [
            passage[first:last]
            for passage in passages
            for _, first, last in _ranked_sentences(claim, passage)[:NEIGHBOURS]
        ]
        if sources:
            open_claims[index] = (claim, sources)
    found: list[float | None] = [None] * len(claims)
    if embedder is None or not open_claims:
        return found
    texts = list(dict.fromkeys(t for claim, own in open_claims.values() for t in (claim, *own)))
    vectors: dict[str, Vectors] = dict(zip(texts, embedder.embed(texts), strict=True))
    for index, (claim, sources) in open_claims.items():
        near = np.stack([vectors[source] for source in sources]) @ vectors[claim]
        found[index] = float(near.max())
    return found


def _verifies(
    claim: str,
    passage: str,
    question: str,
    similarity: float | None,
    check: SupportCheck,
    cited: int,
) -> bool:
    if check.supported is not True:
        return False
    if cited == 1 or check_sentence(claim, [passage], question, similarity).supported:
        return True
    return coverage(claim, passage) >= CONTRIBUTES


def _evidence(chunk: Chunk) -> str:
    """What a passage says, with the title and headings that say what it is about."""
    context = [part for part in (chunk.title, *chunk.path) if part]
    return "\n\n".join([*context, chunk.text])


def _page(chunk: Chunk) -> int:
    return chunk.pages[0] if chunk.pages else 0


def _take(given: list[tuple[int, int, int]], number: int) -> tuple[int, int] | None:
    """The next span that the draft gives for a passage; spans stand in the order of the text."""
    for index, (hit, start, end) in enumerate(given):
        if hit == number:
            del given[index]
            return start, end
    return None


def _inherit(text: str, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Give unmarked claims the marks of the next marked sentence of their paragraph."""
    found: list[Claim] = []
    following: tuple[int, ...] = ()
    begin = len(text)
    for start, end, numbers in reversed(claims):
        if "\n" in text[end:begin]:
            following = ()
        begin = start
        if numbers:
            following = numbers
        elif claims_nothing(bare_claim(text[start:end])):
            found.append((start, end, ()))
            continue
        found.append((start, end, numbers or following))
    return tuple(reversed(found))


def _numbers(mark: str) -> list[int]:
    found: list[int] = []
    for inside in _INSIDE.findall(mark):
        for match in _NUMBER.finditer(inside):
            first = int(match.group(1) or match.group(3))
            last = int(match.group(2) or first)
            found.extend(range(first, min(last, first + 20) + 1))
    return [number for number in dict.fromkeys(found) if 1 <= number <= MOST_NUMBER]


def _without_unknown(
    text: str, claims: Sequence[Claim], hits: int
) -> tuple[str, tuple[Claim, ...], tuple[int, ...]]:
    """Rewrite marks that name passages which do not exist; spans follow the shorter text."""
    unknown: list[int] = []
    edits: list[tuple[int, int, str]] = []
    for match in MARKER.finditer(text):
        numbers = _numbers(match.group())
        wrong = [number for number in numbers if number > hits]
        if wrong:
            unknown += wrong
            kept = "".join(f"[{number}]" for number in numbers if number <= hits)
            edits.append((match.start(), match.end(), f" {kept}" if kept else ""))
    if not edits:
        return text, tuple(claims), ()
    rewritten = text
    for start, end, replacement in reversed(edits):
        rewritten = rewritten[:start] + replacement + rewritten[end:]

    def moved(offset: int) -> int:
        shift = 0
        for start, end, replacement in edits:
            if offset >= end:
                shift += len(replacement) - (end - start)
            elif offset > start:
                return start + shift + min(offset - start, len(replacement))
        return offset + shift

    kept_claims = tuple(
        (moved(start), moved(end), tuple(number for number in numbers if number <= hits))
        for start, end, numbers in claims
    )
    return rewritten, tuple(c for c in kept_claims if c[1] > c[0]), tuple(dict.fromkeys(unknown))


def _notices(unknown: Sequence[int]) -> tuple[str, ...]:
    if not unknown:
        return ()
    listed = ", ".join(f"[{number}]" for number in sorted(unknown))
    which = "a passage" if len(unknown) == 1 else "passages"
    return (f"The answer cited {which} that it was not given: {listed}. Such marks are left out.",)
