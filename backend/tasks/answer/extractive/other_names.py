"""Whether a sentence that has all that is asked but its thing may call the thing otherwise.

“The buckets are kept behind the barn” answers “Where are pails kept?”, where the document has no
word of pails. By the embedder's vectors of single words another name is mostly nearer than
another thing of the same kind, though not always.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts, terms
from backend.ports import Vectors
from backend.tasks.answer.extractive.complements import NEAR
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.further import subjects_of
from backend.tasks.answer.extractive.priced_things import thing_asked
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.same_of_another import counts_of, thing_lacked
from backend.tasks.answer.extractive.units import Unit

OTHER_NAME = 0.6
"""Cosine of a thing and the nearest word of a sentence from which on the word may be its name. Of
24 pairs of names for one thing that were written for it 18 have more, of 25 pairs of things of one
kind eight (“dog” and “cat”)."""
COUNTED = 0.65
"""The same where things are counted: what one may have of hens says nothing of geese. Of 27 pairs
of names for one thing that were written for it twelve have more, of 20 pairs of things of one kind
two (“breakfast” and “lunch”)."""
MOST_LOOKED_AT = 6
"""Candidates whose words are embedded, at most."""
LEAST_LETTERS = 3


def says_the_same_of_another(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether a sentence has every word of what is asked but those of the thing that it is asked
    of, and does not call that otherwise, as far as can be told.

    A thing that the document names elsewhere is called so there.

    Args:
        whole: the sentence with what it takes along.
    """
    lacked = _lacked(reading, unit, whole)
    if not lacked:
        return False
    at = next((i for i, candidate in enumerate(reading.candidates) if candidate == unit), None)
    if reading.other_names is None or at is None:
        return True
    # what is priced may be called otherwise as a whole (“entry”), less so a part of its name
    thing = thing_asked(reading.question.text).casefold().split()
    is_priced = len(lacked) == 1 and lacked[-1:] == tuple(thing[-1:])
    counted = COUNTED if counts_of(reading.question.text, lacked) else OTHER_NAME
    least = NEAR if is_priced else counted
    return bool(reading.other_names[at] < least)


def other_names(
    reading: ReadEvidence,
    scores: npt.NDArray[np.float64],
    embed: Callable[[Sequence[str]], Vectors],
) -> npt.NDArray[np.float64] | None:
    """The cosine of a thing that a candidate alone lacks and the nearest word of it, shape
    (candidates,); 0 for others, and where the document has the thing. None where there is no such
    thing: nothing is embedded then.

    Args:
        scores: what the candidates are ranked by so far.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    words: dict[int, tuple[tuple[str, ...], list[str]]] = {}
    for at in map(int, np.argsort(-scores, kind="stable")[:MOST_LOOKED_AT]):
        unit = reading.candidates[at]
        lacked = _lacked(reading, unit, complete_one(reading, unit))
        if lacked and _held(reading, unit).isdisjoint(term_texts(" ".join(lacked))):
            said = [unit.text[term.start : term.end] for term in terms(unit.text)]
            said = [each for each in said if len(each) >= LEAST_LETTERS and each.isalpha()]
            words[at] = (lacked, said)
    texts = list(dict.fromkeys(each for pair in words.values() for some in pair for each in some))
    if not texts:
        return None
    vectors = dict(zip(texts, embed(texts), strict=True))
    found = np.zeros(len(reading.candidates))
    for at, (lacked, said) in words.items():
        found[at] = min(
            max((float(vectors[each] @ vectors[word]) for word in said), default=0.0)
            for each in lacked
        )
    return found


def _lacked(reading: ReadEvidence, unit: Unit, whole: Unit) -> tuple[str, ...]:
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    over |= subjects_of(reading)[unit.hit]  # “the Company” of its own report
    return thing_lacked(reading.question, whole, over, reading.before(unit))


def _held(reading: ReadEvidence, unit: Unit) -> frozenset[str]:
    """The stems of the passages of a sentence's document that were found, with their titles."""
    document = reading.passages[unit.hit].document
    passages = [passage for passage in reading.passages.values() if passage.document == document]
    return frozenset[str]().union(*(passage.terms | passage.title_terms for passage in passages))
