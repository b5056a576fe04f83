"""What stands above or before a sentence and says what it answers: a question that the document
itself asks, the name of an entry, a label.

No question set that trains the ranker has many documents of this form (lists of questions and
answers, references of settings, minutes, letters), so these are told by rule, as table rows are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from backend.analysis import fold, term_texts
from backend.definitions.asked_names import asked_name
from backend.definitions.reference_heads import (
    is_any_reference_head,
    is_reference_entry,
    is_reference_head,
    is_syntax,
)
from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.agents import agent_fit
from backend.tasks.answer.extractive.conditions import condition_fit
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.counted import counts_asked
from backend.tasks.answer.extractive.deciding import decides
from backend.tasks.answer.extractive.defaults import default_fit
from backend.tasks.answer.extractive.defined_parties import is_part_of_address, party_defined
from backend.tasks.answer.extractive.duties import duty_fit
from backend.tasks.answer.extractive.entries import is_entry_of, is_head_of
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import (
    REASON,
    holds_kind,
    is_question,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.kinds_listed import names_several
from backend.tasks.answer.extractive.label_words import other_labels
from backend.tasks.answer.extractive.money import MONEY, asked_words, names_money
from backend.tasks.answer.extractive.named import named_fit
from backend.tasks.answer.extractive.naming_entries import naming_fit
from backend.tasks.answer.extractive.offices import lacks_rank, office_asked
from backend.tasks.answer.extractive.plain_statements import plainly_said
from backend.tasks.answer.extractive.pointing_back import is_done_to_it
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import ASKING
from backend.tasks.answer.extractive.reason_clauses import reason_fit
from backend.tasks.answer.extractive.stated_properties import property_fit
from backend.tasks.answer.extractive.stated_ways import tells_no_way, way_fit
from backend.tasks.answer.extractive.successions import succession_fit
from backend.tasks.answer.extractive.told_in_turn import in_turn_fit
from backend.tasks.answer.extractive.told_what_it_is import (
    definition_fit,
    doing_fit,
    purpose_fit,
)
from backend.tasks.answer.extractive.units import Unit

ALIKE = 0.65
"""Cosine from which a question of the document asks what is asked."""
SHARED = 0.3
"""Least share of the question's weight that such a heading holds itself."""
OF_SECTION = 0.5
"""What a sentence further below such a heading is worth, of what the first one is."""
ABOUT = 0.6
"""Least share of the question's weight that the surroundings of a default or a label hold."""
TITLED = 0.75
"""Least share of the question's weight that a heading holds which names what "how to" asks for."""
LEAST_TITLE = 2
"""Words of such a question, at least: one alone is the subject of many a section."""
CIRCUMSTANCE = 0.8
"""What a reason in the section of when or where it happened is worth, of one in the section of
whom or what it happened to."""
OF_IT = 0.75
"""Least share of the question's weight that a sentence and the one before it hold together."""
MOST_BESIDE = 2
"""Words of such a heading that the question has not, at most."""
LEAST_ASKED = 2
"""Words of a question that a heading answers, at least: a single one may stand over anything."""
LEAST_ANNOUNCED = 3
"""Words of a sentence that announces the one after it, at least: one or two may be chance."""

