"""Whose documents a question is about, in its own words: the reader reads "Harbour Grill" as "we"
where its report says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

from backend.ports import Parts
from backend.scope.first_page import LEGAL
from backend.scope.named_documents import abbreviates
from backend.scope.profiles import Profile, spelled
from backend.scope.views import scope_views_over
from backend.tasks.answer.extractive.required import required
from backend.types import Hit, OwnedHit, Query

LEAST_LETTERS = 3
"""Of a name whose beginning stands for the whole of it."""


def with_owners(parts: Parts, asked: Query, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, with the names in the question of those whose documents they are of."""
    owners = owners_of(parts, asked, {hit.chunk.document_id for hit in hits})
    return tuple(
        OwnedHit(hit.chunk, hit.score, hit.signals, owners[hit.chunk.document_id])
        if hit.chunk.document_id in owners
        else hit
        for hit in hits
    )


def owners_of(
    parts: Parts, asked: Query, documents: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """By document the names in a question that it is called by, where it has any."""
    names = required(asked.text).names
    if not names:
        return {}
    known = scope_views_over(parts).of(asked.collection_id, None).directory.known
    found = {
        document: tuple(name for name in names if is_owner(name, known[document]))
        for document in documents
        if document in known
    }
    return {document: borne for document, borne in found.items() if borne}


def is_owner(name: str, profile: Profile) -> bool:
    """Whether a document is called by a name, in full, by its beginning, or by its first letters:
    "Salt Marsh Ferries" of a file `saltmarsh_2031.pdf`, "S&M" of Salt & Marsh."""
    words = tuple(word for word in spelled(name) if word not in LEGAL)
    if not words:
        return False
    letters = "".join(words)
    # “UK” and “HR” begin too many names, unlike “S&M”
    is_short = name[:2].isupper() and (len(letters) >= LEAST_LETTERS or "&" in name)
    called = (*profile.names, *(party.name for party in profile.page.parties if party.form))
    return any(
        _begins_with(words, each)
        or _begins_with(each, words)
        or (is_short and abbreviates(letters, each))
        for each in called
    )


def _begins_with(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Whether a name begins with another one, however the words of either are run together."""
    wanted = "".join(shorter)
    ends = accumulate(map(len, longer))
    whole = "".join(longer)
    return len(wanted) >= LEAST_LETTERS and any(whole[:end] == wanted for end in ends)
