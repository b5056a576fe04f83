"""A plan without a language model: nested phrases unrolled from the inside out.

"the place of birth of the keeper of the lighthouse Skerry Point" asks for the keeper first, then
for the place of birth; a comparison asks for each side, then compares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.ports import Plan
from backend.tasks.steer.rules.question_parts import QuestionInParts

MOST_STEPS = 4
_BREAK = re.compile(
    r"\b(?:of|by|for|in|from|whose|who|whom|that|which|where|when)\b|['’]s\b|,", re.IGNORECASE
)


def make_plan(asked: QuestionInParts, planned_by: str) -> Plan:
    """Two to four steps, the one nearest to a name first."""
    names = [name.surface for name in asked.names]
    step_back = " ".join(names) if names else " ".join(asked.words(asked.stems)[:6])
    if asked.sides:
        sides = list(asked.sides)[: MOST_STEPS - 1]
        relation = " ".join(asked.words([term.text for term in asked.relation]))
        steps = [f"{side} {relation}".strip() for side in sides]
        return Plan(
            step_back or asked.text,
            f"compare {' and '.join(sides)}",
            (*steps, "compare what was found"),
            planned_by,
        )
    steps = _unrolled(asked)
    return Plan(
        step_back or asked.text,
        "follow a chain" if len(steps) > 1 else "find one thing",
        tuple(steps) if len(steps) > 1 else (steps[0], "confirm it"),
        planned_by,
    )


def open_step(plan: Sequence[str], missing: Sequence[str]) -> list[str]:
    """The missing terms of the first planned step that has any."""
    for step in plan:
        held = set(term_texts(step))
        wanted = [term for term in missing if term in held]
        if wanted:
            return wanted
    return []


def _unrolled(asked: QuestionInParts) -> list[str]:
    """The question's phrases, ordered by how near they stand to its first name."""
    pieces: list[tuple[int, str]] = []
    start = 0
    for match in (*_BREAK.finditer(asked.text), None):
        end = match.start() if match else len(asked.text)
        piece = asked.text[start:end].strip(" ?.,;:")
        if any(start <= term.start < end for term in asked.terms):
            pieces.append((start, piece))
        start = match.end() if match else end
    if not pieces:
        return [asked.text]
    anchor = asked.names[0].start if asked.names else len(asked.text)
    pieces.sort(key=lambda each: abs(each[0] - anchor))
    texts = [text for _, text in pieces]
    if len(texts) > MOST_STEPS:
        texts = [*texts[: MOST_STEPS - 1], " ".join(texts[MOST_STEPS - 1 :])]
    return texts
