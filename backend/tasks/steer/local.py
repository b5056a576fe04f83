"""Leading a chain of thought without a language model.

Each step reads what the question still leaves open, finds the names that the evidence introduces
near it, and asks for the two or three most promising together with the relation that is missing.
Names of the question that no passage is about yet, the sides of a comparison above all, are asked
for first. docs/chain_of_thought.md has the formulas and the figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.analysis import term_texts
from backend.passage_view.names import name_key
from backend.ports import Plan, Scratchpad, Steerer, Steering, StopSignal, Subquery
from backend.settings import Settings
from backend.tasks.steer.rules.bridges import LeadingName, find_bridges
from backend.tasks.steer.rules.chain_passages import ChainPassage, is_about, read_passages
from backend.tasks.steer.rules.facts import coverage, find_facts
from backend.tasks.steer.rules.planning import make_plan, open_step
from backend.tasks.steer.rules.question_parts import QuestionInParts, take_apart

NAME = "local rules"
BEAM = 3
"""So many queries go out together."""
ENOUGH = 0.999
"""Share of the question's weight that the facts must hold before asking ends."""
UNMET, UNMET_WORD = 0.8, 0.4
"""Weights of queries for names of the question: of several words, of one."""
LEAST_BRIDGE = 0.12
"""Weaker bridges are not worth a search."""


def build(settings: Settings) -> Steerer:
    """The rules; they have no setting."""
    del settings
    return LocalSteerer()


class LocalSteerer:
    """Steers by coverage and bridging names. Holds no state between calls."""

    name = NAME

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """See `backend.ports.Steerer`; costs no tokens."""
        del tokens, stop
        return make_plan(take_apart(question), NAME)

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """See `backend.ports.Steerer`; costs no tokens."""
        del tokens, stop
        asked = take_apart(scratchpad.question)
        passages, weights = read_passages(asked, (*scratchpad.earlier, *scratchpad.new))
        used = {
            name_key(found.query.name)
            for found in (*scratchpad.earlier, *scratchpad.new)
            if found.query.name
        }
        bridges = find_bridges(asked, weights, passages, used)
        known = {term for fact in scratchpad.facts for term in term_texts(fact.text)}
        cited = {identity for fact in scratchpad.facts for identity in fact.chunk_ids}
        fresh = [passage for passage in passages if passage.chunk.id not in cited]
        facts = find_facts(weights, fresh, bridges[:BEAM], known)
        share, missing = coverage(weights, (*scratchpad.facts, *facts))
        unmet = _unmet_names(asked, passages, used)
        enough = share >= ENOUGH and not unmet and _chain_is_closed(scratchpad, asked)
        wanted = open_step(scratchpad.plan, missing) or missing
        queries = [] if enough else _next_queries(asked, unmet, bridges, wanted)
        return Steering(
            facts=tuple(facts),
            enough=enough,
            missing=_in_words(asked, missing, unmet),
            queries=tuple(queries),
            steered_by=NAME,
        )


def _unmet_names(
    asked: QuestionInParts, passages: Sequence[ChainPassage], used: set[str]
) -> list[str]:
    """Names of the question that no passage is about and that were not asked for alone."""
    names = list(dict.fromkeys((*asked.sides, *(name.surface for name in asked.names))))
    return [
        name
        for name in names
        if name_key(name) not in used and not any(is_about(p.chunk, name) for p in passages)
    ]


def _chain_is_closed(scratchpad: Scratchpad, asked: QuestionInParts) -> bool:
    """Coverage alone ends a comparison; a chain has to have followed a bridge first."""
    if asked.sides:
        return True
    return any(found.query.name for found in (*scratchpad.earlier, *scratchpad.new))


def _next_queries(
    asked: QuestionInParts,
    unmet: Sequence[str],
    bridges: Sequence[LeadingName],
    wanted: Sequence[str],
) -> list[Subquery]:
    relation = [term.text for term in asked.relation]
    queries = [
        Subquery(
            _joined(name, asked.words(relation) if asked.sides else ()),
            name,
            UNMET if " " in name_key(name) else UNMET_WORD,
        )
        for name in unmet[:BEAM]
    ]
    strongest = bridges[0].weight if bridges else 1.0
    for bridge in bridges:
        if len(queries) >= BEAM:
            break
        if bridge.weight < LEAST_BRIDGE:
            break
        left_open = [t for t in asked.stems if t not in bridge.seed.terms]
        words = asked.words([t for t in asked.stems if t in left_open or t in wanted])
        queries.append(
            Subquery(_joined(bridge.name, words), bridge.name, bridge.weight / strongest)
        )
    return queries


def _joined(name: str, words: Sequence[str]) -> str:
    held = set(term_texts(name))
    return " ".join([name, *(w for w in words if not set(term_texts(w)) <= held)])


def _in_words(asked: QuestionInParts, missing: Sequence[str], unmet: Sequence[str]) -> str:
    parts = [f"a passage about {name}" for name in unmet]
    words = asked.words(missing)
    if words:
        parts.append("what the question says of " + ", ".join(f"“{word}”" for word in words))
    return "; ".join(parts)
