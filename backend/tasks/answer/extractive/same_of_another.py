"""What a sentence says of another thing than the one that is asked about, word for word.

“The straw is delivered on Tuesdays” has all of “When is the hay delivered?” but the hay. Where a
sentence lacks much of a question it may say the same in other words, and its thing may be called
otherwise there; where it has every other word, what is missing is rather another thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from backend.analysis import STOP_WORDS, term_texts
from backend.discourse.irregular_verbs import OTHER_FORMS
from backend.discourse.verbs import AUXILIARIES
from backend.evidence.quantities import NUMBER_WORDS
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import PRONOUN
from backend.tasks.answer.extractive.pointing_back import is_done_to_it
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

SAME_BEGINNING = 5
"""Words that share so many first letters are taken for forms of one word (reduce, reduction)."""
LEAST_FORM = 4
"""Letters of a word that another one goes on from (child, children), at least."""
NEAR_VERB = 4
"""So many words behind a verb its object stands, at most."""

_ASKS = re.compile(
    r"(?i)\W*(?:and |but |so )?(?:(?:by|at|in|on|until|till|from|to|for|of|with|since) )?"
    r"(?P<word>who|whom|what|which|when|where|why|how)\b"
)
_MAIN = re.compile(
    r"(?i)[,;?]|\b(?:if|when|before|after|once|while|because|since|until|that|which|who)\b"
)
"""Where the first clause ends."""
_SUPPOSED = re.compile(
    r"(?i)\b(?:if|when) (?:i|we|you|they|somebody|someone) (?P<verb>[a-z]{3,}) "
    r"(?:the|an?|my|our|your|their) (?P<thing>[a-z-]{3,}(?: [a-z-]{3,})?)\W*$"
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_BE = frozenset(["is", "are", "was", "were"])
_AUXILIARIES = AUXILIARIES - {"be", "been", "being", "cannot"}
_PRONOUNS = frozenset(
    ["i", "we", "you", "they", "he", "she", "it", "one", "somebody", "someone", "anybody", "anyone"]
)
_BEFORE_VERB = _PRONOUNS | frozenset(["to", "not", "still", "always"])
_PREPOSITIONS = frozenset(
    [
        "on",
        "at",
        "in",
        "from",
        "until",
        "till",
        "before",
        "after",
        "during",
        "by",
        "within",
        "over",
        "under",
        "per",
        "since",
        "through",
        "than",
        "as",
        "without",
        "about",
        "near",
    ]
)
_OF = frozenset(["of", "for", "to", "with"])
"""What stands inside of a thing's name: “the door of the barn”."""
_ARTICLES = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "our",
        "your",
        "its",
        "their",
        "this",
        "that",
        "all",
        "any",
        "each",
        "every",
    ]
)
_BEGINS = frozenset(["start", "begin", "stop", "finish", "keep", "go"])
"""“Start riding” is no thing that swims."""
_OF_A_KIND = frozenset(["how", "what", "which", "much"])
"""Behind these stands the kind of what is asked for, which its answer need not name."""
_MANY = "many"
_IDLE = frozenset(
    term_texts(
        "must may might shall should could would can will often long still now get got time times "
        "day days week month year number kind sort type way people person price cost fee amount "
        "thing part main new next last first second third fourth fifth sixth old whole total "
        "maximum minimum most least latest many much hour hours minute date telephone phone name "
        "own right good best same other morning evening place go happen held occur do allowed "
        "permitted",
        keep_stop_words=True,
    )
)
"""What a question may have and its answer need not."""
_NO_PREDICATES = frozenset(
    term_texts("next last first second third old new day days year later earlier")
)


@dataclass(frozen=True, slots=True)
class _StemmedWord:
    """A word of a question with its stem; `weighs` where it is no function word."""

    text: str
    stem: str
    weighs: bool