ALL_ASKED = 0.99
_COMPOUND = re.compile(r"\w[-_:./]\w")
_LABELLED = re.compile(
    r"^(?:[•▪◦‣·*–—-]\s+|\d{1,2}(?:\.\d{1,2})+\.?\s+)?"
    r"(?P<label>(?!(?i:to|if|when|while|because|unless) \w+ )[^\W\d_][^:.!?…]{1,60})"
    r"(?::|[ \u00a0]?(?:\.{4,}|(?:\. ){4,}|…{2,}))\s+"
    r"(?P<value>\S.*)$"
)
"""A clause before a colon is no label: “To fold it do: …”."""
_LABELLED_PART = re.compile(
    r"[,;] (?P<label>[^\W\d_A-Z][^\W\d_]*(?: [^\W\d_A-Z][^\W\d_]*)?): (?P<value>[^,;:]+)"
)
"""“Policy number 12, policyholder: Ada Finch, insured since …”."""
_IN_A_ROOM = re.compile(r"(?i)\b(?:in|at|on|near|behind|beside|opposite) (?:the|our|an?) [^\W\d]")
_WHO_DOES = re.compile(r"(?i)^who(?:se|m)? (?!(?:is|are|was|were)\b|['’])[a-z]+")
_WHICH_IS = re.compile(
    r"(?i)^(?:which|what) (?P<what>[a-z]+(?: [a-z]+)?) (?:is|are|was|were|do (?:i|we|you)"
    r"|should (?:i|we))"
    r" (?:used?|needed?|required|recommended|meant|planned)\W*$"
)
_THIS_IS = r"(?i)(?:the|our|its) (?:[a-z]+ )?{name}s? (?:is|are|was|were)\b"
_EXPLAINS = re.compile(
    rf"{REASON.pattern}|^(?:[^\s:]+ ){{3,}}[^\s:]*(?:[^\W\d_]: (?=[^\W\d_])|\d: (?=(?-i:[a-zß-ÿ])))"
)
"""A figure before the colon may be the end of a clause only if a small letter follows."""
_OF_IT = re.compile(
    r"(?i)(?!it (?:is|was|has been) [\w-]+ that\b)(?:it|its|this|that|these|those|they|"
    r"their|he|she|his|her|(?:the|an?) (?:[\w-]+ )?"
    r"(?:price|cost|fee|charge|rent|total|sum|amount|rate|number|work|job|date|deadline|term))\b"
    r"|there (?:is|are|was|will be) (?:an? )?[^.;]{3,60} (?:for|on) (?:it|them|this)\W*$"
)
_TOLD = re.compile(r"(?i)\b(?:was|were|had been|has been|have been)\b")
"""What was once done is no way to do it."""
_OF_ANOTHER = re.compile(
    r"(?i)(?:the|an?) (?:[\w-]+ ){1,2}(?:of|for) (?:(?:the|an?|this|that|its|their) )?"
    r"(?P<of>[^\W\d][\w-]*)"
    r"|.*\b(?:paid|charged|spent|asked) (?:for|on) (?:the|an?|its|their) (?P<paid>[^\W\d][\w-]*)"
)
"""“The price of the sail” is none of the mast."""
_TOLD_OF_IT = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT, AnswerKind.DATE])
HOLDER = re.compile(
    r"[^\W\d_a-z][\w.'’-]*(?:(?: &)? [^\W\d_a-z][\w.'’-]*){1,4}"
    r"(?:,? (?:plc|ltd|limited|inc|llc|llp|corp|gmbh|ag|se|n\.v|s\.a)\.?)? "
    r"\((?P<role>[^()]{3,60})\)",
)
"""A name with the role behind it in brackets: “Ada Finch (chair)”, “Quay Estates plc ("the
Landlord")”."""
_QUOTED = re.compile(r"(?:the |an? )?[\"“„«]")
_WHY_DID = r"(?i)why (?:\w+ )?(?:the |an? |our |my |its )?{name}\b"
_GOES_ON = re.compile(
    r"(?:then|and|or|but|nor|which|whose|that|of|than|will|would|can|could|is|are|was|were|be|been|"
    r"has|have|had)\b"
)
"""What cannot begin an entry, a step or a sentence: the rest of a sentence, whose beginning a
listing or a picture cut off."""
_DECIDES = re.compile(r"(?i)\W*(?:so,? )?(?:yes|no)\b")
_LABELLED_KINDS = frozenset(
    [AnswerKind.DATE, AnswerKind.PERSON, AnswerKind.COUNT, AnswerKind.AMOUNT, AnswerKind.PLACE]
)

_NAMED_KINDS = frozenset([AnswerKind.DEFINITION, AnswerKind.LIST, AnswerKind.OTHER])
"""Kinds of question that ask for whatever stands below a name."""


def opens_section(unit: Unit) -> bool:
    """Whether a sentence is the first one under its heading, and not the rest of another one."""
    return unit.opens and _GOES_ON.match(unit.text) is None


