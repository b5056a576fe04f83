"""What a quote takes along: a lead-in what it announces, a few words the sentence beside them.

Candidates stay small, so that the ranking is exact; only what is quoted is made complete.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.sentences import reads_as_sentence
from backend.tasks.answer.extractive.counted_off import announces_items, last_counted_off
from backend.tasks.answer.extractive.done_about import deed_behind
from backend.tasks.answer.extractive.figure_behind import figure_stands_behind
from backend.tasks.answer.extractive.forms import LEADS_IN, REASON, announces_several
from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.listed_above import COUNTED_ITEM, first_above
from backend.tasks.answer.extractive.listed_lines import is_listed
from backend.tasks.answer.extractive.lists_going_on import dotted, further_items, goes_on
from backend.tasks.answer.extractive.named_reasons import names_reason
from backend.tasks.answer.extractive.next_steps import first_of_steps
from backend.tasks.answer.extractive.noted_tasks import task_told
from backend.tasks.answer.extractive.order_reasons import tells_why_to_do
from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END
from backend.tasks.answer.extractive.pointing_back import says_what_it_is
from backend.tasks.answer.extractive.promised_tables import (
    is_cut_short,
    promised_end,
    promises_table,
)
from backend.tasks.answer.extractive.proposals import only_proposes, tells_outcome
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import only_concludes, only_names_reason
from backend.tasks.answer.extractive.units import Unit, stretched
from backend.tasks.answer.extractive.votes_told import vote_behind

LONGEST = 640
"""Characters of a quote that was made complete."""
AROUND = 420
"""Characters of a quote with the sentences on either side of it."""
FEW_WORDS = 5
"""So many words, or fewer, are hardly understood without their neighbour."""

FEW_OF_REASON = 9
"""So many words name a reason, and leave it to the next sentence to tell it."""

LEAST_AGAIN = 0.5
"""A sentence with more than so much of the question's weight needs the one behind it to say why."""
MOST_NEW_TERMS = 2
"""A sentence with so many words that the question has not, or fewer, only says it again."""

_ITEM = re.compile(r"(?:[•▪◦‣·*–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s*\S")
_BREAKS_OFF = re.compile(
    r"(?i)\b(?:(?:is|are|was|were)(?: (?:by default|usually|often|then|thus))?|be|to|by|includes?"
    r"|following|contains?|means|if|when|that|of|for|with)$"
)
_TYPED_LINE = re.compile(r"[>$#%]\s*\S")
"""What is typed behind the sign of a program that waits for it."""
_BEFORE_THAT = re.compile(
    r"(?i)\bhad (?:not |never |just |already |long )?(?:been )?(?!to\b)[a-z]+(?:ed|en|wn|nt|ught|"
    r"ost|old|ung|unk)\b"
)
"""What had happened before something is often why it happened: “The mast fell. It had rotted.”"""
_DATED = re.compile(r"\b(?:1\d|20)\d\d\b")
"""What had happened in a year is told for its date: “It had opened in 1901.”"""
_EXPLAINS = re.compile(
    r"(?i)(?:this|that|it|these|those|the (?:main |only )?(?:reason|cause)|because)\b"
)
_REASON_ABROAD = re.compile(
    r"(?i)(?:(?:der |die |ein |eine )?(?:haupt|wichtigste[rn]? )?(?:grund|gründe|ursache|anlass)\b"
    r"|(?:das|dies|es) (?:liegt|lag) (?:daran|an)\b"
    r"|(?:la|les|une?) (?:principale )?(?:raisons?|causes?)\b|le motif\b"
    r"|cela (?:s['’]explique|est dû|tient)\b|c['’]est (?:parce qu|dû|à cause)"
    r"|(?:la|las|una) (?:principal )?(?:raz[oó]n|razones|causas?)\b|(?:el|un) motivo\b"
    r"|(?:ello|esto|eso)? ?se deb(?:e|i[oó]|ía) a\b|(?:esto|eso) es porque\b)"
)
"""How a German, French or Spanish sentence opens that says why what stands before it is so."""
_GOES_ON = re.compile(r"(?i)(?:they|he|she|it|this|that|these|those|such)\b")
_AS_IT_IS = re.compile(
    r"(?i), as (?:they|he|she|it|we|you|this|that|these|those|there|the|an?|its|their|no|many|most)"
    r" [\w-]+"
)
"""A reason behind a comma: “They are closed, as the bridge is rotten.”"""
_POINTS_BACK = re.compile(
    r"(?:These|They|Those(?! (?:who|that|which|of|in|on|at|with)\b)"
    r"|(?:This|It) is (?:also |usually )?the (?:[\w-]+ )?default)\b"
)
"""How a sentence begins that says something of what the one before it names."""
LONGEST_OF_BOTH = 200
"""Characters of both together, so that the first line holds them whole."""
_TOLD_OF_THINGS = frozenset([AnswerKind.LIST, AnswerKind.OTHER, AnswerKind.DEFINITION])
_TOLD_BY_ONE = frozenset(
    [AnswerKind.DATE, AnswerKind.PERSON, AnswerKind.PLACE, AnswerKind.COUNT, AnswerKind.AMOUNT]
)
"""What one item of a list tells, if it is a sentence: the others are of something else."""


