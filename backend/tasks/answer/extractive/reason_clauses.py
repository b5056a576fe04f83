"""The sentence that says again what “why” asks about and gives its reason: “Net sales rose 4 %, due
to …” for “Why did the company's net sales rise in the second quarter?”.

A conclusion (“The quay is therefore closed.”) gives none: its reason stands before it. Nor does a
sentence that only says of a reason that it is clear, or only that what is asked about is so.

Sentences of a report are much alike, and “gross profit, as a share of net sales, rose due to …” has
the same words. What the question is about must open the sentence, in its order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import REASON
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

OPENING = 9
"""Words at the beginning of a sentence among which what is asked about stands."""
APART = 1
"""Words that may stand between what something is and what it does."""
LEAST = 2
"""Words that the question must say of it: a single one opens many sentences."""

_ASKED = re.compile(
    r"(?i)^why (?:did|do|does|is|are|was|were|has|have|had) (?:(?:the|our|its|their) )?"
    r"(?P<what>.+?)(?P<when> (?:in|during|for|from|over|at|on|between|compared|versus|since) .+)?$"
)
_HOW = ("ly", "li")
"""How words end that say how something was done, which may stand in between."""
_PLAIN = re.compile(
    r"(?i)^why (?:did|do|does) (?!.*\b(?:of|to|by|with|into|out|not|as|that|which)\b).+$"
)
"""A question whose last word, before its time, is the verb of all that stands before it."""
_IS_SO = re.compile(r"(?i)^why (?:is|are|was|were|has|have|had)\b")
_OWN_SUBJECT = re.compile(
    r"(?:The|An?|Our|Your|Its|Their|All|This|That) (?:[\w’'-]+ ){1,8}?"
    r"(?:is|are|was|were|has|have|had|will|can|may|must)\b"
)
_CLAUSES = re.compile(r"(?i);\s|,? (?:but|while|whereas) ")
_POINTS = re.compile(r"(?i)\W*(?:this|that|it|these|they|which|both)\b")
_OWNER = re.compile(r"^.*?\S(?:['’]s|s['’])\s+")
_CONCLUDES = re.compile(
    r"(?i)(?:therefore|thus|hence|consequently|accordingly|for (?:this|that|these|those) reasons?|"
    r"(?:and |so )?(?:this|that)(?: is|['’]s| was) (?:also |partly )?why|"
    r"as a (?:result|consequence)(?! of\b)"
    r"|deshalb|deswegen|daher|darum|aus diese[mn] gr[uü]nd(?:en)?|infolgedessen|folglich"
    r"|c['’]est (?:pourquoi|pour (?:cela|cette raison|ces raisons))|pour (?:cette|ces) raisons?"
    r"|par conséquent|en conséquence|voilà pourquoi"
    r"|por (?:eso|ello|esto|est[ae] (?:raz[oó]n|motivo)|tanto|lo tanto|consiguiente)"
    r"|en consecuencia|es por (?:eso|ello|esto))\b,?"
    r"|(?P<what>[^,;:]{1,40}?) (?:is|are|was|were|can|could|may|must|should|will|would|do|does|did|"
    r"has|have|had) (?:therefore|thus|hence|consequently)\b"
)
"""How a sentence begins that follows from the one before it, in four languages."""
_AND = re.compile(r"(?i)\band\b")
_CLEAR_REASON = re.compile(
    r"(?i)\breasons? (?:for|why|behind)\b[^.;:]*?"
    r"\b(?:becomes?|became|will be(?:come)?|is|are|was|were)"
    r"(?: (?:more|quite|very|rather|soon|then))? "
    r"(?:apparent|clear(?:er)?|obvious|evident|explained|described|discussed)\b"
    r"(?! by\b)(?P<rest>[^:;–—]*)$"
)
"""“The reason for the toll becomes clear in May.”"""
ASKED_ABOUT = 0.5
"""Least share of the question's weight in a conclusion whose reason is asked for."""
SAID_AGAIN = 0.8
"""Least share of the question's weight in a statement that says again what is asked about."""
SAID_ITSELF = 0.4
"""Share of it that the statement holds without the title, which may name of what it is."""
MOST_NEW = 2
"""Words of such a statement that the question has not, at most."""
_STATEMENTS = re.compile(r";\s|\s[–—]\s")
_ASIDE = re.compile(r"(?i), (?:that is|i\. ?e\.|in other words)\b.*$|\bnote that\b")
"""What says the same once more, or draws attention to it."""
_WORD = re.compile(r"[^\W\d_]+")
_SAID_BEHIND = re.compile(r"\s*[:;–—] ?\w")
"""“… for the reason described above: the slip was closed.”"""
_DESCRIBED_ELSEWHERE = re.compile(
    r"(?i)\b(?:described|discussed|noted|explained|mentioned|outlined|set out|listed)"
    r" (?:above|below|earlier|elsewhere|previously|in (?:note|section|item|part) \w+)\b"
)
_LABELLED = re.compile(r"(?i)\W*(?:the )?(?:reasons?|causes?)\W*:")
_LEADS_TO_REASON = frozenset(
    (
        *(
            "for",
            "to",
            "after",
            "as",
            "following",
            "given",
            "with",
            "without",
            "under",
            "by",
            "from",
        ),
        *("until", "while", "when", "where", "if", "so", "that", "which", "who", "whose", "about"),
        *("against", "despite", "although", "though", "during", "before", "through", "having"),
        *("being", "lest", "too", "enough", "instead", "like", "and"),
    )
)
"""“Closed for repairs”, “closed after the storm”, “closed as it is rotten”."""
_MAY_GIVE = re.compile(
    r"(?i):\s|\b(?:means? that|so (?:is|are|it|they|we|you)|otherwise|had (?:\w+ )?(?:been|\w+ed)"
    r"|thereby|in view of|on account of|hence|given that|this way)\b"
)
_QUARTER = re.compile(r"(?i)\b(?:first|second|third|fourth) quarter\b|\bQ[1-4]\b")


