"""Options of pipelines: one declaration gives the typed value, its checks and the screens' cards.

A pipeline's options are a frozen dataclass below `Options`; each field is declared by `option` or
`switches`. Programs and people give texts by name; `Options.read` makes the value of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from backend.errors import QuestionError
from backend.types.option_fields import (
    OFF,
    DeclaredOption,
    DeclaredSwitches,
    OptionCard,
    declared_fields,
    option,
)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What every pipeline can be told; its own options are a dataclass below this one.

    No value of such a class is out of its bounds: making one raises `QuestionError`. `scope` and
    `k0` are None where the pipeline, or the fusion, decides.
    """

    pipeline: ClassVar[str] = ""
    """Whose options these are; empty for those that say nothing of any pipeline's own."""

    answerer: str = option(
        "", "Who answers", "“local” asks no language model.", choices=("local",), shown=False
    )
    scope: bool | None = option(
        None, "Where", "“off” searches every document.", kind="switch", shown=False
    )
    glossary: str = option(
        "",
        "Glossary",
        "The field whose words are known, “none” for no field's; empty as the collection has it.",
        kind="text",
        shown=False,
    )
    k0: float | None = option(
        None,
        "k0",
        "The constant of reciprocal rank fusion.",
        kind="number",
        bounds=(1.0, 1000.0),
        shown=False,
    )

    def __post_init__(self) -> None:
        for name, default, declared in declared_fields(self):
            value = getattr(self, name)
            if isinstance(declared, DeclaredOption) and value != default:
                declared.check(name, value)
            elif isinstance(declared, DeclaredSwitches):
                for switch in value:
                    if switch not in declared.names:
                        raise self.unknown(f"{declared.prefix}_{switch}")

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """The options that texts by name stand for; all others have their defaults.

        Raises:
            QuestionError: for a name that the pipeline does not know, or a value that it cannot
                have, with what was expected.
        """
        known = cls._known()
        values: dict[str, Any] = {}
        for name, text in texts.items():
            if name not in known:
                raise cls.unknown(name)
            at, key, declared = known[name]
            value = declared.value(name, text)
            if not key:
                values[at] = value
            elif not value:  # a switch that is on is as if nothing was said
                values.setdefault(at, {})[key] = value
        return cls(**values)

    @classmethod
    def possible(cls, texts: Mapping[str, str]) -> dict[str, str]:
        """Those of some texts that `read` takes: answers of older versions hold others as well."""
        found: dict[str, str] = {}
        for name in sorted(texts, key=lambda text: text not in cls._known()):
            try:
                cls.read({**found, name: texts[name]})
            except QuestionError:
                continue
            found[name] = texts[name]
        return found

    @classmethod
    def taking(cls, options: Options) -> Self:
        """A query's options as this pipeline's: its own as they are, and those of no pipeline with
        defaults for the rest.

        Raises:
            QuestionError: if they are another pipeline's.
        """
        if isinstance(options, cls):
            return options
        if type(options) is not Options:
            raise QuestionError(
                f"These are options of the pipeline {options.pipeline}, not of {cls.pipeline}.",
                "Read them for the pipeline that is asked.",
            )
        said = {
            name: value
            for name, default, _ in declared_fields(options)
            if (value := getattr(options, name)) != default
        }
        return cls(**said)

    def texts(self) -> dict[str, str]:
        """What differs from the defaults, as texts by name: what an answer is stored with."""
        found: dict[str, str] = {}
        for name, default, declared in declared_fields(self):
            value = getattr(self, name)
            if isinstance(declared, DeclaredSwitches):
                off = (switch for switch, on in value.items() if not on)
                found.update((f"{declared.prefix}_{switch}", OFF) for switch in off)
            elif value != default:
                found[name] = declared.text(value)
        return found

    @classmethod
    def cards(cls, *, hidden: bool = False) -> tuple[OptionCard, ...]:
        """What screens offer, in the order of the declaration; what all pipelines have comes
        last. With `hidden` also what no screen offers."""
        common = {name for name, _, _ in declared_fields(Options)}
        option_cards: list[OptionCard] = []
        for name, default, declared in sorted(
            declared_fields(cls), key=lambda field: field[0] in common
        ):
            if isinstance(declared, DeclaredSwitches):
                option_cards += declared.cards()
            elif declared.shown or hidden:
                option_cards.append(declared.card(name, default))
        return tuple(option_cards)

    @classmethod
    def names(cls) -> frozenset[str]:
        """Names that `read` knows."""
        return frozenset(cls._known())

    @classmethod
    def unknown(cls, name: str, *others: OptionCard) -> QuestionError:
        """The error for a name that is none of the pipeline's options, nor one of `others`."""
        known = sorted({card.name for card in (*cls.cards(), *others)})
        return QuestionError(
            f"“{name}” is not an option of the pipeline {cls.pipeline}.",
            f"Its options are: {', '.join(known)}.",
        )

    @classmethod
    def _known(cls) -> dict[str, tuple[str, str, DeclaredOption]]:
        """By the name of a text: the field, the key in it (empty unless it holds switches), and
        what it may be."""
        found: dict[str, tuple[str, str, DeclaredOption]] = {}
        for name, _, declared in declared_fields(cls):
            if isinstance(declared, DeclaredOption):
                found[name] = (name, "", declared)
            else:
                one = DeclaredOption("switch", "", declared.help)
                for switch in declared.names:
                    found[f"{declared.prefix}_{switch}"] = (name, switch, one)
        return found
