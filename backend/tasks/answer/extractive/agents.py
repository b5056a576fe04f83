"""Who did something, and who holds an office, told in the two forms that name a person plainly:
“The dam was built by Ada Finch”, “Ada Finch, chair of the board” or “the chair, Ada Finch,”.

No question set that trains the ranker has many sentences over people's own files, so these are told
by rule, as rows of tables are.
"""

from __future__ import annotations

import re

from backend.analysis import fold, stem, term_texts
from backend.discourse.irregular_verbs import OTHER_FORMS
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.offices import LESS
from backend.tasks.answer.extractive.question import Question

ABOUT = 0.6
"""Least share of the question's weight that the sentence holds, with what it stands under."""

_DID = re.compile(
    r"(?i)^(?:and )?who(?: (?:first|originally))? (?P<verb>[a-z]{3,}) (?P<what>.+?)\W*$"
)
NAME = (
    r"(?:[^\W\d_a-z][\w.'’-]*)(?:(?: (?:de|van|von|der|den|di|da|la|le|of|and|&))*"
    r" [^\W\d_a-z][\w.'’-]*){0,4}"
)
_THING_BEFORE = re.compile(r"(?i)^.*\b(?:and|but|while|when|;)\b|\b(?:in|on|at|of|from|near) .*$")
"""What stands around the thing before a passive: where it is, and what was said before."""
_PARTY = r"(?:(?:the|our|their|its|an?) (?:[a-z][\w’'-]* ){0,2}?[a-z][\w’'-]{2,}(?=[.,;:]|$))"
"""One who is not named: “the water company”."""
_BY = re.compile(
    rf"\b(?:was|were|is|are|been|being|be) (?P<done>[^,;.]{{3,80}}?) by "
    rf"(?:(?:the |an? )?(?P<who>{NAME})|(?P<party>{_PARTY}))"
)
_THANKED = re.compile(
    rf"(?i:\bthank(?:s|ed)?(?: to)?) (?P<who>{NAME}) for (?P<done>[a-z]+ing) (?P<what>[^,;.]+)"
)
"""“We thank Ada Finch for building the shed.”"""
_IRREGULAR = {
    "pay": "paid",
    "pays": "paid",
    "write": "written",
    "writes": "written",
    "make": "made",
    "makes": "made",
    "lead": "led",
    "leads": "led",
    "run": "run",
    "runs": "run",
    "choose": "chosen",
    "chooses": "chosen",
    "give": "given",
    "gives": "given",
    "teach": "taught",
    "teaches": "taught",
    "wrote": "written",
    "built": "built",
    "made": "made",
    "drew": "drawn",
    "found": "found",
    "led": "led",
    "won": "won",
    "taught": "taught",
    "chose": "chosen",
    "gave": "given",
    "took": "taken",
    "began": "begun",
    "sold": "sold",
    "bought": "bought",
    "paid": "paid",
    "sent": "sent",
    "held": "held",
    "broke": "broken",
    "spoke": "spoken",
    "sang": "sung",
    "ran": "run",
}
"""Forms of a verb and its participle."""
_LEADING = re.compile(r"(?i)^(?:for|to|in|on|at|with|from|about|of) (?:the |an? )?")
_OFFICE = re.compile(
    rf"(?P<who>{NAME}), (?:(?:the|its|our|their|an?) )?"
    r"(?P<role>(?:[\w’'&-]+ ){0,7}?[\w’'&-]+)(?=[,.;:)”\"\n]|$)"
)
_OFFICE_FIRST = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir) "
    r"(?P<role>(?:[^\W\d_A-Z][\w’'-]* ){0,4}?[^\W\d_A-Z][\w’'-]*), "
    rf"(?P<who>{NAME}),"
)
"""“Our treasurer, Ada Finch, …”."""
_IS = re.compile(r"(?i)^(?:and )?who(?: is|’s|'s| was| are)\b")
_OBJECT = (
    r"(?: (?P<object>[^,;.:()]+?))(?= (?:and|or|but|in|on|at|for|to|of|from|with|who|which|that|"
    r"when|while|by|as|during|before|after|since|until)\b|[,;.:()]|$)"
)
"""What stands behind a verb, up to where another part of the sentence begins."""
LEAST_SAID = 2
"""Terms of an object that names a thing of its own; “it” and “the book” may be what is asked
for."""


