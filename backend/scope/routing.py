"""From a question to the documents that it means.

A name in the question narrows the search to the documents that bear it; two names, one that most
documents share, or one that other documents speak of as well, only put those documents first. So
do parties, kinds and days of first pages, always.
Dates, quarters, years and kinds of document order what is left: they are a prior, because a
question about 2022 may well be answered in the report of 2023.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import TypeVar

import numpy as np

from backend import garbage_collection
from backend.scope.borne_names import NOTHING_BORNE, Borne, BorneNames
from backend.scope.document_times import DocumentTimes
from backend.scope.document_weights import DECIMALS, DocumentWeights, weights_of
from backend.scope.first_page import FirstPage
from backend.scope.kinds import kinds_asked
from backend.scope.mentions import Mentions
from backend.scope.named_documents import Match, Names
from backend.scope.periods import NO_TIMES, Times, times_in
from backend.scope.profiles import PLAIN, Conventions, Profile, spelled
from backend.scope.wording import LAST_PAGE, pages_asked, without_comparisons
from backend.types import NARROWED

LEAST_MATCH = 0.6
"""A weaker resemblance of a name is taken for chance."""
NEAR_BEST = 0.9
"""Documents within this share of the best match are meant as well."""
SECOND_MATCH = 0.85
"""A second name counts from here on, however sure the first is."""
CERTAIN_MATCH = 0.95
"""From here on documents that bear another name are not searched at all, if the question has one
name, not most documents bear it and no other document speaks of it."""
MOST_SHARE = 0.5
"""A name that more of the documents share tells little of where to look: a product's, a house's."""
NAMED = 3.0
"""Prior of a document that is named less surely, times how surely."""
NAMED_IN_PASSING = 1.0
"""The same for one that the question only compares with, and for a name that most documents share
or that others speak of: what it asks may stand elsewhere."""

SAME_QUARTER = 1.0
SAME_YEAR = 1.0
SAME_YEAR_OTHER_SPAN = 0.5
"""A quarter's document for a question about the year."""
YEAR_OF_QUARTER = 0.3
EARLIER_YEAR = 0.3
"""A year that is mentioned beside a later one: reports show earlier years for comparison."""
YEAR_AFTER = 0.2
OTHER_YEAR = -0.5
SAME_KIND = 1.0
OTHER_KIND = -0.5
SOON_AFTER = 1.5
SOON_AFTER_DAYS = 10
NEAR_DAY = 0.5
NEAR_DAYS = 40
OF_ONE_DAY = -0.3
"""A document about one day, for a question about a year."""

SHOWN = 3
MOST_CHANGED = 0.25
"""Share of the documents that may have gone for a directory to be made of the one before."""

T = TypeVar("T")


@dataclass(frozen=True)
class Scope:
    """Where to search.

    `priors` holds a weight per document id, higher is likelier (`DocumentWeights` where they are
    many); documents that are absent have weight 0, or are not searched if `certain`. `named` says
    that a question about a document as a whole means these, though what it asks may stand in others
    that speak of the same. `said` are the question's folded words that chose documents by name;
    `labels` name the likeliest documents for the screen; `pages` are pages asked for, from 0, −1
    the last.
    """

    priors: Mapping[str, float] = field(default_factory=dict)
    certain: bool = False
    named: bool = False
    said: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    times: Times = NO_TIMES

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """Ids of the documents with a prior, likeliest first, ties by id."""
        return self.likeliest()

    def likeliest(self, most: int | None = None) -> tuple[str, ...]:
        """So many of them, or all."""
        return weights_of(self.priors).likeliest(most)

    def __bool__(self) -> bool:
        return bool(self.priors)


NO_SCOPE = Scope()


