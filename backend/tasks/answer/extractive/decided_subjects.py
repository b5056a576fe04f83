"""Whom or what a sentence is of that seems to decide a question for yes or no.

“Is the garden closed?” is not decided by “Garden. The well is closed.”, “Is Ada Finch the chair?”
not by a line that only has her name, and “May a boat name be long?” not by what a sail name may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from backend.analysis import term_texts, terms
from backend.question_kinds import AnswerKind
from backend.sentences import reads_as_sentence
from backend.tasks.answer.extractive.forms import (
    PRONOUN,
    has_verb,
    is_question,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_OPENS = (
    r"(?i)^(?:is|are|was|were|do|does|did|can|could|may|must|should|has|have|had|will|would) "
    r"(?:there )?(?:(?:the|an?|any|all|my|our|your|its|their|this|that|these|those|each|every) )?"
)
_SUBJECT = re.compile(_OPENS + r"(?P<one>[^\W\d][\w’'-]*)(?: (?P<other>[^\W\d][\w’'-]*))?")
_NAME = r"(?-i:[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*)*)"
_IS_HOLDER = re.compile(
    rf"(?i)^(?:is|was) (?P<who>{_NAME}) (?:still |now )?(?:the |our |an? |your )?"
    r"(?P<office>[a-z][a-z -]*)\W*$"
)
_IN_BRACKETS = re.compile(rf"(?P<name>{_NAME}) \((?P<office>[^()]{{2,40}})\)")
_LABELLED = re.compile(rf"(?:^|[.;\n] ?)(?P<office>[A-Z][a-z]+(?: [a-z]+)?): (?P<name>{_NAME})")
_BE = re.compile(r"(?i)(?:is|are|was|were)\b")
_IS_VERB_BEFORE = re.compile(
    r"(?i)\s+(?:(?:the|an?|any|all|my|our|your|its|their|this|that|these|those|each|every|more|in|on"
    r"|at|to|for|from|with|by|of|into|\d+)\b|[\w’'-]+\W*$)|\W*$"
)
"""What follows a verb: “wear a badge”, “wear badges”, but not “name have a figure”."""
_NEAR_IT = re.compile(
    r"(?i)\b(?:by|near|behind|beside|beyond|opposite|next to|between|outside|above|below|along"
    r"|around|across from|close to)(?: (?:the|an?|our|this))?(?: [a-z-]+)?\W*$"
)
"""Right before a thing that only says where another one is."""
_HEADED = re.compile(
    r"(?:\W*|\d{1,2}[.)] )(?P<head>[^\W\d_a-z][^.:;,!?]{1,40})[.:] (?=[^\W\d_a-z])"
)
"""“Garden. The well is closed.”"""
_OWN_SUBJECT = re.compile(
    r"(?i)(?:the|an?|all|our|this|that|these|those|each|every|some|no) "
    r"(?P<what>(?:[\w’'-]+ ){1,4}?)(?:is|are|was|were|has|have|can|may|must|will|should)\b"
)


def lacks_predicate(question: Question, unit: Unit) -> bool:
    """Whether yes or no is asked and a line that is no sentence lacks the last thing that is asked:
    “Apologies: Ada Finch” for “Is Ada Finch the chair?”."""
    if question.kind is not AnswerKind.YES_NO or len(question.terms) < 2:
        return False
    is_line = not has_verb(unit.text) and not reads_as_sentence(unit.text)
    return is_line and question.terms[-1] not in unit.term_set


def names_another_holder(question: str, text: str) -> bool:
    """Whether it is asked if somebody is the holder of an office, and a text has the office in
    brackets behind, or as the label of, another name alone: “Tom Reed (cook), Ada Finch”."""
    asked = _IS_HOLDER.match(question.strip())
    if asked is None:
        return False
    office, last = frozenset(term_texts(asked["office"])), asked["who"].split()[-1].casefold()
    holders = [
        match["name"].casefold().split()
        for match in (*_IN_BRACKETS.finditer(text), *_LABELLED.finditer(text))
        if office and office <= frozenset(term_texts(match["office"]))
    ]
    return bool(holders) and not any(last in holder for holder in holders)


def is_of_other_kind(question: Question, unit: Unit, above: frozenset[str]) -> bool:
    """Whether yes or no is asked of a thing that two words name, and a sentence has the second one
    behind another word and the first one nowhere: a sail name is no boat name.

    Args:
        above: stems of what the sentence stands under.
    """
    if question.kind is not AnswerKind.YES_NO:
        return False
    subject = _SUBJECT.match(question.text.strip())
    if subject is None or subject["other"] is None:
        return False
    if _IS_VERB_BEFORE.match(question.text.strip(), subject.end()) and not _BE.match(question.text):
        return False  # “Do guests wear badges?” has a verb there
    pair = term_texts(f"{subject['one']} {subject['other']}")
    if len(pair) != 2 or pair[0] in unit.term_set | above:
        return False
    words = list(terms(unit.text))
    heads = [at for at, word in enumerate(words) if word.text == pair[1]]
    return bool(heads) and all(
        at > 0
        and unit.text[words[at - 1].end : words[at].start] == " "
        and words[at - 1].text not in question.weights
        for at in heads
    )


def lacks_thing_decided(question: Question, unit: Unit, units: Iterable[Unit]) -> bool:
    """Whether yes or no is asked of a thing, a sentence has it nowhere, nor what it stands under,
    and another one of the evidence has every word that is asked: what the ticket includes is not
    asked where it is said that lunch is included.

    Args:
        units: all sentences of the evidence.
    """
    asked = _SUBJECT.match(question.text.strip())
    if question.kind is not AnswerKind.YES_NO or asked is None or len(question.terms) < 2:
        return False
    thing = frozenset(term_texts(asked["one"])) & question.weights.keys()
    if not thing or not thing.isdisjoint((*unit.terms, *term_texts(unit.heading))):
        return False
    if PRONOUN.match(unit.text):
        return False
    wanted = question.weights.keys()
    return any(
        wanted <= each.term_set and not (is_question(each.text) or tells_what_was_asked(each.text))
        for each in units
    )


def stands_only_beside_it(question: Question, unit: Unit) -> bool:
    """Whether it is asked what a thing is, and a sentence has the thing only as what another one is
    near: “The kiosk by the pool is open” for “Is the pool open?”."""
    asked = _SUBJECT.match(question.text.strip())
    if question.kind is not AnswerKind.YES_NO or asked is None or not _BE.match(question.text):
        return False
    thing = term_texts(asked["one"])
    if len(thing) != 1 or _NEAR_IT.search(question.text) or question.terms[:1] != tuple(thing):
        return False
    found = [term for term in terms(unit.text) if term.text == thing[0]]
    return bool(found) and all(
        _NEAR_IT.search(unit.text[: term.start]) is not None for term in found
    )


def is_of_another_under_it(question: Question, unit: Unit) -> bool:
    """Whether yes or no is asked of what only the words before the sentence name, as a heading in
    one line with it, and the sentence has a subject of its own."""
    headed = _HEADED.match(unit.text)
    if question.kind is not AnswerKind.YES_NO or headed is None:
        return False
    said = unit.text[headed.end() :]
    asked = _SUBJECT.match(question.text.strip())
    match = _OWN_SUBJECT.match(said)
    if asked is None or match is None:
        return False
    subject = frozenset(term_texts(asked["one"]))
    return (
        bool(subject)
        and subject <= frozenset(term_texts(headed["head"]))
        and subject.isdisjoint(term_texts(said))
        and frozenset(term_texts(match["what"])).isdisjoint(question.weights.keys())
    )
