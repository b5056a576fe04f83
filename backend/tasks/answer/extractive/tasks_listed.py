"""What is to be done, asked for as a whole: “What are the action points?”.

Minutes note each task in the section that it came up in, so that no passage holds them all and
none says that it is one. They are gathered from all passages of the document by their labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.noted_tasks import NotedTask, noted_tasks, said
from backend.tasks.answer.extractive.units import Unit, unit_within
from backend.types import Chunk, Hit

LONGEST = 200
"""Characters of the first line."""
MOST = 12
"""Tasks that are quoted, at most."""
LEAST = 2
"""Tasks of a document that make a list; a single one is quoted as any other line."""

_WHAT = (
    r"(?:action (?:points?|items?)|actions|tasks|to[- ]?dos?|to[- ]do (?:list|items?)|next steps)"
)
_ASKS = re.compile(
    rf"(?i)^(?:and )?(?:(?:what|which) (?:are|were) (?:all )?(?:the |our )?{_WHAT}"
    rf"|(?:what|which) {_WHAT} (?:are|were) (?:there|agreed|noted|decided|set|given|assigned)"
    rf"|(?:list|show|give me|name) (?:me )?(?:all )?(?:the |our )?{_WHAT})\b(?P<rest>.*)$"
)
_ASKS_OF_ONE = re.compile(
    r"(?i)^(?:and )?what (?:does|must|should|will|is) (?P<who>[^\W\d_](?:[^\W\d_]|[ .'’-])*?)"
    r" (?:have to|need to|to|supposed to)? ?(?:do|get done)\b(?P<rest>.*)$"
)
_IDLE = frozenset(
    term_texts(
        "agreed noted decided set given assigned from of in at for on by to the a meeting minutes "
        "there listed document file and their owners owner who responsible deadlines when",
        keep_stop_words=True,
    )
)


@dataclass(frozen=True, slots=True)
class ListedTasks:
    """The tasks that a question asks for, as they are told and quoted."""

    line: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class _TaskFound:
    hit: int
    chunk: Chunk
    task: NotedTask

    @property
    def terms(self) -> frozenset[str]:
        own = said(self.chunk.text, self.task.what)
        heading = self.chunk.path[-1] if len(self.chunk.path) > 1 else ""
        return frozenset(term_texts(f"{own} {heading}"))

    @property
    def owner_terms(self) -> frozenset[str]:
        return frozenset(term_texts(said(self.chunk.text, self.task.owner)))


def asks_for_tasks(question: str) -> bool:
    """Whether a question asks for all that is to be done, or all that one person has to do."""
    plain = question.strip().rstrip("?. ")
    return _ASKS.match(plain) is not None or _person(plain) is not None


def has_tasks(text: str) -> bool:
    """Whether a text notes a task with who does it or by when."""
    return any(task.owner != (0, 0) or task.due != (0, 0) for task in noted_tasks(text))


def listed_tasks(question: str, hits: Sequence[Hit]) -> ListedTasks | None:
    """The tasks that a question asks for, in the order of the document; None where it asks for
    none, or where what it says of them fits none."""
    plain = question.strip().rstrip("?. ")
    asked = _ASKS.match(plain)
    person = _person(plain)
    if asked is None and person is None:
        return None
    found = sorted(_found(hits), key=lambda each: each.chunk.start + each.task.start)
    if person is not None:
        chosen = _of_owner(found, frozenset(term_texts(person)))
    else:
        rest = frozenset(term_texts(asked["rest"] if asked else "")) - _IDLE
        chosen = _meant(found, rest, hits) if rest else _by_document(found, hits)
        chosen = chosen if len(found) >= LEAST else []
    if not chosen:
        return None
    units = [_unit(each, place, len(chosen)) for place, each in enumerate(chosen[:MOST])]
    return ListedTasks(_line(chosen, named=person is None), tuple(units))


def _person(question: str) -> str | None:
    """Whose tasks are asked for; a name, which begins with a capital."""
    asked = _ASKS_OF_ONE.match(question)
    if asked is None or asked["rest"].strip():
        return None
    who = re.sub(r"(?i)^(?:mr|mrs|ms|dr)\.? ", "", asked["who"].strip())
    return who if who[:1].isupper() and fold(who) not in {"i", "it"} else None


def _found(hits: Sequence[Hit]) -> Iterator[_TaskFound]:
    """The tasks of the documents that say of one at least who does it or by when: “Action:” alone
    may stand in any table of faults and remedies."""
    noting = {each.chunk.document_id for each in hits if has_tasks(each.chunk.text)}
    seen: set[tuple[str, int]] = set()
    for number, hit in enumerate(hits, start=1):
        chunk = hit.chunk
        if chunk.document_id not in noting or chunk.kind == "table_row":
            continue
        for task in noted_tasks(chunk.text):
            key = (chunk.document_id, chunk.start + task.start)
            if key not in seen:  # passages overlap
                seen.add(key)
                yield _TaskFound(number, chunk, task)


def _of_owner(found: Sequence[_TaskFound], who: frozenset[str]) -> list[_TaskFound]:
    return [each for each in found if who and who <= each.owner_terms]


def _meant(
    found: Sequence[_TaskFound], rest: frozenset[str], hits: Sequence[Hit]
) -> list[_TaskFound]:
    """The tasks of the person, or about the thing, that a question names; else those of the
    document that holds all of it."""
    for chosen in (_of_owner(found, rest), [each for each in found if rest <= each.terms]):
        if chosen:
            return chosen
    documents = {each.chunk.document_id for each in found}
    fitting = {document for document in documents if rest <= _terms_of(document, hits)}
    return _by_document([e for e in found if e.chunk.document_id in fitting], hits)


def _terms_of(document: str, hits: Sequence[Hit]) -> frozenset[str]:
    own = [hit.chunk for hit in hits if hit.chunk.document_id == document]
    return frozenset(
        term for chunk in own for term in term_texts(" ".join((chunk.title, chunk.text)))
    )


def _by_document(found: Sequence[_TaskFound], hits: Sequence[Hit]) -> list[_TaskFound]:
    """The tasks, those of the document that was found first before those of the next."""
    order = list(dict.fromkeys(hit.chunk.document_id for hit in hits))
    return sorted(found, key=lambda each: order.index(each.chunk.document_id))


def _unit(found: _TaskFound, place: int, siblings: int) -> Unit:
    task = found.task
    return unit_within(found.chunk, found.hit, task.start, task.end, place, siblings)


def _line(chosen: Sequence[_TaskFound], *, named: bool) -> str:
    """The tasks one behind the other, with who does each, as far as there is room."""
    line = ""
    for each in chosen:
        text = each.chunk.text
        what = said(text, each.task.what)
        owner = said(text, each.task.owner) if named else ""
        told = f"{what} ({owner})" if owner and owner not in what else what
        longer = f"{line} · {told}" if line else told
        if len(longer) > LONGEST and line:
            return f"{line} · …"
        line = longer
    return line
