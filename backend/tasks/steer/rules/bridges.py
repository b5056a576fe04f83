"""Names that lead on: what the evidence introduces beside what the question leaves open.

A name bridges if the evidence brings it up, the question does not say it, and it stands near what
the question asks. Weight of the name n in passage a:

    w(n, a) = standing(a) · rarity(n) · (0.4 + context(n, a)) / (1 + 0.25 · sentence(n, a))

with context the share of the still open terms within 90 characters, and rarity lower the more of
the found passages name n. The form is that of the requeries in multi-hop retrieval with entities
(for instance Qi et al. 2019, "Answering Complex Open-domain Questions Through Iterative Query
Generation", where the next query is also made of words of the evidence).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.passage_view.names import names_in
from backend.tasks.steer.rules.chain_passages import ChainPassage
from backend.tasks.steer.rules.question_parts import QuestionInParts

SEEDS = 5
"""Names are looked for in so many of the best passages."""
NAMES_OF_EACH = 4
WINDOW = 90
OWN_NAME = 0.9
"""A passage's own title, where the question does not say it, against names in its text."""
INITIALS = 0.5
"""Worth of a name of one or two capitals: a person's initials, or everybody's abbreviation."""
LEAST_CONTEXT = 0.4
PER_SENTENCE = 0.25


@dataclass(frozen=True, slots=True)
class LeadingName:
    """A name that may lead on, the passage it stands in, and the terms that it leaves open."""

    name: str
    key: str
    seed: ChainPassage
    weight: float


def find_bridges(
    asked: QuestionInParts,
    weights: Mapping[str, float],
    passages: Sequence[ChainPassage],
    used: Collection[str],
) -> list[LeadingName]:
    """Names of the best passages, the most promising first; keys in `used` are left out."""
    question_words = set(asked.key.split())
    spread = Counter(key for passage in passages for key in _keys(passage))
    of_document = Counter(passage.chunk.document_id for passage in passages)
    found: dict[str, LeadingName] = {}
    for passage in passages[:SEEDS]:
        of_passage: dict[str, LeadingName] = {}
        title_words = set(passage.title_key.split())
        title_terms = set(term_texts(passage.chunk.title))
        still_open = {t: w for t, w in weights.items() if t not in title_terms}
        total = sum(still_open.values()) or 1.0
        text = passage.chunk.text
        for name in names_in(text):
            words = set(name.key.split())
            if words <= question_words or words <= title_words or name.key in used:
                continue
            near = set(term_texts(text[max(0, name.start - WINDOW) : name.end + WINDOW]))
            context = sum(w for t, w in still_open.items() if t in near) / total
            sentence = min(4, text.count(". ", 0, name.start))
            weight = (
                passage.standing
                * _rarity(spread[name.key], len(passages))
                * (LEAST_CONTEXT + context)
                / (1.0 + PER_SENTENCE * sentence)
                * (INITIALS if _is_initials(name.surface) else 1.0)
            )
            if name.key not in of_passage or weight > of_passage[name.key].weight:
                of_passage[name.key] = LeadingName(name.surface, name.key, passage, weight)
        best = sorted(of_passage.values(), key=_order)[:NAMES_OF_EACH]
        own = passage.title_key
        if own and own not in used and not set(own.split()) <= question_words:
            # the title of a long document leads to no single one of its passages
            alike = _rarity(of_document[passage.chunk.document_id], len(passages))
            weight = passage.standing * OWN_NAME * 0.5 * alike
            best.append(LeadingName(passage.chunk.title, own, passage, weight))
        for bridge in best:
            if bridge.key not in found or bridge.weight > found[bridge.key].weight:
                found[bridge.key] = bridge
    return sorted(found.values(), key=_order)


def _keys(passage: ChainPassage) -> set[str]:
    return {name.key for name in names_in(passage.chunk.text)}


def _is_initials(name: str) -> bool:
    letters = [character for character in name if character.isalpha()]
    return len(letters) <= 2 and all(character.isupper() for character in letters)


def _order(bridge: LeadingName) -> tuple[float, str]:
    return -bridge.weight, bridge.key


def _rarity(holders: int, passages: int) -> float:
    """1 for a name in one passage, falling to .35 for a name in all."""
    if passages <= 1:
        return 1.0
    return 0.35 + 0.65 * (1.0 - math.log(max(1, holders)) / math.log(passages + 1))
