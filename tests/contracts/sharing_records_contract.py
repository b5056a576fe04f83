"""What every record store promises about roles, people, sign-ins and the audit list."""

from __future__ import annotations

import time

import pytest

from backend.errors import NameTakenError, NotFoundError
from backend.ports import Records
from backend.types import (
    Action,
    Collection,
    CollectionSettings,
    Grant,
    Person,
    Role,
    SignIn,
)
from tests.contracts.records_ground import RecordsGround, Reopen

ADA, TOM = "ada@example.org", "tom@example.org"
SOON = time.time() + 3_600


class SharingRecordsContract(RecordsGround):
    """Who may do what, who has signed in, and who did what."""

    def test_a_role_is_given_changed_and_taken_away(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        store.grant(Grant(collection.id, "group", "analysts", Role.READER))
        store.grant(Grant(collection.id, "person", TOM, Role.READER))
        store.grant(Grant(collection.id, "person", ADA, Role.OWNER))
        store.grant(Grant(collection.id, "person", TOM, Role.EDITOR))
        assert reopen().grants(collection.id) == (
            Grant(collection.id, "person", ADA, Role.OWNER),
            Grant(collection.id, "person", TOM, Role.EDITOR),
            Grant(collection.id, "group", "analysts", Role.READER),
        )
        store.revoke(collection.id, "person", TOM)
        store.revoke(collection.id, "person", "nobody")
        assert [grant.name for grant in store.grants(collection.id)] == [ADA, "analysts"]
        with pytest.raises(NotFoundError):
            store.grant(Grant("none", "person", ADA, Role.OWNER))
        with pytest.raises(NotFoundError):
            store.grants("none")

    def test_somebody_has_the_highest_of_their_roles(
        self, store: Records, collection: Collection
    ) -> None:
        other = store.create_collection("Other", CollectionSettings())
        store.grant(Grant(collection.id, "person", ADA, Role.READER))
        store.grant(Grant(collection.id, "group", "analysts", Role.EDITOR))
        store.grant(Grant(other.id, "group", ADA, Role.OWNER))
        assert store.roles_of(ADA, ()) == {collection.id: Role.READER}
        assert store.roles_of(ADA, ("analysts", "others")) == {collection.id: Role.EDITOR}
        assert store.roles_of("analysts", ()) == {}
        assert store.roles_of(TOM, ("analysts",)) == {collection.id: Role.EDITOR}

    def test_whoever_makes_a_collection_owns_it_and_names_are_told_apart_by_owner(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        made = store.create_collection("Harbour", CollectionSettings(), ADA)
        assert made.owner == ADA
        assert made.id != collection.id
        assert store.roles_of(ADA, ()) == {made.id: Role.OWNER}
        other = store.create_collection("harbour", CollectionSettings(), TOM)
        with pytest.raises(NameTakenError):
            store.create_collection(" HARBOUR", CollectionSettings(), ADA)
        assert store.rename_collection(other.id, "Harbour").owner == TOM
        store.create_collection("Quay", CollectionSettings(), TOM)
        with pytest.raises(NameTakenError):
            store.rename_collection(other.id, "quay")
        assert [each.name for each in reopen().collections()] == ["Harbour"] * 3 + ["Quay"]

    def test_roles_go_with_their_collection(self, store: Records, collection: Collection) -> None:
        store.grant(Grant(collection.id, "person", ADA, Role.OWNER))
        store.delete_collection(collection.id)
        assert store.roles_of(ADA, ()) == {}
        again = store.create_collection("Harbour", CollectionSettings())
        assert store.grants(again.id) == ()
        assert store.check() == ()

    def test_people_are_kept_as_they_were_last_seen(self, store: Records, reopen: Reopen) -> None:
        assert store.person(ADA) is None
        store.save_person(Person(TOM, "Tom Wragge", (), 1.0))
        store.save_person(Person(ADA, "Ada", ("analysts",), 1.0))
        ada = Person(ADA, "Ada Lorne", ("analysts", "authors"), 2.0)
        store.save_person(ada)
        assert reopen().person(ADA) == ada
        assert [person.id for person in store.people()] == [ADA, TOM]

    def test_a_sign_in_lasts_until_it_ends(self, store: Records, reopen: Reopen) -> None:
        assert store.sign_in("k1") is None
        store.save_sign_in(SignIn("k1", ADA, SOON))
        store.save_sign_in(SignIn("k2", ADA, SOON))
        store.save_sign_in(SignIn("k3", TOM, SOON))
        store.save_sign_in(SignIn("k2", ADA, SOON, ended=True))
        assert reopen().sign_ins() == (
            SignIn("k1", ADA, SOON),
            SignIn("k2", ADA, SOON, ended=True),
            SignIn("k3", TOM, SOON),
        )
        store.end_sign_ins(ADA)
        assert [sign_in.ended for sign_in in store.sign_ins()] == [True, True, False]
        store.save_sign_in(SignIn("old", ADA, time.time() - 1))
        store.save_sign_in(SignIn("k4", ADA, SOON))
        assert store.sign_in("old") is None

    def test_the_audit_list_keeps_its_lines(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        first = Action(1.0, ADA, "added a file", collection.id, "Harbour", "notes.txt")
        second = Action(1.0, TOM, "signed in")
        store.note(first)
        store.note(second)
        store.delete_collection(collection.id)
        assert reopen().actions() == (second, first)
        assert store.actions(1) == (second,)
