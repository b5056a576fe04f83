"""A later word on the same matter: the sentence that says what has taken the place of what another
one tells.

A policy prints £46 and its erratum £48; the minutes of March move the meeting that those of
February announce. Both sentences are found, and the first is the better match. What tells a change
of the very matter from one of something beside it is a linear model of what the two sentences and
the question share, its scores weighed against that of no change (a softmax);
`bench/train_changes.py` trains it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.calendar_words import MONTH_NAME
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.amounts_within import are_of_one_scale
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.other_codes import names_another
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.solutions_told import says_problem
from backend.tasks.answer.extractive.told_values import (
    ToldValue,
    may_replace,
    same_value,
    told_values,
)
from backend.tasks.answer.extractive.units import Unit

FILE = Path(__file__).resolve().parent.parent / "weights" / "changes.json"
FEWEST_ROWS = 3
_CODE = re.compile(r"(?<![\w-])[A-Z]{1,4}\d*-?\d{2,}(?![\w-])")
"""What numbers the rows of a list: “B25-011”."""
_CUES = {
    "in place of": (
        r"\binstead\b|\bin place of\b|\brather than\b|\bin lieu\b|\breplac(?:es?|ed|ing)\b"
        r"|\bsupersed\w+|\btakes? (?:the|its|their) place\b|\bin (?:its|their) place\b"
    ),
    "moved": (
        r"\b(?:mov(?:ed?|es|ing)|postponed|put (?:back|off|forward)|brought forward"
        r"|push(?:ed)? back|rescheduled|relocated|shift(?:ed)?|switch(?:ed)?|swap(?:ped)?"
        r"|delayed|slips?|slipped)\b"
    ),
    "raised": (
        r"\b(?:rais(?:ed|es)|increas(?:ed|es)|lower(?:ed|s)|reduc(?:ed|es)|cut|dropped|extended"
        r"|shortened|comes? down|came down|goes? up|went up|goes? down|went down|up to|down to"
        r"|doubled|halved|capped)\b"
    ),
    "changed": (
        r"\b(?:chang(?:ed?|es)|amend(?:ed|ment|s)?|revis(?:ed|ion)|updated?|altered|varied"
        r"|adjusted|reverts?|reverted|deleted|struck out|substituted|inserted|added|back to"
        r"|make it|makes it|in the end)\b"
    ),
    "wrong": (
        r"\b(?:wrong(?:ly)?|mistakes?|errors?|errat(?:um|a)|correct(?:ed|ion|ions|ing)?|misprint"
        r"|should (?:have )?(?:read|be|been|say|said)|right (?:figure|number|date|name|price|time)"
        r"|typo|sorry|scrap that|ignore|apologies|please read|left out|forgot(?:ten)?|overlooked"
        r"|counted twice|twice over|misread|mistyped|misunderst\w+)\b|\bread\b.{1,40}\bfor\b"
    ),
    "now": (
        r"\b(?:now|from now on|currently|as of|with (?:immediate )?effect|from then on|new|latest"
        r"|until further notice|this (?:year|time|season)|from (?:this|next|the first)|in future)\b"
        rf"|\bfrom (?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:{MONTH_NAME})\b"
    ),
    "no longer": (
        r"\b(?:no longer|not .{1,30} but|and not|, not|isn['’]t|won['’]t|will not be|any more"
        r"|cancelled|called off|dropped|withdrawn|after all)\b"
    ),
    "takes over": (
        r"\b(?:takes? over|took over|taking over|fills? in"
        r"|steps? in|stepped in|(?:stands?|stood) in\b(?! (?:the|an?|our|its)\b)"
        r"|takes? on|steps? down|stepped down|has left|resign\w*"
        r"|leaves?\b(?! (?:him|her|it|them|us|me|you|the|an?|your|his|their|this|that|some|any)\b)"
        r"|retire\w*)\b"
    ),
    "agreed": r"\b(?:agreed|decided|resolved|approved|confirmed|accepted)\b",
}
CHANGE_CUES = tuple((name, re.compile(rf"(?i){pattern}")) for name, pattern in _CUES.items())
_RIGHT = re.compile(_CUES["wrong"], re.IGNORECASE)
_ANY_CHANGE = re.compile("|".join(f"(?:{pattern})" for pattern in _CUES.values()), re.IGNORECASE)
_LEADS_TO_CHANGE = re.compile(
    r"(?i)\b(?:but|though|however),? see\b"
    r"|\bsee (?:also )?(?:the )?(?:amendments?|errat\w+|changes?)\b"
)
_OPEN = re.compile(
    r"(?:\bmay|(?i:\b(?:might|could|would|propos\w+|suggest\w*|ask(?:ed|s)? (?:if|whether|for)"
    r"|wants?|wanted|wish(?:ed|es)?|wondered|whether|reject\w*|refus\w*|declin\w*|turned down"
    r"|not agreed|no change|unchanged|stays?|remains?|if|unless|until then|hop(?:ed|es?)|as planned"
    r"|as before|honour|can(?:not| we|['’]t)|did not|was not|not affected|plan(?:s|ned)?|discuss\w*"
    r"|consider\w*|will not|won['’]t|will be decided|(?:still|always) (?:is|are|was|were))))\b|\?"
)
"""A change that is only thought of, or refused."""
_UNDECIDED = re.compile(
    r"(?i)\b(?:propos\w+|suggest\w*|ask(?:ed|s)? (?:if|whether|for)|wish(?:ed|es)? to|wanted to"
    r"|wondered|reject\w*|refus\w*|declin\w*|turned down|not agreed"
    r"|discuss(?:ed|ion)? (?:and|whether)"
    r"|consider(?:ed|ing)|will not be|no longer plan|would (?:have|like)|could not|did not|was not"
    r"|will be decided|under (?:review|discussion)|as planned|unchanged|no change)\b|\?\s*$"
)
"""A change that surely is none, or none yet."""
_CONDITION = re.compile(
    r"(?i)(?:^|[.;] )\W*(?:only )?(?:if|unless|in case|in the event"
    r"|should (?!(?:have|read|be|been|say|said)\b))\b|, (?:if|unless)\b|\bprovided that\b"
)
"""What makes a sentence hold in some cases alone."""
_OF_BEFORE = re.compile(
    r"(?i)\b(?:originally|at first|first (?:quot|plan|announc|agree|print|set|fix|propos)\w*"
    r"|(?:original|initial|old|previous|earlier|former|first) (?:price|date|plan|figure|cost|fee"
    r"|rate|time|deadline|version|quote|budget|value|number|amount|day|place|venue|name|limit|estimate)"
    r"|initially|before (?:that|the change|it (?:was|changed))|previously|used to|formerly"
    r"|to begin with|at the time|back then)\b"
)
_OLD_BEHIND = re.compile(
    r"(?i)(?:instead of|in place of|rather than|in lieu of|not|no longer|from|was|were|replaces?"
    r"|replacing|printed as|minuted as|given as|said|stated as|formerly|the old|than)\W+"
    r"(?:\w+\W+){0,3}$"
)
"""What stands before a value that holds no more."""
_IN_PLACE_OF = re.compile(
    r"(?i)(?:instead of|in place of|rather than|in lieu of|up from|down from|, not|and not"
    r"|no longer|replaces)\W+(?:[a-z]+\W+){0,4}$"
)
"""What stands before a value that surely holds no more."""
_OF_TIME = frozenset(["day", "time", "weekday", "month"])
_YEAR = re.compile(r"(?<![\d£$€.,])(?:19|20)\d\d(?!\d|[.,]\d)")
_PLACES = re.compile(
    r"(?i)\b(?:clauses?|sections?|steps?|items?|tables?|paragraphs?|rules?|points?|articles?|§)\s*"
    r"(\d+(?:\.\d+)*)"
)
_NUMBERED = re.compile(r"\W*(\d+(?:\.\d+)*)[.)]?\s")
_SORTS = {
    AnswerKind.DATE: frozenset(["day", "time", "weekday"]),
    AnswerKind.COUNT: frozenset(["number"]),
    AnswerKind.AMOUNT: frozenset(["money", "number"]),
    AnswerKind.PERSON: frozenset(["name"]),
    AnswerKind.PLACE: frozenset(["name", "number"]),
}
FEW_WORDS = 5
NEAR = 2
_UNDER_CHANGES = re.compile(
    r"(?i)(?:amend|errat|correct|updat|addend|variation|chang|notice|minutes|news|bulletin|release"
    r"|revis|supplement|memorandum|circular)"
)
FEATURES = (
    "question, cosine",
    "told, cosine",
    "question, lead",
    "question, share",
    "told, share",
    "own share",
    "score",
    "score, lead",
    "same sort",
    "no value",
    "wanted sort",
    "same unit",
    "other unit",
    "together",
    "told together",
    "other old value",
    "its place",
    "other place",
    "focus",
    "old value",
    "old value in its place",
    "old value beside",
    "new value in the old place",
    "behind",
    "next sentence",
    "same document",
    "open",
    "open beside",
    "told changes",
    "told is a row",
    "later is a row",
    "near",
    "under changes",
    "told under changes",
    *(f"kind={kind.value}" for kind in AnswerKind),
    "other words",
    "any cue",
    "any cue, same sort",
    "any cue, same unit",
    "any cue, told share",
    "any cue, question share",
    "any cue, cosine",
    "cue beside, short",
    *(f"cue={name}" for name in _CUES),
    *(f"cue beside={name}" for name in _CUES),
)
"""What speaks for a sentence that changes another one."""


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A sentence that may change what another one tells, by its place among the candidates."""

    later: int
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChangeWeights:
    """What was learned: `weights` of `FEATURES`, and the score of no change. From `replaces` on the
    later sentence is told in place of the other one, from `beside` on it is quoted beside it."""

    weights: tuple[float, ...]
    nothing: float
    replaces: float
    beside: float

    def probabilities(self, changes: Sequence[ToldChange]) -> npt.NDArray[np.float64]:
        """How probable it is of each that it changes what is told, shape (changes,); what is
        missing to 1 is that none does."""
        rows = np.array([change.features for change in changes], np.float64)
        scores = rows.reshape(len(changes), len(self.weights)) @ np.array(self.weights)
        top = max(float(scores.max(initial=-np.inf)), self.nothing)
        odds = np.exp(scores - top)
        shares: npt.NDArray[np.float64] = odds / (odds.sum() + np.exp(self.nothing - top))
        return shares


