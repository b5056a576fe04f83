"""Language models of Groq's cloud, through Groq's official SDK."""

from __future__ import annotations

from backend.errors import SettingsError
from backend.language_models._chat import CONNECT_SECONDS, ChatClient, ChatModel
from backend.language_models._concessions import RequestForm
from backend.language_models._hosts import is_loopback
from backend.language_models._request_failures import ServerWording
from backend.ports import LanguageModel
from backend.settings import Settings

DEFAULT_MODEL = "llama-3.3-70b-versatile"
_PROTOCOL_PATH = "/openai/v1"  # the SDK adds it by itself


def build(settings: Settings) -> LanguageModel:
    """The adapter; no request is made yet.

    Raises:
        SettingsError: if there is no key.
    """
    if not settings.language_model_key:
        raise SettingsError(
            "Groq needs a key, and none is set.",
            "Make one at console.groq.com and set GROQ_API_KEY or QUIRE_LANGUAGE_MODEL_KEY.",
        )
    import groq  # noqa: PLC0415  # takes longer to import than the app to start
    import httpx  # noqa: PLC0415  # the HTTP client of that SDK

    url = settings.language_model_url.rstrip("/").removesuffix(_PROTOCOL_PATH)
    client = groq.AsyncGroq(
        api_key=settings.language_model_key.reveal(),
        base_url=url or "https://api.groq.com",
        timeout=groq.Timeout(None, connect=CONNECT_SECONDS),
        max_retries=0,
        http_client=groq.DefaultAsyncHttpxClient(trust_env=not is_loopback(url)),
    )
    server = ServerWording(
        title="Groq",
        reach_remedy="Check the network connection; until it is back, the local reader answers.",
        key_remedy="Check GROQ_API_KEY or QUIRE_LANGUAGE_MODEL_KEY, and make a new key at "
        "console.groq.com if it was withdrawn.",
        key=settings.language_model_key,
    )
    form = RequestForm(token_limit="max_completion_tokens", ask_usage=False)  # comes unasked
    return ChatModel(
        ChatClient(client, groq, (httpx.HTTPError,), server, form, DEFAULT_MODEL), settings
    )