def thing_lacked(
    question: Question, whole: Unit, over: frozenset[str], before: Unit | None
) -> tuple[str, ...]:
    """The words of the thing that something is asked of, or a part of its name, if a sentence has
    every word of what is asked but these; else none.

    Yes or no is asked of a thing by other rules. A sentence that begins with a pronoun has its
    thing before it, and so has one on a part of the thing that the sentence before it names: “Work
    takes five weeks” behind one about the north stable.

    Args:
        whole: the sentence with what it takes along.
        over: stems of what it stands under.
        before: the sentence right before it.
    """
    asks = _ASKS.match(question.text)
    if asks is None or question.kind is AnswerKind.YES_NO or PRONOUN.match(whole.text):
        return ()
    if is_done_to_it(question, whole, before):
        return ()
    own = whole.term_set | frozenset(term_texts(whole.text))
    supposed = _supposed_thing(question, own | over)
    if supposed:
        return supposed
    words = _main_clause(question, asks.end())
    weighty = [at for at, word in enumerate(words) if word.weighs]
    gone = [at for at in weighty if not _has(own | over, words[at].stem)]
    gone = [at for at in gone if words[at].stem not in _IDLE]
    if not gone or not _is_one_thing(words, gone):
        return ()
    if not all(_names_a_thing(words, at) for at in gone) or _is_named_before(words, gone, before):
        return ()
    if _is_meant_by_its_noun(words, gone, whole.text, before):
        return ()
    if _is_left_out(words, gone, whole.text, before):
        return ()
    held = [at for at in weighty if words[at].stem in own and words[at].stem not in _NO_PREDICATES]
    if words[0].text not in _AUXILIARIES and words[0].stem and _has(own, words[0].stem):
        held = [0, *held]  # “gives” has no weight of its own
    if not _is_argument(asks["word"].lower(), words, gone, held):
        return ()
    return tuple(words[at].text for at in gone)


def _supposed_thing(question: Question, held: frozenset[str]) -> tuple[str, ...]:
    """The words of what somebody does something with “if I lose a saddle”, where that alone is
    missing of a question."""
    clause = _SUPPOSED.search(question.text)
    if clause is None:
        return ()
    said = question.weights.keys() - _IDLE
    gone = [each for each in said if not _has(held, each)]
    thing = _words_of(question, clause["thing"])
    verb = term_texts(clause["verb"])
    is_whole = bool(thing) and frozenset(gone) == {word.stem for word in thing}
    if not is_whole or not verb or not _has(held, verb[0]):
        return ()
    if not all(_names_a_thing(thing, at) for at in range(len(thing))):
        return ()
    return tuple(word.text for word in thing)


def _main_clause(question: Question, start: int) -> list[_StemmedWord]:
    """The words of the first clause behind the word that asks."""
    end = _MAIN.search(question.text, start)
    return _words_of(question, question.text[start : end.start() if end else None])


def _words_of(question: Question, text: str) -> list[_StemmedWord]:
    """The words of a part of a question."""
    found = []
    for match in _WORD.finditer(text):
        word = match.group().lower()
        stem = (term_texts(word) or [""])[-1]
        idle = word in STOP_WORDS | _AUXILIARIES | _PREPOSITIONS
        found.append(_StemmedWord(word, stem, stem in question.weights and not idle))
    return found


def _has(held: Set[str], stem: str) -> bool:
    """Whether some stems have one, or another form of the word."""
    if stem in held or not held.isdisjoint(OTHER_FORMS.get(stem, ())):
        return True
    return len(stem) >= LEAST_FORM and any(
        len(each) >= LEAST_FORM
        and (
            each.startswith(stem)
            or stem.startswith(each)
            or each[:SAME_BEGINNING] == stem[:SAME_BEGINNING]
        )
        for each in held
    )


def _is_one_thing(words: Sequence[_StemmedWord], gone: Sequence[int]) -> bool:
    """Whether some words stand one beside the other, but for articles and “of”."""
    return all(at in gone or words[at].text in _ARTICLES | _OF for at in range(gone[0], gone[-1]))


def _names_a_thing(words: Sequence[_StemmedWord], at: int) -> bool:
    """Whether a word may be one of a thing's name: no number, and no verb by what is beside it."""
    word = words[at].text
    if any(each.isdigit() for each in word) or word in NUMBER_WORDS or word.endswith("ly"):
        return False
    if at and words[at - 1].text in _BEFORE_VERB:
        return False
    following = words[at + 1].text if at + 1 < len(words) else ""
    return not (word in _BEGINS and following.endswith("ing"))