@cache
def shipped_changes() -> ChangeWeights:
    """The weights that ship."""
    row = json.loads(FILE.read_text("utf-8"))
    return ChangeWeights(
        tuple(row["weights"][name] for name in FEATURES),
        row["nothing"],
        row["replaces"],
        row["beside"],
    )


@dataclass(frozen=True, slots=True)
class LaterWord:
    """The sentence that most probably changes what is told, by its place among the candidates, and
    whether it is told instead."""

    place: int
    replaces: bool


def later_word(
    reading: ReadEvidence,
    scores: Sequence[float] | npt.NDArray[np.float64],
    told: int,
    learned: ChangeWeights,
) -> LaterWord | None:
    """The later word on what a sentence tells; None where none is probable enough to be shown."""
    changes = changes_of(reading, scores, told)
    if not changes:
        return None
    probabilities = learned.probabilities(changes)
    best = int(np.argmax(probabilities))
    probability = float(probabilities[best])
    if probability < learned.beside:
        return None
    place = _going_on(reading, told, changes[best].later)
    replaces = probability >= learned.replaces and _may_replace(reading, told, place)
    return LaterWord(place, replaces)


def last_word(
    reading: ReadEvidence,
    scores: Sequence[float] | npt.NDArray[np.float64],
    told: int,
    learned: ChangeWeights,
) -> LaterWord | None:
    """The later word on what a sentence tells, or the one that takes the place of that in its turn
    (a second amendment); it has a value that none before it has."""
    later = later_word(reading, scores, told, learned)
    values = _answering(reading, reading.candidates[told])
    seen = {told}
    while later is not None and later.replaces:
        seen.add(later.place)
        values = (*values, *told_values(reading.candidates[later.place].text))
        further = later_word(reading, scores, later.place, learned)
        if further is None or not further.replaces or further.place in seen:
            break
        own = told_values(reading.candidates[further.place].text)
        if not any(
            not any(same_value(each, old) for old in values)
            and any(may_replace(each, old) for old in values)
            for each in own
        ):
            break
        later = further
    return later


