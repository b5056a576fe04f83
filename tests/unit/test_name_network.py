"""Names as a network, and its groups: by hand, in whatever order, and at awkward sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from backend.graph.name_groups import groups_of_names
from backend.graph.name_network import MOST_NAMES, NameFact, read_network
from backend.identity import entity_id
from backend.pipelines._names.kept import made
from backend.pipelines._names.near_names import stated_names
from backend.pipelines._names.reports import grouped
from backend.types import Chunk, Entity, Triple
from tests.factories import make_bundle

COLLECTION = "c"


class Names:
    """Records of one document whose passages name things."""

    def __init__(self, passages: Sequence[str], names: Sequence[str], stated: Sequence[str] = ()):
        self.bundle = make_bundle(COLLECTION, "Heron report", passages, path=())
        self.named = {name: entity_id(COLLECTION, "name", name.lower()) for name in names}
        self.stated = [each.split("|") for each in stated]
        self.derived: dict[str, tuple[bytes, int]] = {}

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return self.bundle.chunks

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        return self.chunks

    def documents(self, collection_id: str) -> tuple[object, ...]:
        return (self.bundle.document,)

    def entities(self, collection_id: str) -> tuple[Entity, ...]:
        return tuple(Entity(key, name, "name") for name, key in self.named.items())

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        return iter(
            (key, chunk.id, chunk.text.count(name))
            for name, key in self.named.items()
            for chunk in self.chunks
            if name in chunk.text
        )

    def triples(self, collection_id: str) -> tuple[Triple, ...]:
        return tuple(
            Triple(self.named[subject], words, self.named[thing], self.chunks[int(place)].id)
            for subject, words, thing, place in self.stated
        )

    def sequence(self) -> int:
        return 1

    def changes(self, after: int) -> tuple[object, ...]:
        return ()

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        return self.derived.get(name)

    def save_derived(self, collection_id: str, name: str, payload: bytes, sequence: int) -> None:
        self.derived[name] = (payload, sequence)


def test_two_circles_of_names_are_two_groups() -> None:
    circles = [(a, b, 1) for a in range(4) for b in range(a)]
    circles += [(a, b, 1) for a in range(4, 8) for b in range(4, a)]
    assert groups_of_names(9, [*circles, (3, 4, 1)]) == [[0, 1, 2, 3], [4, 5, 6, 7], [8]]
    assert groups_of_names(0, []) == []


def test_no_group_is_larger_than_can_be_told() -> None:
    everyone = [(a, b, 1) for a in range(90) for b in range(a)]
    star = [(0, each, 1) for each in range(1, 500)]
    chain = [(each, each + 1, 1) for each in range(999)]
    for count, links in ((90, everyone), (500, star), (1000, chain)):
        found = groups_of_names(count, links)
        assert sorted(each for group in found for each in group) == list(range(count))
        assert max(map(len, found)) <= 40
    assert list(map(len, groups_of_names(90, everyone))) == [40, 40, 10]
    assert len(groups_of_names(1000, chain)) < 200  # a chain is not cut into single names


def test_a_graph_in_two_hundred_parts_has_two_hundred_groups() -> None:
    parts = [(3 * each + a, 3 * each + b, 2) for each in range(200) for a, b in ((0, 1), (1, 2))]
    found = groups_of_names(600, parts)
    assert found == [[3 * each, 3 * each + 1, 3 * each + 2] for each in range(200)]


def test_what_is_grouped_too_largely_is_grouped_again_by_what_ties_it() -> None:
    sides = ((0, 1), (1, 2), (0, 2))
    ring = [(3 * each + a, 3 * each + b, 1) for each in range(20) for a, b in sides]
    ring += [(3 * each + 2, (3 * each + 3) % 60, 1) for each in range(20)]
    whole = groups_of_names(60, ring)
    assert min(map(len, whole)) > 3  # modularity alone joins neighbouring triangles
    apart = groups_of_names(60, ring, most=5)
    assert apart == [[3 * each, 3 * each + 1, 3 * each + 2] for each in range(20)]


@given(
    st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19), st.integers(1, 5)), max_size=60),
    st.randoms(),
)
def test_groups_do_not_depend_on_the_order_of_links(links: list[tuple[int, int, int]], by) -> None:  # type: ignore[no-untyped-def]
    found = groups_of_names(20, links, most=6)
    assert sorted(each for group in found for each in group) == list(range(20))
    assert max(map(len, found)) <= 6
    by.shuffle(links)
    assert groups_of_names(20, links, most=6) == found


def test_names_of_several_passages_and_of_statements_take_part() -> None:
    records = Names(
        [
            "Orla Venn founded Heron Works. Once Brack Quay saw it.",
            "Orla Venn was seen at the harbour by Tamsin Reed.",
        ],
        ["Orla Venn", "Heron Works", "Tamsin Reed", "Brack Quay"],
        ["Orla Venn|founded|Heron Works|0", "Orla Venn|of the|Brack Quay|0"],
    )
    network = read_network(records, COLLECTION, records.chunks)  # type: ignore[arg-type]
    assert sorted(network.labels) == ["Heron Works", "Orla Venn"]
    heron, orla = network.labels.index("Heron Works"), network.labels.index("Orla Venn")
    assert network.facts == (NameFact(orla, "founded", heron, records.chunks[0].id),)
    assert network.links == ((min(heron, orla), max(heron, orla), 4),)  # one passage, and stated
    assert network.passages[orla] == tuple(sorted(chunk.id for chunk in records.chunks))


def test_names_stated_in_a_question() -> None:
    passages = [
        "Orla Venn met Orla Venn Court at the Bank.",
        "Orla Venn Court and Bank, Orla Venn.",
    ]
    records = Names(passages, ["Orla Venn", "Orla Venn Court", "Bank"])
    network = read_network(records, COLLECTION, records.chunks)  # type: ignore[arg-type]

    def stated(question: str) -> list[str]:
        return [network.labels[name] for name in stated_names(question, network)]

    assert stated("Who built Orla Venn Court?") == ["Orla Venn Court"]
    assert stated("Did Orla Venn's heirs own the Bank?") == ["Orla Venn", "Bank"]
    assert stated("Did Orla Venn sit on the bank?") == ["Orla Venn"]
    assert stated("orla venn and the bank") == ["Orla Venn", "Bank"]
    assert stated("What is it about?") == []


def test_ten_thousand_names_in_one_passage_are_grouped() -> None:
    names = [f"Aa{_letters(each)} Bb{_letters(each)}" for each in range(MOST_NAMES + 50)]
    text = " met ".join(names) + "."
    records = Names([text, text], [])
    ids = sorted(entity_id(COLLECTION, "name", name.lower()) for name in names)
    found = [Entity(key, name, "name") for key, name in zip(ids, names, strict=True)]
    records.entities = lambda collection_id: tuple(found)  # type: ignore[method-assign]
    records.mentions = lambda collection_id: iter(  # type: ignore[method-assign]
        (key, chunk.id, 1) for key in ids for chunk in records.chunks
    )
    graph = made(records, COLLECTION)  # type: ignore[arg-type]
    assert len(graph.network.ids) == MOST_NAMES
    assert graph.network.left_out == 50
    assert len(graph.network.links) < 2 * MOST_NAMES
    assert max(len(group.names) for group in graph.groups) <= 40
    assert made(records, COLLECTION).network.left_out == 50  # type: ignore[arg-type]


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(each)] for each in f"{number:05}")


def test_a_report_names_the_central_names_and_quotes_what_tells_of_them() -> None:
    records = Names(
        [
            "Orla Venn founded Heron Works in the spring of that year. It rained for long.",
            "Tamsin Reed sold Heron Works to a bank that nobody knew. The weather was fine.",
            "Orla Venn and Tamsin Reed met at Heron Works in the summer of the next year.",
        ],
        ["Orla Venn", "Heron Works", "Tamsin Reed"],
        ["Orla Venn|founded|Heron Works|0", "Tamsin Reed|sold|Heron Works|1"],
    )
    graph = made(records, COLLECTION)  # type: ignore[arg-type]
    (report,) = graph.reports
    assert report.title.startswith("Heron Works, ")
    told = [each.text for each in report.statements]
    assert told[0].startswith("Orla Venn and Tamsin Reed met at Heron Works")
    assert len(told) == 3
    assert not any("rained" in text or "weather" in text for text in told)
    for statement in report.statements:
        (chunk,) = (chunk for chunk in records.chunks if chunk.id == statement.chunk_ids[0])
        assert (
            chunk.text[statement.start - chunk.start : statement.end - chunk.start]
            == statement.text
        )
    assert len(report.facts) == 2
    assert made(records, COLLECTION).reports == graph.reports  # type: ignore[arg-type]


def test_names_that_are_gone_from_the_records_are_not_looked_for_where_they_were_kept() -> None:
    passages = ["Orla Venn, Heron Works and Tamsin Reed.", "Orla Venn, Heron Works, Tamsin Reed."]
    records = Names(passages, ["Orla Venn", "Heron Works", "Tamsin Reed"])
    made(records, COLLECTION)  # type: ignore[arg-type]
    del records.named["Tamsin Reed"]  # named anew, without a change of the text
    graph = made(records, COLLECTION)  # type: ignore[arg-type]
    assert sorted(graph.network.labels) == ["Heron Works", "Orla Venn"]
    assert [group.names for group in graph.groups] == [(0, 1)]


def test_groups_without_a_sentence_have_no_report() -> None:
    rows = ["Orla Venn | Heron Works | 1904", "Orla Venn | Heron Works | 1905"]
    records = Names(rows, ["Orla Venn", "Heron Works"])
    graph = made(records, COLLECTION)  # type: ignore[arg-type]
    assert len(graph.groups) == 1
    assert graph.reports == ()
    assert grouped(graph.network, [[0], [1]], {}) == ()
