"""Glossaries: the words of a field, as files that a collection may switch on.

A glossary says which row labels answer a question in the field's words ("quick ratio" needs
current assets, inventories and current liabilities), which kinds of table hold them, and how
documents of the field name themselves. Each `.toml` file in this folder is one, under its name.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from backend.calendar_words import MONTH_NAME
from backend.errors import SettingsError

_SUFFIX = ".toml"
NEVER = re.compile(r"(?!)")
UNDONE = r"(?!(?:not|n['’]t|never|no|less|more)\b)"
SOMEBODY = rf"{UNDONE}(?P<who>(?:(?!\b(?:and|or|than|if|not)\b)[^,;?])*?)"
"""Who does something, in a question; nobody where its name was left out."""
_DID = r"(?:did|does|do|has|have|had|was|were|is|are)"
_AT_A_TIME = (
    r"(?P<when>(?:,? (?:in|for|during|at|as of|by|over|on)(?: the)?"
    r"(?: (?:end|year|years|fiscal|financial|first|second|third|fourth|quarter|half|three|six|nine"
    rf"|months|ended|of|FY|Q[1-4]|{MONTH_NAME}|\d{{1,2}}))*,? ?(?:FY ?)?(?:19|20)\d\d"
    r"(?:,? (?:and|or|compared (?:with|to)|versus|vs\.?|than) [^,;?]*)?)?)"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that questions ask for: the pattern that tells, row labels, kinds of table."""

    asks: re.Pattern[str]
    labels: tuple[str, ...]
    tables: tuple[str, ...]


class RatioForm(StrEnum):
    """What is made of the two rows of a named ratio."""

    PER_CENT = "per cent"
    TIMES = "times"
    LESS = "less"


class Better(StrEnum):
    """When a measure is the better one."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class NamedRatio:
    """A figure that a field names and that two rows of one table make: "operating margin" is
    operating income in per cent of sales.

    `over` and `under` are row labels, the likeliest first; of those of one list only one is taken.
    `better` says when it is the better one; None where that depends.
    """

    name: str
    asks: re.Pattern[str]
    form: RatioForm
    over: tuple[str, ...]
    under: tuple[str, ...]
    better: Better | None = None


class CompositeForm(StrEnum):
    """What is made of the two sides of a composite."""

    PER_CENT = "per cent"
    TIMES = "times"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class ItemTerm:
    """A line item on one side of a composite: added, or taken off where `is_less`; of two year ends
    where `is_average`; left out where `is_optional` and a company has none."""

    item: str
    is_less: bool = False
    is_average: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class CompositeWay:
    """One way in which a composite is worked out: what stands over and under the line. `name` says
    in words which way it is."""

    name: str
    over: tuple[ItemTerm, ...]
    under: tuple[ItemTerm, ...]


@dataclass(frozen=True, slots=True)
class Composite:
    """A figure that a field names and that several rows make, maybe of several tables and of two
    year ends. Its ways are those in use; `asks` is the pattern that tells; `better` as of a named
    ratio."""

    name: str
    asks: re.Pattern[str]
    form: CompositeForm
    ways: tuple[CompositeWay, ...]
    better: Better | None = None


@dataclass(frozen=True, slots=True)
class Wording:
    """What people say for a line who have not seen the table: "What did they earn in 2031?" wants
    the net income. `asks` is the pattern of the whole question, with `who` and `when` where these
    are said; `says` names the line, with other parts of the pattern in braces, the likeliest
    first."""

    asks: re.Pattern[str]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Intent:
    """What a question asks for in the field's terms: row labels and kinds of table."""

    labels: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of one field.

    `table_titles` maps a kind of table to patterns of its title; a line that matches `never` is no
    title, one that matches `lesser` titles a part or an excerpt, `main` the table of the whole.
    Questions that match one of `prose` are answered by text rather than by a table. Sentences of a
    question that match one of `asides` only say how to answer. `ratios` are computed from any
    table, whether or not a collection uses the glossary for its search, and so are `composites`,
    whose terms are `items`: line items by their names, each with the row labels that mean it, the
    likeliest first; `gains` are those of which more is better, `balances` those of a balance
    sheet, `changes` rows in per cent that say how something changed, and `abbreviations` short
    forms with what they stand for; `wordings` are how people ask for a line without its name.
    `after_name`, `kinds`,
    `unspoken`, `joining` and `symbols` say how documents name themselves
    (`backend.scope.profiles.Conventions`).
    """

    name: str
    title: str
    entries: tuple[Entry, ...]
    table_titles: dict[str, tuple[re.Pattern[str], ...]] = field(default_factory=dict)
    never: re.Pattern[str] = NEVER
    lesser: re.Pattern[str] = NEVER
    main: re.Pattern[str] = NEVER
    prose: tuple[re.Pattern[str], ...] = ()
    after_name: tuple[str, ...] = ()
    kinds: dict[str, str] = field(default_factory=dict)
    unspoken: frozenset[str] = frozenset()
    joining: str = ""
    symbols: tuple[re.Pattern[str], ...] = ()
    asides: tuple[re.Pattern[str], ...] = ()
    ratios: tuple[NamedRatio, ...] = ()
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    composites: tuple[Composite, ...] = ()
    gains: tuple[str, ...] = ()
    changes: re.Pattern[str] = NEVER
    balances: frozenset[str] = frozenset()
    abbreviations: dict[str, str] = field(default_factory=dict)
    wordings: tuple[Wording, ...] = ()

    def intent(self, question: str) -> Intent:
        """The row labels and kinds of table that a question asks for, in the file's order; none
        where text, or the table of a part, answers rather than the table of the whole.
        """
        if any(pattern.search(question) for pattern in self.prose):
            return Intent()
        entries = [entry for entry in self.entries if entry.asks.search(question)]
        labels = dict.fromkeys(label for entry in entries for label in entry.labels)
        tables = dict.fromkeys(table for entry in entries for table in entry.tables)
        return Intent(tuple(labels), tuple(tables))


@cache
def names() -> tuple[str, ...]:
    """Names of the glossaries, sorted."""
    files = (each.name for each in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def load(name: str) -> Glossary:
    """Read a glossary.

    Raises:
        SettingsError: if there is none of that name, or its file cannot be used.
    """
    if name not in names():
        raise SettingsError(
            f"There is no glossary “{name}”.", f"Choose one of: {', '.join(names())}."
        )
    text = resources.files(__name__).joinpath(name + _SUFFIX).read_text("utf-8")
    return parsed(name, text)


@cache
def named_ratios() -> tuple[NamedRatio, ...]:
    """Those of all glossaries: what a term means does not depend on how a collection is searched.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return tuple(ratio for name in names() for ratio in load(name).ratios)