def _may_replace(reading: ReadEvidence, told: int, later: int) -> bool:
    """Whether a sentence may be told in place of another one: it decides something, has another
    value where values are told, of the sort that is asked for, and no yes or no hangs on it. What
    holds under a condition alone ("If the pump is late, we start on 28 April instead") takes the
    place of nothing, unless the other one or the question has a condition, too."""
    question, values = reading.question, _answering(reading, reading.candidates[told])
    unit = reading.candidates[later]
    wanted = _SORTS.get(question.kind)
    has_wanted = wanted is None or any(each.kind in wanted for each in told_values(unit.text))
    return (
        question.kind is not AnswerKind.YES_NO
        and _UNDECIDED.search(unit.text) is None
        and not _is_conditional(reading, told, unit)
        and not _agrees(reading, told, unit)
        and (not values or _has_new(unit, values))
        and has_wanted
    )


def _agrees(reading: ReadEvidence, told: int, later: Unit) -> bool:
    """Whether another sentence says the very day that is told, and no other day behind it: “The
    hall is free on 28 June” changes nothing of “The concert is now on 28 June”."""
    values = _answering(reading, reading.candidates[told])
    days = [value for value in values if value.kind == "day"]
    if not days or not all(value.kind in _OF_TIME for value in values):
        return False
    said = [value for value in told_values(later.text) if value.kind == "day"]
    return bool(said) and any(same_value(said[-1], day) for day in days)


