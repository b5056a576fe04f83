"""The line above the quotes that answers by itself: verbatim words, shortened, never invented.

Only "Yes" and "No" are added words, and only before the sentence that decides.
"""

from __future__ import annotations

import re
from itertools import pairwise

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive import forms
from backend.tasks.answer.extractive.addresses_told import address_told
from backend.tasks.answer.extractive.agents import doer_before, office_of
from backend.tasks.answer.extractive.complete import tells_reason
from backend.tasks.answer.extractive.dated_parts import date_of_its_part
from backend.tasks.answer.extractive.deciding import OF_SUCH
from backend.tasks.answer.extractive.defined_parties import party_defined
from backend.tasks.answer.extractive.done_about import deed_told
from backend.tasks.answer.extractive.joined_fragments import LONGEST_ASIDE, SHORT_QUESTION
from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.next_steps import opens_next
from backend.tasks.answer.extractive.order_reasons import opens_with_else
from backend.tasks.answer.extractive.phrases import DATES, YEARS, Phrase, whole_date
from backend.tasks.answer.extractive.plain_statements import signer_of
from backend.tasks.answer.extractive.pointing_back import says_what_it_is
from backend.tasks.answer.extractive.promised_tables import told_rows
from backend.tasks.answer.extractive.proposals import outcome
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reason_clauses import only_concludes
from backend.tasks.answer.extractive.replies import reply_begins
from backend.tasks.answer.extractive.rows import row_line
from backend.tasks.answer.extractive.rows_by_item import item_row
from backend.tasks.answer.extractive.signposts import holder_of
from backend.tasks.answer.extractive.successions import told_change
from backend.tasks.answer.extractive.told_parts import told_part
from backend.tasks.answer.extractive.told_topics import topic_asked
from backend.tasks.answer.extractive.told_what_it_is import what_it_names
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.votes_told import vote_told

LONGEST = 200
"""Characters of a first line."""
WHY = 3.0
"""What a reason weighs in a part of a sentence, beside the question's words of at most 1 each."""
DECIDES = 0.9
"""Share of the question's weight that a sentence must hold to decide it with yes or no."""