class Directory:
    """The documents of a collection that can be told apart by what they are called.

    Args:
        mentions: which documents speak of a name; without it none is taken to.
        short: documents that are too short to be told apart by their file names, but are by the
            parties, kinds and days of their first pages.
        first_pages: whether those count.
        before: a directory of mostly the same documents, of which this one takes over what it can.
    """

    def __init__(
        self,
        profiles: Sequence[Profile],
        conventions: Conventions = PLAIN,
        mentions: Mentions | None = None,
        short: Sequence[Profile] = (),
        *,
        first_pages: bool = True,
        before: Directory | None = None,
    ) -> None:
        self.profiles = tuple(sorted(profiles, key=attrgetter("id")))
        self.conventions = conventions
        self.by_id = {profile.id: profile for profile in self.profiles}
        """Profiles of the documents to search in, by document id."""
        self.known = self.by_id | {profile.id: profile for profile in short}
        """All profiles by document id, those of short documents too."""
        self._mentions = mentions
        self._first_pages = first_pages
        with garbage_collection.paused():
            then: Mapping[str, Profile] = {}
            names, times = Names(), DocumentTimes()
            if before is not None:
                then, names, times = before.by_id, before._names, before._times
            gone, came = difference(then, self.by_id)
            if len(gone) > MOST_CHANGED * len(self.by_id):
                # sooner anew
                names, times, gone, came = Names(), DocumentTimes(), {}, self.by_id
            self._names: Names = names.changed(gone, came)
            self._times: DocumentTimes = times.changed(gone, came, self.ids)
            self._borne = self._borne_names(before)

    def _borne_names(self, before: Directory | None) -> BorneNames:
        """What first pages say, made of what is known from before where little changed."""
        known = self.known if self._first_pages else {}
        if before is None or not before._first_pages:
            return BorneNames(_first_pages(known))
        gone, came = difference(before.known, known)
        if len(gone) > MOST_CHANGED * len(known):
            return BorneNames(_first_pages(known))
        return before._borne.changed(_first_pages(gone), _first_pages(came))

    def _orders(self, times: Times, kinds: Collection[str]) -> DocumentWeights:
        """The prior of each document by time and kind; empty where all have the same."""
        priors = [_prior(*pair, times, kinds) for pair in self._times.pairs]
        if len(set(priors)) <= 1:
            return DocumentWeights()
        return DocumentWeights(self.ids, np.array(priors).round(DECIMALS)[self._times.pair_of])

    def bearing(self, joined: str) -> frozenset[str]:
        """Ids of the documents to search in that bear a name, folded and without blanks."""
        return self._names.bearing(joined)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Ids of the documents to search in, ascending."""
        return tuple(self.by_id)

    def scope_of(
        self, question: str, *, chosen: Collection[str] = (), recent: Collection[str] = ()
    ) -> Scope:
        """The documents that a question means.

        Args:
            chosen: documents that a person has restricted the question to.
            recent: documents that the conversation's last answer cites, if the question says
                "this document".
        """
        borne = self._borne_in(question, chosen)
        places = [each for each in chosen if each in self.by_id]
        matches = self._named(question)
        scope = self._called(question, matches, places, recent, borne)
        called = {match.document for match in matches}
        return self._with_borne(scope, borne, called, question)

    def _borne_in(self, question: str, chosen: Collection[str]) -> Borne:
        """What first pages say of a question, of the documents that a person has chosen. Where it
        compares, or leaves out, what it asks may stand in any of them."""
        if len(self.known) < 2:
            return NOTHING_BORNE
        borne = self._borne.meant_by(question)
        if chosen:
            weights = {each: weight for each, weight in borne.weights.items() if each in chosen}
            borne = replace(borne, weights=weights, meant=borne.meant & weights.keys())
        if without_comparisons(question) != " ".join(question.split()):
            borne = replace(borne, elsewhere=True)
        return borne

    def _with_borne(
        self, scope: Scope, borne: Borne, called: Collection[str], question: str
    ) -> Scope:
        """A scope with what first pages say as a prior beside that of the documents' own names,
        within those that are searched.

        Args:
            called: documents that the question names by what they are called: of several whose
                files bear one name, those that say it on their first page as well are no likelier.
        """
        kinds = kinds_asked(question, self.conventions) & self._times.kinds
        meant = frozenset[str]() if borne.elsewhere else borne.meant
        weights = {
            each: (NAMED if each in meant else NAMED_IN_PASSING) * weight
            for each, weight in borne.weights.items()
            if (each in borne.meant or each not in called)
            and (not scope.certain or each in scope.priors)
        }
        if not weights:
            return scope
        for each in weights:
            if each not in scope.priors:
                weights[each] += prior(self.known[each], scope.times, kinds)
        priors = weights_of(scope.priors).raised(weights)
        return replace(
            scope,
            priors=priors,
            said=scope.said if scope.certain else scope.said | borne.words,
            labels=tuple(self.known[each].label for each in priors.likeliest(SHOWN)),
            pages=pages_asked(question) if borne.meant else scope.pages,
        )

    def _called(
        self,
        question: str,
        matches: Sequence[Match],
        chosen: Collection[str],
        recent: Collection[str],
        borne: Borne,
    ) -> Scope:
        """The documents that a question means by what they are called, and by time and kind.

        Args:
            matches: the documents that it names, surest first.
            borne: what first pages say: where they mean another document than those that are
                called so, or that the conversation is about, neither is a filter.
        """
        times = times_in(question)
        pages = pages_asked(question)
        if len(self.profiles) < 2:
            return Scope(
                {profile.id: 0.0 for profile in self.profiles} if pages else {},
                pages=pages,
                times=times,
                labels=tuple(p.label for p in self.profiles) if pages else (),
            )
        among: Sequence[Profile] = self.profiles
        if chosen:
            among = [profile for profile in among if profile.id in chosen]
        if not matches and not chosen and recent:
            among = [profile for profile in among if profile.id in recent]
        named = {match.document: match for match in matches}
        passing = bool(named) and not chosen and self._named_in_passing(question)
        bearing = [self.by_id[each] for each in sorted(named)]
        meant = [] if passing else [p for p in bearing if not chosen or p.id in chosen]
        if meant:
            among = meant
        restricted = bool(chosen or meant or (recent and not matches))
        kinds = kinds_asked(question, self.conventions) & self._times.kinds
        orders = DocumentWeights() if restricted else self._orders(times, kinds)
        if not (orders or restricted or passing):
            return Scope(pages=(), times=times)
        if not orders:
            candidates = among if restricted else bearing
            priors_of = {p.id: round(prior(p, times, kinds), DECIMALS) for p in candidates}
            orders = weights_of(priors_of)
        several = _are_several([named[each.id] for each in meant])
        shared = not several and len(meant) > MOST_SHARE * len(self.profiles)
        best = max((match.score for match in named.values()), default=0.0) if meant else 0.0
        sure = best >= CERTAIN_MATCH and not several and not shared
        elsewhere = not borne.meant <= (named.keys() or set(recent))
        spoken = not (chosen or passing or pages) and self._spoken_elsewhere(question, named, meant)
        certain = (
            bool(chosen)
            or (sure and not spoken and not elsewhere)
            or (restricted and not meant and not elsewhere)
        )
        weights: dict[str, float] = {}
        if not certain:
            full = {each.id for each in meant if said_in_full(question, named[each.id], each)}
            for key, match in named.items():
                beside = elsewhere and key not in full
                light = passing or shared or spoken or beside
                weights[key] = (NAMED_IN_PASSING if light else NAMED) * match.score
            if restricted and not meant:
                weights |= dict.fromkeys((profile.id for profile in among), NAMED)
        priors = orders.raised({each: more for each, more in weights.items() if each in orders})
        narrowing = [] if shared and not certain else meant
        said = frozenset[str]().union(*(named[each.id].words for each in narrowing))
        return Scope(
            priors=priors,
            certain=certain,
            named=certain or (sure and not elsewhere),
            said=said,
            labels=tuple(self.by_id[each].label for each in priors.likeliest(SHOWN)),
            pages=pages if restricted else (),
            times=times,
        )

    def _spoken_elsewhere(
        self, question: str, named: Mapping[str, Match], meant: Sequence[Profile]
    ) -> bool:
        """Whether a document that bears none of the names speaks of one that the question says
        bare, as the name of a thing and not of a document.
        """
        if self._mentions is None:
            return False
        bearing = {profile.id for profile in meant}
        bare = {
            named[profile.id].forms
            for profile in meant
            if not said_in_full(question, named[profile.id], profile)
        }
        return any(self._mentions.spoken_of(forms, bearing) for forms in bare)

    def _named_in_passing(self, question: str) -> bool:
        """Whether every document is named only to compare with it, or to leave it out."""
        rest = without_comparisons(question)
        return rest != " ".join(question.split()) and not self._named(rest)

    def _named(self, question: str) -> list[Match]:
        matches = [m for m in self._names.named_in(question) if m.score >= LEAST_MATCH]
        if not matches:
            return []
        best = matches[0]
        return [
            match
            for match in matches
            if match.score >= NEAR_BEST * best.score
            or (match.score >= SECOND_MATCH and not match.words & best.words)
        ]


def difference(then: Mapping[str, T], now: Mapping[str, T]) -> tuple[dict[str, T], dict[str, T]]:
    """What is no longer there, and what is there now and was not; what changed is among both."""
    came = {
        key: each
        for key, each in now.items()
        if (same := then.get(key)) is not each and same != each
    }
    gone = {key: then[key] for key in came if key in then}
    if len(then) - len(gone) != len(now) - len(came):
        gone |= {key: then[key] for key in then.keys() - now.keys()}
    return gone, came


def _first_pages(profiles: Mapping[str, Profile]) -> dict[str, FirstPage]:
    return {key: profile.page for key, profile in profiles.items()}


def said_in_full(question: str, match: Match, profile: Profile) -> bool:
    """Whether a question says a name as a document's: with more than a name that the document has
    as well ("Kestrel manual" of one that is called Kestrel, too), beside its kind, before "file" or
    "document", or after "according to".
    """
    said = [form for form in match.forms if form in profile.names]
    if any(set(name) < set(form) for form in said for name in profile.names):
        return True
    words = spelled(question)
    for form in match.forms:
        for start in range(len(words) - len(form) + 1):
            if tuple(words[start : start + len(form)]) != form:
                continue
            before = [word for word in words[:start] if word not in _JOINING]
            after = words[start + len(form) :]
            if before[-1:] == ["according"] or _FILE & {*after[:1]}:
                return True
            if {*before[-1:], *after[:1], "".join(after[:2])} & profile.kinds:
                return True
    return False


_JOINING = frozenset(["about", "by", "for", "from", "of", "on", "the", "to"])
_FILE = frozenset(["document", "file", "pdf"])


def _are_several(matches: Sequence[Match]) -> bool:
    """Whether a question's words name documents by two names, as "the log and the ledger" do."""
    words = {match.words for match in matches}
    return any(first.isdisjoint(second) for first, second in combinations(words, 2))