def _is_conditional(reading: ReadEvidence, told: int, later: Unit) -> bool:
    others = (reading.candidates[told].text, reading.question.text)
    return _CONDITION.search(later.text) is not None and not any(
        _CONDITION.search(text) or re.search(r"(?i)\bif\b", text) for text in others
    )


def _going_on(reading: ReadEvidence, told: int, later: int) -> int:
    """The place of the sentence that has the new value: where the one that speaks of the change
    repeats the old one alone ("is printed as £46"), the next ("The right figure is £48")."""
    values = _answering(reading, reading.candidates[told])
    unit = reading.candidates[later]
    if not values or _has_new(unit, values):
        return later
    following = [
        at
        for at, other in enumerate(reading.candidates)
        if at != told
        and other.hit == unit.hit
        and other.position - unit.position == 1
        and _RIGHT.search(other.text)
        and _has_new(other, values)
    ]
    return following[0] if following else later


def _has_new(unit: Unit, values: Sequence[ToldValue]) -> bool:
    return any(may_replace(new, old) for new in told_values(unit.text) for old in values)


def asks_of_before(question: str) -> bool:
    """Whether it is asked what was so before a change."""
    return _OF_BEFORE.search(question) is not None


def changes_of(
    reading: ReadEvidence, scores: Sequence[float] | npt.NDArray[np.float64], told: int
) -> list[ToldChange]:
    """The candidates that may change what one of them tells, with what speaks for each.

    Args:
        told: the place of the sentence that answers best, among the candidates.
    """
    if asks_of_before(reading.question.text) or contrasted(reading.question.text):
        return []  # of two things neither takes the place of the other
    of_told = _told_so(reading, reading.candidates[told])
    found = []
    for at in range(len(reading.candidates)):
        if at == told or _is_no_change(reading, told, at):
            continue
        if (features := _features(reading, scores, told, at, of_told)) is not None:
            found.append(ToldChange(at, features))
    return found


def _is_no_change(reading: ReadEvidence, told: int, at: int) -> bool:
    """Whether a sentence changes nothing of what is told, whatever it sounds like: it leads to a
    change and so was there before it, is of another thing of the kind that is asked about, another
    numbered step of how something is done, or gives no meaning where one is asked for (“Ginnel was
    added to the glossary”)."""
    kind, text = reading.question.kind, reading.candidates[at].text
    told_text = reading.candidates[told].text
    if _are_rows_run_on(text) or are_of_one_scale(reading.question.text, told_text, text):
        return True
    if says_problem(text) or says_problem(told_text):
        return True
    if _LEADS_TO_CHANGE.search(text) or names_another(reading.question.text, text):
        return True
    if kind is AnswerKind.MANNER:
        return bool(_NUMBERED.match(text) and _NUMBERED.match(reading.candidates[told].text))
    means_nothing = not (holds_kind(kind, text) or _RIGHT.search(text))
    return kind is AnswerKind.DEFINITION and means_nothing


