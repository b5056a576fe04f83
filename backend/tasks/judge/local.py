"""A judge that asks no language model: the gold's facts are looked for in the answer.

Facts are the gold's numbers, names and dates; where it has none, its words. It cannot tell a
paraphrase from a miss, nor a fact from the same word in another meaning: it is a first reading, and
says so by its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.evidence.quantities import is_among, quantities
from backend.ports import AnswerJudgement, Judge
from backend.settings import Settings

MOST = 0.999
HALF = 0.5
_WORD = r"(?:[^\W\d_a-z][\w’'&.-]*\w|[A-Z]\b)"
_NAME = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_BEGINS_SENTENCE = re.compile(r"(?:^|[.!?:]\s)\W*$")
SHORT = 3
"""Words of a gold up to which its first word may be a name by itself."""
_YES_OR_NO = re.compile(r"^\W*(yes|no)\b", re.IGNORECASE)


class LocalJudge:
    """Numbers, names and words that gold and answer share."""

    name = "local judge: counts the gold's numbers, names and words in the answer, no more"

    def judge(
        self, question: str, golds: Sequence[str], answer: str, supported: Sequence[bool]
    ) -> AnswerJudgement:
        """The best judgement with any of the gold answers."""
        faithful = _mark(sum(supported) / len(supported)) if supported else None
        if not golds:
            return AnswerJudgement(None, None, faithful)
        if not answer.strip():
            return AnswerJudgement(0.0, 0.0, faithful)
        readings = [_reading(question, gold, answer) for gold in golds]
        correct, share = max(readings)
        return AnswerJudgement(correct, _mark(share), faithful)


def _reading(question: str, gold: str, answer: str) -> tuple[float, float]:
    """The mark, and the share of the gold's facts that the answer states."""
    decided = _YES_OR_NO.match(gold)
    if decided:
        said = _YES_OR_NO.match(answer)
        same = float(said is not None and said[1].lower() == decided[1].lower())
        return same, same
    stated, missing = _facts(question, gold, answer)
    if stated or missing:
        share = len(stated) / (len(stated) + len(missing))
        return _mark(share), share
    wanted = set(term_texts(gold)) or set(term_texts(gold, keep_stop_words=True))
    there = set(term_texts(answer, keep_stop_words=True))
    share = len(wanted & there) / len(wanted) if wanted else 0.0
    return _mark(share), share


def _facts(question: str, gold: str, answer: str) -> tuple[list[str], list[str]]:
    """The gold's numbers and names that the answer states, and those that it does not.

    Names that the question has already are no news, unless the gold has nothing else.
    """
    held = quantities(answer)
    numbers = {quantity.text: is_among(quantity, held) for quantity in quantities(gold)}
    there = set(term_texts(answer, keep_stop_words=True))
    asked = set(term_texts(question, keep_stop_words=True))
    names: dict[str, bool] = {}
    for match in _NAME.finditer(gold):
        words = set(term_texts(match[0], keep_stop_words=True))
        only_begins = " " not in match[0] and _BEGINS_SENTENCE.search(gold[: match.start()])
        if only_begins and len(gold.split()) > SHORT:
            continue  # a capital at the start of a sentence names nothing
        if words and not any(match[0] in text for text in numbers):
            names[match[0]] = words <= there
    news = {name: found for name, found in names.items() if not _is_known(name, asked)}
    facts = {**numbers, **(news or ({} if numbers else names))}
    return [f for f, found in facts.items() if found], [
        f for f, found in facts.items() if not found
    ]


def _is_known(name: str, asked: set[str]) -> bool:
    return set(term_texts(name, keep_stop_words=True)) <= asked


def _mark(share: float) -> float:
    """A share as a mark: all, at least half, less."""
    return 1.0 if share >= MOST else HALF if share >= HALF else 0.0


def build(settings: Settings) -> Judge:
    """The judge; it has no settings."""
    return LocalJudge()