def agent_of(
    question: Question, text: str, about: frozenset[str] = frozenset()
) -> re.Match[str] | None:
    """The passive of what "who" asks for, with the one who did it (`who`, or `party` for one
    without a name); None for other text.

    All of what it was done to must stand before the verb, at least one word of it, and the rest in
    the title or the headings (`about`).
    """
    asked = _DID.match(question.text)
    if question.kind is not AnswerKind.PERSON or asked is None:
        return None
    verb = fold(asked["verb"])
    participle = stem(_IRREGULAR.get(verb, verb))
    what = frozenset(term_texts(_LEADING.sub("", asked["what"])))
    for match in _BY.finditer(text):
        same = participle in map(stem, map(fold, match["done"].split()))
        told = frozenset(term_texts(text[: match.start("done")]))
        if same and what & told and what <= told | about:
            return match
    verbs = {stem(verb), *OTHER_FORMS.get(stem(verb), ())}
    for match in _THANKED.finditer(text):
        told = frozenset(term_texts(match["what"]))
        if stem(fold(match["done"])) in verbs and what & told and what <= told | about:
            return match
    return None


def doer_before(question: Question, text: str, start: int) -> str:
    """The name that stands right before the verb by which "who" asks, where what begins at `start`
    stands behind that verb: of “Ada Finch takes over the shop from Bo Rask” it is Ada Finch who
    takes over. Empty for other text."""
    asked = _DID.match(question.text)
    if question.kind is not AnswerKind.PERSON or asked is None:
        return ""
    what = frozenset(term_texts(_LEADING.sub("", asked["what"])))
    for match in re.finditer(rf"(?P<who>{NAME}) (?P<verb>[a-z]+)\b", text[:start]):
        same = stem(fold(match["verb"])) == stem(fold(asked["verb"]))
        if same and what & frozenset(term_texts(text[match.end() :])):
            return match["who"]
    return ""


def does_to_another(question: Question, text: str) -> bool:
    """Whether a sentence tells who did to another thing what "who" asks of one (“Ada Finch wrote
    the short preface” for “Who wrote Keelhaul?”), and nowhere names the one that is asked for."""
    asked = _DID.match(question.text)
    if question.kind is not AnswerKind.PERSON or asked is None:
        return False
    what = frozenset(term_texts(_LEADING.sub("", asked["what"])))
    if what & frozenset(term_texts(text)):
        return _is_done_to_another(asked["verb"], what, text)
    done = re.finditer(rf"(?i)\b{re.escape(asked['verb'])}{_OBJECT}", text)
    objects = [match["object"] for match in done]
    return bool(objects) and all(len(term_texts(each)) >= LEAST_SAID for each in objects)


def _is_done_to_another(verb: str, what: frozenset[str], text: str) -> bool:
    """Whether all that a sentence tells to have been done so is a thing of the kind that another
    word tells apart: the wooden barn for the brick barn."""
    participle = stem(_IRREGULAR.get(fold(verb), fold(verb)))
    told = [
        frozenset(term_texts(_THING_BEFORE.sub("", text[: match.start()])))
        for match in _BY.finditer(text)
        if participle in map(stem, map(fold, match["done"].split()))
    ]
    of_another = [bool(each & what) and not what <= each and bool(each - what) for each in told]
    return bool(told) and all(of_another) and not what <= frozenset(term_texts(text))


def office_of(
    question: Question, text: str, about: frozenset[str] = frozenset()
) -> re.Match[str] | None:
    """The name beside the office that "who is" asks for (`who`, `role`), as an apposition says it.

    Args:
        about: stems of the titles and headings of the passage, which may say of what it is.
    """
    if question.kind is not AnswerKind.PERSON or not _IS.match(question.text):
        return None
    asked = question.weights.keys() - about
    for match in (*_OFFICE.finditer(text), *_names_behind(text)):
        words = match["role"].casefold().split()
        other = LESS.intersection(words) - set(question.text.casefold().split())
        held = frozenset(term_texts(match["role"]))
        if asked and asked <= held and words[0][:1].isalpha() and not other:
            return match
    return None


def _names_behind(text: str) -> list[re.Match[str]]:
    """Offices with a name of two words or more behind: one word may be a place or a day."""
    return [match for match in _OFFICE_FIRST.finditer(text) if " " in match["who"]]


def agent_fit(question: Question, text: str, about: frozenset[str]) -> float:
    """How surely a sentence names the person that is asked for: 0, or `FIT`."""
    if agent_of(question, text, about) is not None:
        return FIT
    if office_of(question, text, about) is None:
        return 0.0
    held = frozenset(term_texts(text)) | about
    return FIT if question.share_of(held) >= ABOUT else 0.0