_OPENING = re.compile(
    r"^(?:[•▪◦‣·*–—]\s*|-\s+|\(?\d{1,2}[.)]\s+|[a-z]\)\s+"
    r"|\d{1,2}(?:\.\d{1,2}){1,2}\.?\s+(?=(?:[A-Z][a-z]+|A|I) (?:[a-z]+|[A-Z][a-z]+) [\w£$€]))*"
    r"(?:(?:[^?？؟.]|\.(?!\s)){8,160}(?<!\s)[?？؟][\"'”’»)]*\s+(?![a-z]))?"
)
"""The mark of a list's item or the number of a clause, and a question that the rest answers; a
hyphen close to its word belongs to an option's name, and a mark behind a space is one that is typed
("-c ?")."""
_MARK_BEHIND = re.compile(r"(?:(?<=[,;:.!?])|(?<= or)|(?<= and)) (?:[•▪◦‣]|[–—*-](?= [^\W\d_])) ")
"""The mark of an item behind the end of the one before it."""
_MARK_BETWEEN = re.compile(r"(?<=[^\s,;:.!?]) [•▪◦‣] ")
_RUN_IN = re.compile(
    r"(?P<title>[A-Z][\w-]*(?: [\w-]+){0,3}) (?=(?:The|An?|This|These|If|When|With|In|To|Each) )"
)
"""A title that is printed before its text in one line: “Sheets The sheets are made fast …”."""
AFTER_TITLE = 40
"""Characters of the text in which such a title is said again."""
_ASKS_LIKEWISE = re.compile(
    r"(?i)^(?:why|how come)\b|\b(?:what|how) (?:can|should|do|must) (?:i|we|you)\b"
    r"|\b(?:normal|wrong|ok)\b"
)
"""A question that what follows a short question ("Why?") may answer; another one is answered by
what stands before it, or nowhere."""
LEAST_SAID = 3
"""Words behind such a question that say something by themselves: “Yes.” says too little."""
_WHICH = re.compile(r"(?i)\b(?:on|in|at|from|to|under|with) (?:which|what) (?P<what>[^\W\d_]+)\b")
_WHAT_OF = re.compile(
    r"(?i)(?:and )?(?:what|which) (?P<what>[^\W\d_]+) (?:is|are|was|were|do|does|did)\b"
)
_OF_MAPS = re.compile(
    r"(?i)(?:town|city|village|county|country|state|province|region|district|island|river|continent"
    r"|street|company|firm|school|university|club|year|month)s?$"
)
"""Things that are called by a name which stands beside the word for them."""
_YEAR_ASKED = re.compile(r"(?i)\b(?:years?|decades?|century|centuries|era)\b")
_SAYS_SO = re.compile(r"(?i)(?:yes|no)\b")
_CUTS = re.compile(
    r"(?<=;)\s|(?<=:)\s|\s[–—]\s|(?<=,)\s(?=(?:and|but|while|whereas|which|who|with|compared|"
    r"although|though|because|und|mais|pero)\b)|\s(?=(?:compared (?:to|with)|while|whereas)\b)"
)
_HEAD = re.compile(r"[^.:;,]{3,60}:\s")
"""What announces a list: “Exit codes:”."""
_COMMA = re.compile(r",\s(?![^()]*\))")
"""Not inside of brackets."""
_FOLLOWING = re.compile(r"(?i)\b(?:the following|as follows)\b[^:]{0,200}: (?=\(?(?:i|1|a)\) \S)")
"""What announces the items of a list within a sentence."""
_OF_NO_LIST = frozenset(
    [AnswerKind.DATE, AnswerKind.PERSON, AnswerKind.REASON, AnswerKind.COUNT, AnswerKind.AMOUNT]
)
_PARTS = re.compile(
    r"(?i)[;:]\s|\s[–—]\s|,\s|\b(?:and|or|but|so|yet|while|whereas|because|since|although|though|und|"
    r"aber|mais|pero)\b"
)
"""Between the parts of a sentence that say something each."""
_BEFORE_EXAMPLES = re.compile(r"[\s,(;]+(?:e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|p\. ?ex)\.?$")
"""What announces examples that are not part of the line."""
_STATEMENTS = re.compile(r"(?i);\s|,?\s(?:but|while|whereas)\b")
"""Between statements of which one does not say what the other says."""
_EXCEPTION = re.compile(
    r"(?i)\b(?:except|excepting|excluding|apart from|other than|with the exception of|but not)\b"
    r"(?P<but>[^.;]*)"
)
_CONDITION_ALONE = re.compile(r"(?i)\W*(?:\S{1,24} )?(?:if|when|unless|where) [^,;]*,?\s*$")
"""“-q If the sail is set,”: an entry's name with a condition, or a condition."""
_FORMER = re.compile(r"(?i)\b(?:old|older|former|previous|earlier|original)\b")
_HEDGED = re.compile(
    r"(?i)\b(?:if|unless|may|might|could|would|should|whether|except|until|only|some|most|almost|"
    r"before|after|likely|expected?|plans?|planned|probably|possibly)\b"
)


def first_line(
    question: Question,
    unit: Unit,
    phrase: Phrase | None,
    named_words: frozenset[str],
    whole: Unit | None = None,
) -> str:
    """What stands above the quotes; at most `LONGEST` characters and a mark.

    Args:
        question: what was asked.
        unit: the unit that answers best.
        phrase: the short answer inside that unit if it is nearly certain.
        named_words: stems of the title and headings that the unit stands under.
        whole: the unit with what belongs to it, as it is quoted.
    """
    if whole is not None and (behind := _told_behind(question, unit, whole)):
        return _dotted(behind, 0, _word_end(behind, LONGEST), whole)
    takes_along = phrase is None or forms.LEADS_IN.search(unit.text) or opens_next(unit.text)
    if whole is not None and whole != unit and takes_along:
        said = _reason_of(question, unit, whole) or _below_its_heading(unit, whole, question)
        behind = whole.text.removeprefix(unit.text).strip()
        became = outcome(question, unit, behind, named_words)
        return f"{became}: {said}" if became else said
    if address := address_told(question.text, unit.text):
        return address
    if named := what_it_names(question, unit.text):
        return named.strip()
    if row := _row_said(question, unit) or _holder(question, unit, named_words):
        return row
    if question.kind is AnswerKind.YES_NO:
        decision = decided(question, unit, named_words)
        said = clause(question, unit, None)
        return f"{decision}: {said}" if decision and not _SAYS_SO.match(said) else said
    if topic_asked(question.text) or _is_excepted(question, unit.text):
        return clause(question, unit, None)
    if phrase is None or question.kind in {AnswerKind.COUNT, AnswerKind.AMOUNT}:
        if whole is not None and says_what_it_is(unit):
            return _part(question, unit) or clause(question, whole, None)
        return _part(question, unit) or clause(question, unit, phrase)
    if question.kind is AnswerKind.DATE and _may_be_of_the_other(question.text, unit.text):
        return clause(question, unit, None)
    if question.kind is AnswerKind.DATE and not _YEAR_ASKED.search(question.text):
        span = date_of_its_part(question.text, unit.text, phrase.start, phrase.end)
        return whole_date(unit.text, *span)
    if _is_of_another_kind(question, phrase, unit) or _only_names_it(question, phrase, named_words):
        return clause(question, unit, None)
    return doer_before(question, unit.text, phrase.start) or phrase.text


