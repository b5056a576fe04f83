"""A folder is a registry: each module in it is one implementation, under the module's name.

A module offers itself by a function `build`; modules are imported only when they are asked for, so
that a heavy dependency costs nothing until it is used.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from backend.errors import SettingsError


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
