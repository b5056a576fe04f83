"""Defaults of a manual: the sentence or the label that states one, and the entry it belongs to.

"The default is 12." says nothing by itself: it is of the entry that it stands in, which begins
where the default before it ended. No question set that trains the ranker has many of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Protocol

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.siblings import stands_only_in_pairs
from backend.tasks.answer.extractive.units import Unit

UNNAMED = 0.9
"""What a default is worth where only the sentences before it name what is asked about."""
ABOUT = 0.6
"""Least share of the weight of what is asked about that the entry, with its titles, holds."""
LONG_NAME = 3
"""Words of the name of a thing of which the last two tell it from others."""
MOST_ABOVE = 6
"""Sentences of an entry before its default, at most."""

_LABEL = re.compile(r"(?i)^(?:[•▪◦‣·*–—-]\s+)?[^:.!?]{0,40}\bdefaults?\b[^:.!?]{0,40}:\s+\S")
_STATED = re.compile(
    r"(?i)\bdefaults?(?: [\w-]+){0,5} (?:is|are|was)\b|\bdefaults? to\b|\bby default\b"
    r"|\b(?:is|are|was) (?:also |usually )?the default\b"
    r"|\(defaults?:? "
)
_NAMED = re.compile(
    r"(?i)\b(?:the|an?|its)(?P<before>(?: [\w-]+){0,3}) defaults?(?P<after>(?: [\w-]+){0,3}?) "
    r"(?:is|are|was)\b"
)
"""What a default is said to be of: “the default page size is”, “the page size default is”."""
_ASKED = re.compile(
    r"(?i)\bdefaults?\b"
    r"|,? \bunless (?:\S+ ){0,3}?(?:told|say|said|set|state|stated|specify|specified|choose|chosen|"
    r"change|changed|configured?|given)\b(?: (?:it|them|something|anything))?(?: otherwise| else)?"
    r"|,? \bif (?:i|you|we|one|they) (?:change|set|choose|specify|configure|say) nothing\b"
    r"|,? \bif nothing (?:else )?is (?:changed|set|chosen|specified|configured|said)\b"
    r"|,? \bwithout (?:changing|setting|choosing|specifying|configuring) anything\b"
    r"|,? \bout of the box\b"
)
"""A question for what holds unless something else is chosen, in that word or in others."""
_OTHER_THAN_IT = re.compile(
    r"(?i)\b(?:than|instead of|unlike|besides|rather than|different from|other than|change|changing"
    r"|override|overriding|replace|replacing) (?:\S+ ){0,2}defaults?\b"
)
"""Another thing than the default is asked for, or how to come by it."""
_OF_WHAT = re.compile(
    r"(?i)\bdefaults?\s+(?P<what>(?:[\w-]+\s+){0,2}?[\w-]+)"
    r"(?=\s+(?:of|for|in|on|when|if|is|are|to|used|by)\b|\W*$)"
)
"""The default of what is asked for: “the default page size of a leaflet”."""
_OWN_SUBJECT = re.compile(
    r"(?i)\b(?P<own>[a-z][\w-]+) (?:is|are|was|were) (?:[\w-]+ ){0,4}by default\b"
)
_NAMED_SO = re.compile(r"(?i)\bdefault (?P<one>[a-z][\w-]*) (?P<other>[a-z][\w-]*)\b")
_POINTS_BACK = frozenset(
    ["it", "this", "that", "they", "these", "which", "value", "option", "setting", "parameter"]
)
_CLAUSES = re.compile(r"[;:]\s|,\s(?=(?:although|though|while|whereas|but|and|which|unless)\b)")
_FIGURES = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT])
_COUNTS = re.compile(
    r"(?i)\bdefault (?:value )?(?:is|are|was) (?:set to )?\d[\d.,]* "
    r"(?P<what>[a-z]{3,}(?: [a-z]{3,})?)"
)
_UNITS = frozenset(
    term_texts(
        "seconds minutes hours days weeks months years milliseconds bytes kilobytes megabytes "
        "gigabytes bits pixels points characters lines columns percent per cent metres meters feet "
        "inches degrees times dots cells units pounds euros dollars hertz"
    )
)
_WORDS = frozenset(term_texts("default value values setting set"))


class TitledPassage(Protocol):
    """What is known of the passage that a sentence stands in."""

    @property
    def title_terms(self) -> frozenset[str]: ...


def states_default(text: str) -> bool:
    """Whether a text says what holds unless something else is chosen."""
    return bool(_LABEL.search(text) or _STATED.search(text))


def default_fit(
    question: Question, unit: Unit, above: Sequence[Unit], about: TitledPassage
) -> float:
    """How surely a sentence states the default that a question asks for: 0 to `FIT`.

    Args:
        above: the units of the passage before it, in order.
    """
    if not _ASKED.search(question.text) or not states_default(unit.text):
        return 0.0
    if _OTHER_THAN_IT.search(question.text):
        return 0.0
    about_what = frozenset(term_texts(_ASKED.sub(" ", question.text))) - _WORDS
    asked = {term: w for term, w in question.weights.items() if term in about_what}
    figure = question.kind in _FIGURES and not _LABEL.search(unit.text)
    if not asked or (figure and not holds_kind(question.kind, unit.text)):
        return 0.0
    if _holds_in_another_clause(question.text, unit):
        return 0.0
    named = unit.term_set | frozenset(term_texts(unit.heading))
    entry = named | _entry_above(unit, above)
    if not _holds_thing_or_owner(question.text, asked.keys(), entry):
        return 0.0
    if asked.keys().isdisjoint(entry) or _is_of_another(asked.keys(), unit.text, entry):
        return 0.0
    total = sum(asked.values())
    share = sum(w for term, w in asked.items() if term in entry | about.title_terms) / total
    if share < ABOUT:
        return 0.0
    unnamed = asked.keys().isdisjoint(named)
    if unnamed and _has_own_subject(unit.text):
        return 0.0
    return FIT * share * (UNNAMED if unnamed else 1.0)


def states_another_default(
    question: Question, unit: Unit, above: Sequence[Unit], about: TitledPassage
) -> bool:
    """Whether a default is asked for by what it is of, and a sentence states one of something else:
    neither it nor its entry nor a title has a word of what is asked about.

    Args:
        above: the units of the passage before it, in order.
    """
    if not _OF_WHAT.search(question.text):
        return False
    if _names_another(question.text, unit, above) or _lacks_what_it_is_of(question, unit, above):
        return True
    if not states_default(unit.text):
        return False
    asked = frozenset(term_texts(_ASKED.sub(" ", question.text))) - _WORDS
    named = unit.term_set | frozenset(term_texts(unit.heading)) | _entry_above(unit, above)
    asked &= question.weights.keys()
    match = _OF_WHAT.search(question.text)
    thing = frozenset(term_texts(match["what"]) if match else ()) & asked
    if thing and thing.isdisjoint(named | about.title_terms):
        return True  # that a title has what it is of says nothing of the thing
    return bool(asked) and asked.isdisjoint(named | about.title_terms)


_VALUE_ASKED = re.compile(r"(?i)\bdefault (?:value|setting)s? (?:of|for)\b")
_VALUE = re.compile(
    r"(?i)\d|[\"“”'‘’=]|\b(?:(?:is|are|to|turned|switched) (?:on|off)|default\w*|true|false|yes|no|"
    r"none|nothing|empty|unset|never|always|enabled|disabled|unlimited|automatic(?:ally)?)\b"
)


def tells_no_value(question: str, text: str) -> bool:
    """Whether the default value of something is asked for, and a text has nothing that is one:
    “The depth depends on the tide.”"""
    return _VALUE_ASKED.search(question) is not None and _VALUE.search(text) is None


def _lacks_what_it_is_of(question: Question, unit: Unit, above: Sequence[Unit]) -> bool:
    """Whether the thing whose default is asked for has a name of three words or more, and neither a
    sentence that states one nor its entry has the word before the last: the largest sail size is
    no largest size of a reply. Nor does a sentence state it that counts something else by its
    default: “The default is 20 reminders.”"""
    asked = _OF_WHAT.search(question.text)
    if asked is None or not states_default(unit.text):
        return False
    thing = [text for text in term_texts(asked["what"]) if text not in _WORDS]
    counted = _COUNTS.search(unit.text)
    told = frozenset(term_texts(counted["what"])) if counted else frozenset[str]()
    if told and told.isdisjoint(_UNITS | question.weights.keys()):
        return True
    held = frozenset[str]().union(
        *(each.term_set for each in (unit, *_entry_units(unit, above))), term_texts(unit.heading)
    )
    return len(thing) >= LONG_NAME and thing[-2] not in held


def _names_another(question: str, unit: Unit, above: Sequence[Unit]) -> bool:
    """Whether a default is asked for of what two words name, and a sentence has one that shares
    only the second word, behind another one: “Default mast colour …” for the default sail colour.
    """
    asked = _OF_WHAT.search(question)
    thing = [text for text in term_texts(asked["what"]) if text not in _WORDS] if asked else []
    if len(thing) != 2:
        return False
    entry = [unit, *_entry_units(unit, above)]
    held = frozenset[str]().union(*(each.term_set for each in entry))
    if thing[0] in held | frozenset(term_texts(unit.heading)):
        return False
    if states_default(unit.text) and thing[1] in held:
        return all(stands_only_in_pairs(each.text, thing[1]) for each in entry)
    said = [
        term_texts(f"{match['one']} {match['other']}") for match in _NAMED_SO.finditer(unit.text)
    ]
    return any(len(pair) == 2 and pair[1] == thing[1] for pair in said)


def _holds_thing_or_owner(question: str, asked: Set[str], entry: frozenset[str]) -> bool:
    """Whether an entry names the thing whose default is asked for, by its last word, or what it is
    of (“the default page size of a leaflet”): that both only stand in the titles says nothing."""
    match = _OF_WHAT.search(question)
    thing = [term for term in term_texts(match["what"]) if term not in _WORDS] if match else []
    owner = asked - set(thing)
    return not thing or not owner or thing[-1] in entry or not owner.isdisjoint(entry)


def _holds_in_another_clause(question: str, unit: Unit) -> bool:
    """Whether a sentence names what the default is asked of, but not in the clause that says what
    holds by default: “The flag may be red, though it flies by day by default.”"""
    asked = _OF_WHAT.search(question)
    wanted = frozenset(term_texts(asked["what"])) - _WORDS if asked else frozenset[str]()
    if wanted.isdisjoint(unit.term_set):
        return False
    stating = [each for each in _CLAUSES.split(unit.text) if states_default(each)]
    return bool(stating) and all(wanted.isdisjoint(term_texts(each)) for each in stating)


def _is_of_another(asked: Set[str], text: str, entry: frozenset[str]) -> bool:
    """Whether a sentence says itself that its default is of something else: of what neither the
    question nor the entry names, or of what shares only a word with what is asked for (“page
    number” for “page size”)."""
    match = _NAMED.search(text)
    said = frozenset(term_texts(f"{match['before']} {match['after']}")) if match else frozenset()
    own = said - _WORDS
    elsewhere = entry - frozenset(term_texts(text))
    if not own or own <= asked:
        return False
    if own & asked:
        return not asked <= own
    return own.isdisjoint(elsewhere)


def _has_own_subject(text: str) -> bool:
    """Whether a sentence says itself what holds by default: “Reefing is switched off by default”
    is no default of what the sentences before it speak of."""
    match = _OWN_SUBJECT.search(text)
    return match is not None and match["own"].casefold() not in _POINTS_BACK


def _entry_above(unit: Unit, above: Sequence[Unit]) -> frozenset[str]:
    """The terms of what stands between the default before a sentence and the sentence, under the
    same heading."""
    return frozenset[str]().union(*(each.term_set for each in _entry_units(unit, above)))


def _entry_units(unit: Unit, above: Sequence[Unit]) -> list[Unit]:
    """These sentences, the last one first."""
    units: list[Unit] = []
    for before in reversed(above[-MOST_ABOVE:]):
        if states_default(before.text) or before.heading != unit.heading:
            break
        units.append(before)
    return units
