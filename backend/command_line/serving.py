"""`mcp` serves assistants; `tokens` decides which programs the HTTP interface answers."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from backend.interfaces import model_context
from backend.services.access_tokens import TokenStore
from backend.workbench import Workbench


def mcp(workbench: Workbench, options: argparse.Namespace) -> int:
    """Answer until the client goes away."""
    model_context.serve(workbench)
    return 0


def tokens(workbench: Workbench, options: argparse.Namespace) -> int:
    """Make a token and print it, this once; list those that were made; or withdraw one."""
    store = TokenStore(workbench.parts.settings.library)
    if options.action == "add":
        print(store.add(options.name, options.scope, options.days, options.person))
    elif options.action == "withdraw":
        store.withdraw(options.name, options.person)
    else:
        for token in store.tokens():
            ends = datetime.fromtimestamp(token.expires, UTC).date().isoformat()
            over = token.withdrawn or store.has_expired(token)
            state = "withdrawn" if token.withdrawn else "expired" if over else "good"
            whose = f"\t{token.person}" if token.person else ""
            print(f"{token.name}\t{token.scope}\tuntil {ends}\t{state}{whose}")
    return 0
