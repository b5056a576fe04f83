"""One client for the whole program, and the sentences for what can go wrong with its server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import elasticsearch

from backend.errors import ReadOnlyError, SettingsError, StorageError, UnavailableError
from backend.settings import Settings

CONNECTIONS = 32
"""Open connections to each address: as many questions are searched at once without waiting."""
RETRIES = 2
"""How often the client repeats a request whose connection broke; time-outs are not repeated."""
NOT_READY = 503
READY_SECONDS = 10.0
"""How long a request waits for an index that is being made or recovered."""
LOOK_SECONDS = 0.1
BUSY = frozenset([429, 502, 503, 504])
_BLOCKED = "cluster_block_exception"

Answer = TypeVar("Answer")


def connect(settings: Settings) -> elasticsearch.Elasticsearch:
    """A client of the cluster that the settings name. Nothing is sent yet.

    Raises:
        SettingsError: if the addresses, the credentials or the certificate cannot be used.
    """
    hosts = [each.strip() for each in settings.elasticsearch_url.split(",") if each.strip()]
    access: dict[str, Any] = {}
    if settings.elasticsearch_api_key:
        access["api_key"] = settings.elasticsearch_api_key.reveal()
    elif settings.elasticsearch_password:
        access["basic_auth"] = (
            settings.elasticsearch_user,
            settings.elasticsearch_password.reveal(),
        )
    if settings.elasticsearch_ca:
        access["ca_certs"] = settings.elasticsearch_ca
    try:
        return elasticsearch.Elasticsearch(
            hosts,
            request_timeout=settings.elasticsearch_timeout,
            max_retries=RETRIES,
            retry_on_timeout=False,
            retry_on_status=(502, 504),
            connections_per_node=CONNECTIONS,
            **access,
        )
    except (ValueError, OSError) as error:
        raise SettingsError(
            f"The settings of Elasticsearch cannot be used: {error}.",
            "QUIRE_ELASTICSEARCH_URL is a scheme, a host and a port, as in "
            "https://search.example.org:9200; QUIRE_ELASTICSEARCH_CA is a PEM file.",
        ) from error


def address(settings: Settings) -> str:
    """The addresses without whatever secret they may hold, to be shown."""
    shown = []
    for each in settings.elasticsearch_url.split(","):
        parts = urlsplit(each.strip())
        port = f":{parts.port}" if parts.port else ""
        shown.append(f"{parts.scheme}://{parts.hostname or ''}{port}")
    return ", ".join(shown)


def once_ready(
    request: Callable[[], Answer],
) -> Answer:
    """Send a request; if the index has just been made, or its server has just started, wait for it.

    Raises:
        ApiError: if it does not get ready.
    """
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            return request()
        except elasticsearch.ApiError as error:
            if error.status_code != NOT_READY or time.monotonic() > deadline:
                raise
        time.sleep(LOOK_SECONDS)


class Cluster:
    """A client with the address to show, and the errors for a person in place of the client's.

    It remembers whether the server has accepted the account: a server that starts refuses every
    account until it has read its own, so a refusal after an acceptance is worth waiting for.
    """

    def __init__(self, client: elasticsearch.Elasticsearch, where: str) -> None:
        self.client = client
        self.where = where
        self._accepted = False

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what the client raises into an error that a person understands.

        Raises:
            UnavailableError: if the same may work later by itself.
            StorageError: if somebody has to do something first.
        """
        try:
            yield
        except elasticsearch.AuthenticationException as error:
            raise self._refused_account() from error
        except (elasticsearch.ApiError, elasticsearch.TransportError) as error:
            raise explanation(error, self.where) from error
        except elasticsearch.UnsupportedProductError as error:
            raise StorageError(
                f"The server at {self.where} is not Elasticsearch.",
                "Correct QUIRE_ELASTICSEARCH_URL; Quire works with Elasticsearch 8 and 9.",
            ) from error
        self._accepted = True

    def _refused_account(self) -> StorageError:
        if self._accepted:
            return UnavailableError(
                f"Elasticsearch at {self.where} refuses the account that it accepted before.",
                "It may still be starting: try again in a moment. If its password was changed, "
                "correct QUIRE_ELASTICSEARCH_PASSWORD and start Quire again.",
            )
        return StorageError(
            f"Elasticsearch at {self.where} refuses the user name, the password or the key.",
            "Correct QUIRE_ELASTICSEARCH_USER and QUIRE_ELASTICSEARCH_PASSWORD, or "
            "QUIRE_ELASTICSEARCH_API_KEY, and start Quire again.",
        )