def explains_itself(text: str) -> bool:
    """Whether a sentence gives a reason by a word for one, or by what stands behind its colon."""
    return _EXPLAINS.search(text) is not None


class SignedPassage(Protocol):
    """What is known of the passage that a sentence stands in."""

    @property
    def rank(self) -> int: ...

    @property
    def title_terms(self) -> frozenset[str]: ...

    @property
    def terms(self) -> frozenset[str]: ...

    def names_above(self, question: str) -> frozenset[str]: ...


def pointed(
    question: Question,
    unit: Unit,
    above: Sequence[Unit],
    about: SignedPassage,
    asked_headings: Mapping[str, float],
) -> float:
    """How surely a signpost points to a sentence: 0 where none does, at most `FIT`.

    Args:
        above: the sentences before it in its passage, in order.
        asked_headings: the headings that are questions, with their cosine to the question.
    """
    before = above[-1] if above else None
    return max(
        _below_its_question(question, unit, asked_headings.get(unit.heading, 0.0)),
        _entry(question, unit),
        entry_body_fit(question, unit, above),
        title_fit(question, unit, about),
        role_fit(question, unit, about),
        default_fit(question, unit, above, about),
        label_fit(question, unit, about, above),
        headed_fit(question, unit, about),
        section_fit(question, unit, about),
        definition_fit(question, unit),
        doing_fit(question, unit),
        naming_fit(question, unit, about),
        _names_focus(question, unit),
        purpose_fit(question, unit, above),
        agent_fit(question, unit.text, about.title_terms),
        condition_fit(question, unit, about.terms | about.title_terms),
        succession_fit(question.text, unit.text, about.terms | about.title_terms),
        in_turn_fit(question, unit, before),
        named_fit(question, unit.text, about.title_terms),
        _announced(question, unit, before),
        decides(question, unit, before, about.names_above(question.text)),
        said_of_it(question, unit, before),
        _replied(question, unit, before),
        _reason(question, unit, about),
        reason_fit(question, unit),
        plainly_said(question, unit, about.title_terms),
        names_several(question, unit.text, about.title_terms),
        way_fit(question, unit.text),
        property_fit(question.text, unit.text),
    )


def _announced(question: Question, unit: Unit, before: Unit | None) -> float:
    """What follows a sentence that only says again what is asked about: “The board has decided.
    Ten of the moorings will be replaced.”"""
    if before is None or question.kind is not AnswerKind.OTHER or is_question(before.text):
        return 0.0
    asked = question.weights.keys()
    if len(before.term_set) < LEAST_ANNOUNCED or not before.term_set <= asked:
        return 0.0
    if not (unit.term_set - before.term_set) & asked:
        return 0.0
    return FIT * question.share_of(before.term_set | unit.term_set)


def _replied(question: Question, unit: Unit, before: Unit | None) -> float:
    """What follows a sentence that reports the question: “Ada asked whether members keep their
    berth. They do.”"""
    if before is None or not tells_what_was_asked(before.text) or tells_what_was_asked(unit.text):
        return 0.0
    share = question.share_of(before.term_set)
    return FIT * share if share >= ABOUT else 0.0


def _reason(question: Question, unit: Unit, about: SignedPassage) -> float:
    """A sentence that gives a reason, or explains itself behind a colon, in the section that is
    named by what "why" asks about; surest is the section of the one who did it."""
    if question.kind is not AnswerKind.REASON or not explains_itself(unit.text):
        return 0.0
    heading = frozenset(term_texts(unit.heading))
    if not heading or is_question(unit.heading) or not heading <= question.weights.keys():
        return 0.0
    share = question.share_of(heading | unit.term_set | about.title_terms)
    subject = re.match(_WHY_DID.format(name=re.escape(unit.heading)), question.text.strip())
    worth = FIT if subject else CIRCUMSTANCE * FIT
    return worth * share if share >= ABOUT else 0.0