def _row_said(question: Question, unit: Unit) -> str:
    """The line of a row, by the item that the question names or by its label; empty for others."""
    by_item = item_row(question, unit.text)
    if by_item is not None:
        return by_item.line(LONGEST)
    return row_line(question, unit.text, LONGEST)


def _told_behind(question: Question, unit: Unit, whole: Unit) -> str:
    """What stands behind a sentence and tells by itself what was done about the trouble that the
    sentence reports, or how the vote on its proposal went."""
    return deed_told(question, unit, whole) or vote_told(question, unit, whole)


def _may_be_of_the_other(question: str, text: str) -> bool:
    """Whether the old one is asked about, and a text with several days or years has no word for
    it: “These rules hold from 3 May 2031 and replace those of 2019.”"""
    asked = _FORMER.findall(question)
    days = [*DATES.finditer(text)]
    years = [
        match
        for match in YEARS.finditer(text)
        if not any(day.start() <= match.start() < day.end() for day in days)
    ]
    return bool(asked) and len(days) + len(years) > 1 and not _FORMER.search(text)


def _is_excepted(question: Question, text: str) -> bool:
    """Whether a text takes from what it says what the question asks about: “for two years, except
    for the mast”."""
    match = _EXCEPTION.search(text)
    if match is None:
        return False
    before = frozenset(term_texts(text[: match.start()]))
    return not (question.weights.keys() & frozenset(term_texts(match["but"]))) <= before


def _part(question: Question, unit: Unit) -> str:
    """The words of a whole sentence that answer by themselves, at most `LONGEST` characters of
    them; empty where they cannot be told apart."""
    part = told_part(question, unit.text) if unit.whole else ""
    end = _word_end(part, LONGEST)
    return part if end == len(part) else f"{part[:end].rstrip(' ,;:–—')} …"


def _is_of_another_kind(question: Question, phrase: Phrase, unit: Unit) -> bool:
    """Whether a name is none of the things that “which” asks for: “On which floor …?” wants what is
    said of a floor, which the sentence does and the name does not."""
    asked = _WHICH.search(question.text)
    if asked is None or _OF_MAPS.match(asked["what"]):
        return False  # the town of Ely is Ely
    wanted = frozenset(term_texts(asked["what"]))
    return bool(wanted & unit.term_set) and not wanted & frozenset(term_texts(phrase.text))


def _only_names_it(question: Question, phrase: Phrase, above: frozenset[str]) -> bool:
    """Whether what a thing is like is asked for (“What colour is the ferry?”), and the
    phrase is the name that its passage is headed by: the sentence tells more."""
    asked = _WHAT_OF.match(question.text)
    if question.kind is AnswerKind.PERSON or asked is None or _OF_MAPS.match(asked["what"]):
        return False
    named = frozenset(term_texts(phrase.text))
    return bool(named) and named <= above and not any(map(str.isdigit, phrase.text))


def _holder(question: Question, unit: Unit, above: frozenset[str]) -> str:
    """The name with the role behind it, where "who" asks for the one who has it."""
    if question.kind is not AnswerKind.PERSON:
        return ""
    if signer := signer_of(question, unit):
        return signer
    if party := party_defined(question, unit.text):
        return party
    if change := told_change(question.text, unit.text):
        return change.who
    if match := holder_of(question, unit.text):
        return match.group()
    office = office_of(question, unit.text, above)
    return office.group().rstrip(" ,") if office else ""


