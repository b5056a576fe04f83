"""`people` keeps the password file, `share` gives roles, `audit` writes the audit list."""

from __future__ import annotations

import argparse
import getpass
import sys

from backend.errors import NotFoundError, SettingsError
from backend.services.passwords import PasswordFile
from backend.services.sharing import tidy_name
from backend.types import GranteeKind, Role
from backend.workbench import Workbench


def people(workbench: Workbench, options: argparse.Namespace) -> int:
    """Make an account or change its password, put it into groups, list or remove accounts."""
    passwords = PasswordFile(workbench.parts.settings.library)
    if options.action == "list":
        for account in passwords.accounts():
            print(f"{account.id}\t{account.name}\t{', '.join(account.groups)}")
        return 0
    person = tidy_name("person", options.name)
    groups = tuple(tidy_name("group", each) for each in getattr(options, "group", None) or ())
    if options.action == "groups":
        passwords.change(person, groups)
        return 0
    if options.action == "remove":
        passwords.remove(person)
    else:
        passwords.put(person, _new_password(), name=options.called, groups=groups)
    # whoever is signed in with what was valid before signs in again
    workbench.parts.records.end_sign_ins(person)
    return 0


def _new_password() -> str:
    """A password that was typed twice, or a line of standard input.

    Raises:
        SettingsError: if they differ.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise SettingsError("These were two different passwords.", "Try again.")
    return first


def share(workbench: Workbench, options: argparse.Namespace) -> int:
    """Give a role, take it away, or list who has which."""
    collection = workbench.library.collection_named(options.collection)
    kind: GranteeKind = "group" if options.group else "person"
    name = options.group or options.person or ""
    if name and options.remove:
        name = tidy_name(kind, name)
        if all(
            (each.kind, each.name) != (kind, name)
            for each in workbench.sharing.grants(collection.id)
        ):
            raise NotFoundError(
                f"The {kind} “{name}” has no role of its own in “{collection.name}”.",
                "`share --collection NAME` lists who has one.",
            )
        workbench.sharing.unshare(collection.id, kind, name)
    elif name:
        workbench.sharing.share(collection.id, kind, name, Role[options.role.upper()])
    for grant in workbench.sharing.grants(collection.id):
        print(f"{grant.kind}\t{grant.name}\t{grant.role.word}")
    return 0


def audit(workbench: Workbench, options: argparse.Namespace) -> int:
    """Write the audit list as CSV."""
    text = workbench.sharing.actions_as_csv()
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, "utf-8", newline="")
    return 0
