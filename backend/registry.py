"""A folder is a registry: each module in it is one implementation, under the module's name.

A module offers itself by a function `build`; modules are imported only when they are asked for, so
that a heavy dependency costs nothing until it is used.
"""

from __future__ import annotations

import importlib
import pkgutil
import threading
from functools import cache
from types import ModuleType
from typing import Generic, TypeVar

from backend.errors import SettingsError

T = TypeVar("T")


@cache
def names(package: str) -> tuple[str, ...]:
    """Names of the implementations in a package, sorted, without importing them."""
    found = importlib.import_module(package)
    return tuple(
        sorted(
            module.name
            for module in pkgutil.iter_modules(found.__path__)
            if not module.ispkg and not module.name.startswith("_")
        )
    )


def load(package: str, name: str) -> ModuleType:
    """Import one implementation.

    Raises:
        SettingsError: if the package has no module of that name.
    """
    if name not in names(package):
        kind = package.rsplit(".", 1)[-1].replace("_", " ")
        raise SettingsError(
            f"“{name}” is not one of the {kind}.", f"Choose one of: {', '.join(names(package))}."
        )
    return importlib.import_module(f"{package}.{name}")


class Built(Generic[T]):
    """A package's implementations over the same parts, each built once, when it is first asked for.
    Threads may share it."""

    def __init__(self, package: str, parts: object) -> None:
        self._package = package
        self._parts = parts
        self._built: dict[str, T] = {}
        self._lock = threading.Lock()

    def named(self, name: str) -> T:
        """The implementation of that name.

        Raises:
            SettingsError: if the package has no module of that name.
        """
        with self._lock:
            if name not in self._built:
                self._built[name] = load(self._package, name).build(self._parts)
            return self._built[name]