def _reason_of(question: Question, unit: Unit, whole: Unit) -> str:
    """The reason, where it stands behind the sentence that only says again what is asked about, or
    before one that concludes from it; empty for “otherwise”, which needs the sentence."""
    if only_concludes(question, unit) and whole.text.endswith(unit.text):
        reason = whole.text.removesuffix(unit.text).strip()
        return _dotted(reason, 0, _word_end(reason, LONGEST), whole)
    if question.kind is not AnswerKind.REASON or not whole.text.startswith(unit.text):
        return ""
    rest = whole.text[len(unit.text) :].strip()
    if opens_with_else(rest):
        return ""
    if not (forms.REASON.search(rest) or tells_reason(rest)) or forms.REASON.search(unit.text):
        return ""
    return _dotted(rest, 0, _word_end(rest, LONGEST), whole)


def _below_its_heading(unit: Unit, whole: Unit, question: Question) -> str:
    """What a unit says with what belongs to it, the items of a list without their marks, and behind
    the heading that they go on with in small letters: “Taxis only”, and below it “- at night”."""
    label = reply_begins(unit) if whole.text.startswith(unit.text) else 0
    said = _opening_of(whole, question, label)
    goes_on = unit.opens and ITEM.match(unit.text) is not None and said[:1].islower()
    if goes_on and unit.heading and len(unit.heading) + len(said) <= LONGEST:
        said = f"{unit.heading}: {said}"
    said = _MARK_BEHIND.sub(" ", told_rows(said))
    return _MARK_BETWEEN.sub("; ", said)


def _opening_of(unit: Unit, question: Question, label: int) -> str:
    begin = max(label, _opening_end(unit.text, question))
    return _dotted(unit.text, begin, _word_end(unit.text, begin + LONGEST), unit)


def decided(question: Question, unit: Unit, named_words: frozenset[str]) -> str:
    """`Yes` or `No` if the sentence plainly decides the question, else empty.

    It must hold nearly all the question's words, state and not hedge; one negation turns it round,
    if it stands in the part that holds what of the question the sentence holds: that a roof is
    sound and needs no work denies nothing of its being sound.
    """
    held = unit.term_set | named_words
    share, own = question.share_of(held), question.share_of(unit.term_set)
    if share < DECIDES or own < DECIDES / 2 or not unit.whole or _HEDGED.search(unit.text):
        return ""
    if unit.text.rstrip().endswith("?"):
        return ""
    negations = len(forms.NEGATION.findall(unit.text))
    if forms.says_the_opposite(question.text, unit.text):
        return "" if negations else "No"
    if not negations and forms.NEGATION.search(unit.heading):
        return ""  # what stands under “What is not insured” is none of what is
    if negations > 1:
        return ""
    if negations and not _denies(question, unit):
        return ""
    if not negations and not _says_in_one_part(question, unit):
        return ""
    same = bool(negations) == bool(forms.NEGATION.search(question.text))
    return "Yes" if same else "No"


def _says_in_one_part(question: Question, unit: Unit) -> bool:
    """Whether one part of a sentence holds what of the question the sentence holds: “The cause is
    the pipe; the tree is far away” does not say that the tree is the cause."""
    held = unit.term_set & set(term_texts(question.text))
    return any(held <= set(term_texts(part)) for part in _STATEMENTS.split(unit.text))


def _denies(question: Question, unit: Unit) -> bool:
    """Whether a part with a negation holds every word of the question that the sentence holds: in
    a clause that says which things are meant (“oars that the club does not lend”) it denies
    nothing of the others."""
    held = unit.term_set & question.weights.keys()
    return any(
        forms.NEGATION.search(part) and held <= set(term_texts(OF_SUCH.sub("", part)))
        for part in _PARTS.split(unit.text)
    )