def _are_rows_run_on(text: str) -> bool:
    """Whether a text is rows of a list that run on without their lines, each with its code: a note
    “moved” in one of them says nothing of what another one tells."""
    codes = set(_CODE.findall(text))
    shapes = Counter(re.sub(r"\d", "0", code) for code in codes)
    return row_of(text) is None and max(shapes.values(), default=0) >= FEWEST_ROWS


@dataclass(frozen=True, slots=True)
class _ToldSo:
    """What is needed of the sentence that is told, and of the question, for each other sentence:
    the values that answer, those that it says hold no more, and the cosine of every candidate to
    the question, shape (candidates,)."""

    values: tuple[ToldValue, ...]
    replaced: list[ToldValue]
    to_question: npt.NDArray[np.floating]


def _told_so(reading: ReadEvidence, unit: Unit) -> _ToldSo:
    return _ToldSo(
        _answering(reading, unit), _replaced(unit.text), reading.vectors @ reading.question_vector
    )


def _answering(reading: ReadEvidence, unit: Unit) -> tuple[ToldValue, ...]:
    """The values of a sentence that the question does not have itself, those of the kind that is
    asked for where it has any."""
    asked = told_values(reading.question.text)
    own = [
        value
        for value in told_values(unit.text)
        if not any(same_value(value, each) for each in asked)
    ]
    wanted = _SORTS.get(reading.question.kind, frozenset())
    fitting = [value for value in own if value.kind in wanted]
    return tuple(fitting or own)


def _replaced(text: str) -> list[ToldValue]:
    """The values that a text says hold no more: six in "eight hours in place of six"."""
    found = told_values(text)
    return [each for each in found if _IN_PLACE_OF.search(text[: each.start])]


def _is_earlier(reading: ReadEvidence, other: Unit, told: Unit) -> bool:
    """Whether a sentence is of an earlier year than what is told, or of another one than is asked
    for: by the years that it names, else by that of its title."""
    asked = set(_YEAR.findall(reading.question.text))
    own, theirs = (set(_YEAR.findall(each.text)) for each in (other, told))
    if asked & theirs and not asked & own:
        return True
    own, theirs = (
        years or set(_YEAR.findall(reading.passages[unit.hit].title))
        for years, unit in ((own, other), (theirs, told))
    )
    return bool(own and theirs) and max(own) < max(theirs)


def _over(reading: ReadEvidence, unit: Unit) -> str:
    """What a sentence stands under: its title and its heading."""
    return f"{reading.passages[unit.hit].title} {unit.heading}"


def _beside(reading: ReadEvidence, unit: Unit) -> tuple[str, str]:
    """The sentence before and the one behind, in the same passage."""
    before = reading.before(unit)
    passage = reading.passages[unit.hit]
    behind = passage.text[max(0, unit.end - passage.start) :].strip()
    behind = re.split(r"(?<=[.!?])\s", behind, maxsplit=1)[0] if behind else ""
    return before.text if before is not None else "", behind[:300]