def asks_the_same(question: Question, heading: str) -> bool:
    """Whether a heading is a question that shares enough words with the one that is asked, and
    asks for the same kind of answer as far as its wording tells."""
    if not is_question(heading) or question.share_of(frozenset(term_texts(heading))) < SHARED:
        return False
    if question.focus and frozenset(question.focus).isdisjoint(term_texts(heading)):
        return False  # “how many packages” is not “how many distributions”
    return answer_kind(heading) in {question.kind, AnswerKind.OTHER}


def _below_its_question(question: Question, unit: Unit, cosine: float) -> float:
    """The first sentence under a question that asks what is asked answers it; so does, for "is it
    …", one that says yes or no."""
    if cosine < ALIKE or not asks_the_same(question, unit.heading):
        return 0.0
    if opens_section(unit) or (question.kind is AnswerKind.YES_NO and _DECIDES.match(unit.text)):
        return FIT * cosine
    return OF_SECTION * FIT * cosine


def _entry(question: Question, unit: Unit) -> float:
    """The first sentence under the name whose meaning or effect is asked for."""
    if not opens_section(unit) or not _may_be_entry(question, unit.text):
        return 0.0
    name, _ = asked_name(question.text)
    return FIT if name and fold(unit.heading) == fold(name) else 0.0


def _may_be_entry(question: Question, text: str) -> bool:
    """Whether a text has something of the kind that is asked for: what a deposit is does not say
    how much one is."""
    return question.kind not in _LABELLED_KINDS or holds_kind(question.kind, text)


def entry_body_fit(question: Question, unit: Unit, above: Sequence[Unit]) -> float:
    """What follows the line over the entry of the name that is asked about (“timeout = SECONDS”);
    for a difference the entries of both names. A plain word needs a head that says of what kind
    the name is (“[Function] furl sail”)."""
    things = contrasted(question.text)
    name, certain = asked_name(question.text)
    names = things if things is not None else (name,) if certain else ()
    if things is not None and any(is_entry_of(thing, unit.text) for thing in things):
        return FIT
    heads = () if _GOES_ON.match(unit.text) else heads_over(unit, above)
    if name and below_reference_head(name, unit, above):
        return FIT
    if is_any_reference_head(unit.text):
        return 0.0
    if any(is_head_of(each, head) for each in names for head in heads):
        return FIT
    return 0.0


def below_reference_head(name: str, unit: Unit, above: Sequence[Unit]) -> bool:
    """Whether a sentence is the first one below the head of a name that says of what kind it is,
    or stands in one line with it."""
    if is_any_reference_head(unit.text):
        return False
    if is_reference_entry(name, unit.text):
        return True
    over = [each.text for each in above[-2:] if not is_syntax(each.text)]
    heading = (unit.heading,) if opens_section(unit) else ()
    return any(is_reference_head(name, text) for text in (*over[-1:], *heading))


def heads_over(unit: Unit, above: Sequence[Unit]) -> tuple[str, ...]:
    """The lines that may be the head of the entry that a sentence begins: what stands right before
    it, and the heading that it opens."""
    before = tuple(each.text for each in above[-1:])
    return (*before, unit.heading) if opens_section(unit) else before


def title_fit(question: Question, unit: Unit, about: SignedPassage) -> float:
    """The first sentence, step or listing under a heading that names the very thing that "how to"
    asks for: “Folding the sails” for “How do I fold the sails?”."""
    if (
        not opens_section(unit)
        or question.kind is not AnswerKind.MANNER
        or is_question(unit.heading)
    ):
        return 0.0
    if _TOLD.search(unit.text):
        return 0.0
    heading = frozenset(term_texts(unit.heading)) - ASKING
    if len(question.terms) < LEAST_TITLE or len(heading - question.weights.keys()) > 0:
        return 0.0
    share = question.share_of(heading)
    if (
        heading.intersection(question.terms[:1] + question.terms[-1:])
        and question.share_of(heading | about.title_terms) >= ALL_ASKED
    ):
        share = 1.0  # “To upgrade”, in the notes of the version that is named
    worth = OF_SECTION * FIT if tells_no_way(unit.text) else FIT
    return worth * share if share >= TITLED else 0.0


