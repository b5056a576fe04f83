"""Whose documents a question is about, in its own words: the reader reads "Harbour Grill" as "we"
where its report says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from backend.analysis import fold
from backend.calendar_words import MONTHS
from backend.ports import Parts
from backend.scope.first_page import LEGAL, family_of, kind_of
from backend.scope.named_documents import abbreviates
from backend.scope.profiles import Profile, spelled
from backend.scope.views import scope_views_over
from backend.tasks.answer.extractive.required import required
from backend.types import Hit, OwnedHit, Query

LEAST_LETTERS = 3
"""Of a name whose beginning stands for the whole of it."""
_OF_TWO = frozenset(["contract", "letter"])
_FILINGS = frozenset(["10k", "10q", "8k", "earnings"])
"""Kinds of papers of one company, whatever contracts and letters they hold."""
_NO_OWNERS = frozenset([*MONTHS, "will", "can", "must", "might", "vat", "esg", "ceo", "gdp"])


def with_owners(parts: Parts, asked: Query, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, with the names in the question of those whose documents they are of."""
    texts: dict[str, str] = {}
    for hit in hits:
        texts[hit.chunk.document_id] = f"{texts.get(hit.chunk.document_id, '')} {hit.chunk.text}"
    owners = owners_of(parts, asked, texts)
    return tuple(
        OwnedHit(hit.chunk, hit.score, hit.signals, owners[hit.chunk.document_id])
        if hit.chunk.document_id in owners
        else hit
        for hit in hits
    )


def owners_of(
    parts: Parts, asked: Query, texts: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    """By document the names in a question that it is called by, where it has any. Where a document
    is called by the very name, no other one is that is called so in part.

    Args:
        texts: what was found of each document, by its id.
    """
    names = [name for name in required(asked.text).names if fold(name) not in _NO_OWNERS]
    if not names:
        return {}
    directory = scope_views_over(parts).of(asked.collection_id, None).directory
    known = directory.known
    found: dict[str, list[str]] = {}
    for name in names:
        among = texts.keys() | directory.bearing("".join(_words_of(name)))
        exact = {each for each in among & known.keys() if is_called(name, known[each])}
        for document in texts.keys() & known.keys():
            profile = known[document]
            if _has_two_sides(profile) or (exact and document not in exact):
                continue
            if document in exact or is_owner(name, profile, texts[document]):
                found.setdefault(document, []).append(name)
    return {document: tuple(borne) for document, borne in found.items()}


def is_called(name: str, profile: Profile) -> bool:
    """Whether a document is called by a name as it stands."""
    letters = "".join(_words_of(name))
    is_symbol = letters in profile.symbols and not name.isupper()
    return not is_symbol and any("".join(each) == letters for each in _called(profile))


def is_owner(name: str, profile: Profile, text: str = "") -> bool:
    """Whether a document is called by a name, in full or by its beginning, or by the letters of
    several words: "S&M" of Salt & Marsh. A name that is longer than what the document is called
    must stand in it: "Tern Ferries" in `tern_2031.pdf`.

    Args:
        text: of the document, as far as it was found.
    """
    words = _words_of(name)
    if not words:
        return False
    if is_called(name, profile):
        return True
    stands = fold(name) in fold(text)
    return any(
        (_begins_with(words, each) and stands)
        or _begins_with(each, words)
        or ("&" in name and abbreviates("".join(words), each))
        for each in _called(profile)
    )


def _words_of(name: str) -> tuple[str, ...]:
    return tuple(word for word in spelled(name) if word not in LEGAL)


def _called(profile: Profile) -> tuple[tuple[str, ...], ...]:
    """What a document is called, and the firm that its first page names."""
    return (*profile.names, *(party.name for party in profile.page.parties if party.form))


def _has_two_sides(profile: Profile) -> bool:
    """Whether "we" in a document may be either of two: of a contract or a letter."""
    if profile.kinds & _FILINGS:
        return False
    said = (*filter(None, map(kind_of, profile.kinds)), *profile.page.kinds)
    families = set(map(family_of, said))
    return not families.isdisjoint(_OF_TWO) or sum(p.form for p in profile.page.parties) > 1


def _begins_with(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Whether a name begins with another one, however the words of either are run together."""
    wanted = "".join(shorter)
    ends = accumulate(map(len, longer))
    whole = "".join(longer)
    return len(wanted) >= LEAST_LETTERS and any(whole[:end] == wanted for end in ends)