def counts_of(question: str, things: Sequence[str]) -> bool:
    """Whether a question asks how many there are of some things."""
    return f"{_MANY} {' '.join(things)}".casefold() in question.casefold()


def _is_named_before(
    words: Sequence[_StemmedWord], gone: Sequence[int], before: Unit | None
) -> bool:
    """Whether what is missing only says of what a thing is (“work on the north stable”) or is what
    is counted (“Oats are sold in sacks. Each stall gets two.”), and the sentence before has it."""
    counted = gone[0] > 0 and words[gone[0] - 1].text == _MANY
    return (
        (counted or _is_complement(words, gone[0]))
        and before is not None
        and all(_has(before.term_set, words[each].stem) for each in gone)
    )


def _is_meant_by_its_noun(
    words: Sequence[_StemmedWord], gone: Sequence[int], text: str, before: Unit | None
) -> bool:
    """Whether what is missing stands before a noun that a text has without another word before it,
    and so has the sentence before, or that one has the whole name: “the club” may be the pony club.
    """
    at = gone[-1] + 1
    if at >= len(words) or not words[at].weighs:
        return False
    stem = words[at].stem
    if _stands_alone(stem, text) is not True:
        return False
    if before is None or _stands_alone(stem, before.text) is not False:
        return True
    return all(_has(before.term_set, words[each].stem) for each in gone)


def _is_left_out(
    words: Sequence[_StemmedWord], gone: Sequence[int], text: str, before: Unit | None
) -> bool:
    """Whether a text begins with the word that stands right before what is missing, in that form,
    and the sentence before has the missing one: “Steel takes nine weeks.” behind one on a mast, for
    how long a steel mast takes."""
    first = _WORD.search(text)
    if gone[0] == 0 or first is None or before is None:
        return False
    kind = words[gone[0] - 1]
    return (
        kind.weighs
        and first.group().lower() == kind.text
        and all(_has(before.term_set, words[each].stem) for each in gone)
    )


def _stands_alone(stem: str, text: str) -> bool | None:
    """Whether a noun has no word of its own before it, each time; None where a text lacks it."""
    said = [match.group().lower() for match in _WORD.finditer(text)]
    places = [i for i, each in enumerate(said) if stem in term_texts(each)]
    if not places:
        return None
    return all(i == 0 or said[i - 1] in _ARTICLES | _PREPOSITIONS | _OF for i in places)


def _is_complement(words: Sequence[_StemmedWord], at: int) -> bool:
    """Whether a word stands behind a preposition, or an article behind one."""
    at -= 1
    while at >= 0 and words[at].text in _ARTICLES:
        at -= 1
    return at >= 0 and words[at].text in _PREPOSITIONS | _OF


def _is_argument(
    asks: str, words: Sequence[_StemmedWord], gone: Sequence[int], held: Sequence[int]
) -> bool:
    """Whether what is missing is what something is said of that the sentence has: the object of
    “who lends out saddles”, the subject of “when is the hay delivered”, or what is counted."""
    auxiliary = next((i for i, word in enumerate(words) if word.text in _AUXILIARIES), None)
    if asks in {"who", "what"} and auxiliary is None:
        return 0 in held and 0 < gone[0] <= NEAR_VERB
    if auxiliary is None or (asks == "what" and words[auxiliary].text in _BE):
        return False
    if gone[0] < auxiliary:
        before = words[gone[0] - 1].text if gone[0] else "which"
        return before not in _OF_A_KIND and any(at > auxiliary for at in held)
    if any(
        words[at - 1].text == "to"
        and all(word.text in _ARTICLES for word in words[at + 1 : gone[0]])
        for at in held
        if 0 < at < gone[0]
    ):
        return True  # “what does it cost to stable a mule”
    return any(
        at > gone[-1]
        and words[at - 1].text not in _ARTICLES  # “the hay” is no predicate
        and not _is_complement(words, at)
        and not any(word.text in _PREPOSITIONS | _PRONOUNS for word in words[gone[-1] + 1 : at])
        for at in held
    )
