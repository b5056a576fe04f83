"""A judge's replies: what is asked for, and what of it holds.

Labels are words, which judges use more evenly than numbers, and each comes with a quotation. What
is quoted must stand where it is said to stand; a judgement that quotes something else is void.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from backend.prompts.replies import reply_of, schema_of

MOST_FACTS = 8
RIGHT, PARTLY, WRONG = "right", "partly right", "wrong"
CORRECTNESS = {RIGHT: 1.0, PARTLY: 0.5, WRONG: 0.0}
SUPPORTED = "supported"
FAITHFULNESS = {SUPPORTED: 1.0, "partly supported": 0.5, "unsupported": 0.0}
PREFERENCES = {"a": 1, "b": -1, "neither": 0}
HALF = 0.5


@dataclass(frozen=True, slots=True)
class _Fact:
    fact: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class _Correctness:
    label: Annotated[str, tuple(CORRECTNESS)] = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class _Faithfulness:
    label: Annotated[str, tuple(FAITHFULNESS)] = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class _Marks:
    facts: tuple[_Fact | None, ...] = ()
    correctness: _Correctness = _Correctness()
    faithfulness: _Faithfulness = _Faithfulness()


@dataclass(frozen=True, slots=True)
class _Preference:
    better: Annotated[str, ("A", "B", "neither")] = ""
    quote: str = ""


SCHEMA, PAIR_SCHEMA = schema_of(_Marks), schema_of(_Preference)


@dataclass(frozen=True, slots=True)
class JudgeMarks:
    """Three marks of 0, .5 or 1, and what they rest on in words."""

    correct: float
    coverage: float
    faithful: float
    why: str


def read_marks(
    text: str, golds: Sequence[str], answer: str, passages: Sequence[str]
) -> JudgeMarks | str:
    """The marks of a reply, or why it is void, in a sentence.

    The mark of coverage is counted from the checklist: 1 if all facts are stated, .5 if at least
    half are, else 0. Right answers are alternatives: each has the facts of the list that it holds,
    and the one that is stated best counts. A fact that none of them holds was invented and is not
    counted. A quotation must stand in the answer, or whole in one passage.
    """
    reply = reply_of(_Marks, text)
    if reply is None:
        return "It is not the JSON object that was asked for."
    there, given = plain(answer), [plain(passage) for passage in passages]
    known = [plain(each) for each in golds]
    listed: list[tuple[str, bool]] = []
    for item in reply.facts[:MOST_FACTS]:
        if item is None:
            return "Its checklist cannot be read."
        fact, quote = _spaced(item.fact), _spaced(item.quote)
        if not plain(fact) or not any(plain(fact) in gold for gold in known):
            continue
        if quote and plain(quote) not in there:
            return f"It quotes “{quote[:80]}”, which the judged answer does not say."
        listed.append((fact, bool(quote)))
    if not listed:
        return "Its checklist holds nothing that a right answer says."
    share, missing = _best_covered(listed, known)
    correct = _labelled_mark(reply.correctness, CORRECTNESS)
    faithful = _labelled_mark(reply.faithfulness, FAITHFULNESS)
    if correct is None or faithful is None:
        return "A label is missing or is none of those that were asked for."
    (said, quote), (held, evidence) = correct, faithful
    if plain(quote) not in there or (CORRECTNESS[said] > 0 and not plain(quote)):
        return f"It quotes “{quote[:80]}” for “{said}”, which the judged answer does not say."
    sources = given if held == SUPPORTED else [there]
    if not plain(evidence) or not any(plain(evidence) in source for source in sources):
        where = (
            "none of the passages says" if held == SUPPORTED else "the judged answer does not say"
        )
        return f"It quotes “{evidence[:80]}” for “{held}”, which {where}."
    words = [f"{said}, {held}"]
    words += [f"missing: {', '.join(missing)}"] if missing else []
    words += [f"not in the passages: “{evidence}”"] if held != SUPPORTED else []
    coverage = 1.0 if not missing else HALF if share >= HALF else 0.0
    return JudgeMarks(CORRECTNESS[said], coverage, FAITHFULNESS[held], "; ".join(words))


def _best_covered(
    listed: Sequence[tuple[str, bool]], golds: Sequence[str]
) -> tuple[float, list[str]]:
    """Of the right answer that is stated best: the share of its facts that are, and the others.

    Args:
        listed: facts, each with whether the judged answer states it.
        golds: right answers in plain words, of which at least one holds a fact of the list.
    """
    found = []
    for gold in golds:
        own = [(fact, stated) for fact, stated in listed if plain(fact) in gold]
        if own:
            missing = [fact for fact, stated in own if not stated]
            found.append((1 - len(missing) / len(own), missing))
    return max(found, key=lambda each: each[0])


def read_preference(text: str, first: str, second: str) -> int | str:
    """1 if A is better, −1 if B is, 0 for neither; or why the reply is void, in a sentence."""
    reply = reply_of(_Preference, text)
    if reply is None:
        return "It is not the JSON object that was asked for."
    preferred = PREFERENCES.get(_spaced(reply.better).casefold())
    if preferred is None:
        return "It names neither A nor B nor neither."
    quote = plain(reply.quote)
    if preferred and (not quote or quote not in plain(first if preferred > 0 else second)):
        return "Its quote does not stand in the answer that it prefers."
    return preferred


def plain(text: str) -> str:
    """Words as quotations are compared: one space between them, no case, one form of quotes."""
    return " ".join(text.replace("’", "'").replace("“", '"').replace("”", '"').split()).casefold()


def _labelled_mark(
    given: _Correctness | _Faithfulness, labels: Mapping[str, float]
) -> tuple[str, str] | None:
    label = _spaced(given.label).casefold()
    return (label, _spaced(given.quote)) if label in labels else None


def _spaced(text: str) -> str:
    return " ".join(text.split())
