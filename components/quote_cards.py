"""What an answer quotes, as cards: document, section and page on top, the words beneath; rows of a
table are drawn as a small table.

A component of its own because a card must answer at once and be one button. Text reaches the page
through `textContent` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from backend.types import Answer, Citation, Hit, QuotedTable
from components import small_table, verbatim, wording
from components.element import ELEMENT

LEFT_OUT = "…"
"""Stands between two quotes of one passage that do not follow each other there."""
_PARAGRAPH_END = "\n\n"
MOST_OPEN = 2
"""Cards that are shown at once; the others wait behind a button."""

_CSS = """
:host { font-family: var(--st-font); color: var(--st-text-color); }
.cards { display: flex; flex-direction: column; gap: .55rem; }
button { font: inherit; color: inherit; text-align: left; cursor: pointer; background: none; }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
.card { display: block; width: 100%; padding: .6rem .85rem .7rem; border-radius: .5rem;
  border: 1px solid var(--st-border-color); background: var(--st-background-color); }
.card:hover { border-color: color-mix(in srgb, var(--st-primary-color) 55%,
  var(--st-border-color)); }
.card[aria-pressed="true"] { border-color: var(--st-primary-color);
  box-shadow: inset 3px 0 0 var(--st-primary-color); }
.head { display: flex; gap: .55rem; align-items: baseline; font-size: .88rem; }
.head i { flex: none; min-width: 1.25rem; height: 1.25rem; font: 700 .76rem/1.25rem var(--st-font);
  text-align: center; border-radius: .28rem; color: var(--st-primary-color);
  background: color-mix(in srgb, var(--st-primary-color) 14%, var(--st-background-color)); }
.card[aria-pressed="true"] .head i { color: var(--st-background-color);
  background: var(--st-primary-color); }
.head b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  max-width: 60%; }
.head span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; color: color-mix(in srgb, var(--st-text-color) 66%, transparent); }
.head em { flex: none; font-style: normal; color: var(--st-primary-color); }
.quote { margin: .45rem 0 0; font-size: 1rem; line-height: 1.6; overflow-wrap: anywhere;
  white-space: pre-line; }
