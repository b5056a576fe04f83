"""Facts: the sentences of the new evidence that carry the chain on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from backend.analysis import term_texts
from backend.passage_view.names import name_key
from backend.ports import NotedFact
from backend.sentences import sentence_spans
from backend.tasks.steer.rules.bridges import LeadingName
from backend.tasks.steer.rules.chain_passages import ChainPassage

MOST = 4
"""Facts of one step."""
LONGEST = 300
HEADING_WORDS = 6
LEAST_GAIN = 0.08
"""A sentence that adds less than this share of the question is no fact."""
LEAST_STANDING = 0.35
NAMED_GAIN = 0.3
BRIDGE_GAIN = 0.2


def find_facts(
    weights: Mapping[str, float],
    passages: Sequence[ChainPassage],
    bridges: Sequence[LeadingName],
    known: Collection[str],
) -> list[NotedFact]:
    """The best sentence of each passage that adds something, the most telling first.

    A sentence adds the weight of the question's terms that no fact holds yet; it gains by naming a
    bridge that was chosen, and by standing in a passage that was asked for by name.
    """
    total = sum(weights.values()) or 1.0
    covered = set(known)
    chosen: list[NotedFact] = []
    keys = [bridge.key for bridge in bridges]
    left = [passage for passage in passages if passage.standing >= LEAST_STANDING]
    while left and len(chosen) < MOST:
        scored = [
            (_best_sentence(weights, passage, keys, covered, total), passage) for passage in left
        ]
        (gain, text), passage = max(
            scored, key=lambda each: (each[0][0] * each[1].standing, each[1].chunk.id)
        )
        if gain < LEAST_GAIN:
            break
        chosen.append(NotedFact(_as_fact(passage, text), (passage.chunk.id,)))
        covered |= set(term_texts(f"{passage.chunk.title} {text}"))
        left.remove(passage)
    return chosen


def coverage(weights: Mapping[str, float], facts: Sequence[NotedFact]) -> tuple[float, list[str]]:
    """The share of the question that the facts hold, and the terms that none holds."""
    held = {term for fact in facts for term in term_texts(fact.text)}
    total = sum(weights.values())
    missing = [term for term in weights if term not in held]
    if not total:
        return 1.0, missing
    return 1.0 - sum(weights[term] for term in missing) / total, missing


def _best_sentence(
    weights: Mapping[str, float],
    passage: ChainPassage,
    bridges: Sequence[str],
    covered: Collection[str],
    total: float,
) -> tuple[float, str]:
    best = (0.0, "")
    title = set(term_texts(passage.chunk.title))
    for number, (start, end) in enumerate(sentence_spans(passage.chunk.text)):
        sentence = passage.chunk.text[start:end]
        if _is_heading(sentence) or sentence in passage.chunk.path:
            continue
        held = set(term_texts(sentence)) | title
        gain = sum(w for t, w in weights.items() if t in held and t not in covered) / total
        gain += 0.25 * sum(w for t, w in weights.items() if t in held and t in covered) / total
        key = f" {name_key(sentence)} "
        gain += BRIDGE_GAIN if any(f" {bridge} " in key for bridge in bridges) else 0.0
        gain += NAMED_GAIN if passage.named else 0.0
        gain -= 0.01 * min(number, 5)
        if gain > best[0]:
            best = (gain, sentence)
    return best


def _is_heading(sentence: str) -> bool:
    """A few words that end like no sentence and hold no figure or “name: value” say nothing."""
    return (
        len(sentence.split()) <= HEADING_WORDS
        and sentence[-1:].isalnum()
        and ": " not in sentence
        and not any(character.isdigit() for character in sentence)
    )


def _as_fact(passage: ChainPassage, sentence: str) -> str:
    text = " ".join(sentence.split())
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    title = passage.chunk.title
    return text if not title or passage.title_key in name_key(text) else f"{title}: {text}"
