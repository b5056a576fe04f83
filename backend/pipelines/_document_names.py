"""The names in a question against one document: which of them it bears, and what the question says
besides. A row is found by what is left, since "Tern Ferries" is no word of a label."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from backend.analysis import fold, term_texts
from backend.glossaries import abbreviations, named_figures
from backend.pipelines._alike_documents import AlikeDocuments
from backend.pipelines._table_matter import names_in, names_whole
from backend.tasks.answer.extractive.required import context_of, holds_name, required
from backend.tasks.calculate.programs.column_words import WORD
from backend.tasks.calculate.programs.own_definition import definition_in
from backend.types import Hit, StoredTable

_RANKED = re.compile(
    r"(?i)(?:highest|lowest|largest|smallest|biggest|greatest|best|worst|most|least|total|adjusted|non)\b(?=\W*\w)"
)
"""What begins with such a word is a measure, whatever its capitals; the word alone is a name."""
_OF_A_THING = re.compile(r"\bof (?:the )?(?P<thing>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+){0,2})$")
_OWNED = r"(?:[Oo]f|[Aa]t|[Ff]or|did|does|do|has|have|had)"
"""What stands before who has a figure."""
_POSSESSIVE = re.compile(r"['’]s?(?= )")


@dataclass(frozen=True, slots=True)
class WithoutNames:
    """A question without what a document is called and of; `unknown` are the names in it that
    nothing of the document bears."""

    question: str
    unknown: tuple[str, ...]


def without_names(
    question: str, tables: Sequence[StoredTable], hits: Sequence[Hit], alike: AlikeDocuments
) -> WithoutNames:
    """The question as a document's tables may answer it.

    Args:
        question: as it was asked.
        tables: of the document, whose rows and columns keep their words in the question.
        hits: passages of the document, one at least.
        alike: what the documents of the collection are called.
    """
    title, document_id = hits[0].chunk.title, hits[0].chunk.document_id
    about = [context_of(hit) for hit in hits]
    inside = names_in(tables)
    titles = frozenset(term_texts(title))
    run_together = frozenset(WORD.findall(fold(title)))

    @cache
    def is_called(name: str) -> bool:
        # a company may be called otherwise in its own passages: by a short form, or "we"
        return alike.is_all_name(name, [document_id])

    def is_outside(name: str) -> bool:
        return not inside.issuperset(term_texts(name))

    def is_whole(name: str) -> bool:
        return (
            is_called(name)
            or titles.issuperset(term_texts(name))
            or "".join(WORD.findall(fold(name))) in run_together
            or is_outside(name)
            or names_whole(name, tables)
        )

    def is_owner(name: str) -> bool:
        own = re.escape(name)
        return re.search(rf"\b{own}['’]|\b{_OWNED} (?:the )?{own}(?!\w)", question) is not None

    # a "Best Kiosk" whose figures are asked for is no best one, though a row is called so as well
    names = names_said(
        question,
        required(question).names,
        lambda name: is_called(name) and (is_outside(name) or is_owner(name)),
    )
    named = [
        name for name in names if is_called(name) or any(holds_name(each, name) for each in about)
    ]
    whole = [_as_in_title(name, question, title) for name in named if is_whole(name)]
    bare = without(question, whole)
    return WithoutNames(
        _without_title(bare, title, inside), tuple(name for name in names if name not in named)
    )


def names_said(
    question: str, names: Sequence[str], is_called: Callable[[str], bool] = lambda _: False
) -> list[str]:
    """The names in a question, each up to its possessive, without what only begins with a capital:
    "Highest Sales", a term or short form of the field, what the question defines itself.

    Args:
        question: what is asked.
        names: what its capitals name.
        is_called: whether the document is called so, however the name begins.
    """
    defined = definition_in(question)
    own = frozenset(term_texts(defined.name)) if defined is not None else frozenset[str]()
    terms = [
        found[0].casefold() for figure in named_figures() if (found := figure.asks.search(question))
    ]
    bare = dict.fromkeys(_POSSESSIVE.split(name)[0] for name in names)
    return [
        each
        for each in bare
        if (is_called(each) or not _RANKED.match(each))
        and each.casefold() not in abbreviations()
        and not any(each.casefold() in term for term in terms)
        and not (own and own.issuperset(term_texts(each)))
    ]


def without(question: str, names: Sequence[str]) -> str:
    """The question without names; a longer name that begins with one stays ("MGM China")."""
    text = question
    for name in names:
        own = r"(?:['’]s(?!\w)|['’](?!\w)|(?![\w'’])(?!\s[A-Z]))"
        text = re.sub(rf"\b{re.escape(name)}{own}", "", text)
    return " ".join(text.split())


def _as_in_title(name: str, question: str, title: str) -> str:
    """A name with the word behind it, where the question goes on as the title does in small
    letters: “Tern ferries” of “Tern Ferries Ltd: Accounts”."""
    further = re.search(rf"\b{re.escape(name)} (?P<word>[a-z]+)\b", question)
    if further is None:
        return name
    longer = f"{name} {further['word']}"
    return longer if re.search(rf"\b{re.escape(fold(longer))}\b", fold(title)) else name


def _without_title(question: str, title: str, inside: frozenset[str]) -> str:
    """The question without what the document is called or is of, however it is written: "of the
    tern" of "Accounts of the Tern".

    Args:
        inside: stems of what the tables have rows and columns of, which no name is taken from.
    """
    thing = _OF_A_THING.search(title)
    for called in (title, thing["thing"] if thing else ""):
        if called.strip() and inside.isdisjoint(term_texts(called)):
            said = rf"(?i)\s(?:of|for|at|by) (?:the )?{re.escape(called)}(?=[\s,.?]|$)"
            question = re.sub(said, "", question)
    return question
