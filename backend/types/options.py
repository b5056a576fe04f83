"""Options of pipelines: one declaration gives the typed value, its checks and the screens' cards.

A pipeline's options are a frozen dataclass below `Options`; each field is declared by `option` or
`switches`. Programs and people give texts by name; `Options.read` makes the value of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, Self

from backend.errors import QuestionError

ON = "on"
OFF = "off"
_DECLARED = "declared"
Kind = Literal["switch", "choice", "number", "whole", "text"]


@dataclass(frozen=True, slots=True)
class OptionCard:
    """One option of a pipeline that the screen offers: `choices` empty means a number.

    `expected` says in words what can be given.
    """

    name: str
    label: str
    help: str
    default: str
    choices: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    step: float = 0.05
    expected: str = ""


@dataclass(frozen=True, slots=True)
class _Declared:
    """What a field of options may be, and how it is shown."""

    kind: Kind
    label: str
    help: str
    choices: tuple[str, ...] = ()
    bounds: tuple[float, float] = (0.0, 1.0)
    step: float = 0.05
    shown: bool = True

    def value(self, name: str, text: str) -> Any:
        """The value that a text stands for; its bounds and choices are not checked yet.

        Raises:
            QuestionError: if it is none of the kind.
        """
        if self.kind == "switch":
            if text not in (ON, OFF):
                raise _no_choice(name, text, (ON, OFF))
            return text == ON
        if self.kind in {"choice", "text"}:
            return text
        try:
            number = float(text)
        except ValueError as error:
            raise self._no_number(name, text) from error
        if self.kind == "number":
            return number
        if not number.is_integer():
            raise self._no_number(name, text)
        return int(number)

    def text(self, value: Any) -> str:
        """The text that stands for a value."""
        if self.kind == "switch":
            return ON if value else OFF
        short = f"{value:g}" if isinstance(value, float) else str(value)
        return short if not isinstance(value, float) or float(short) == value else repr(value)

    def check(self, name: str, value: Any) -> None:
        """
        Raises:
            QuestionError: if the option cannot have this value.
        """
        if self.kind == "choice" and value not in self.choices:
            raise _no_choice(name, value, self.choices)
        if self.kind == "whole" and not isinstance(value, int):
            raise self._no_number(name, str(value))
        if self.kind in {"number", "whole"} and not self.bounds[0] <= value <= self.bounds[1]:
            raise QuestionError(
                f"The option {name} cannot be {self.text(value)}.", f"Give {self.expected}."
            )

    def card(self, name: str, default: Any) -> OptionCard:
        """The option as a screen offers it."""
        choices = (ON, OFF) if self.kind == "switch" else self.choices
        text = "" if default is None else self.text(default)
        return OptionCard(
            name, self.label, self.help, text, choices, *self.bounds, self.step, self.expected
        )

    @property
    def expected(self) -> str:
        """What can be given, in words."""
        if self.kind == "text":
            return "a word"
        if self.kind in {"switch", "choice"}:
            return ", ".join((ON, OFF) if self.kind == "switch" else self.choices)
        return f"{self._number} from {self.bounds[0]:g} to {self.bounds[1]:g}"

    @property
    def _number(self) -> str:
        return "a whole number" if self.kind == "whole" else "a number"

    def _no_number(self, name: str, text: str) -> QuestionError:
        return QuestionError(
            f"The option {name} takes {self._number}, and “{text}” is none.",
            f"Give {self.expected}.",
        )


@dataclass(frozen=True, slots=True)
class _DeclaredSwitches:
    """A field that holds a switch for each of some names; `PREFIX_NAME` switches one."""

    prefix: str
    names: tuple[str, ...]
    help: str

    def cards(self) -> tuple[OptionCard, ...]:
        return tuple(
            OptionCard(
                f"{self.prefix}_{name}",
                f"{self.prefix} {name}".replace("_", " ").capitalize(),
                self.help,
                ON,
                (ON, OFF),
                expected=f"{ON}, {OFF}",
            )
            for name in self.names
        )


def option(
    default: Any,
    label: str,
    explanation: str,
    *,
    choices: Sequence[str] = (),
    bounds: tuple[float, float] = (0.0, 1.0),
    step: float = 0.05,
    kind: Kind | None = None,
    shown: bool = True,
) -> Any:
    """A field of `Options`.

    Args:
        default: its type says the kind: bool is a switch, int a whole number, float a number, str
            one of the choices. It need not be one of them: a default may mean "as it comes".
        bounds: least and greatest number.
        step: of the slider by which a screen chooses a number.
        kind: where the default does not say it.
        shown: whether screens offer it.
    """
    of_default: dict[type, Kind] = {bool: "switch", int: "whole", float: "number", str: "choice"}
    declared = _Declared(
        kind or of_default[type(default)], label, explanation, tuple(choices), bounds, step, shown
    )
    return field(default=default, metadata={_DECLARED: declared})


def switches(prefix: str, names: Sequence[str], explanation: str) -> Any:
    """A field of `Options` that maps names to whether they are on; a missing one is on.

    Its texts are `PREFIX_NAME` = on or off.
    """
    declared = _DeclaredSwitches(prefix, tuple(names), explanation)
    return field(default_factory=dict, metadata={_DECLARED: declared})


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
        for each in fields(self):
            declared, value = each.metadata.get(_DECLARED), getattr(self, each.name)
            if isinstance(declared, _Declared) and value != each.default:
                declared.check(each.name, value)
            elif isinstance(declared, _DeclaredSwitches):
                for name in value:
                    if name not in declared.names:
                        raise self.unknown(f"{declared.prefix}_{name}")

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
        for name in sorted(texts, key=lambda each: each not in cls._known()):
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
            each.name: value
            for each in fields(options)
            if (value := getattr(options, each.name)) != each.default
        }
        return cls(**said)

    def texts(self) -> dict[str, str]:
        """What differs from the defaults, as texts by name: what an answer is stored with."""
        found: dict[str, str] = {}
        for each in fields(self):
            declared, value = each.metadata.get(_DECLARED), getattr(self, each.name)
            if isinstance(declared, _DeclaredSwitches):
                off = (name for name, on in value.items() if not on)
                found.update((f"{declared.prefix}_{name}", OFF) for name in off)
            elif isinstance(declared, _Declared) and value != each.default:
                found[each.name] = declared.text(value)
        return found

    @classmethod
    def cards(cls, *, hidden: bool = False) -> tuple[OptionCard, ...]:
        """What screens offer, in the order of the declaration; what all pipelines have comes
        last. With `hidden` also what no screen offers."""
        common = {each.name for each in fields(Options)}
        found: list[OptionCard] = []
        for each in sorted(fields(cls), key=lambda each: each.name in common):
            declared = each.metadata.get(_DECLARED)
            if isinstance(declared, _DeclaredSwitches):
                found += declared.cards()
            elif isinstance(declared, _Declared) and (declared.shown or hidden):
                found.append(declared.card(each.name, each.default))
        return tuple(found)

    @classmethod
    def names(cls) -> frozenset[str]:
        """Names that `read` knows."""
        return frozenset(cls._known())

    @classmethod
    def unknown(cls, name: str, *others: OptionCard) -> QuestionError:
        """The error for a name that is none of the pipeline's options, nor one of `others`."""
        known = sorted({each.name for each in (*cls.cards(), *others)})
        return QuestionError(
            f"“{name}” is not an option of the pipeline {cls.pipeline}.",
            f"Its options are: {', '.join(known)}.",
        )

    @classmethod
    def _known(cls) -> dict[str, tuple[str, str, _Declared]]:
        """By the name of a text: the field, the key in it (empty unless it holds switches), and
        what it may be."""
        found: dict[str, tuple[str, str, _Declared]] = {}
        for each in fields(cls):
            declared = each.metadata.get(_DECLARED)
            if isinstance(declared, _Declared):
                found[each.name] = (each.name, "", declared)
            elif isinstance(declared, _DeclaredSwitches):
                switch = _Declared("switch", "", declared.help)
                for name in declared.names:
                    found[f"{declared.prefix}_{name}"] = (each.name, name, switch)
        return found


def _no_choice(name: str, value: str, choices: Sequence[str]) -> QuestionError:
    return QuestionError(
        f"“{value}” is not a choice of the option {name}.", f"Choose one of: {', '.join(choices)}."
    )