def explanation(error: Exception, where: str) -> StorageError:
    """The error for a person that says what an error of the client means."""
    if isinstance(error, elasticsearch.SSLError):
        return StorageError(
            f"The certificate of Elasticsearch at {where} is not trusted.",
            "Name the PEM file of the authority that signed it in QUIRE_ELASTICSEARCH_CA.",
        )
    if isinstance(error, elasticsearch.ConnectionTimeout):
        return UnavailableError(
            f"Elasticsearch at {where} did not answer in time.",
            "Look whether the server is overloaded; then try again. Nothing is lost.",
        )
    if isinstance(error, elasticsearch.TransportError):
        return UnavailableError(
            f"Elasticsearch at {where} cannot be reached.",
            "Start the server, or correct QUIRE_ELASTICSEARCH_URL; then try again. Nothing is "
            "lost: the search index catches up by itself.",
        )
    if isinstance(error, elasticsearch.ApiError):
        return refusal(error.status_code, _cause(error.body), where)
    return StorageError(f"Elasticsearch at {where} failed: {type(error).__name__}.", "Try again.")


def refusal(status: int, cause: Mapping[str, Any], where: str) -> StorageError:
    """The error for a person that says why the server refused a request or one entry of it."""
    kind, reason = str(cause.get("type", "")), str(cause.get("reason", ""))
    if kind == _BLOCKED and ("disk usage" in reason or "read-only" in reason):
        return ReadOnlyError(
            f"Elasticsearch at {where} takes nothing more: its disk is nearly full, and the search "
            "index was made read-only.",
            "Free space on the server's disk. Elasticsearch lifts the block by itself, and the "
            "index then catches up; questions go on meanwhile.",
        )
    if status == 403:
        return StorageError(
            f"The account that Quire uses may not do this on Elasticsearch at {where}.",
            "Give it the privileges `monitor` on the cluster and `all` on the indices whose names "
            "begin with the prefix of the settings.",
        )
    if status in BUSY:
        return UnavailableError(
            f"Elasticsearch at {where} is busy or not ready yet.",
            "Try again in a moment. Nothing is lost: the search index catches up by itself.",
        )
    if "number of dimensions" in str(cause):
        return StorageError(
            "The question's vector and the collection's have different numbers of dimensions: they "
            "come from different embedding models.",
            "Let the re-embedding of the collection finish, or choose its model again.",
        )
    if status == 400:
        return StorageError(
            f"The search index on Elasticsearch at {where} has another form than Quire gave it "
            f"({kind or 'refused'}).",
            "If another program uses these names, set QUIRE_ELASTICSEARCH_PREFIX to one of its "
            "own; otherwise run repair on the status page.",
        )
    return StorageError(
        f"Elasticsearch at {where} failed with status {status} ({kind or 'no reason given'}).",
        "The log of the server says more; try again.",
    )


def _cause(body: object) -> Mapping[str, Any]:
    """The innermost reason that an error's body holds."""
    if not isinstance(body, Mapping):
        return {}
    error = body.get("error", {})
    if not isinstance(error, Mapping):
        return {"reason": str(error)}
    found = error.get("failed_shards") or error.get("root_cause") or []
    if found and isinstance(found[0], Mapping):
        first = found[0].get("reason", found[0])
        if isinstance(first, Mapping):
            return first.get("caused_by", first) if "caused_by" in first else first
    return error
