"""Settings come from the environment, then from the library's files, then from the defaults."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from backend.errors import SettingsError
from backend.settings import Secret, Settings, load_settings

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "settings.md"


def test_nothing_set_gives_the_defaults(tmp_path: Path) -> None:
    settings = load_settings({}, library=tmp_path)
    assert settings.library == tmp_path
    assert settings.embedder == "all-MiniLM-L6-v2"
    assert settings.language_model == "none"
    assert not settings.language_model_key


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("max_pages = 10\ningestion_workers = 3\n")
    settings = load_settings({"QUIRE_MAX_PAGES": "20"}, library=tmp_path)
    assert (settings.max_pages, settings.ingestion_workers) == (20, 3)


def test_the_library_folder_comes_from_the_command_line_first(tmp_path: Path) -> None:
    environment = {"QUIRE_LIBRARY": str(tmp_path / "environment")}
    assert load_settings(environment).library == tmp_path / "environment"
    assert load_settings(environment, library=tmp_path / "line").library == tmp_path / "line"


def test_values_take_the_kind_of_their_setting(tmp_path: Path) -> None:
    settings = load_settings(
        {"QUIRE_LANGUAGE_MODEL_TIMEOUT": "2.5", "QUIRE_CACHE": "~/elsewhere"}, library=tmp_path
    )
    assert settings.language_model_timeout == 2.5
    assert settings.cache == Path.home() / "elsewhere"


@pytest.mark.parametrize("value", ["many", "1.5", "1e3"])
def test_a_value_of_the_wrong_kind_is_named(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsError, match="max_pages") as caught:
        load_settings({"QUIRE_MAX_PAGES": value}, library=tmp_path)
    assert value in caught.value.what
    assert "QUIRE_MAX_PAGES" in caught.value.remedy


def test_an_unknown_setting_in_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("max_page = 10\n")
    with pytest.raises(SettingsError, match="unknown setting: max_page"):
        load_settings({}, library=tmp_path)


@pytest.mark.parametrize("content", [b"max_pages = ", b"\xff\xfe"])
def test_a_broken_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=r"settings\.toml in the library folder"):
        load_settings({}, library=tmp_path)


def test_secrets_are_read_from_their_own_file_and_never_printed(tmp_path: Path) -> None:
    (tmp_path / "secrets.toml").write_text('language_model_key = "sk-do-not-show"\n')
    settings = load_settings({}, library=tmp_path)
    assert settings.language_model_key.reveal() == "sk-do-not-show"
    for shown in (repr(settings), str(settings), f"{settings.language_model_key}"):
        assert "sk-do-not-show" not in shown
    assert repr(Secret("x")) == "Secret(set)"
    assert repr(Secret()) == "Secret(empty)"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, ""),
        ({"GROQ_API_KEY": "g"}, "g"),
        ({"GROQ_API_KEY": "g", "QUIRE_GROQ_KEY": "own"}, "own"),
    ],
)
def test_the_providers_own_variable_serves_for_that_provider_alone(
    tmp_path: Path, environment: dict[str, str], expected: str
) -> None:
    settings = load_settings(environment, library=tmp_path)
    assert settings.groq_key.reveal() == expected
    assert settings.language_model_key.reveal() == ""


def documented() -> dict[str, tuple[str, str]]:
    """Rows of the settings page: name -> (variable, default)."""
    rows = {}
    for line in DOCUMENTATION.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            rows[cells[0].strip("`")] = (cells[1].strip("`"), cells[2].strip("`"))
    return rows


def test_the_settings_page_lists_every_setting_with_its_default() -> None:
    rows = documented()
    assert list(rows) == [field.name for field in fields(Settings)]
    defaults = Settings()
    for name, (variable, shown) in rows.items():
        assert variable == f"QUIRE_{name.upper()}"
        default = getattr(defaults, name)
        if name in {"library", "cache"}:
            assert shown == "per user"
        elif isinstance(default, int | float):
            assert float(shown.replace(",", "")) == default
        elif isinstance(default, Secret) or default == "":
            assert shown == "empty"
        else:
            assert shown == (default.as_posix() if isinstance(default, Path) else default)
