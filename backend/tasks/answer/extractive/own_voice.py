"""A question in the words of a document that speaks of itself.

Reports, handbooks and letters call whose they are "we" or "the Company", and a question calls them
by name: "How many people did Harbour Grill employ?" is answered by "We employed 40 people". Read as
one text the two are further apart than they are; so the question is read as "How many people did we
employ?" with sentences that speak so. And "capex" is read as "capital expenditures" where these are
what is spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from backend.analysis import term_texts
from backend.glossaries import abbreviations

_WE = re.compile(r"(?i)\b(?:we|our|ours|us(?!\s*\$)|ourselves)\b")
_CAPITALS = re.compile(r"\bUS\b")
_SELF = re.compile(
    r"\b[Tt]he (?P<self>Company|Group|Corporation|Society|Association|Charity)\b(?! of\b)"
)
"""What a document calls whose it is, with a capital."""
_QUOTED = re.compile(r"[“\"][^”\"]*(?:[”\"]|$)")
_WE_ARE_CALLED = re.compile(r"\b[Ww]e are [A-Z]")
_OF_OTHERS = re.compile(
    r"(?i)\b(?:auditors?|accounting firm|accountants|letters?|testimonials?|guests?)\b"
)
_PLURAL = {
    "did": "did",
    "does": "do",
    "do": "do",
    "has": "have",
    "have": "have",
    "had": "had",
    "is": "are",
    "are": "are",
    "was": "were",
    "were": "were",
}
_HELPING = rf"(?:{'|'.join(_PLURAL)}|will|would|can|could|should|shall|may|might|must)"
_FIRST_PERSON = ("we", "us", "our")


def in_its_voice(question: str, owners: Sequence[str], text: str) -> str:
    """The question with what a sentence calls whose document it is in, in place of their name; as
    it is where the sentence does not speak so.

    Args:
        owners: names that stand in the question, of those whose document it is.
        text: of the sentence or passage that is read with the question.
    """
    if not owners:
        return question
    if _speaks_of_us(text):
        return _spoken(question, tuple(owners), "")
    said = _SELF.search(text)
    return _spoken(question, tuple(owners), said["self"]) if said is not None else question


def with_terms_in_full(question: str, texts: Sequence[str]) -> str:
    """The question with short terms of a field in full, where the texts have these and the short
    ones nowhere: "capex" as "capital expenditures", if the texts speak of such."""
    if not any(_short(each).search(question) for each in abbreviations()):
        return question
    said = " ".join(texts)
    stems = frozenset(term_texts(said))
    for short, full in abbreviations().items():
        pattern = _short(short)
        if pattern.search(question) and stems.issuperset(term_texts(full)):
            question = question if pattern.search(said) else pattern.sub(full, question)
    return question


def speaks_of_itself(text: str) -> bool:
    """Whether a text calls those whose document it is in "we" or "the Company"."""
    return _speaks_of_us(text) or _SELF.search(text) is not None


def is_of_others(heading: str) -> bool:
    """Whether "we" below a heading is somebody else: an auditor, or who wrote a letter."""
    return _OF_OTHERS.search(heading) is not None


def _speaks_of_us(text: str) -> bool:
    """Whether a text says "we" outside of what it quotes, and not as somebody with a name."""
    own = _CAPITALS.sub(" ", _QUOTED.sub(" ", text))
    return _WE.search(own) is not None and _WE_ARE_CALLED.search(own) is None


@lru_cache(maxsize=256)
def _short(term: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w&]){re.escape(term)}(?![\w&])")


@lru_cache(maxsize=512)
def _spoken(question: str, owners: tuple[str, ...], called: str) -> str:
    """The question with names replaced by what the document calls them: empty for "we"."""
    for name in sorted(owners, key=len, reverse=True):
        question = _said_so(question, name, called)
    return question


def _said_so(question: str, name: str, called: str) -> str:
    own = rf"(?:[Tt]he )?\b{re.escape(name)}"
    we, us, our = (f"the {called}", f"the {called}", f"the {called}’s") if called else _FIRST_PERSON
    if before := re.match(rf"{own},? ?(?P<when>[^:?]{{0,24}}): ?(?P<rest>\w.*)$", question):
        when = f", {before['when'].strip()}?" if before["when"].strip() else "?"
        question = f"{before['rest'].rstrip(' ?')}{when}"
    question = re.sub(rf"{own}['’](?:s\b)?", our, question)
    helping = re.compile(rf"(?i)\b(?P<help>{_HELPING}) {own}\b(?!['’])")
    question = helping.sub(
        lambda found: f"{found['help'] if called else _for_several(found['help'])} {we}", question
    )
    question = re.sub(
        rf"(?i)\b(?P<of>of|for|at|by|to|from|with|in|against|on|about) {own}\b",
        rf"\g<of> {us}",
        question,
    )
    # at the end, and not behind what asks, it is somebody to whom something is done
    question = re.sub(rf"(?<=[a-z] ){own}\b(?=\W*$)", us, question)
    return re.sub(rf"{own}\b", we, question)


def _for_several(verb: str) -> str:
    plain = _PLURAL.get(verb.casefold(), verb)
    return plain.capitalize() if verb[:1].isupper() else plain
