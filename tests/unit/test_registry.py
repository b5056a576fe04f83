"""A folder is a registry: adding a module is all that it takes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from backend import registry
from backend.errors import SettingsError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "sample_registry"
    (folder / "subpackage").mkdir(parents=True)
    for name in ("__init__", "subpackage/__init__", "_shared"):
        (folder / f"{name}.py").write_text("")
    (folder / "beta.py").write_text("def build():\n    return 'beta'\n")
    (folder / "alpha.py").write_text("raise RuntimeError('imported though nobody asked')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.names.cache_clear()
    yield folder.name
    for module in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[module]
    registry.names.cache_clear()


def test_public_modules_are_listed_without_importing_them(package: str) -> None:
    assert registry.names(package) == ("alpha", "beta")


def test_a_module_is_imported_when_it_is_asked_for(package: str) -> None:
    assert registry.load(package, "beta").build() == "beta"


@pytest.mark.parametrize("name", ["gamma", "_shared", "subpackage", "", "../beta", "beta.build"])
def test_an_unknown_name_is_answered_with_the_known_ones(package: str, name: str) -> None:
    with pytest.raises(SettingsError) as caught:
        registry.load(package, name)
    assert name in caught.value.what
    assert caught.value.remedy == "Choose one of: alpha, beta."


def test_an_implementation_is_built_once_over_the_same_parts(package: str, tmp_path: Path) -> None:
    text = "def build(parts):\n    parts.append('built')\n    return object()\n"
    (tmp_path / package / "delta.py").write_text(text)
    registry.names.cache_clear()
    parts: list[str] = []
    built: registry.Built[object] = registry.Built(package, parts)
    assert parts == []
    assert built.named("delta") is built.named("delta")
    assert parts == ["built"]
    with pytest.raises(SettingsError):
        built.named("gamma")