def clause(question: Question, unit: Unit, phrase: Phrase | None) -> str:
    """The unit, or if it is long the run of its clauses that holds most of the question, the
    phrase, and the form that is asked for; dots stand where it was cut."""
    text = unit.text
    begin = max(reply_begins(unit), _opening_end(text, question))
    if len(text) - begin <= LONGEST:
        return _dotted(text, begin, len(text), unit)
    listed = None if question.kind in _OF_NO_LIST else _FOLLOWING.search(text, begin)
    if listed is not None:
        return _dotted(text, listed.end(), _word_end(text, listed.end() + LONGEST), unit)
    cuts = _cuts(text, begin)
    head = _HEAD.match(text, begin)
    announced = frozenset(term_texts(head.group())) if head else frozenset[str]()
    best, chosen = -1.0, (begin, _word_end(text, begin + LONGEST))
    by_whom = question.kind is AnswerKind.PERSON and forms.has_verb(text)
    for left in range(len(cuts) - 1):
        for right in range(left + 1, len(cuts)):
            start, end = cuts[left], cuts[right]
            if end - start > LONGEST:
                if right > left + 1:
                    break
                end = _word_end(text, start + LONGEST)  # a clause that is too long by itself
            if text[start:end].rstrip().endswith(":"):
                continue  # what only announces says nothing by itself
            if _CONDITION_ALONE.match(text, start, end):
                end = _word_end(text, start + LONGEST)  # what follows then is the answer
            holds_phrase = phrase is not None and start <= phrase.start and phrase.end <= end
            if by_whom and not holds_phrase and not forms.has_verb(text[start:end]):
                continue  # “On 3 May, Gull Ltd” tells nobody
            worth = _worth(question, text[start:end], start, end, phrase, announced)
            if worth > best:
                best, chosen = worth, (start, end)
    if best <= 0.0 and phrase is not None:
        start = max(begin, text.rfind(" ", 0, max(begin + 1, phrase.start - LONGEST // 2)) + 1)
        chosen = (start, _word_end(text, start + LONGEST))
    said = _dotted(text, *chosen, unit)
    if head and chosen[0] > head.end() and len(head.group()) + len(said) <= LONGEST:
        return f"{head.group().strip()} {said}"
    return said


def _cuts(text: str, begin: int) -> list[int]:
    """Where a text may be cut, with its ends: between clauses, and at the commas of a clause that
    is too long by itself."""
    cuts = [begin, *(match.end() for match in _CUTS.finditer(text, begin)), len(text)]
    long = [(left, right) for left, right in pairwise(cuts) if right - left > LONGEST]
    commas = [match.end() for ends in long for match in _COMMA.finditer(text, *ends)]
    return sorted({*cuts, *commas})


def _worth(
    question: Question,
    piece: str,
    start: int,
    end: int,
    phrase: Phrase | None,
    announced: frozenset[str],
) -> float:
    held = frozenset(term_texts(piece)) - announced  # what stands over all parts tells none
    worth = sum(weight for term, weight in question.weights.items() if term in held)
    # of a long sentence the part that says why, or how much
    is_needed = question.kind in (AnswerKind.REASON, AnswerKind.AMOUNT)
    is_money = question.kind is AnswerKind.AMOUNT and bool(asked_words(question.text))
    holds = MONEY.search(piece) is not None if is_money else forms.holds_kind(question.kind, piece)
    worth += (WHY if is_needed else 0.5) * holds
    if phrase is not None:
        worth += 2.0 * (start <= phrase.start and phrase.end <= end)
    return worth + 0.2 * (start == 0) - 0.003 * len(piece)


def _opening_end(text: str, question: Question | None = None) -> int:
    """Where what a unit says begins, behind the mark of a list's item, a question, and a title that
    stands in one line with it and is said again.

    Args:
        question: what was asked, where a question of several sentences may open the unit.
    """
    opening = _OPENING.match(text)
    begin = opening.end() if opening and opening.end() < len(text) else 0
    title = _RUN_IN.match(text, begin)
    if title and title["title"].casefold() in text[title.end() :][:AFTER_TITLE].casefold():
        begin = title.end()
    if question is None or not _ASKS_LIKEWISE.search(question.text):
        return begin
    asked = SHORT_QUESTION.search(text, begin, begin + LONGEST_ASIDE)
    if asked is None or text[begin : asked.start()].rstrip()[-1:] not in {"", ".", "!"}:
        return begin
    said = text[asked.end() :].lstrip()
    tells = said[:1].isupper() and len(said.split()) >= LEAST_SAID
    return len(text) - len(said) if tells else begin


def _word_end(text: str, limit: int) -> int:
    if limit >= len(text):
        return len(text)
    space = text.rfind(" ", 0, limit + 1)
    return space if space > limit // 2 else limit


def _dotted(text: str, start: int, end: int, unit: Unit) -> str:
    piece = _BEFORE_EXAMPLES.sub("", text[start:end].strip().rstrip(",;:–—"))
    opened = start <= max(3, reply_begins(unit), _opening_end(text)) or text[
        :start
    ].rstrip().endswith("?")
    before = "" if opened and (unit.whole or not piece[:1].islower()) else "… "
    after = " …" if end < len(text.rstrip()) or (not unit.whole and piece[-1:] not in ".!?") else ""
    return f"{before}{piece.strip()}{after}"