def reason_fit(question: Question, unit: Unit) -> float:
    """How surely a sentence is the one that gives the reason: 0, or `FIT`.

    Args:
        question: what is asked.
        unit: the sentence.
    """
    wanted, when = _asked(question)
    if len(wanted) < LEAST or not REASON.search(unit.text):
        return 0.0
    if not _opens(wanted, unit.terms[:OPENING]):
        return 0.0
    return FIT if _is_of_time(when, f"{unit.heading} {unit.text}") else 0.0


_ENDS_WITH_THING = re.compile(
    r"(?i)^why (?:do|does|did|will|would|can|could|should|must) (?:[\w’'-]+ ){1,}?"
    r"(?!(?:in|on|at|of|for|from|to|by|with|during|after|before|over|under|and|than)\b)[\w’'-]+ "
    r"(?:the|an?|its|their|his|her|our|your|my|this|these) (?:[\w’'-]+ )?[\w’'-]+\W*$"
)


def gives_reason_of_another(question: Question, unit: Unit) -> bool:
    """Whether a sentence says of something else what “why” asks about: “gross profit rose, …” where
    it is asked why net sales rose."""
    wanted, _ = _asked(question)
    if len(wanted) < LEAST or not _PLAIN.match(question.text.strip(" ?.!")):
        return False
    if _ENDS_WITH_THING.search(question.text):
        return False  # “Why does the crew wash the sail?” ends with no verb
    *subject, verb = wanted
    stems = unit.terms
    if not unit.term_set.issuperset(wanted):
        return False  # it says in other words what it says
    places = [at for at, stem in enumerate(stems) if stem == verb and at]
    own = [at for at in places if subject[-1] in stems[max(0, at - 1 - APART) : at]]
    others = [at for at in places if stems[at - 1] not in question.weights]
    return bool(places) and not own and len(others) == len(places)


def gives_reason_of_other_thing(
    question: Question, unit: Unit, above: Set[str], beside: Set[str]
) -> bool:
    """Whether “why” is asked of a thing that the document names elsewhere, and a sentence with a
    subject of its own says the same of that one: why the road is closed is not why the inn is.

    Args:
        above: stems of what the sentence stands under.
        beside: those of all that was found of its document.
    """
    wanted, _ = _asked(question)
    if len(wanted) < LEAST or not _IS_SO.match(question.text.strip()):
        return False
    *subject, said = wanted
    thing = frozenset(subject)
    if said not in unit.term_set or not thing.isdisjoint(above):
        return False
    if not thing.isdisjoint(unit.term_set):
        return _is_said_of_another(thing, said, unit.text)
    match = _OWN_SUBJECT.match(unit.text)
    return match is not None and thing <= beside


