"""What a figure is asked of: “the rent for the parking space” is not the rent of the flat, and the
fee for a berth not what electricity costs.

A thing may be called otherwise (“entry”, “admission”). A thing of one word that stands nowhere, or
one that yes or no is asked of, is none of the sentence's only if none of its words is near, by the
embedder's vectors of single words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts, terms
from backend.ports import Vectors
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import asks_for_figure, tells_figure
from backend.tasks.answer.extractive.priced_things import thing_asked
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.required import missing_nouns
from backend.tasks.answer.extractive.units import Unit

_COMPLEMENT = re.compile(
    r"(?i)\b(?:for|of) (?:(?:the|an?|my|our|your|its|their|this|that|each|every) )?"
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2})\W*$"
)
"""At the end of a question."""
_SUBJECT = re.compile(
    r"(?i)^(?:and )?how much (?:does|do|did|is|are|was|were|will) "
    r"(?:the|an?|my|our|your|its|their|this|that|each|every) "
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2}?)"
    r"(?= (?:costs?|gets?|be|comes?|weighs?|pays?|paid|charged?|earns?|reimbursed|refunded|in|at"
    r"|for|per|on|during|if|when|with|to|of)\b|\W*$)"
)
_OWNED = re.compile(
    r"(?i)^(?:and )?what (?:is|was|are|were) (?:the|an?|our|their) (?P<owner>[a-z][a-z-]{2,})['’]s "
    r"(?:[a-z]+ )?(?:fees?|wages?|salary|pay|rates?|charges?|budget|deposit|rent|income|price)\W*$"
)
_PEOPLE = (
    r"(?:members?|non-members|guests?|visitors?|adults?|children|students?|pupils?|pensioners?"
    r"|seniors?|staff|employees?|patients?|residents?|tenants?|customers?|groups?|families|women"
    r"|men|locals|tourists?|participants?|beginners?|volunteers?|drivers?|owners?)"
)
_FOR_PEOPLE = re.compile(rf"(?i)\bfor (?:(?:an?|the) )?(?P<who>{_PEOPLE})\W*$")
_FOR_SOME = re.compile(rf"(?i)\bfor (?:(?:an?|the|all|our) )?(?P<who>{_PEOPLE})\b")
LEAST_SAID = 2
"""Words of such a subject: a single one may be called otherwise (“entry” for “admission”)."""
_OPENS = re.compile(
    r"(?i)^(?:is|are|was|were|do|does|did|can|could|may|must|should|has|have|had|will|would)"
    r" (?:there )?(?:any |some |all |no )?(?P<thing>[a-z][\w’'-]*)\b"
)
"""The first word that yes or no is asked of, where it has no article: “Are dogs …?”."""
NEAR = 0.34
"""Cosine of a thing and the nearest word of a sentence from which on the word may stand for it. Of
43 pairs that were written for it (“entry” and “Tickets are 12 euros”) 39 have more; of 38 others,
that speak of something else (“parking” and a service charge), 29 have less."""
NEARER = 0.45
"""The same where yes or no is asked, which any sentence may seem to decide, and for a sentence that
begins with the thing whose price it tells: one of the 38 has more, and 29 of the 43."""
SURELY_NEAR = 0.6
"""The same where a sentence has every other word of such a question."""
MOST_LOOKED_AT = 12
"""Candidates whose words are embedded, at most."""
LEAST_LETTERS = 3
_NO_OWNERS = ("it", "this", "that", "they", "these", "one", "night", "day", "week", "month", "year")
_PRICE_OF = re.compile(
    r"(?i)\b(?:fines?|fees?|charges?|prices?|costs?|tariffs?) (?:for|of) "
    rf"|{''.join(rf'(?<!{owner} )' for owner in _NO_OWNERS)}\bcosts?\b"
)
"""What says by name whose price it tells."""
_COSTS_SO_MUCH = re.compile(
    r"(?i)\W*(?:the|an?|our|your|its|their|each|every|this) (?!.*\b(?:which|that)\b.*\bcosts?\b)"
    r"[\w’' -]{2,40}? costs? (?:about |up to |only )?(?:[£$€]|\d)"
)
"""A sentence that begins with the thing whose price it tells."""
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
"""“Wi-Fi”, whose halves are near to nothing."""
_IDLE = frozenset(
    term_texts(
        "cost costs price prices charge charged fee fees pay paid pound pounds euro euros dollar "
        "dollars pence cent cents month year day week night evening hour monthly yearly daily"
    )
)
"""What stands beside every price, whatever it is of."""


def asked_of_what_is_not_there(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a figure is asked of a thing no word of which stands in any passage of the sentence's
    document that was found, nor in its titles. Of a thing of one word or without an article, and
    where yes or no is asked of it, only if the sentence has no word that is near to it either."""
    if _figure_is_of_another(reading, unit):
        return True
    question = reading.question
    if _plain_subject(question.text) and not unit.term_set.isdisjoint(question.weights):
        return False  # it speaks of what is asked, and may call the thing otherwise
    held = _held(reading, reading.passages[unit.hit].document)
    return bool(_things_gone(question, held)) and _is_far(reading, unit)