def _features(
    reading: ReadEvidence,
    scores: Sequence[float] | npt.NDArray[np.float64],
    told: int,
    at: int,
    of_told: _ToldSo,
) -> tuple[float, ...] | None:
    """What speaks for a change, as `FEATURES`; None where a sentence changes nothing."""
    one, other = reading.candidates[told], reading.candidates[at]
    before, behind = _beside(reading, other)
    around = f"{before} {other.text}"
    if not _ANY_CHANGE.search(f"{around} {behind}"):
        return None
    news, values = told_values(other.text), of_told.values
    if any(same_value(each, old) for each in news for old in of_told.replaced):
        return None  # it tells what the other sentence has taken the place of
    if _is_earlier(reading, other, one):
        return None
    gone = _replaced(other.text)
    if gone and values and not any(same_value(each, old) for each in gone for old in values):
        return None  # what it takes the place of is something else
    pairs = [(new, old) for new in news for old in values if may_replace(new, old)]
    held = [each for each in news if any(same_value(each, old) for old in values)]
    stated_old = {each for each in news if _OLD_BEHIND.search(other.text[: each.start])}
    in_place = stated_old.intersection(held)
    places = frozenset(_PLACES.findall(around))
    numbered = _NUMBERED.match(one.text)
    own_place = frozenset([numbered[1]] if numbered else [])
    is_beside = any(
        same_value(each, old) for each in told_values(f"{before} {behind}") for old in values
    )
    new_as_old = [new for new, _ in pairs if new in stated_old]
    question, vectors, to_question = reading.question, reading.vectors, of_told.to_question
    own = other.term_set
    told_terms = one.term_set
    weights = question.weights
    of_heading = other.term_set | reading.passages[other.hit].title_terms
    is_cued = float(_ANY_CHANGE.search(other.text) is not None)
    share_of_told = len(own & told_terms) / max(1, len(told_terms))
    share_of_question = float(question.share_of(of_heading))
    alike = float(vectors[told] @ vectors[at])
    is_of_unit = any(new.unit == old.unit for new, old in pairs)
    features = {
        "question, cosine": float(to_question[at]),
        "told, cosine": alike,
        "question, lead": float(to_question[at] - to_question[told]),
        "question, share": share_of_question,
        "told, share": share_of_told,
        "own share": len(own & (told_terms | weights.keys())) / max(1, len(own)),
        "score": float(scores[at]),
        "score, lead": float(scores[told] - scores[at]),
        "same sort": float(bool(pairs)),
        "no value": float(not values),
        "wanted sort": float(any(value.kind in _SORTS.get(question.kind, ()) for value in news)),
        "other unit": float(bool(pairs) and not is_of_unit),
        "together": 0.0 if reading.together is None else float(reading.together[at]),
        "told together": 0.0 if reading.together is None else float(reading.together[told]),
        "other old value": float(bool(stated_old) and not in_place),
        "its place": float(bool(places & own_place)),
        "other place": float(bool(places and own_place) and not places & own_place),
        "focus": float(bool(question.focus) and question.focus[0] in other.term_set),
        "same unit": float(is_of_unit),
        "old value": float(bool(held)),
        "old value in its place": float(bool(in_place)),
        "old value beside": float(is_beside),
        "new value in the old place": float(bool(new_as_old) and len(new_as_old) == len(pairs)),
        "behind": float((other.hit == one.hit) and other.start > one.start),
        "next sentence": float(before == one.text or before.endswith(one.text)),
        "same document": float(
            reading.passages[one.hit].document == reading.passages[other.hit].document
        ),
        "open": float(_OPEN.search(other.text) is not None),
        "open beside": float(_OPEN.search(before) is not None),
        "told is a row": float(row_of(one.text) is not None),
        "later is a row": float(row_of(other.text) is not None),
        "near": float(one.hit == other.hit and 0 < other.position - one.position <= NEAR),
        "under changes": float(_UNDER_CHANGES.search(_over(reading, other)) is not None),
        "told under changes": float(_UNDER_CHANGES.search(_over(reading, one)) is not None),
        **{f"kind={kind.value}": float(kind is question.kind) for kind in AnswerKind},
        "other words": min(8.0, len(own - told_terms - weights.keys())) / 8.0,
        "any cue": is_cued,
        "any cue, same sort": is_cued * bool(pairs),
        "any cue, same unit": is_cued * is_of_unit,
        "any cue, told share": is_cued * share_of_told,
        "any cue, question share": is_cued * share_of_question,
        "any cue, cosine": is_cued * alike,
        "cue beside, short": float(
            len(own) <= FEW_WORDS and _ANY_CHANGE.search(before) is not None
        ),
        "told changes": float(_ANY_CHANGE.search(one.text) is not None),
        **{f"cue={name}": float(form.search(other.text) is not None) for name, form in CHANGE_CUES},
        **{
            f"cue beside={name}": float(form.search(before) is not None)
            for name, form in CHANGE_CUES
        },
    }
    return tuple(features[name] for name in FEATURES)