def prior(profile: Profile, asked: Times, kinds: Collection[str]) -> float:
    """How well a document's time and kind fit a question; 0 where it names neither."""
    return _prior(profile.times, profile.kinds, asked, kinds)


def _prior(times: Times, own: Collection[str], asked: Times, kinds: Collection[str]) -> float:
    """The same of the time and the kinds of a document."""
    return _of_day(times, asked) + _of_period(times, asked) + _of_kind(own, kinds)


def _of_day(times: Times, asked: Times) -> float:
    if not asked.days:
        return OF_ONE_DAY if times.days and asked.periods else 0.0
    distances = [(there - day).days for there in times.days for day in asked.days]
    if any(0 <= distance <= SOON_AFTER_DAYS for distance in distances):
        return SOON_AFTER
    return NEAR_DAY if any(abs(distance) <= NEAR_DAYS for distance in distances) else 0.0


def _of_period(times: Times, asked: Times) -> float:
    years = times.years
    if not years or not asked.years:
        return 0.0
    if asked.quarters:
        if times.quarters & asked.quarters:
            return SAME_QUARTER
        if years & asked.years:
            return 0.0 if times.quarters else YEAR_OF_QUARTER
        return OTHER_YEAR
    latest = max(asked.years)
    if latest in years:
        part = any(period.quarter != 4 for period in times.quarters)
        return SAME_YEAR_OTHER_SPAN if part else SAME_YEAR
    if years & asked.years:
        return EARLIER_YEAR
    return YEAR_AFTER if latest + 1 in years else OTHER_YEAR


def _of_kind(own: Collection[str], kinds: Collection[str]) -> float:
    if not kinds:
        return 0.0
    if not set(own).isdisjoint(kinds):
        return SAME_KIND
    return OTHER_KIND if own else 0.0


def describe(scope: Scope) -> str:
    """What was searched, in words for the screen; empty without a scope."""
    if not scope.priors:
        return ""
    names = ", ".join(scope.labels)
    more = len(scope.priors) - len(scope.labels)
    names += f" and {more} more" if more > 0 else ""
    if scope.certain:
        where = f"{NARROWED} {names}"
    else:
        when = [str(period) for period in (*scope.times.periods, *scope.times.days)]
        first = f"documents of {', '.join(when)}" if when and not scope.said else names
        where = f"Searched everywhere, {first} first"
    if scope.pages:
        pages = [_page(page) for page in scope.pages]
        where += f", at {', '.join(pages)}"
    return where


def _page(page: int) -> str:
    return "the last page" if page == LAST_PAGE else f"page {page + 1}"