.quote mark { color: light-dark(#1C2230, #FFF3C4); background: light-dark(#FFE27A, #5C4A10);
  padding: .06em .1em; border-radius: .2rem; box-decoration-break: clone;
  -webkit-box-decoration-break: clone; }
.line { font: 600 1.15rem/1.5 "Source Serif", Georgia, serif; }
.near mark { background: none; color: inherit; }
.doubt { text-decoration: underline dotted #B4460E 2px; text-underline-offset: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.more { align-self: flex-start; border: 0; padding: .2rem .1rem; font-size: .88rem;
  color: var(--st-primary-color); }
"""

_JS = """
function card(each) {
  const made = element("button", "card"), head = element("div", "head");
  made.type = "button";
  made.dataset.number = each.number;
  made.append(element("span", "unseen", each.name));
  head.dir = "auto";
  head.append(element("i", "", String(each.number)), element("b", "", each.title),
    element("span", "", each.section), element("em", "", each.page));
  made.append(head);
  if (each.table) {
    const drawn = smallTable(each.table);
    drawn.ariaHidden = "true";  // a button has no rows: it is read out as words
    if (each.problem) drawn.title = each.problem;
    made.append(element("span", "unseen", each.words), drawn);
    return made;
  }
  const quote = element("p", "quote");
  quote.dir = "auto";
  each.quotes.forEach(([before, key, after, problem], place) => {
    if (place) quote.append(" ");
    const said = element("span", problem ? "doubt" : "");
    if (each.line && !place) said.classList.add("line");
    if (problem) said.title = problem;
    said.append(before);
    if (key) said.append(element("mark", "", key));
    said.append(after);
    quote.append(said);
  });
  made.append(quote);
  return made;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let box = parentElement.querySelector(".cards");
  if (!box) { box = element("div", "cards"); parentElement.append(box); }
  box.classList.toggle("near", data.near);
  const light = (number) => {
    let done = false;
    for (const each of box.querySelectorAll(".card")) {
      const on = !done && Number(each.dataset.number) === number;
      done = done || on;
      each.setAttribute("aria-pressed", String(on));
    }
  };
  const shown = JSON.stringify(data.cards);
  if (box.dataset.shown !== shown) {
    box.dataset.shown = shown;
    const made = data.cards.map(card), rest = made.slice(data.most);
    const more = element("button", "more",
      rest.length === 1 ? "1 more quote" : `${rest.length} more quotes`);
    more.type = "button";
    rest.forEach((each) => { each.hidden = true; each.style.display = "none"; });
    more.onclick = () => {
      rest.forEach((each) => { each.hidden = false; each.style.display = ""; });
      more.remove();
      rest[0].focus();
    };
    box.replaceChildren(...made.slice(0, data.most), ...(rest.length ? [more] : []), ...rest);
  }
  box.onclick = (event) => {
    const chosen = event.target.closest(".card");
    if (!chosen) return;
    light(Number(chosen.dataset.number));
    const pane = document.querySelector(".st-key-evidence");
    if (pane && innerWidth < 900) pane.scrollIntoView();  // it stands below on a phone
    setTriggerValue("chosen", Number(chosen.dataset.number));
  };
  light(data.selected);
}
"""

_mount = st.components.v2.component(
    "quire_quote_cards", css=_CSS + small_table.CSS, js=ELEMENT + small_table.JS + _JS
)


@dataclass(frozen=True, slots=True)
class Quote:
    """Sentences that stand together in one passage, each with what is missing in it (or empty).

    `table` is drawn in their place where they are rows of a table that is still kept.
    """

    number: int
    title: str
    section: str
    page: str
    sentences: tuple[tuple[str, str], ...]
    table: QuotedTable | None = None


@dataclass(frozen=True, slots=True)
class QuoteCardsView:
    """The quotes in the answer's order; `near` for passages that are merely the closest.

    `key` is the answer's first line: where it stands in a quote it is marked, else the first
    quoted sentence is.
    """

    quotes: Sequence[Quote]
    selected: int = 0
    key: str = ""
    near: bool = False


def quotes_of(answer: Answer, tables: Mapping[int, QuotedTable] | None = None) -> tuple[Quote, ...]:
    """The cited sentences of an answer, those that follow each other on one passage together.

    Args:
        tables: the rows that passages stand for, by the passage's number.
    """
    pages = {citation.number: citation for citation in reversed(answer.citations)}
    quotes: list[Quote] = []
    end = 0
    for sentence in answer.sentences:
        number = next((n for n in sentence.citations if 0 < n <= len(answer.hits)), 0)
        if not number:
            continue
        text = sentence.text.strip()
        apart = _PARAGRAPH_END in answer.text[end : sentence.start]
        end = sentence.end
        said = (text, sentence.problem)
        if quotes and quotes[-1].number == number:
            last = quotes[-1]
            if apart and not text.startswith(LEFT_OUT):
                said = (f"{LEFT_OUT} {text}", sentence.problem)
            quotes[-1] = replace(last, sentences=(*last.sentences, said))
        else:
            quote = _quote(number, answer.hits[number - 1], pages.get(number), said)
            quotes.append(replace(quote, table=(tables or {}).get(number)))
    return tuple(quotes)


def _quote(number: int, hit: Hit, citation: Citation | None, said: tuple[str, str]) -> Quote:
    chunk = hit.chunk
    pages = (citation.page,) if citation is not None and chunk.pages else chunk.pages[:1]
    section = wording.section(chunk)
    return Quote(number, chunk.title or "Untitled", section, wording.pages(pages), (said,))


def says_line(quote: Quote, line: str) -> bool:
    """Whether an answer's first line is the whole sentence that a card begins with, which then
    stands there alone, as large as the line would."""
    return quote.table is None and _bare(quote.sentences[0][0]) == _bare(line) != ""


def _bare(text: str) -> str:
    return " ".join(text.split()).strip("“”\"'. ")


def lead_of(answer: Answer) -> str:
    """What an answer says before its first quote: nothing, or what was not found."""
    first = next(
        (sentence.start for sentence in answer.sentences if sentence.citations), len(answer.text)
    )
    return answer.text[:first].strip()


def quote_cards(
    data: QuoteCardsView, *, key: str, on_choice: Callable[[int], None] | None = None
) -> int | None:
    """Draws the cards.

    Args:
        data: what to show.
        key: the widget's key.
        on_choice: called with a passage's number before the run that a click causes.

    Returns:
        The number of the passage whose card was just clicked.
    """

    def chosen() -> None:
        number = st.session_state[key].chosen
        if number is not None and on_choice is not None:
            on_choice(int(number))

    result = _mount(
        key=key,
        data={
            "cards": cards_of(data),
            "selected": data.selected,
            "near": data.near,
            "most": MOST_OPEN,
        },
        on_chosen_change=chosen,
    )
    number = result.get("chosen")
    return None if number is None else int(number)


def cards_of(data: QuoteCardsView) -> list[dict[str, object]]:
    """What the browser's part is given: each sentence in three pieces, the second one marked."""
    said = [text for each in data.quotes for text, _ in each.sentences]
    key = data.key if data.key and any(data.key in text for text in said) else ""
    marked = key or (said[0] if said else "")
    cards = []
    for place, quote in enumerate(data.quotes):
        title = verbatim.printable(verbatim.clipped(quote.title, 200))
        name = (f"Source {quote.number}: {title}", quote.page)
        cards.append(
            {
                "number": quote.number,
                "title": title,
                "section": verbatim.printable(verbatim.clipped(quote.section, 200)),
                "page": quote.page,
                "name": ", ".join(part for part in name if part),
                "line": place == 0 and not data.near and says_line(quote, data.key),
                "quotes": [
                    [*_pieces(text, marked), verbatim.printable(problem)]
                    for text, problem in quote.sentences
                ],
                **_drawn(quote, marked=not data.near and place == 0),
            }
        )
    return cards


def _drawn(quote: Quote, *, marked: bool) -> dict[str, object]:
    """The rows of a quote, as they are drawn and as they are read out."""
    if quote.table is None:
        return {}
    table = quote.table
    above = (quote.section.rstrip(" :"), quote.title)
    if table.title in above:  # it stands on top of the card
        table = replace(table, title="")
    problems = dict.fromkeys(problem for _, problem in quote.sentences if problem)
    return {
        "table": small_table.as_plain(table, marked=marked),
        "words": small_table.read_out(table),
        "problem": verbatim.printable(" ".join(problems)),
    }


def _pieces(text: str, marked: str) -> tuple[str, str, str]:
    before, key, after = text.partition(marked) if marked else (text, "", "")
    return verbatim.printable(before), verbatim.printable(key), verbatim.printable(after)


def example() -> QuoteCardsView:
    """Two invented quotes, the first one chosen."""
    return QuoteCardsView(
        (
            Quote(1, "Report", "Sales", "p. 1", (("Revenue grew 8 percent.", ""),)),
            Quote(2, "Report", "Costs", "p. 3", (("Costs were flat.", ""),)),
        ),
        selected=1,
    )