@cache
def composites() -> tuple[Composite, ...]:
    """Those of all glossaries.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return tuple(composite for name in names() for composite in load(name).composites)


@cache
def named_figures() -> tuple[NamedRatio | Composite, ...]:
    """All figures that a field has a name for and that several rows make.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return (*named_ratios(), *composites())


@cache
def line_items() -> dict[str, tuple[str, ...]]:
    """The line items of all glossaries with the row labels that mean each.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return {item: labels for name in names() for item, labels in load(name).items.items()}


@cache
def balances() -> frozenset[str]:
    """The line items of a balance sheet, of all glossaries.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return frozenset[str]().union(*(load(name).balances for name in names()))


@cache
def abbreviations() -> dict[str, str]:
    """The short forms of all glossaries with what they stand for, in small letters.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return {short: long for name in names() for short, long in load(name).abbreviations.items()}


@cache
def wordings() -> tuple[Wording, ...]:
    """Those of all glossaries.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return tuple(wording for name in names() for wording in load(name).wordings)


def says_a_change(label: str) -> bool:
    """Whether a glossary knows that the row in per cent that is called so says a change: what
    comparable sales were is how much they grew.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    return any(load(name).changes.search(label) for name in names())


def better_when(measure: str) -> Better | None:
    """When a measure is the better one, as the glossaries say of a ratio, a composite or a line
    item that is called so; None where they do not.

    Raises:
        SettingsError: if the file of a glossary cannot be used.
    """
    for figure in named_figures():
        if figure.asks.fullmatch(measure):
            return figure.better
    gains = {item for name in names() for item in load(name).gains}
    said = measure.casefold()
    is_gain = any(item in gains and said in labels for item, labels in line_items().items())
    return Better.HIGHER if is_gain else None


def parsed(name: str, text: str) -> Glossary:
    """A glossary from the text of its file.

    Raises:
        SettingsError: if the text is not a glossary, saying what is wrong with it.
    """
    try:
        found = tomllib.loads(text)
        documents, titles = found.get("documents", {}), found.get("titles", {})
        glossary = Glossary(
            name=name,
            title=found["title"],
            entries=tuple(_entry(each) for each in found["entries"]),
            table_titles={
                kind: tuple(map(_pattern, each["titles"]))
                for kind, each in found.get("tables", {}).items()
            },
            never=_pattern(titles["never"]) if "never" in titles else NEVER,
            lesser=_pattern(titles["lesser"]) if "lesser" in titles else NEVER,
            main=_pattern(titles["main"]) if "main" in titles else NEVER,
            prose=tuple(map(_pattern, found.get("gates", {}).get("prose", ()))),
            after_name=tuple(document.lower() for document in documents.get("after_name", ())),
            kinds={k.lower(): v for k, v in documents.get("kinds", {}).items()},
            unspoken=frozenset(document.lower() for document in documents.get("unspoken", ())),
            joining=str(documents.get("joining", "")),
            symbols=tuple(map(_pattern, documents.get("symbols", ()))),
            asides=tuple(
                _pattern(rf"(?:^|(?<=[.?!]))\s*(?:{each})")
                for each in found.get("questions", {}).get("asides", ())
            ),
            ratios=tuple(map(_ratio, found.get("ratios", ()))),
            items={item: tuple(labels) for item, labels in found.get("items", {}).items()},
            composites=tuple(map(_composite, found.get("composites", ()))),
            balances=frozenset(found.get("questions", {}).get("balances", ())),
            gains=tuple(found.get("questions", {}).get("gains", ())),
            changes=_pattern(found["questions"]["changes"])
            if "changes" in found.get("questions", {})
            else NEVER,
            abbreviations={
                short.lower(): str(long) for short, long in found.get("abbreviations", {}).items()
            },
            wordings=tuple(
                _wording(asks, says)
                for says, forms in found.get("wordings", {}).items()
                for asks in forms
            ),
        )
    except (re.error, KeyError, TypeError, ValueError, AttributeError) as error:  # bad TOML, too
        raise SettingsError(
            f"The glossary “{name}” cannot be used: {error}.",
            "Each entry needs asks (a regular expression), labels and tables; each ratio name, "
            f"asks, form ({', '.join(RatioForm)}), over and under; each composite name, asks, form "
            f"({', '.join(CompositeForm)}) and ways, each with name, over and under.",
        ) from error
    terms = {
        term.item
        for composite in glossary.composites
        for way in composite.ways
        for term in (*way.over, *way.under)
    } | {*glossary.gains, *glossary.balances}
    if unknown_items := terms - glossary.items.keys():
        raise SettingsError(
            f"The glossary “{name}” speaks of a line item that it does not know: "
            f"{sorted(unknown_items)[0]}.",
            "Add the item with its row labels under [items].",
        )
    unknown = {table for entry in glossary.entries for table in entry.tables}
    unknown -= glossary.table_titles.keys()
    if unknown:
        raise SettingsError(
            f"The glossary “{name}” speaks of a kind of table that it does not describe: "
            f"{sorted(unknown)[0]}.",
            "Add the kind with its titles under [tables].",
        )
    return glossary


def _entry(found: dict[str, Any]) -> Entry:
    return Entry(_pattern(found["asks"]), tuple(found["labels"]), tuple(found["tables"]))


def _ratio(found: dict[str, Any]) -> NamedRatio:
    return NamedRatio(
        found["name"],
        _pattern(found["asks"]),
        RatioForm(found["form"]),
        tuple(found["over"]),
        tuple(found["under"]),
        _better(found),
    )


def _composite(found: dict[str, Any]) -> Composite:
    ways = tuple(
        CompositeWay(
            each["name"], tuple(map(_term, each["over"])), tuple(map(_term, each["under"]))
        )
        for each in found["ways"]
    )
    form = CompositeForm(found["form"])
    return Composite(found["name"], _pattern(found["asks"]), form, ways, _better(found))


def _wording(asks: str, says: str) -> Wording:
    """A wording as it is written: `{who}` is whoever does something, `{did}` a verb that helps; a
    time may stand behind the whole. Several lines have "|" between them."""
    form = asks.replace("{who}", SOMEBODY).replace("{did}", _DID)
    return Wording(_pattern(rf"^(?:{form}){_AT_A_TIME}$"), tuple(says.split(" | ")))


def _better(found: dict[str, Any]) -> Better | None:
    return Better(found["better"]) if "better" in found else None


def _term(text: str) -> ItemTerm:
    """A term as it is written: "inventories", "− inventories", "average inventories", and "short-
    term investments?" where a company may have none."""
    bare = text.removeprefix("− ")
    item = bare.removeprefix("average ").removesuffix("?")
    return ItemTerm(item, bare != text, bare.startswith("average "), bare.endswith("?"))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
