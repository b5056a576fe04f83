"""How a vote went: “Ada proposed that the boat be sold. The proposal was put to the vote. For 3,
against 5.”

Minutes say first what was proposed, in the words of the question, and some sentences behind it how
many were for it and what came of it, often without a word of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.evidence.quantities import NUMBER_WORDS
from backend.sentences import sentence_spans
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.proposals import asks_what_became, tells_outcome
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit

LONGEST = 640
"""Characters from the proposal to the end of the vote, at most."""
LEAST_HELD = 0.5
"""Least share of the question's weight, but for those who vote, that a proposal holds with what it
stands under where no cross-encoder reads both."""
_BODY = r"(?:board|council|committee|trust|assembly|meeting|club|society|union|parliament|senate)"
_OFFICE = re.compile(
    r"(?i)\b(?:chair(?:man|woman|person)?|president|treasurer|secretary|mayor|director|captain"
    r"|member|(?:councill|govern)or|trustee|clerk)$"
)
"""One who votes; how all did tells nothing of that one."""
_ASKS = (
    re.compile(
        r"(?i)^(?:and |but |so )?how (?:did|have|had) (?P<who>[\w’' -]{2,60}?) voted?\b"
        r"(?! (?:by|in person|online|from)\b)"
    ),
    re.compile(
        r"(?i)^(?:and |but |so )?how (?:did|was) the (?:vote|ballot|poll|division)\b.*"
        r"\b(?:go|turn out|end|come out|fall|split|divided)\W*$"
    ),
    re.compile(
        r"(?i)^(?:and |but |so )?what (?:was|were|is) the (?:results?|outcomes?|numbers?|figures?)"
        r" (?:of|in|at) the (?:votes?|voting|ballots?|polls?|divisions?|show of hands)\b"
    ),
)
_NUMBERS = "|".join(sorted(map(re.escape, NUMBER_WORDS), key=len, reverse=True))
_COUNT = rf"(?:\d{{1,5}}|{_NUMBERS}|nobody|none|no one|nil)(?![\w.,:]*\d)"
_WHO_VOTE = (
    r"(?:votes?|members?|trustees?|governors?|councill?ors?|owners?|tenants?|shareholders?|people"
    r"|of (?:them|us)|were|was|voted)"
)
_ALSO = r"(?:then |thus |therefore |also )?"
_ON_IT = (
    r"(?:motions?|proposals?|amendments?|resolutions?|it|this|both|they|ideas?|plans?|requests?)"
)
_RESULT = re.compile(
    rf"(?i)\bfor:? {_COUNT}(?: votes?)?(?:[,;.]| and)? (?:{_COUNT} )?(?:against|abstain)"
    rf"|\bin favou?r:? {_COUNT}\b|^\W*(?:against|abstentions?|abstained):? {_COUNT}\b"
    rf"|\b{_COUNT} (?:{_WHO_VOTE} )*(?:in favou?r|against|abstain(?:ed|ing)|abstentions?)\b"
    rf"|\b{_COUNT} (?:{_WHO_VOTE} )+for\b|\b{_COUNT} for(?:,|;| and) {_COUNT} against\b"
    rf"|\bby {_COUNT}(?: votes?)? to {_COUNT}\b"
    r"|\bby (?:an? )?(?:large |small |clear |narrow |overwhelming )?majority\b"
    r"(?! of (?:the )?(?:members|people|owners))"
    rf"|\bvoted {_COUNT} to {_COUNT}\b|\b(?:votes?|voted|by|backed|carried|lost|{_WHO_VOTE})\b[^.]*"
    rf"\b{_COUNT} ?[–-] ?{_COUNT}\b|\btied\b|\bvoted (?:yes|no)\b"
    rf"|\b(?:{_BODY}|members|trustees|governors|parish|residents|owners) {_ALSO}"
    r"(?:rejected|approved|backed|accepted|adopted|turned down|agreed)\b"
    r"|\b\d{1,3}(?:\.\d+)? ?(?:%|per cent) (?:of the votes?|(?:were |was |voted )?"
    r"(?:in (?:support|favou?r)|for|against))\b"
    r"|\bunanimous(?:ly)?\b|\bnem\.? ?con\b|\bwithout (?:a vote against|dissent|opposition)\b"
    r"|\ball (?:were |voted )?in favou?r\b|\bon (?:\w+ ){1,3}casting vote\b"
    r"|\bcasting vote,? (?:for|against|in favou?r|and|so|the|was)\b"
    r"|\bvoted (?:for|against|in favou?r|to|down|it)\b"
    rf"|\b{_ON_IT} (?:was|were|has been|had been) {_ALSO}(?:carried|passed|lost|defeated|rejected"
    r"|adopted|approved)\b(?! (?:over|out|away|on|across|off)\b)"
    rf"|\b(?:motion|proposal|amendment|resolution) {_ALSO}(?:fell|failed|passed|carried)\b"
    r"|^\W*(?:motion )?(?:carried|lost|defeated|adopted|passed)"
    rf"(?:\W*$|[,;.:] | (?:by|unanimously|without|with|nem|on|{_COUNT})\b)"
)
_PUT_OFF = re.compile(
    r"(?i)\b(?:put off|postponed|deferred|withdrawn|withdrew|adjourned|tabled|referred back)\b"
)
"""There was no vote on it, and what follows is of something else."""
_OF_IT = re.compile(
    r"(?i)^\W*(?:for|against|in favou?r|carried|lost|defeated|adopted|passed|unanimous|all|both"
    r"|they|\d)\b|\b(?:motions?|proposals?|amendments?|resolutions?|it|this|votes?|voted)\b"
)
"""What speaks of the matter before it."""
_COUNTED = re.compile(r"(?i)\b(?:votes?|voted|ballots?|polls?)\b")
_VOTED_SO = re.compile(
    r"(?i)\b(?:voted|votes?|abstain\w*|against|in favou?r|opposed|supported|dissent\w*)\b"
)
"""What may tell how a certain person voted."""
_NOT_YET = re.compile(
    r"(?i)\b(?:if|unless|would|will|should|may|might|must|needs?|requires?|can|could|to be|until)\b"
)
"""What says how a vote would go, or what it takes."""
_PROPOSES = re.compile(
    r"(?i)\b(?:propos(?:ed|es|al|als|ing)|mov(?:ed|es) (?:that|to|an)|motions?|recommend(?:ed|s)"
    r"|resolutions?|resolved|amendments?|votes?|voted|voting|ballot|asked (?:that|the|for|to)"
    r"|suggested|put forward|request(?:ed|s)?)\b"
)
_PROPOSES_ANOTHER = re.compile(
    r"(?i)\b(?:proposed|moved|suggested|recommended|requested) (?:that|to|an?|the)\b"
    r"|\bamendment\b"
)
_NUMBER = re.compile(r"\(?(?P<main>\d{1,2})(?:\.\d{1,2})*[.)]?\s+(?=[^\W\d_])")
_VOTERS = frozenset(
    term_texts(
        "vote votes voted voting result results outcome ballot poll numbers go turn end board"
        " council committee trust trustees governors councillors members meeting club society"
        " owners tenants parents shareholders residents people proposal motion amendment resolution"
        " suggestion request idea recommendation plan accepted approved adopted carried passed"
        " agreed rejected refused declined defeated lost fell",
        keep_stop_words=True,
    )
)


def asks_how_they_voted(question: str) -> bool:
    """Whether it is asked how a vote went, and not how a certain person voted."""
    match = _asked(question)
    return match is not None and not _is_of_one(match)


def tells_vote(text: str) -> bool:
    """Whether a sentence tells the result of a vote."""
    return _RESULT.search(text) is not None and not (
        _NOT_YET.search(text) or is_question(text) or row_of(text)
    )


def vote_behind(
    question: Question, beside: Sequence[Unit], at: int, passage: Passage
) -> tuple[Unit, ...]:
    """The sentences with the result of the vote on what a sentence proposes, one behind the other,
    in the same item of its document; nothing where it tells the result itself, where something else
    is proposed in between, or where it is too far.

    Args:
        beside: all units of the passage, in order.
        at: the place among them of the sentence that proposes it.
    """
    unit = beside[at]
    if not _asks_for_vote(question) or tells_vote(unit.text):
        return ()
    if _is_decided_by(question, "".join(each.text for each in beside[at + 1 : at + 2])):
        return ()
    if not _PROPOSES.search(unit.text) or is_question(unit.text) or row_of(unit.text):
        return ()
    main = _item(beside[: at + 1])
    told: list[Unit] = []
    for other in beside[at + 1 :]:
        number = _NUMBER.match(other.text)
        if other.heading != unit.heading or other.end - unit.start > LONGEST:
            break
        if (number is not None and number["main"] != main) or _PROPOSES_ANOTHER.search(other.text):
            break
        if _PUT_OFF.search(other.text):
            break
        if tells_vote(other.text) and _is_of_it(unit, other.text):
            told.append(other)
        elif told:
            break
    return tuple(told)


def _is_of_it(proposal: Unit, text: str) -> bool:
    """Whether a result is that of a proposal: it speaks of it, or has a word of it."""
    if _OF_IT.search(text):
        return True
    return not (proposal.term_set - _VOTERS).isdisjoint(term_texts(text))


def vote_told(question: Question, unit: Unit, whole: Unit) -> str:
    """The result of a vote, of a sentence that proposes something and is quoted with what stands
    behind it; empty for anything else."""
    is_behind = whole.text.startswith(unit.text) and not tells_vote(unit.text)
    if not is_behind or not _asks_for_vote(question):
        return ""
    behind = whole.text[len(unit.text) :].strip()
    sentences = [behind[start:end] for start, end in sentence_spans(behind)]
    if _is_decided_by(question, "".join(sentences[:1])):
        return ""
    return " ".join(each for each in sentences if tells_vote(each) and _is_of_it(unit, each))


def lacks_vote(question: Question, whole: Unit) -> bool:
    """Whether it is asked how a vote went, or how somebody voted, and what is quoted has no result
    of a vote, or no word for how one voted."""
    match = _asked(question.text)
    if match is None:
        return False
    if _is_of_one(match):
        return _VOTED_SO.search(whole.text) is None
    sentences = [whole.text[start:end] for start, end in sentence_spans(whole.text)]
    counted = (_COUNTED.search(each) and any(map(str.isdigit, each)) for each in sentences)
    return not any(map(tells_vote, sentences)) and not any(counted)


def tells_vote_on_it(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence proposes something that the question asks about, and the result of the
    vote on it stands behind it."""
    question = reading.question
    beside = [each for each in reading.units if each.hit == unit.hit]
    if unit not in beside:
        return False
    passage = reading.passages[unit.hit]
    if not vote_behind(question, beside, beside.index(unit), passage):
        return False
    asked = question.without(_VOTERS)
    held = unit.term_set | passage.title_terms | frozenset(term_texts(unit.heading))
    if unit.term_set.isdisjoint(asked.weights.keys()):
        return False
    return reading.together is not None or asked.share_of(held) >= LEAST_HELD