def role_fit(question: Question, unit: Unit, about: SignedPassage) -> float:
    """The name before the role in brackets that "who" asks for, in a passage about the rest of the
    question: “Present: Ada Finch (chair), …”."""
    if question.kind is not AnswerKind.PERSON:
        return 0.0
    if party_defined(question, unit.text) or duty_fit(question, unit.text):
        return FIT
    match = holder_of(question, unit.text)
    if match is None:
        return 0.0
    over = frozenset(term_texts(unit.heading)) | about.title_terms
    share = question.share_of(frozenset(term_texts(match["role"])) | about.terms | over)
    return FIT * share if share >= ABOUT else 0.0


def holder_of(question: Question, text: str) -> re.Match[str] | None:
    """The name with the role in brackets that holds most of the question's words and no other."""
    held = [
        (frozenset(term_texts(match["role"])), match)
        for match in HOLDER.finditer(text)
        if not _is_term_of_another(question, match["role"])
        and not lacks_rank(question.text, match["role"])
        and not (_QUOTED.match(match["role"]) and is_part_of_address(question, text, match.group()))
    ]
    fitting = [each for each in held if each[0] and each[0] <= question.weights.keys()]
    return max(fitting, key=lambda each: len(each[0]), default=(None, None))[1]


def _is_term_of_another(question: Question, role: str) -> bool:
    """Whether brackets give a word for a name ("the School"), where "who" asks for somebody else:
    the headmaster of the School."""
    office = office_asked(question.text)
    is_term = _QUOTED.match(role.strip()) is not None
    return is_term and bool(office) and frozenset(term_texts(role)).isdisjoint(office)


def said_of_it(question: Question, unit: Unit, before: Unit | None) -> float:
    """A figure or a date that is told of what the sentence before it names: “They will bring a new
    mast. The price is 90 pounds.”"""
    if before is None or question.kind not in _TOLD_OF_IT:
        return 0.0
    if not is_of_it(question, unit.text) and not is_done_to_it(question, unit, before):
        return 0.0
    if is_question(before.text) or not _tells_it(question, unit.text):
        return 0.0
    own = frozenset(unit.terms) & question.weights.keys()
    if names_money(unit.terms):
        own |= asked_words(question.text)
    if not own or unit.heading != before.heading:
        return 0.0
    share = question.share_of(own | before.term_set)
    return FIT * share if share >= OF_IT else 0.0


def is_of_it(question: Question, text: str) -> bool:
    """Whether a sentence speaks of what the one before it names, and not of another thing of which
    the question says nothing."""
    if not _OF_IT.match(text):
        return False
    of = _OF_ANOTHER.match(text)
    return of is None or question.weights.keys() >= frozenset(term_texts(of["of"] or of["paid"]))


def _tells_it(question: Question, text: str) -> bool:
    """Whether a text holds the very kind of figure that is asked for: money, a count of the thing,
    a date."""
    if question.kind is AnswerKind.COUNT:
        return counts_asked(question, text)
    if asked_words(question.text):
        return MONEY.search(text) is not None
    return holds_kind(question.kind, text)


def label_fit(
    question: Question, unit: Unit, about: SignedPassage, above: Sequence[Unit] = ()
) -> float:
    """A value of the kind that is asked for behind a label that names it ("Next meeting: …"), with
    the heading that it stands under, at the beginning of the sentence or of a part of it; where
    "what is" asks for the label itself, any value.

    Args:
        above: the sentences before it in its passage. They may say what the first value with such
            a label is of, if they hold all the rest of the question.
    """
    labels = _labels_in(unit.text)
    if not labels or is_question(unit.text):
        return 0.0
    others, said = other_labels(question.text)
    headed = frozenset(term_texts(unit.heading))
    asked = question.weights.keys() | (ASKING & frozenset(term_texts(question.text)))
    for labelled in labels:
        label = frozenset(term_texts(labelled["label"]))
        named = label & asked
        plain = fold(labelled["label"]).split()
        elsewise = frozenset(term_texts(" ".join(word for word in plain if word in others)))
        if not label or not label <= named | elsewise:
            continue
        if question.kind not in _LABELLED_KINDS and named:
            share = question.share_of(named | about.title_terms)
            fits = question.kind in _NAMED_KINDS and share >= ALL_ASKED and named == label
        elif named == label:
            share = question.share_of(named | headed | about.title_terms)
            if share < ABOUT and not any(_is_label_in(label, each) for each in above):
                over = frozenset[str]().union(*(each.term_set for each in above))
                whole = question.share_of(named | headed | about.title_terms | over)
                share = whole if whole >= ALL_ASKED else share
            fits = share >= ABOUT and _is_value_of(question.kind, labelled["value"])
        else:  # “Rate: 90 pounds per night” for “How much does a night cost?”
            share = question.share_of(unit.term_set | said | about.title_terms)
            fits = share >= ALL_ASKED and holds_kind(question.kind, f" {labelled['value']}")
        if fits:
            return FIT * share
    return 0.0


