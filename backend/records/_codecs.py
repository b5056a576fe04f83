"""What both record stores write and read alike: settings, vectors, merged entities."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from backend.errors import NameTakenError, SettingsError
from backend.one_line import on_one_line
from backend.serialisation import from_json
from backend.types import CollectionSettings, Entity


def compact(value: object) -> str:
    """JSON without blanks, of a value made of lists, dictionaries, strings and numbers."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def settings_text(settings: CollectionSettings) -> str:
    return compact(asdict(settings))


def settings_of(text: str) -> CollectionSettings:
    """Settings that a newer version wrote and this one does not know are left out."""
    return from_json(CollectionSettings, text)


def packed(vectors: npt.NDArray[np.float16]) -> bytes:
    """Vectors as little-endian float16, one row after the other, exactly as given."""
    return np.ascontiguousarray(vectors, dtype="<f2").tobytes()


def merged_entity(identity: str, forms: Sequence[tuple[str, str, Iterable[str]]]) -> Entity:
    """One entity of what each document calls it: (name, kind, aliases).

    The alphabetically first name is its name and the others are aliases, whichever came first.
    """
    if len(forms) == 1:  # most are named in one document alone
        ((name, kind, aliases),) = forms
        return Entity(identity, name, kind, tuple(sorted({*aliases} - {name})))
    name = min(form[0] for form in forms)
    kind = min(form[1] for form in forms)
    others = {form[0] for form in forms}.union(*(form[2] for form in forms))
    return Entity(identity, name, kind, tuple(sorted(others - {name})))


def folded_name(name: str, owner: str) -> str:
    """What is unique of a collection: its name, letter case aside, among those of one person.

    A name has one line, so that no name holds another's and its owner.
    """
    return f"{name.casefold()}\n{owner}" if owner else name.casefold()


def tidy_name(name: str) -> str:
    """A collection's name on one line.

    Raises:
        SettingsError: if nothing is left.
    """
    name = on_one_line(name)
    if not name:
        raise SettingsError("A collection needs a name.", "Type a name of at least one letter.")
    return name


def name_taken(name: str) -> NameTakenError:
    """Why a collection cannot have the name of another."""
    return NameTakenError(f"There is a collection named “{name}” already.", "Choose another name.")
