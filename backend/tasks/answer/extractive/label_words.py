"""What a label may be called that holds what a question asks for in other words.

“Teacher: Ada Finch” says who teaches, “Rate: 90 pounds” what something costs, “Deadline: 3 May” by
when. These are words of the language, not of any set of questions.
"""

from __future__ import annotations

import re
from functools import lru_cache

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.money import asked_words

_QUESTIONS = 64
"""Questions whose labels are kept: they are asked for with each sentence."""
_WHO = re.compile(
    r"(?i)^(?:and )?(?:who(?:m|se)?|(?:which|what) (?P<noun>company|firm|person|body|"
    r"organi[sz]ation|group)) (?:(?:will|can|may|must|should|has|is|was|are) )?(?P<verb>[a-z]{3,})"
)
_HOLDERS = {
    "teach": "teacher instructor lecturer tutor professor",
    "make": "manufacturer maker producer",
    "produce": "manufacturer producer",
    "manufacture": "manufacturer",
    "write": "author writer",
    "publish": "publisher",
    "own": "owner proprietor",
    "run": "manager director head operator owner",
    "lead": "leader head chair director",
    "manage": "manager",
    "chair": "chair chairperson chairman chairwoman",
    "organise": "organiser host",
    "organize": "organizer host",
    "sell": "seller vendor retailer",
    "buy": "buyer purchaser customer",
    "rent": "tenant lessee",
    "insure": "insurer",
    "supply": "supplier",
    "deliver": "supplier carrier",
    "build": "builder contractor",
    "design": "designer architect",
    "translate": "translator",
    "edit": "editor",
    "supervise": "supervisor",
    "coach": "coach trainer",
    "train": "trainer instructor",
    "treat": "doctor dentist vet therapist",
    "examine": "examiner",
    "sponsor": "sponsor",
    "contact": "contact",
    "call": "contact phone telephone",
    "ask": "contact",
    "responsible": "contact lead owner manager",
}
"""What one is called who does something."""
_SAME_VERB = {
    "taught": "teach",
    "made": "make",
    "wrote": "write",
    "written": "write",
    "sold": "sell",
    "bought": "buy",
    "led": "lead",
    "built": "build",
    "ran": "run",
}
_PRICES = frozenset(
    [
        "price",
        "cost",
        "rate",
        "fee",
        "charge",
        "fare",
        "total",
        "premium",
        "amount",
        "paid",
        "payable",
        "due",
    ]
)
_BY_WHEN = re.compile(r"(?i)\b(?:by when|until when|(?P<said>deadline|latest|last day|due))\b")
_LAST_DAYS = frozenset(["deadline", "due", "closing", "last", "date", "day", "by", "until"])
_STARTS = re.compile(r"(?i)^(?:and )?when\b.*\b(?P<said>(?:start|begin|open|commence)s?)\b")
_FIRST_DAYS = frozenset(["start", "begin", "beginning", "opening", "commencement", "from", "date"])
_ENDS = re.compile(r"(?i)^(?:and )?when\b.*\b(?P<said>(?:end|finish|close|stop|expire)s?)\b")
_ENDINGS = frozenset(["end", "finish", "closing", "expiry", "expires", "until", "date"])
_PLACES = re.compile(
    r"(?i)^(?:and )?(?:where|in (?:which|what) (?P<said>room|building|place|hall))\b"
)
_PLACE_LABELS = frozenset(
    ["place", "venue", "location", "room", "address", "hall", "site", "building"]
)


@lru_cache(_QUESTIONS)
def other_labels(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words of labels that hold what a question asks for, beside the question's own, and the stems
    of the question that such a label says: “Teacher” says “teach”."""
    labels: set[str] = set()
    said: set[str] = set()
    who = _WHO.match(question)
    if who is not None:
        verb = fold(who["verb"])
        verb = _SAME_VERB.get(verb, verb)
        for base in (verb, verb.removesuffix("s"), verb.removesuffix("es"), verb.removesuffix("d")):
            if base in _HOLDERS:
                labels.update(_HOLDERS[base].split())
                said.update(term_texts(f"{who['verb']} {who['noun'] or ''}"))
    if asked_words(question):
        labels |= _PRICES
        said |= asked_words(question)
    for pattern, others in (
        (_BY_WHEN, _LAST_DAYS),
        (_STARTS, _FIRST_DAYS),
        (_ENDS, _ENDINGS),
        (_PLACES, _PLACE_LABELS),
    ):
        for match in pattern.finditer(question):
            labels |= others
            said.update(term_texts(match["said"] or ""))
    return frozenset(labels), frozenset(said)
