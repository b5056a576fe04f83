"""What a server turned out not to know: optional parts of a request are given up one by one.

Servers that speak the chat-completions protocol differ in what they take. A request begins with
everything; when the server answers 400 or 422, the part that it names is left out, and what worked
is remembered for the model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from backend.ports import Message

SchemaForm = Literal["json_schema", "json_object", "instruction"]
_NEXT_FORM: dict[SchemaForm, SchemaForm] = {
    "json_schema": "json_object",
    "json_object": "instruction",
}


@dataclass(frozen=True, slots=True)
class RequestForm:
    """Which optional parts a request has. `token_limit` is the name of the limit's parameter."""

    token_limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    ask_usage: bool = True
    temperature: bool = True
    schema: SchemaForm = "json_schema"

    def parameters(self, max_tokens: int, schema: Mapping[str, object] | None) -> dict[str, Any]:
        """The optional parameters of the request, for `chat.completions.create`."""
        found: dict[str, Any] = {self.token_limit: max_tokens}
        if self.temperature:
            found["temperature"] = 0
        if self.ask_usage:
            # In the body, because not every SDK knows this parameter by name.
            found["extra_body"] = {"stream_options": {"include_usage": True}}
        if schema is not None and self.schema == "json_schema":
            strict = schema.get("additionalProperties") is False
            found["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(schema), "strict": strict},
            }
        elif schema is not None and self.schema == "json_object":
            found["response_format"] = {"type": "json_object"}
        return found

    def messages(
        self, messages: Sequence[Message], schema: Mapping[str, object] | None
    ) -> list[dict[str, str]]:
        """The messages, with the schema spelled out where the server does not take it by itself."""
        found = [
            {"role": message.role, "content": _encodable(message.content)} for message in messages
        ]
        if schema is not None and self.schema != "json_schema":
            wanted = json.dumps(schema, ensure_ascii=False)
            found.append(
                {
                    "role": "user",
                    "content": "Answer with one JSON object that fits this JSON Schema, "
                    f"and with nothing else:\n{wanted}",
                }
            )
        return found

    def without(self, complaint: str, *, has_schema: bool) -> RequestForm | None:
        """The next smaller form after the server's complaint; None if nothing can be given up."""
        complaint = complaint.lower()
        if self.ask_usage and ("stream_options" in complaint or "include_usage" in complaint):
            return replace(self, ask_usage=False)
        if self.token_limit == "max_tokens" and "max_completion_tokens" in complaint:
            return replace(self, token_limit="max_completion_tokens")
        if self.temperature and "temperature" in complaint:
            return replace(self, temperature=False)
        too_long = "context_length" in complaint or "context length" in complaint
        if has_schema and not too_long and self.schema in _NEXT_FORM:
            return replace(self, schema=_NEXT_FORM[self.schema])
        return None


def _encodable(text: str) -> str:
    # Text of damaged files can hold lone surrogates, which no JSON request can carry.
    return text.encode("utf-8", "replace").decode("utf-8")
