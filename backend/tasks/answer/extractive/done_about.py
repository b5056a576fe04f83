"""What was done about a trouble: “In May a diver found rust on the slipway. We painted it in June.”

The first sentence has the words of “What was done about the rust?” and says only that there was
some. What was done stands behind it, often without a word of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.discourse.irregular_verbs import OTHER_FORMS
from backend.sentences import reads_as_sentence, sentence_spans
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.forms import PRONOUN, is_question
from backend.tasks.answer.extractive.list_marks import without_clause_number
from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit

Scores = npt.NDArray[np.float64]

FURTHEST = 2
"""Sentences behind the one that names a trouble in which it is told what was done, at most."""
LONGEST = 400
"""Characters from the one to the end of the other, at most."""
BESIDE = 8
"""Words on either side of what reports a trouble among which the trouble stands."""
AS_GOOD = 0.25
"""Share of the best score that a sentence has which names the trouble with what was done."""
_AGAINST = (
    r"(?:about|against|because of|in response to|in the face of"
    r"|to (?:stop|reduce|prevent|fight|combat|control|curb|limit|cure|get rid of|keep (?:out|off)))"
)
_ASKS = tuple(
    re.compile(rf"(?i)^(?:and |but |so )?{each} {_AGAINST} (?P<what>.+)$")
    for each in (
        r"what (?:was|were|is|are|has been|have been|had been|is being|was being|will be)"
        r"(?: ever| then| already| actually)? done",
        r"what (?:did|do|does|have|has|had|are|is|will) (?:[\w’'-]+ ){1,5}?(?:do|done|doing)",
        r"(?:what|which) (?:actions?|steps?|measures?)"
        r" (?:(?:was|were|is|are|has been|have been|will be)(?: being)? taken"
        r"|(?:did|do|does) (?:[\w’'-]+ ){1,4}?take)",
    )
)
_HEAD_ENDS = re.compile(
    r"(?i) (?:in|on|at|of|to|from|near|by|during|after|before|when|where|while|that|which|who|under"
    r"|over|inside|between|with|for|since|last|this|and|or)\b|[?,.;]"
)
_REPORTS = re.compile(
    r"(?i)\b(?:(?:asked|wondered|complained) (?:why|whether|about|of)|discussed|mentioned|found"
    r"|finds?|discovered|seen|saw|noticed|spotted|detected|reported|observed|noted|recorded"
    r"|identified|confirmed|show(?:s|ed|n)|reveal(?:s|ed)|appeared|turned up|came to light"
    r"|broke out|ha(?:s|ve|d) (?:been|become|spread)|spread|suffer(?:s|ed)|infested|affected"
    r"|damaged|there (?:is|are|was|were)"
    r"|(?:is|are|was|were|remains?|remained) (?:an?|the|still|our|one of) (?:[\w-]+ ){0,3}"
    r"(?:problems?|worry|worries|nuisances?|concerns?|troubles?|dangers?|risks?|threats?"
    r"|complaints?))\b"
)
"""That there is, or was, a trouble."""
_SAYS_THAT = re.compile(r"(?i)^\s*(?:that|how|why|whether|about|of)\b")
_APART = re.compile(r"(?i)\b(?:who|which|that|to|how|and|but)\b")
"""“found a firm that removes rust” finds no rust."""
_NOT_DONE = """
found seen noticed discovered spotted detected reported observed noted recorded
identified confirmed showed shown revealed heard complained appeared turned happened
occurred caused damaged known affected infested suffered needed seemed remained lived
existed wanted hoped feared believed thought called named based used located expected
worried surprised lasted continued increased decreased died failed lost eaten destroyed
ruined spoiled spoilt asked proposed suggested recommended checked inspected examined
surveyed tested looked visited counted measured grown gone been become come arrived
broken rotten given said told written concerned interested pleased allowed supposed
meant required understood left hidden bitten driven stolen burnt learned learnt torn
worn often open even seven eleven down brown golden wooden sudden children women need
needs indeed hundred
"""
"""Verbs that tell nothing that was done about a trouble, and other words of their form."""
_NO_DEEDS = frozenset(_NOT_DONE.split())
_STATE = re.compile(r"(?i)un[a-z]+ed$|[a-z]+teen$")
"""“unharmed”, “sixteen”"""
_ALSO = r"(?: (?:[a-z]+ly|now|then|also|all|since|at once|both|first|again|soon|later|always)){0,2}"
_PAST = (
    r"(?:[a-z]{2,}ed|froze|put|set|laid|took|sent|brought|built|bought|hung|cut|shut|dug|drew|drove"
    r"|fed|fought|held|kept|led|let|lit|made|paid|sold|sought|shot|swept|taught|tore|threw|withdrew"
    r"|wound|began|chose|did|dealt|wrote|gave|ran|hid|burnt|rebuilt|spent|stuck|struck|got)"
)
_DONE = (
    r"(?:[a-z]{2,}ed|[a-z]{2,}(?:en|wn)|put|set|laid|sent|brought|built|bought|hung|cut|shut|dug|fed"
    r"|caught|ground|bound|fought|held|kept|led|lit|made|paid|sold|sought|shot|swept|taught|dealt|run|burnt|rebuilt"
    r"|spent|stuck|struck|done|begun|wound)"
)
_PASSIVE = re.compile(rf"(?i)\b(?:was|were|is|are|been|being|be){_ALSO} (?P<verb>{_DONE})\b")
_PERSON = r"(?:we|they|he|she|i|staff|volunteers|members|crews?|everybody)"
_NO_COPULA = r"(?!(?:is|are|was|were|be|been|has|have|had)\b)"
_SUBJECT = (
    rf"(?:(?i:{_PERSON})|(?i:the|an?|our|their|its|his|her|my|this|two|three|some|all) "
    rf"(?:{_NO_COPULA}[\w’'&-]+ ){{0,3}}?{_NO_COPULA}[\w’'&-]+"
    r"|[A-Z][\w’'&-]*(?: (?:and |of )?[A-Z][\w’'&-]*){0,3})"
)
_ACTIVE = re.compile(
    rf"(?:^|[.!?] |[,;:] (?:and |so |but |then )?|\b(?:and|but|so) ){_SUBJECT}"
    rf"(?: (?:has|have|had))?{_ALSO} (?P<verb>{_PAST})\b"
)
_ONLY_SAYS = re.compile(
    rf"{_SUBJECT}{_ALSO} (?:has |have |had )?(?:asked|answered|replied|explained|said|stated|noted"
    r"|reported|added|stressed|pointed out|remarked|thought|felt|feared|hoped|wondered)\b"
)
"""What somebody says of it is no deed."""
_HABIT = re.compile(
    rf"(?i)(?:^|[.!?] |[,;] (?:and |so |but |then )?|\b(?:and|so|but) ){_PERSON}{_ALSO} "
    r"(?!(?:are|were|was|have|has|had|see|find|know|need|think|hope|do|did|can|could|may|might|must"
    r"|will|would|shall|should|often|never|also|not|who|and|or|of|in|at|on|want|believe|fear|hear"
    r"|report|notice|worry|suffer)\b)(?P<verb>[a-z]{2,})\b"
)
_OF_NOW = re.compile(r"(?i)^(?:and |but |so )?what (?:is|are|do|does|will)\b")


def trouble_asked(question: str) -> frozenset[str]:
    """The stems of the trouble about which it is asked what was or is done; none of any other
    question."""
    match = next(filter(None, (ask.match(question.strip()) for ask in _ASKS)), None)
    if match is None:
        return frozenset()
    head = _HEAD_ENDS.split(match["what"])[0]
    return frozenset(term_texts(head)[-1:])


def tells_deed(question: str, text: str) -> bool:
    """Whether a sentence tells something that somebody did or that was done, and not only what was
    found, seen or so."""
    said = without_clause_number(text)
    if _ONLY_SAYS.match(said):
        return False
    found = [*_PASSIVE.finditer(said), *_ACTIVE.finditer(said)]
    if _OF_NOW.match(question.strip()):
        found += _HABIT.finditer(said)
    return any(
        match["verb"].casefold() not in _NO_DEEDS and not _STATE.match(match["verb"])
        for match in found
    )


def only_reports_it(question: Question, text: str) -> bool:
    """Whether it is asked what was done about a trouble, and a text only says that it was found,
    seen or reported, or is there."""
    trouble = trouble_asked(question.text)
    if not trouble or tells_deed(question.text, text):
        return False
    return any(
        all(_names(stem, " ".join(beside)) for stem in trouble)
        for match in _REPORTS.finditer(text)
        for beside in (
            text[: match.start()].split()[-BESIDE:],
            _APART.split(_SAYS_THAT.sub("", text[match.end() :], count=1))[0].split()[:BESIDE],
        )
    )


def _names(stem: str, text: str) -> bool:
    """Whether a text has a word by its stem, or that of another form: “left” for “leaving”."""
    return not frozenset(term_texts(text)).isdisjoint({stem, *OTHER_FORMS.get(stem, ())})


def deed_behind(
    question: Question, beside: Sequence[Unit], at: int, passage: Passage
) -> Unit | None:
    """The sentence behind one that only reports a trouble, in its paragraph, which tells what was
    done; None where there is none.

    Args:
        beside: all units of the passage, in order.
        at: the place among them of the sentence that reports it.
    """
    unit = beside[at]
    if not only_reports_it(question, unit.text):
        return None
    for other in beside[at + 1 : at + 1 + FURTHEST]:
        between = passage.text[unit.end - passage.start : other.start - passage.start]
        if PARAGRAPH_END in between or other.end - unit.start > LONGEST:
            return None
        if not reads_as_sentence(other.text) or is_question(other.text) or row_of(other.text):
            return None
        if tells_deed(question.text, other.text):
            return other
        if not (PRONOUN.match(other.text) or trouble_asked(question.text) <= other.term_set):
            return None  # it goes on with something else
    return None


def deed_told(question: Question, unit: Unit, whole: Unit) -> str:
    """What was done, of a sentence that only reports a trouble and is quoted with what stands
    behind it; empty for anything else."""
    if not whole.text.startswith(unit.text) or not only_reports_it(question, unit.text):
        return ""
    behind = whole.text[len(unit.text) :].strip()
    sentences = (behind[start:end] for start, end in sentence_spans(behind))
    return next((each for each in sentences if tells_deed(question.text, each)), "")


def with_deed_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where the best sentence only reports the trouble about which it is asked what was
    done: it changes places with one that names the trouble and tells what was done."""
    question, best = reading.question, reading.candidates[int(np.argmax(scores))]
    if not only_reports_it(question, best.text):
        return scores
    trouble = trouble_asked(question.text)
    telling = [
        index
        for index, candidate in enumerate(reading.candidates)
        if scores[index] >= AS_GOOD * scores.max()
        and trouble <= candidate.term_set
        and tells_deed(question.text, candidate.text)
        and not is_question(candidate.text)
    ]
    return with_best_of(scores, telling)