def _asks_for_vote(question: Question) -> bool:
    return asks_how_they_voted(question.text) or asks_what_became(question)


def _is_decided_by(question: Question, following: str) -> bool:
    """Whether the sentence right behind a proposal tells what became of it, which decides for yes
    or no whether it was accepted."""
    return asks_what_became(question) and tells_outcome(following)


def _asked(question: str) -> re.Match[str] | None:
    return next(filter(None, (ask.match(question.strip()) for ask in _ASKS)), None)


def _is_of_one(asked: re.Match[str]) -> bool:
    """Whether it is asked of a certain person: by a name, or by an office that one alone holds."""
    who = asked.groupdict().get("who") or ""
    is_name = any(map(str.isupper, who)) and re.search(rf"(?i)\b{_BODY}$", who) is None
    return is_name or _OFFICE.search(who) is not None


def is_vote_on_another(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether it is asked how a vote went, or whether a proposal was accepted, and what is quoted
    has nothing of what was voted on, nor has what stands above it in its item."""
    question = reading.question
    asked = question.weights.keys() - _VOTERS
    if not asked or not _asks_for_vote(question):
        return False
    main = _item((*reading.above(unit), unit))
    held = whole.term_set | frozenset(term_texts(unit.heading))
    for other in reversed(reading.above(unit)):
        number = _NUMBER.match(other.text)
        if other.heading != unit.heading or (number is not None and number["main"] != main):
            break
        held |= other.term_set
    return asked.isdisjoint(held)


def _item(above: Sequence[Unit]) -> str:
    """The number of the item that the last of some units belongs to; empty where none is told."""
    numbers = (_NUMBER.match(each.text) for each in reversed(above))
    return next((number["main"] for number in numbers if number), "")
