"""Who can reach the app: this machine alone, or anyone on the network, which must be meant."""

from __future__ import annotations

import ipaddress

from backend.errors import SettingsError

SHARED = (
    "Anyone on this network may read, add and delete documents here: Quire was started for all "
    "addresses, without sign-in."
)


def is_for_others(address: str) -> bool:
    """Whether a server bound to this address answers other machines; an empty one means all."""
    if address == "localhost":
        return False
    try:
        return not ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return True  # a name of this machine that others may know, or all addresses


def notice(address: str, *, signs_in: bool, allow_anyone: int) -> str:
    """What every page says of who reaches it; empty on this machine alone, and where people sign
    in: then nobody sees anything without that, and `allow_anyone` is not asked for.

    Raises:
        SettingsError: where others could reach it without sign-in and the setting does not allow
            that.
    """
    if signs_in or not is_for_others(address):
        return ""
    refuse_unless_meant(address, allow_anyone)
    return SHARED


def refuse_unless_meant(address: str, allow_anyone: int) -> None:
    """Hold an app that others could reach until somebody has said that this is meant.

    Raises:
        SettingsError: where others could reach it and the setting does not allow that.
    """
    if is_for_others(address) and not allow_anyone:
        raise SettingsError(
            f"Quire would answer the whole network at {address or 'all addresses'}, and anyone "
            "there could read and delete documents: nobody has to sign in.",
            "Leave the address away to use it on this machine alone, have people sign in (setting "
            "sign_in), or set QUIRE_ALLOW_ANYONE=1 if everyone who reaches it may do all that.",
        )
