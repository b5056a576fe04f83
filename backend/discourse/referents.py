"""Whom the sentences of a document speak of: names, and what "she" and "the company" mean.

A simple form of centering (Grosz, Joshi & Weinstein 1995, "Centering: A Framework for Modeling the
Local Coherence of Discourse", §3): a pronoun that is a sentence's subject means the last subject
before it that it fits; "the company" what was last called a company, or what the document gives
that word for. No model and no dictionary of names; English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from backend.analysis import STOP_WORDS, stem
from backend.discourse.clauses import Clause
from backend.passage_view.names import Name, name_key

Sort = Literal["person", "thing", "unknown"]

FARTHEST = 8
"""A pronoun means a subject of at most so many sentences before."""
REMEMBERED = 200
"""“The company” means a subject of at most so many sentences before."""
MOST_NAMES = 400
"""So many names are remembered, so that a phrase is compared with few."""

_PEOPLE_WORDS = (
    "man woman boy girl son daughter wife husband king queen prince princess duke lord lady "
    "chair captain chief head judge nurse president mayor guide pilot cook artist athlete spy "
    "saint priest monk model champion guard student graduate "
)
_PEOPLE = frozenset(_PEOPLE_WORDS.split())
_PERSON_ENDINGS = (
    "er", "or", "ist", "ian", "man", "woman", "ess", "ant", "eer", "ete", "ographer", "person",
)  # fmt: skip
_THINGS_LIKE_PERSONS_WORDS = (
    "river layer letter paper number order computer server compiler parser loader printer "
    "driver editor viewer folder container parameter register chapter theater center centre "
    "tower harbour quarter member-state semester container cluster newsletter master-copy water "
    "weather winter summer power cover corner border motor sector vector error factor mirror "
    "monitor processor indicator operator-symbol constant variant plant restaurant grant giant "
    "descriptor iterator helper wrapper handler buffer header pointer character filter router "
    "adapter controller transformer dinner butter flower feather leather timber chamber cancer "
    "disorder disaster answer offer matter manner banner other another rather further "
)
_THINGS_LIKE_PERSONS = frozenset(_THINGS_LIKE_PERSONS_WORDS.split())
_ORGANISATIONS_WORDS = (
    "ltd limited inc plc llc llp gmbh corp corporation company co association society "
    "foundation council trust university bank board station institute committee club party band "
    "group team school college museum hospital department ministry agency office fund church "
    "league union project river lake mount island bay city town village county street bridge "
    "castle park house hall war battle act treaty agreement license licence policy protocol "
    "report manual guide system program package library format film album song book series "
    "magazine newspaper "
)
_ORGANISATIONS = frozenset(_ORGANISATIONS_WORDS.split())
_SHORT_FORM = frozenset(["company", "corporation"])
_LEGAL_WORDS = "ltd limited inc plc llc llp gmbh corp corporation co "
_LEGAL = frozenset(_LEGAL_WORDS.split())
_HONORIFIC = re.compile(r"^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Lord|Lady|Captain|King|Queen)\b")
_LIFE = re.compile(
    r"(?i)^(?:born|b\.|\d{1,2}\s+\w+\s+\d{4}|\d{4}\s*[–—-]\s*\d{2,4}|\w+\s+\d{1,2},\s+\d{4})"
)
_KIND = re.compile(
    r"(?i)^(?:(?:also|still|now|originally|currently|both)\s+)*(?:an?|the|one\s+of\s+the|any)\s+"
    r"(?P<what>[^,.;:()]{2,120})"
)
_NOUN_ENDS = re.compile(
    r"(?i)\s+(?:of|in|for|on|at|by|from|to|with|that|which|who|whose|where|when|and|based|used|"
    r"located|born|written|published|made|founded|known|under|between|about|as|or|is|was|during|"
    r"designed|intended|created|developed|released|directed|produced|set|providing|containing)\b"
)
_NAME_OF_PERSON = re.compile(r"[^\W\d_a-z](?:[^\W\d_A-Z]+(?:-[^\W\d_]+)*)?")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass(slots=True)
class Referent:
    """Somebody or something with a name; `nouns` are stems of what it was called ("company"), and
    `terms` keys of the words that the document gives for it."""

    name: str
    key: str
    sort: Sort
    introduced: str
    nouns: set[str] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)
    last: int = 0
    """Number of the sentence of which it was the subject last."""


@dataclass(frozen=True, slots=True)
class MeantSubject:
    """What the subject of a sentence means, and the word for it where that is no name."""

    referent: Referent
    called: str
    by_term: bool


class Referents:
    """The names of one document, as they come up. Reads sentences in order."""

    def __init__(self) -> None:
        self._known: dict[str, Referent] = {}
        self._focus: list[Referent] = []
        """Subjects, the last one last."""
        self._guesses: list[int] = []
        """Places in it of names that were no subjects."""
        self._sentence = 0

    def begin(self) -> None:
        """A section begins: its pronouns mean nothing that was spoken of before."""
        self._focus.clear()
        self._guesses.clear()

    def paragraph(self) -> None:
        """A paragraph begins: a name that was no subject before is not meant any more."""
        for place in self._guesses:
            self._focus[place] = _NOBODY
        self._guesses.clear()

    def passed_over(self, names: Sequence[Name], place: str) -> None:
        """A sentence without a clause: a person whom it names first may be meant by what follows;
        things may be any."""
        self._sentence += 1
        self._focus.append(_NOBODY)
        first = next((name for name in names if " " in name.key), None)
        referent = self._of(first.surface, place) if first is not None else None
        if referent is not None and (
            referent.sort == "person"
            or (referent.sort == "unknown" and _may_be(referent, "person"))
        ):
            self._guesses.append(len(self._focus))
            self._focus.append(referent)
            referent.last = self._sentence

    def heading(self, name: str, place: str) -> None:
        """A heading that names a thing: what comes below it speaks of that."""
        found = self._of(name, place)
        if found is not None:
            self._speak_of(found)

    def defined(self, term: str, name: str, place: str) -> None:
        """The document gives a word for a name."""
        found = self._of(name, place)
        if found is not None:
            found.terms.add(name_key(term))
            self._known.setdefault(name_key(term), found)
            if name_key(term) in _SHORT_FORM:
                found.sort = "thing"

    def meant(self, sentence: str, clause: Clause, place: str) -> MeantSubject | None:
        """What a sentence's subject means; None where that is nothing with a name."""
        self._sentence += 1
        said = " ".join(sentence[slice(*clause.subject)].split())
        meant_subject: MeantSubject | None = None
        if clause.kind == "pronoun":
            referent = self._of_pronoun(said.lower())
            meant_subject = (
                MeantSubject(referent, said.lower(), False) if referent is not None else None
            )
        elif clause.kind == "name":
            referent = self._of(said, place)
            if referent is not None:
                term = name_key(said) in referent.terms
                article = "the " if sentence[: clause.subject[0]].lower().endswith("the ") else ""
                meant_subject = MeantSubject(referent, f"{article}{said}" if term else "", term)
        elif clause.kind == "definite":
            meant_subject = self._of_phrase(said)
        if meant_subject is not None:
            self._learn(meant_subject.referent, sentence, clause)
            self._speak_of(meant_subject.referent)
        elif clause.kind != "pronoun":
            self._focus.append(_NOBODY)  # it now speaks of something else
        return meant_subject

    def _of(self, name: str, place: str) -> Referent | None:
        key = name_key(name)
        if not key or set(key.split()) <= STOP_WORDS:
            return None
        if key not in self._known:
            whole = self._whole(key) if " " not in key else None
            if whole is not None:
                return whole
            if len(self._known) >= MOST_NAMES:
                self._known.pop(next(iter(self._known)))
            self._known[key] = Referent(name, key, _sort(name), place, _own_nouns(key))
        return self._known[key]

    def _whole(self, word: str) -> Referent | None:
        """The person who was named in full before and is now named by one word."""
        for each in reversed(self._focus[-40:]):
            words = each.key.split()
            if 1 < len(words) <= 4 and each.sort != "thing" and word in (words[-1], words[0]):
                return each
        return None

    def _of_pronoun(self, word: str) -> Referent | None:
        if word == "they":
            return None  # most often several, which have no one name
        wanted: Sort = "thing" if word == "it" else "person"
        for each in reversed(self._focus[-FARTHEST:]):
            if each is _NOBODY:
                if word == "it":
                    return None
                continue
            if self._sentence - each.last > FARTHEST:
                continue
            if each.sort == wanted or (each.sort == "unknown" and _may_be(each, wanted)):
                if each.sort == "unknown":
                    each.sort = wanted
                return each
        return None

    def _of_phrase(self, said: str) -> MeantSubject | None:
        """What “the company” or “the Company” means."""
        words = said.split()
        article, rest = words[0].lower(), " ".join(words[1:])
        if article not in {"the", "this"} or not rest:
            return None
        known = self._known.get(name_key(rest))
        if known is not None and name_key(rest) in known.terms and rest[0].isupper():
            return MeantSubject(known, f"{article} {rest}", True)
        if len(words) > 3 or rest[0].isupper():
            return None
        noun = stem(words[-1].lower())
        for each in reversed(self._focus[-REMEMBERED:]):
            if each is not _NOBODY and noun in each.nouns:
                return MeantSubject(each, f"{article} {rest}", False)
        return None

    def _learn(self, referent: Referent, sentence: str, clause: Clause) -> None:
        """What the sentence calls its subject: “is a company”, “, a painter, …”."""
        aside = sentence[slice(*clause.aside)]
        said = sentence[slice(*clause.said)].lower()
        if _LIFE.match(aside.strip()) and referent.sort == "unknown":
            referent.sort = "person" if _may_be(referent, "person") else "thing"
        kinds = [aside]
        if said.split()[:1] and said.split()[-1] in {
            "is",
            "was",
            "are",
            "were",
            "became",
            "remains",
        }:
            kinds.append(sentence[slice(*clause.told)])
        for kind in kinds:
            noun = kind_noun(kind)
            if noun:
                referent.nouns.add(stem(noun))
                if referent.sort == "unknown" or clause.kind == "name":
                    referent.sort = "person" if is_person_noun(noun) else "thing"

    def _speak_of(self, referent: Referent) -> None:
        referent.last = self._sentence
        self._focus.append(referent)
        if len(self._focus) > 4 * MOST_NAMES:
            del self._focus[: 2 * MOST_NAMES]
            self._guesses.clear()