def _is_value_of(kind: AnswerKind, value: str) -> bool:
    """Whether a value behind a label is of the kind that is asked for; a place may be a room."""
    room = kind is AnswerKind.PLACE and _IN_A_ROOM.search(value) is not None
    return room or holds_kind(kind, f" {value}")


def _is_label_in(label: frozenset[str], unit: Unit) -> bool:
    """Whether a sentence holds a value behind the same label."""
    return any(frozenset(term_texts(each["label"])) == label for each in _labels_in(unit.text))


def is_labelled(text: str) -> bool:
    """Whether a sentence is a value behind its label ("Default value: 12")."""
    return _LABELLED.match(text) is not None


def _labels_in(text: str) -> list[re.Match[str]]:
    """The labels of a sentence: at its beginning, and in lower case behind a comma."""
    first = _LABELLED.match(text)
    return [*([first] if first else []), *_LABELLED_PART.finditer(text)]


def headed_fit(question: Question, unit: Unit, about: SignedPassage) -> float:
    """The first sentence under a heading that is such a label: “5. Next meeting”, and below it the
    date."""
    if not opens_section(unit) or question.kind not in _LABELLED_KINDS or is_question(unit.heading):
        return 0.0
    heading = frozenset(term_texts(unit.heading))
    if not heading or not heading <= question.weights.keys():
        return 0.0
    if not holds_kind(question.kind, f" {unit.text}") or not unit.term_set.isdisjoint(heading):
        return 0.0
    if question.kind is AnswerKind.PERSON and _WHO_DOES.match(question.text):
        return 0.0  # “Who may …?” is told in a sentence, of which a capital is no part
    share = question.share_of(heading | about.title_terms)
    # any capital may be a name: who it is must be all that is asked
    least = ALL_ASKED if question.kind is AnswerKind.PERSON else ABOUT
    return FIT * share if share >= least else 0.0


def section_fit(question: Question, unit: Unit, about: SignedPassage) -> float:
    """The first sentence, item or listing under a heading that says all that "what are …" asks
    for, and little else: “4. Possible side effects” for “What are the side effects?”."""
    if not opens_section(unit) or question.kind not in _NAMED_KINDS or is_question(unit.heading):
        return 0.0
    heading = frozenset(term_texts(unit.heading)) - ASKING
    asked = frozenset(question.terms)
    named = heading & asked
    if not named or len(heading - asked) > MOST_BESIDE or len(asked) < LEAST_ASKED:
        return 0.0
    name, _ = asked_name(question.text)
    if _COMPOUND.search(name) and not frozenset(term_texts(name)) <= heading:
        return 0.0  # “Reef lines” says nothing of `reset-reef-lines`
    share = question.share_of(named | about.title_terms)
    return FIT * share if share >= ALL_ASKED and 2 * len(named) >= len(asked) else 0.0


def _names_focus(question: Question, unit: Unit) -> float:
    """A sentence that begins with the thing that "which" asks for and says which it is: “The
    textbook is …” for “Which textbook is used?”."""
    asked = _WHICH_IS.match(question.text.strip())
    if asked is None or not re.match(_THIS_IS.format(name=re.escape(asked["what"])), unit.text):
        return 0.0
    return FIT
