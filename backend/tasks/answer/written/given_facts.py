"""The facts of a chain of thought as a language model reads them: cited by passage, fenced as data,
within a limit of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.evidence.fencing import without_chat_tokens
from backend.ports import NotedFact
from backend.prompts import instruction, request
from backend.tokens import estimate_tokens
from backend.types import Hit

PROMPT = "answer_facts"


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A fact on one line, with the numbers of the passages that it was read from, ascending."""

    text: str
    numbers: tuple[int, ...]

    def line(self) -> str:
        """As it stands in the prompt: “- The lamp was lit in 1904. [2]”."""
        return f"- {self.text} {''.join(f'[{number}]' for number in self.numbers)}"


def cited_facts(facts: Sequence[NotedFact], hits: Sequence[Hit]) -> list[CitedFact]:
    """The facts whose passages are among the hits, with their numbers, which count from 1."""
    numbers = {hit.chunk.id: number for number, hit in enumerate(hits, start=1)}
    found = []
    for fact in facts:
        own = tuple(sorted(numbers[chunk_id] for chunk_id in set(fact.chunk_ids) & numbers.keys()))
        if own:
            found.append(CitedFact(without_chat_tokens(" ".join(fact.text.split())), own))
    return found


def first_facts(facts: Sequence[CitedFact], boundary: str, limit: int) -> list[CitedFact]:
    """The first facts that fit in about `limit` tokens with all that is said of them; none where
    not even one does."""
    kept: list[CitedFact] = []
    for fact in facts:
        if told_tokens([*kept, fact], boundary) > limit:
            break
        kept.append(fact)
    return kept


def of_given(facts: Sequence[CitedFact], given: int) -> list[CitedFact]:
    """The facts with the numbers of the first `given` passages; those without one are left out."""
    cut = [replace(fact, numbers=tuple(n for n in fact.numbers if n <= given)) for fact in facts]
    return [each for each in cut if each.numbers]


def told(facts: Sequence[CitedFact], boundary: str) -> tuple[str, str]:
    """What the system message says of facts, and the fenced facts for the user's message; both
    empty without a fact. `boundary` must be unpredictable, as for `fence`."""
    if not facts:
        return "", ""
    lines = "\n".join(fact.line() for fact in facts)
    of_facts = instruction(PROMPT, boundary=boundary)
    return of_facts.content, request(PROMPT, boundary=boundary, facts=lines).content


def told_tokens(facts: Sequence[CitedFact], boundary: str) -> int:
    """Estimated tokens of `told`."""
    return sum(map(estimate_tokens, told(facts, boundary)))