_NOBODY = Referent("", "", "unknown", "")


def kind_noun(text: str) -> str:
    """The noun of “a small company of fishers”: “company”; empty where no such phrase begins."""
    match = _KIND.match(text.strip())
    if match is None:
        return ""
    words = _WORD.findall(_NOUN_ENDS.split(match["what"], maxsplit=1)[0])
    return words[-1].lower() if words else ""


def is_person_noun(noun: str) -> bool:
    """Whether a noun names persons by what they do or are."""
    if noun in _THINGS_LIKE_PERSONS or noun in _ORGANISATIONS:
        return False
    return noun in _PEOPLE or (len(noun) > 4 and noun.endswith(_PERSON_ENDINGS))


def _sort(name: str) -> Sort:
    if _HONORIFIC.match(name):
        return "person"
    words = [word.lower() for word in _WORD.findall(name)]
    if set(words) & _ORGANISATIONS or any(each.isdigit() for word in words for each in word):
        return "thing"
    return "unknown"


def _may_be(referent: Referent, wanted: Sort) -> bool:
    """Whether a name without any hint may be that of a person, or of a thing."""
    words = _WORD.findall(referent.name)
    person = 2 <= len(words) <= 4 and all(map(_NAME_OF_PERSON.fullmatch, words))
    return person if wanted == "person" else not person


def _own_nouns(key: str) -> set[str]:
    """What a name says of itself: “Brightwater Foundation” is a foundation."""
    last = key.rsplit(maxsplit=1)[-1]
    found = {stem(last)} if last in _ORGANISATIONS else set()
    return found | ({stem(each) for each in _SHORT_FORM} if last in _LEGAL else set())


def is_covered(name: str, others: Iterable[str]) -> bool:
    """Whether a name says no more than one of the others."""
    words = set(name_key(name).split())
    return any(words <= set(name_key(other).split()) for other in others)