def tells_another_price(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether what a thing costs is asked for, and a sentence tells the price of something that it
    calls otherwise and that is not near to it, whatever else the document says of the thing."""
    things = _things_of_another_price(reading.question, unit, reading.passages[unit.hit])
    return bool(things) and _is_far(reading, unit)


def is_for_others(question: str, text: str) -> bool:
    """Whether it is asked what is paid by or for some people, and a text tells it for others alone:
    “Berths for guests cost £9” for what members pay."""
    asked = _FOR_PEOPLE.search(question.strip())
    if asked is None:
        return False
    wanted = term_texts(asked["who"])
    told = [term_texts(match["who"]) for match in _FOR_SOME.finditer(text)]
    return bool(told) and wanted not in told and wanted[0] not in term_texts(text)


def _is_far(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether no word of a sentence is near to what is asked of."""
    at = next((i for i, candidate in enumerate(reading.candidates) if candidate == unit), None)
    if reading.nearness is None or at is None:
        return False
    least = NEARER if _COSTS_SO_MUCH.match(unit.text) else NEAR
    if _decides(reading.question):
        least = SURELY_NEAR if _says_the_rest(reading, unit) else NEARER
    return bool(reading.nearness[at] < least)


def _says_the_rest(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence has every word that is asked but those of things that its document has
    nowhere: “Hens may be kept” for “May I keep a parrot?” is of another thing, rather than of the
    same one by another name."""
    held = _held(reading, reading.passages[unit.hit].document)
    gone = frozenset(term_texts(" ".join(_things_gone(reading.question, held))))
    rest = reading.question.weights.keys() - gone
    return bool(rest) and rest <= unit.term_set


def _decides(question: Question) -> bool:
    return question.kind is AnswerKind.YES_NO


def _figure_is_of_another(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a figure is asked for the thing that ends the question, or of one of several words,
    and no word of it stands in the sentence's document."""
    question = reading.question
    if not asks_for_figure(question.kind, question.text):
        return False
    matches = ((1, _COMPLEMENT.search(question.text)), (LEAST_SAID, _SUBJECT.match(question.text)))
    things = [
        frozenset(term_texts(match["thing"])) & question.weights.keys()
        for least, match in matches
        if match is not None and len(term_texts(match["thing"])) >= least
    ]
    held = _held(reading, reading.passages[unit.hit].document)
    return any(thing and thing.isdisjoint(held) for thing in things)


def nearness(
    reading: ReadEvidence,
    scores: npt.NDArray[np.float64],
    embed: Callable[[Sequence[str]], Vectors],
) -> npt.NDArray[np.float64] | None:
    """The cosine of what is asked of, where the sentence's document nowhere names it, and the
    nearest word of each of the best candidates, or of what it stands under, shape (candidates,); 1
    for others. None where all is named: nothing is embedded then.

    Args:
        scores: what the candidates are ranked by so far.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    question = reading.question
    gone = {
        document: _things_gone(question, _held(reading, document))
        for document in {each.document for each in reading.passages.values()}
    }
    if not (any(gone.values()) or thing_asked(question.text)):
        return None
    words: dict[int, tuple[tuple[str, ...], list[str]]] = {}
    for at in map(int, np.argsort(-scores, kind="stable")[:MOST_LOOKED_AT]):
        unit = reading.candidates[at]
        passage = reading.passages[unit.hit]
        things = gone[passage.document] or _things_of_another_price(question, unit, passage)
        if things and (_decides(question) or tells_figure(unit.text)):
            of_one = len(things) == 1 and " " not in things[0]
            of_itself = _decides(question) or (of_one and bool(_PRICE_OF.search(unit.text)))
            title = "" if of_itself else passage.title
            own = frozenset(term_texts(" ".join(things)))
            over = "" if of_itself and unit.heading == passage.title else unit.heading
            said = _words(f"{over} {title} {unit.text}", but=own)
            words[at] = (things, said)
    texts = list(
        dict.fromkeys(word for things, said in words.values() for word in (*things, *said))
    )
    if not texts:
        return None
    vectors = dict(zip(texts, embed(texts), strict=True))
    found = np.ones(len(reading.candidates))
    for at, (things, said) in words.items():
        found[at] = min(
            max((float(vectors[thing] @ vectors[word]) for word in said), default=0.0)
            for thing in things
        )
    return found


def _things_gone(question: Question, held: frozenset[str]) -> tuple[str, ...]:
    """What is asked of and not held, as it stands in the question: the thing whose price is asked
    for, by its last word (a sail drier is no sail), or of which “how much” is asked, or the things
    of a question for yes or no."""
    if not _decides(question):
        owner = _owner(question.text)
        if not (owner or asks_for_figure(question.kind, question.text)):
            return ()
        thing = owner or thing_asked(question.text) or _plain_subject(question.text)
        stems = [text for text in term_texts(thing) if text not in _IDLE]
        return (thing,) if stems and stems[-1] not in held else ()
    opening = _OPENS.match(question.text)
    first = opening["thing"] if opening is not None else ""
    asked = f"the {first}?" if first else ""
    gone = (*missing_nouns(asked, held), *missing_nouns(question.text, held))
    return tuple(each for each in dict.fromkeys(gone) if _IDLE.isdisjoint(term_texts(each)))


def _plain_subject(question: str) -> str:
    """The one word that “how much” is asked of, but not for its price: the café, of “How much did
    the café of the museum take?”."""
    asked = None if thing_asked(question) else _SUBJECT.match(question.strip())
    return asked["thing"] if asked is not None and " " not in asked["thing"] else ""


def _owner(question: str) -> str:
    """Whose fee, wage or the like is asked for: the porter, of “What is the porter's wage?”."""
    asked = _OWNED.match(question.strip())
    return asked["owner"] if asked is not None else ""


def _things_of_another_price(question: Question, unit: Unit, passage: Passage) -> tuple[str, ...]:
    """The thing whose price is asked for, if a sentence tells the price of something that it calls
    otherwise, and neither it nor what it stands under has a word of the thing: “The fine for a lost
    key is £4.” of a document that speaks of entry somewhere else."""
    thing = "" if _decides(question) else thing_asked(question.text)
    stems = frozenset(text for text in term_texts(thing) if text not in _IDLE)
    over = passage.title_terms | frozenset(term_texts(unit.heading)) | unit.term_set
    if not stems or not stems.isdisjoint(over) or not _PRICE_OF.search(unit.text):
        return ()
    return (thing,)


def _words(text: str, but: frozenset[str]) -> list[str]:
    """The words of a text that may stand for a thing: no figures, not what says that something has
    a price, and none of the thing's own (“plot” is no “plot scraper”)."""
    found = [
        *((term.text, text[term.start : term.end]) for term in terms(text)),
        *((match.group(), match.group()) for match in _HYPHENED.finditer(text)),
    ]
    return [
        word
        for stem, word in found
        if len(word) >= LEAST_LETTERS and word[0].isalpha() and stem not in _IDLE | but
    ]


def _held(reading: ReadEvidence, document: str) -> frozenset[str]:
    """The stems of the passages of a document, with their titles."""
    passages = [passage for passage in reading.passages.values() if passage.document == document]
    return frozenset[str]().union(*(passage.terms | passage.title_terms for passage in passages))