def _is_said_of_another(thing: Set[str], said: str, text: str) -> bool:
    """Whether the clauses that say it are of something else, and the thing is in another clause:
    “The road is closed because …; the inn is open.”"""
    clauses: list[frozenset[str]] = []
    for each in _CLAUSES.split(text):
        stems = frozenset(term_texts(each))
        # “a goat was asked for; this was refused” refuses the goat
        points = bool(clauses) and _POINTS.match(each) is not None
        clauses.append(stems | clauses[-1] if points else stems)
    saying = [clause for clause in clauses if said in clause]
    return len(clauses) > 1 and bool(saying) and all(thing.isdisjoint(clause) for clause in saying)


def only_concludes(question: Question, unit: Unit) -> bool:
    """Whether “why” is asked and a sentence says what it asks about as what follows from the one
    before it, without a reason of its own: “The quay is therefore closed.”"""
    if question.kind is not AnswerKind.REASON:
        return False
    match = _CONCLUDES.match(unit.text)
    if match is None or _AND.search(match["what"] or "") or REASON.search(match["what"] or ""):
        return False  # “The quay is rotten and is therefore closed” gives its reason
    alone = REASON.search(unit.text, match.end()) is None
    return alone and question.share_of(unit.term_set) >= ASKED_ABOUT


def only_says_again(question: Question, text: str, above: Set[str] = frozenset()) -> bool:
    """Whether “why” is asked and the last statement of a text only says that what is asked about is
    so, and nothing gives a reason by a word for one: “Ferries land here; the old quay is closed.”

    Args:
        above: stems of the title of its document.
    """
    if question.kind is not AnswerKind.REASON or REASON.search(text) or _MAY_GIVE.search(text):
        return False
    said = _STATEMENTS.split(_ASIDE.sub("", text))[-1]
    stems = frozenset(term_texts(said))
    own, whole = question.share_of(stems), question.share_of(stems | above)
    new = len(stems - question.weights.keys())
    if own < SAID_ITSELF or whole < SAID_AGAIN or new > MOST_NEW:
        return False
    leading = [Counter(map(str.casefold, _WORD.findall(each))) for each in (question.text, said)]
    return all(leading[1][lead] <= leading[0][lead] for lead in _LEADS_TO_REASON)


def gives_a_reason(text: str) -> bool:
    """Whether a sentence gives a reason by a word for one, behind what it is the reason of or in a
    clause before it. Behind “Reason:” stands the reason of what was said before."""
    return REASON.search(text) is not None and _LABELLED.match(text) is None


def points_to_reason(text: str) -> bool:
    """Whether the reason that a sentence gives stands elsewhere: “due to the changes described
    above”."""
    found = _DESCRIBED_ELSEWHERE.search(text)
    if found is None or _SAID_BEHIND.match(text, found.end()):
        return False
    return REASON.search(text[found.end() :]) is None


def only_names_reason(text: str) -> bool:
    """Whether a text says of a reason that it is clear, or told elsewhere, and gives none."""
    match = _CLEAR_REASON.search(text)
    if match is None:
        return False
    return not any(REASON.search(part) for part in (text[: match.start()], match["rest"]))


def _asked(question: Question) -> tuple[list[str], str]:
    """The stems of what a question for a reason is about, with its verb last, and its time."""
    if question.kind is not AnswerKind.REASON:
        return [], ""
    match = _ASKED.match(question.text.strip(" ?.!"))
    if match is None:
        return [], ""
    return term_texts(_OWNER.sub("", match["what"])), match["when"] or ""


def _opens(wanted: Sequence[str], opening: Sequence[str]) -> bool:
    """Whether all words stand in an opening, in their order and beside each other."""
    for start in (at for at, stem in enumerate(opening) if stem == wanted[0]):
        place = start
        for stem in wanted[1:]:
            place += 1
            if place < len(opening) and opening[place] != stem and opening[place].endswith(_HOW):
                place += 1
            if place >= len(opening) or opening[place] != stem:
                break
        else:
            return True
    return False


def _is_of_time(when: str, told: str) -> bool:
    """Whether a sentence, or the heading above it, says the quarter that is asked for; any is of a
    time that is no quarter."""
    quarter = _QUARTER.search(when)
    if quarter is None:
        return True
    return frozenset(term_texts(quarter.group())) <= frozenset(term_texts(told))
