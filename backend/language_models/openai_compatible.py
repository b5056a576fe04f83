"""Any server that speaks OpenAI's chat-completions protocol, through OpenAI's official SDK.

Ollama, vLLM, LM Studio, llama.cpp and most hosted services do.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from backend.errors import SettingsError
from backend.language_models._chat import CONNECT_SECONDS, ChatClient, ChatModel
from backend.language_models._concessions import RequestForm
from backend.language_models._hosts import is_loopback
from backend.language_models._request_failures import ServerWording
from backend.ports import LanguageModel
from backend.settings import Settings

_NO_KEY = "none"  # local servers want the header but not its value


def build(settings: Settings) -> LanguageModel:
    """The adapter; no request is made yet.

    Raises:
        SettingsError: if there is no address, or it is not one of a web server.
    """
    url = settings.language_model_url.strip()
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(
            f"The address of the language model is “{url}”, which is not a web address."
            if url
            else "An OpenAI-compatible language model needs the address of its server.",
            "Set QUIRE_LANGUAGE_MODEL_URL, for instance to http://localhost:11434/v1 for Ollama, "
            "http://localhost:8000/v1 for vLLM or http://localhost:1234/v1 for LM Studio.",
        )
    import openai  # noqa: PLC0415  # takes longer to import than the app to start

    client = openai.AsyncOpenAI(
        api_key=settings.language_model_key.reveal() or _NO_KEY,
        base_url=url,
        timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
        max_retries=0,
        http_client=openai.DefaultAsyncHttpxClient(trust_env=not is_loopback(url)),
    )
    host = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
    server = ServerWording(
        title=f"The language model server at {host}",
        reach_remedy="Start it, or correct QUIRE_LANGUAGE_MODEL_URL; until then the local reader "
        "answers.",
        key_remedy="Check QUIRE_LANGUAGE_MODEL_KEY.",
        key=settings.language_model_key,
    )
    return ChatModel(ChatClient(client, openai, (), server, RequestForm()), settings)
