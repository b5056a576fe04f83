"""What became of a proposal: “Ada proposed to sell the boat. This was rejected.”

Minutes and letters say first what somebody wanted and then what was decided. The first sentence has
the words of the question and decides nothing.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

HELD = 0.75
"""Least share of the question's weight that a proposal and what became of it hold with what they
stand under, so that they decide it."""
_PROPOSES = re.compile(
    r"(?i)(?<!\bif )(?<!\bwhen )(?<!\bas )(?<!\bunless )(?<!\botherwise )(?<!\bthe )(?<!\ba )"
    r"(?<!\ban )(?<!\bI )(?<!studies )(?<!studies have )(?<!results )(?<!evidence )(?<!data )"
    r"\b(?:propos(?:e|es|ed)|put forward|moved that|suggested|recommended|requested"
    r"|asked (?:for|that|to|whether|if))\b"
)
"""Somebody wants it so; “if requested”, “the recommended dose” and “studies suggested” do not."""
_INTENDS = re.compile(
    r"(?i)\b(?:want(?:s|ed)|wish(?:es|ed)|hop(?:es|ed)|plan(?:s|ned)|intend(?:s|ed)|tried|tries"
    r"|attempt(?:s|ed)|offer(?:s|ed)|ha(?:s|d|ve) (?:wanted|hoped|planned|tried|offered)"
    r"|would (?:have liked|like|rather|prefer)) to (?!be\b)[a-z]+\b"
    r"|(?<!aim )(?<!goal )(?<!rule )(?<!task )(?<!purpose )"
    r"\b(?:is|are|was|were) to (?!be\b)[a-z]+\b"
    r"|\b(?:is|are|was|were) (?:thinking of|considering|keen to|eager to|against)\b"
)
"""Somebody intends it, which does not say that it was or is so."""
_TO_CHANGE = re.compile(
    r"(?i)\b(?:propos(?:e|es|ed)|suggested|recommended|moved|wanted|asked) (?:to|that)\b"
)
_IS_OR_WAS = re.compile(
    r"(?i)^(?:and )?(?:how (?:much|many|high|long|large) |what )(?:[\w’'-]+ ){0,3}?"
    r"(?:is|are|was|were|does|do|did|must|has|have)\b"
)
"""A figure that is, not one that is to be."""
_IS_PLANNED = re.compile(r"(?i)(?:plan|intend)")
_COMES_TO_IT = re.compile(
    r"(?i)\band (?:did|does|succeeded|managed|finally|at last|in the end|has|have|is|was|were)\b"
)
"""Behind the intention: what came of it."""
_OF_ANYBODY = re.compile(
    r"(?i)\b(?:if|when|whenever|whoever|who|that|which|anyone|anybody|everyone|you|I|we)\b"
)
"""Before the intention: whoever has it, a rule holds."""
_OF_NOW_OR_THEN = re.compile(
    r"(?i)^(?:is|are|was|were|did|has|have|had)\b(?!.*\b(?:going|to be)\b)"
)
_ASKS_INTENTION = re.compile(
    r"(?i)\b(?:want(?:s|ed)?|wish(?:es|ed)?|hop(?:e|es|ed|ing)|plan(?:s|ned|ning)?"
    r"|intend(?:s|ed)?|intentions?|tr(?:y|ies|ied|ying)|attempt(?:s|ed)?|offer(?:s|ed)?|like|prefer"
    r"|consider(?:s|ed|ing)?|thinking|keen|eager|against|in favou?r)\b"
)
_IS_TOLD = re.compile(
    r"(?i)(?<!\bit )\b(?:is|are|be|been|was|were)(?: [a-z]+)? (?:suggested|recommended"
    r"|requested|asked)\b"
)
"""What somebody is asked or recommended to do is a rule: “Guests are asked to smoke outside.”"""
_ASKS_SO = re.compile(
    r"(?i)\b(?:(?:propos|suggest|recommend|request|ask|mov|want|wish)(?:e|es|ed|ing|s)?"
    r"|(?:a|any) (?:proposal|suggestion|recommendation|request|motion)|put forward|call(?:ed)? for)"
    r"\b"
)
"""A question for the proposal itself, or for what is wanted."""
_WHAT_WAS_DECIDED = re.compile(
    r"(?i)^what (?:(?:was|is|has been|were) (?:the (?:decision|outcome|result)|decided|agreed"
    r"|resolved)"
    r"|did [\w’' -]{2,40} (?:decide|agree|resolve)|(?:was|is) done|became of)\b"
)
_YES = (
    r"agreed?(?! to (?:differ|disagree))|accept(?:ed)?|approved?|adopt(?:ed)?|carried|passed"
    r"|granted|confirm(?:ed)?|endorsed?|resolved"
)
_NO = (
    r"reject(?:ed)?|refused?|declined?|turned (?:[\w-]+ ){0,3}down|voted down|withdrawn|withdrew"
    r"|defeated|dismissed|(?:motions?|proposals?|amendments?) (?:was|were) (?:\w+ly )?lost"
    r"|(?:motion|proposal|amendment)s? (?:then |therefore |thus )?fell"
    r"|(?:decided|voted) against (?:it|this|that|doing so"
    r"|the (?:ideas?|plans?|proposals?|motions?|requests?))"
)
_OPEN = (
    r"postponed|put off|deferred|tabled|adjourned|left open|to be decided|noted|considered"
    r"|discussed"
)
_ACCEPTED = re.compile(rf"(?i)\b(?:{_YES})\b")
_REJECTED = re.compile(rf"(?i)\b(?:{_NO})\b")
_BECAME = re.compile(rf"(?i)\b(?:{_YES}|{_NO}|{_OPEN})\b")
_PROPOSAL = r"proposals?|motions?|suggestions?|requests?|ideas?|recommendations?|amendments?"
_ASKS_WHAT_BECAME = re.compile(
    rf"(?i)^(?:was|were|is|are|has|have|did|does)\b.*\b(?:{_PROPOSAL})\b.*\b(?:{_YES}|{_NO})\b"
    rf"|^(?:did|has|have|does|do)\b.*\b(?:{_YES}|{_NO})\b.*\b(?:{_PROPOSAL})\b"
)
"""“Was the proposal of Ada Finch accepted?”"""
_BODY = r"(?:board|meeting|committee|council|members?)"
_OF_IT = re.compile(
    r"(?i)(?:(?:after|following) (?:\w+ ){0,4}\w+,? )??"
    rf"(?:this|that|it|they|these|both|(?:the|a|no) decision|the (?:{_PROPOSAL}|{_BODY}))\b"
)
_PLAINLY = re.compile(
    rf"(?i)(?:(?:this|that|it|they|these|both|the (?:{_PROPOSAL})) "
    rf"(?:was|were|has been|have been|is|are)(?: not)? (?:{_YES}|{_NO})"
    rf"|the {_BODY} (?:{_YES}|{_NO}) (?:it|this|the (?:{_PROPOSAL})))\b"
)
"""What says in so many words what became of the proposal: “agreed to postpone it” does not."""
_COUNTED = r"\d|one|two|three|four|five|six|seven|eight|nine|ten|nil|none"
_NOT_QUITE = re.compile(
    r"(?i)\b(?:if|unless|until|subject|provided|conditional\w*|only|part(?:ly|ially)?|must|should"
    r"|would|could|may|might|can|will|to be|almost|nearly|nobody|no one|few|without|that|with|over"
    rf"|who|but|to (?!(?:{_COUNTED})\b))\b"
)
"""What leaves it open, or is said of something else; “by three votes to two” does not."""
_DECIDERS = frozenset(
    term_texts("proposal motion suggestion request recommendation meeting board committee council")
)
"""Stems for what is decided and for those who do, which minutes need not name each time."""


def only_proposes(question: Question, text: str) -> bool:
    """Whether yes or no is asked, or what was decided, or a figure, and a text only says that
    somebody wants it so: most of what it has of the question stands behind the verb that says so.
    """
    decides = (
        question.kind is AnswerKind.YES_NO
        or _WHAT_WAS_DECIDED.search(question.text)
        or _asks_figure_of(question, text)
    )
    if asks_what_became(question):
        return (
            bool(_PROPOSES.search(text)) and not _IS_TOLD.search(text) and not _BECAME.search(text)
        )
    if not decides or _ASKS_SO.search(question.text):
        return False
    intends = _intends(question.text, text)
    wants = _PROPOSES.search(text) or intends
    if wants is None or _IS_TOLD.search(text) or _BECAME.search(text):
        return False
    if intends and not question.weights.keys().isdisjoint(term_texts(intends[0])):
        return True  # “Did Tom Reed sell the barge?” names him as well, who wanted to sell it
    before, behind = (
        question.share_of(frozenset(term_texts(each)))
        for each in (text[: wants.start()], text[wants.end() :])
    )
    return behind >= before


def asks_what_became(question: Question) -> bool:
    """Whether it is asked, for yes or no, whether a proposal was accepted or rejected."""
    asked = _ASKS_WHAT_BECAME.match(question.text)
    return asked is not None and question.kind is AnswerKind.YES_NO


def _asks_figure_of(question: Question, text: str) -> bool:
    """Whether a figure is asked for as it is, and a text says that somebody proposes to change
    something: “to raise the fee to £9”."""
    figure = question.kind in {AnswerKind.AMOUNT, AnswerKind.COUNT}
    return figure and bool(_IS_OR_WAS.match(question.text) and _TO_CHANGE.search(text))


def _intends(question: str, text: str) -> re.Match[str] | None:
    """Where a text says that somebody intends something, for a question of what is or was so, or
    of what was decided; a plan may answer what will be, and be what was decided."""
    decided = _WHAT_WAS_DECIDED.match(question) is not None
    if not (decided or _OF_NOW_OR_THEN.match(question)) or _ASKS_INTENTION.search(question):
        return None
    intends = _INTENDS.search(text)
    if intends is None or _OF_ANYBODY.search(text, 0, intends.start()):
        return None
    if _COMES_TO_IT.search(text, intends.end()) or (decided and _IS_PLANNED.match(intends[0])):
        return None
    return intends


def tells_outcome(text: str) -> bool:
    """Whether a sentence behind a proposal says what became of it."""
    return _OF_IT.match(text) is not None and _BECAME.search(text) is not None


def outcome(question: Question, proposal: Unit, told: str, above: frozenset[str]) -> str:
    """`Yes` or `No` where a question asks whether a proposal was accepted or rejected and `told`,
    the sentence behind it, says so plainly of all that is asked; else empty.

    Args:
        above: stems of what the proposal stands under.
    """
    if question.kind is not AnswerKind.YES_NO or not _PLAINLY.match(told):
        return ""
    if _NOT_QUITE.search(told):
        return ""
    accepted, rejected = _ACCEPTED.search(told), _REJECTED.search(told)
    wants_no, wants_yes = _REJECTED.search(question.text), _ACCEPTED.search(question.text)
    if bool(accepted) == bool(rejected) or bool(wants_yes) == bool(wants_no):
        return ""
    if NEGATION.search(question.text) or len(NEGATION.findall(told)) > 1:
        return ""
    said = f"{told} {' '.join(_BECAME.findall(question.text))}"
    if question.share_of(proposal.term_set | above | _DECIDERS | set(term_texts(said))) < HELD:
        return ""
    was_accepted = bool(accepted) is not bool(NEGATION.search(told))
    return "Yes" if was_accepted is bool(wants_yes) else "No"