def complete(reading: ReadEvidence, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units, each with what belongs to it; one that another has taken in is left out. A list
    that the first of them ends with goes on in the next one where the next passage begins with
    its further items."""
    kept: list[Unit] = []
    for unit in units:
        whole = complete_one(reading, unit)
        if any(overlap(each, unit) for each in kept):
            continue
        if any(overlap(each, whole) for each in kept):
            whole = unit
        kept.append(whole)
        if len(kept) == 1 and (further := further_items(reading, whole)) is not None:
            kept.append(further)
    return tuple(kept)


def complete_one(reading: ReadEvidence, unit: Unit) -> Unit:
    """A lead-in with the list, listing or sentence that follows it; a few words with the sentence
    before them, or else after them, in the same paragraph; a sentence that says again what "why"
    asks about with the one after it, where reasons are given, as is one that the next explains; a
    proposal with what became of it; what tells no figure with the one behind it that does, and an
    order with what would come of anything else; a conclusion with the sentence that it is drawn
    from; and where a thing is asked for, one of “these” or “they” with the sentence that names
    them, if both are short; “these five things” with the list above it, and what counts things with
    those that name them in order; what comes next with what comes first, where it is asked what to
    do; that there is a trouble with what was done about it; and a proposal with the vote on it.
    Dots stand behind a list of which there is more. Who does a task, or by when it is to be done,
    is quoted with the task."""
    beside = [each for each in reading.units if each.hit == unit.hit]
    at = next((i for i, each in enumerate(beside) if each.start == unit.start), None)
    passage = reading.passages[unit.hit]
    if at is None or (len(beside) == 1 and not promises_table(unit.text)):
        return unit
    if (noted := task_told(reading, unit)) is not None:
        start, end = (passage.start + each for each in (noted[0].start, noted[0].end))
        return _joined(reading, unit, min(unit.start, start), max(unit.end, end))
    if (end := _promised(unit, passage)) > unit.end:
        whole = _joined(reading, unit, unit.start, end)
        return dotted(whole) if is_cut_short(passage.text, end - passage.start) else whole
    if (first := first_above(beside, at)) < at and unit.end - beside[first].start <= LONGEST:
        return _joined(reading, unit, beside[first].start, unit.end)
    if (deed := deed_behind(reading.question, beside, at, passage)) is not None:
        return _joined(reading, unit, unit.start, deed.end)
    if voted := vote_behind(reading.question, beside, at, passage):
        return _joined(reading, unit, unit.start, voted[-1].end)
    if (first := first_of_steps(reading.question, beside, at, passage)) < at:
        return _joined(reading, unit, beside[first].start, unit.end)
    if (last := _last_below(reading.question, beside, at, passage)) is not None:
        whole = _joined(reading, unit, unit.start, beside[last].end)
        return dotted(whole) if goes_on(reading, beside, last) else whole
    return _with_neighbour(reading, unit, beside, at)


def _promised(unit: Unit, passage: Passage) -> int:
    """Where the table or the lines end that a sentence promises; its own end where none follow."""
    if not (promises_table(unit.text) or LEADS_IN.search(unit.text)):
        return unit.end
    return passage.start + promised_end(passage.text, unit.end - passage.start)


def _wants_all(question: Question, unit: Unit) -> bool:
    """Whether a whole list may answer, of which a unit is the first. Yes or no is decided by one
    item, as is when or by whom something was done where the item is a sentence, or what is asked in
    most of its words, those of the heading apart. What only says again what “why” asks about is
    explained by none of the others."""
    if question.kind is AnswerKind.YES_NO:
        return False
    of_one = (
        question.kind in _TOLD_BY_ONE
        or asks_again(question, unit)
        or question.share_of(unit.term_set - frozenset(term_texts(unit.heading))) > LEAST_AGAIN
    )
    return not (of_one and reads_as_sentence(unit.text))


def _last_below(
    question: Question, beside: Sequence[Unit], at: int, passage: Passage
) -> int | None:
    """Where the list, listing or sentence ends that a unit leads into, announces or opens; None
    where it does not."""
    unit = beside[at]
    leads = LEADS_IN.search(unit.text) or _leads_into_items(beside, at, passage)
    if leads or (_opens_steps(beside, at) and _wants_all(question, unit)):
        last = at
        while last + 1 < len(beside) and _goes_on(beside, at, last + 1):
            last += 1
        return last
    last = _last_announced(beside, at)
    if last == at and question.kind is not AnswerKind.YES_NO:
        last = last_counted_off(beside, at)
    return last if last > at else None


def _with_neighbour(reading: ReadEvidence, unit: Unit, beside: Sequence[Unit], at: int) -> Unit:
    """A unit with the sentence beside it that it is not understood without."""
    passage = reading.passages[unit.hit]
    before, after = beside[max(0, at - 1) : at], beside[at + 1 : at + 2]
    if only_concludes(reading.question, unit):
        neighbours = [each for each in before if reads_as_sentence(each.text)]
    elif says_what_it_is(unit):
        neighbours = [
            each for each in before if unit.end - each.start <= LONGEST_OF_BOTH
        ]  # “They must be dry.” does not say what must
    elif only_proposes(reading.question, unit.text):
        neighbours = [each for each in after if tells_outcome(each.text)]
    elif any(_completes(reading.question, unit.text, each.text) for each in after):
        neighbours = [
            each
            for each in after
            if reads_as_sentence(each.text)
            and not is_item(each)
            and each.end - unit.start <= LONGEST_OF_BOTH
        ]
    elif asks_again(reading.question, unit) or _is_explained(reading.question, unit, after):
        neighbours = [
            each
            for each in after
            if not only_names_reason(each.text)
            and not (is_item(unit) and is_item(each))
            and (reading.question.share_of(unit.term_set) > LEAST_AGAIN or tells_reason(each.text))
        ]
    elif reading.question.kind in _TOLD_OF_THINGS and _POINTS_BACK.match(unit.text):
        neighbours = [
            each
            for each in before
            if reads_as_sentence(each.text) and unit.end - each.start <= LONGEST_OF_BOTH
        ]
    elif names_reason(unit.text) and len(unit.text.split()) <= FEW_OF_REASON:
        neighbours = [*after]
    elif len(unit.text.split()) > FEW_WORDS or ": " in unit.text or is_listed(unit.text):
        return unit
    else:
        neighbours = [*before, *after]
    for other in neighbours:
        left, right = sorted((unit, other), key=lambda each: each.start)
        between = passage.text[left.end - passage.start : right.start - passage.start]
        if PARAGRAPH_END not in between and right.end - left.start <= LONGEST:
            return _joined(reading, unit, left.start, right.end)
    return unit


def _completes(question: Question, text: str, behind: str) -> bool:
    """Whether a sentence tells what the one before it lacks of what is asked: the figure, or why
    something is to be done."""
    return figure_stands_behind(question, text, behind) or tells_why_to_do(question, text, behind)


def surrounded(reading: ReadEvidence, unit: Unit) -> Unit:
    """A unit with what belongs to it, the sentences on either side of it and those that follow, as
    far as they stand in its paragraph and the whole stays within `AROUND` characters.

    What is shown as nearest is often beside the sentence that answers. The next item of a list, or
    the one before, is of something else.
    """
    whole = complete_one(reading, unit)
    start, end = whole.start, whole.end
    following = list(takewhile(lambda each: not is_item(each), _following(reading, whole)))
    before = [] if is_item(whole) else _before(reading, whole)
    for other in (*following[:1], *before):
        if _within(reading, whole.hit, start, end, other):
            start, end = min(start, other.start), max(end, other.end)
    for other in following[1:] if following and end >= following[0].end else ():
        if not _within(reading, whole.hit, start, end, other):
            break
        end = other.end
    return _joined(reading, whole, start, end)


def going_on(reading: ReadEvidence, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Quotes, with the sentences that follow the first of them in its paragraph, as far as both
    together stay within `AROUND` characters."""
    first, *rest = units
    going: list[Unit] = []
    for after in _following(reading, first):
        end = going[-1].end if going else first.end
        if not _within(reading, first.hit, first.start, end, after):
            break
        going.append(after)
    apart = [each for each in rest if not any(overlap(each, after) for after in going)]
    return (first, *going, *apart)


def _following(reading: ReadEvidence, unit: Unit) -> list[Unit]:
    return [each for each in reading.units if each.hit == unit.hit and each.start >= unit.end]


def _before(reading: ReadEvidence, unit: Unit) -> list[Unit]:
    """The sentence before a unit, if there is one."""
    return [each for each in reading.units if each.hit == unit.hit and each.end <= unit.start][-1:]


def _within(reading: ReadEvidence, hit: int, start: int, end: int, other: Unit) -> bool:
    """Whether a stretch goes on with another sentence inside one paragraph and stays short."""
    if not reads_as_sentence(other.text):
        return False
    passage = reading.passages[hit]
    left, right = sorted([(start, end), (other.start, other.end)])
    between = passage.text[left[1] - passage.start : right[0] - passage.start]
    return PARAGRAPH_END not in between and right[1] - left[0] <= AROUND


def asks_again(question: Question, unit: Unit) -> bool:
    """Whether a sentence names no reason and little that a question for one has not named."""
    return (
        question.kind is AnswerKind.REASON
        and REASON.search(unit.text) is None
        and len(unit.term_set - question.weights.keys()) <= MOST_NEW_TERMS
    )


def is_item(unit: Unit) -> bool:
    """Whether a unit is an item of a list: the next one tells of something else."""
    return _ITEM.match(unit.text) is not None


def _is_explained(question: Question, unit: Unit, after: Sequence[Unit]) -> bool:
    """Whether "why" is asked, a sentence gives no reason, and the next one says why that is so."""
    return (
        question.kind is AnswerKind.REASON
        and REASON.search(unit.text) is None
        and any(tells_reason(each.text) for each in after)
    )


def tells_reason(text: str) -> bool:
    """Whether a sentence that follows another says why that is so: by a reason that begins by
    pointing back, or by what had happened before."""
    if only_names_reason(text):
        return False
    pointing = _EXPLAINS.match(text) and REASON.search(text)
    behind = _GOES_ON.match(text) and _AS_IT_IS.search(text)
    abroad = _REASON_ABROAD.match(text)
    return bool(pointing or behind or abroad or _tells_what_was_before(text))


def gives_reason(text: str) -> bool:
    """Whether a text has a form that a reason takes."""
    return bool(REASON.search(text) or _AS_IT_IS.search(text) or _tells_what_was_before(text))


def _tells_what_was_before(text: str) -> bool:
    return bool(_BEFORE_THAT.search(text)) and not _DATED.search(text)


def _last_announced(beside: Sequence[Unit], at: int) -> int:
    """Where the list ends that a sentence announces without a colon: its last item that still fits,
    of a numbered list with what stands between its items; `at` if no list follows, or a sentence
    only counts things and the list has not as many."""
    following = beside[at + 1 :]
    if not following or not _ITEM.match(following[0].text):
        return at
    if not (announces_several(beside[at].text) or promises_table(beside[at].text)):
        if is_item(beside[at]) or not ITEM.match(following[0].text):
            return at
        last, items = _last_item(beside, at)
        return last if announces_items(beside[at].text, items) else at
    return _last_item(beside, at)[0]


def _last_item(beside: Sequence[Unit], at: int) -> tuple[int, int]:
    """Where the list behind a unit ends, as far as it fits, and how many items that are."""
    following = beside[at + 1 :]
    last, number, items = at, 0, 0
    for place, unit in enumerate(following, start=at + 1):
        if unit.end - beside[at].start > LONGEST or unit.heading != beside[at].heading:
            break
        item = COUNTED_ITEM.match(unit.text)
        if item and int(item["number"]) == number + 1:
            last, number, items = place, number + 1, items + 1
        elif number:
            if item and int(item["number"]) == 1:
                break  # another list begins
        elif _ITEM.match(unit.text) and not item:
            last, items = place, items + 1
        else:
            break
    return last, items


def _opens_steps(beside: Sequence[Unit], at: int) -> bool:
    """Whether a unit is the first of a list under a heading: the others belong to it."""
    unit = beside[at]
    return (
        unit.opens
        and _ITEM.match(unit.text) is not None
        and at + 1 < len(beside)
        and beside[at + 1].heading == unit.heading
        and _ITEM.match(beside[at + 1].text) is not None
    )


def _leads_into_items(beside: Sequence[Unit], at: int, passage: Passage) -> bool:
    """Whether a unit breaks off before a list, or a listing, that goes on with it: “The oars are”
    and below them “1. sculls”."""
    following = beside[at + 1 : at + 2]
    if _BREAKS_OFF.search(beside[at].text) is None or not following:
        return False
    between = passage.text[beside[at].end - passage.start :].lstrip()
    return bool(_ITEM.match(following[0].text) or _TYPED_LINE.match(between))


def announces_nothing(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a lead-in is the last of its passage: what it announces was cut off, or whether no
    table or list follows a sentence that promises one."""
    if not LEADS_IN.search(unit.text):
        return promises_table(unit.text) and complete_one(reading, unit) == unit
    return not any(each.hit == unit.hit and each.start > unit.start for each in reading.units)


def _goes_on(beside: Sequence[Unit], first: int, at: int) -> bool:
    """Whether the unit at a place still belongs to the lead-in: the first one does, then items of
    a list and lines that are no sentences."""
    if beside[at].end - beside[first].start > LONGEST:
        return False
    if at == first + 1:
        return True
    text = beside[at].text
    if LEADS_IN.search(text):
        return False
    return bool(_ITEM.match(text)) or (
        not reads_as_sentence(beside[at - 1].text) and not reads_as_sentence(text)
    )


def _joined(reading: ReadEvidence, unit: Unit, start: int, end: int) -> Unit:
    if (start, end) == (unit.start, unit.end):
        return unit
    passage = reading.passages[unit.hit]
    return stretched(unit, passage.text, passage.start, start, end)


def overlap(one: Unit, other: Unit) -> bool:
    """Whether two units of one passage share characters."""
    return one.hit == other.hit and min(one.end, other.end) > max(one.start, other.start)
