"""What questions say of a column of yes and no without its words: "unpaid" of "Paid"."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import CONTRARY, yes_columns
from backend.tasks.calculate.programs.column_words import key_of, value_of
from backend.types.tables import StoredTable

BE = r"(?:has|have|had|is|are|was|were|did|does|do)"
DENIED = rf"(?:(?:{BE} )?(?:still )?(?:not|never)|{BE}n['’]t)(?: yet)?(?: been)?"
_STEM = re.compile(r"^[^\W\d_]+$")
_LONG_PAST = 4
_PLAIN_FORMS = {"paid": ("pay",), "sent": ("send",), "done": ("do",), "read": ("read",)}
OWED = r"outstanding|owing|owed"
"""What money is that was not paid."""
_DENIALS = re.compile(rf"(?i)\b(?:un[^\W\d_]+|{DENIED} [^\W\d_]+|{OWED}|owe)\b")
_HOW_MUCH = re.compile(
    r"(?i)^how much (?:money )?(?:(?:is|are|was|were) )?(?:there )?(?:still )?(?P<said><<.+?>>)"
    r"(?: (?:in total|altogether|in all|overall))?(?P<rest> (?:to|by|for|from|in|of) .+)?$"
)
OWES = re.compile(
    r"(?i)^how much (?:money )?(?:do|does|did) (?P<who>.+?) (?:still )?owe(?: us| me)?(?: still)?$"
)
_PAYING = frozenset(["paid", "settled"])
_PAID = re.compile(
    r"(?i)^(?:how much(?: money)?|what) (?:(?:do|does|did|has|have|had) (?P<who>.+?) (?:already )?"
    r"(?:pay|paid|settled?|repay|repaid)"
    r"|(?:was|were|is|has been|have been|had been) (?:already )?(?:paid|settled|repaid))\b"
    r"(?: back)?(?: (?:us|me)\b)?(?: (?:so far|already|yet|by now|to date))?(?P<rest>(?: .+?)??)"
    r"(?: (?:in total|in all|altogether|overall))?$"
)
_WHEN = re.compile(
    r"(?i) (?:in|during|before|after|since|until|on|between|from|by)"
    rf" (?:the )?(?:(?:first|second|third|fourth) (?:quarter|half)|q[1-4]|{MONTH_NAME}|\d)"
)
_OURSELVES = frozenset(["we", "i", "you", "they", "it"])
_LEFT_TO_DO = frozenset(
    [
        *("to", "be", "been", "being", "have", "has", "had", "having", "need", "needs", "needed"),
        *("get", "gets", "got", "getting", "left", "not", "never", "almost", "nearly", "hardly"),
    ]
)
"""Words before "pay" that say that it was not done, or to whom: "have to pay", "get paid"."""
_MARKED = re.compile(r"<<(.+?)>>")
_DO = r"(?:(?:do|give|speak|play|use|offer|have) )?(?:the |an? )?"
_ABLE = r"(?:(?:is|are) (?:able|allowed) to|knows? how to|can|may|ha(?:s|ve)(?: both)?)"
_UNABLE = r"(?:(?:is|are) not (?:able|allowed) to|cannot|can['’]?t|can not|may not)"
_WHO_CAN = re.compile(
    r"(?i)^(?P<who>who|(?:which|how many)(?: of the)? [^\W\d_]+(?: [^\W\d_]+)?) "
    rf"(?:(?P<no>{_UNABLE}|(?:do|does) not have|don['’]t have|doesn['’]t have|ha(?:s|ve) no|lacks?)"
    rf"|{_ABLE}) {_DO}(?P<what>.+)$"
)
_CAN = re.compile(r"(?i)^(?:(?:can|may) |is (?=.* able to ))(?P<rest>.+)$")
_DOING = re.compile(rf"(?i)^(?:able to )?{_DO}")
_BE_ABLE = re.compile(r"(?i)^(?:can|is able to|able to|may|has|is) (?=\w)")
"""What a header of yes and no may begin with: "Can sail"."""
_AND = re.compile(r"(?i) and (?:also )?|, ")


def paid_as_total(text: str, header: str = "") -> str:
    """A question for how much was paid, as one for the money of the rows that are meant; empty
    where it is none.

    Args:
        text: without the marks at its end.
        header: over the days of payment: when it was paid is one of these.
    """
    match = _PAID.match(text)
    if match is None:
        return ""
    who, rest = match["who"] or "", match["rest"]
    who = "" if who.casefold() in ("been", "already been") else who
    if is_left_to_do(who):
        return ""
    if header:
        rest = _WHEN.sub(rf" with {header}\g<0>", rest, count=1)
    of = "" if not who or who.casefold() in _OURSELVES else f" of {who}"
    return f"what is the total money{of}{rest}"


def is_left_to_do(who: str) -> bool:
    """Whether the words between "did" and "pay" say that nothing was paid, or to whom it was."""
    return not _LEFT_TO_DO.isdisjoint(who.casefold().split())


def asks_what_is_left(text: str) -> bool:
    """Whether a question asks how much has to be paid, or who got it: no column of what is paid
    says that. What "was not paid" is said by one."""
    match = _PAID.match(text)
    who = (match["who"] or "").casefold().split() if match is not None else []
    return is_left_to_do(" ".join(who)) and who != ["been"] and not {"not", "never"} & set(who)


def may_deny(question: str) -> bool:
    """Whether a question has one of these words, whatever the table."""
    return _DENIALS.search(question) is not None


def with_denials_named(question: str, table: StoredTable) -> str:
    """The question with the header and the "no" that its words stand for: "Which orders are Paid
    no" for "Which orders are unpaid?"; with the "yes" where it asks how much was paid; as it was
    where no column of yes and no is called so."""
    text = " ".join(question.split()).strip(" ?.!")
    if table.box is not None or not (may_deny(question) or paid_as_total(text)):
        return question
    rows = entries_of(table)[0]
    for at, yes in yes_columns(table, rows).values():
        header = table.columns[at].name.strip()
        if not _STEM.match(header):
            continue
        no = _no_of(table, at, yes)
        if header.casefold() in _PAYING and (paid := paid_as_total(text)):
            return f"{paid} where {header} {yes}"
        owes = OWES.match(text) if header.casefold() in _PAYING else None
        if owes is not None:
            return f"what is the total money of {owes['who']} where {header} {no}"
        form = re.compile(rf"(?i)\b(?:{'|'.join(_forms(header))})\b(?: yet)?")
        marked, count = form.subn(f"<<{header} {no}>>", text)
        if count != 1:
            continue
        if match := _HOW_MUCH.match(marked):
            marked = f"what is the total money{match['rest'] or ''} where {match['said']}"
        return _MARKED.sub(r"\1", marked)
    return question


def may_ask_abilities(question: str) -> bool:
    """Whether a question asks who can do something, or whether somebody can."""
    text = " ".join(question.split()).strip(" ?.!")
    return bool(_WHO_CAN.match(text) or _CAN.match(text))


def with_abilities_named(question: str, table: StoredTable) -> str:
    """The question with the headers of yes and no that its verbs stand for, and with the "no" of
    those who have not what a header says: "Which Sailor have Welding" for "Who can weld?"."""
    text = " ".join(question.split()).strip(" ?.!")
    who, can = _WHO_CAN.match(text), _CAN.match(text)
    if table.box is not None or not (who or can):
        return question
    columns = yes_columns(table, entries_of(table)[0])
    for column, yes in tuple(columns.values()):
        name = _BE_ABLE.sub("", table.columns[column].name)
        columns.setdefault(key_of(name), (column, yes))
    if who is not None:
        asked = [key_of(_DOING.sub("", each)) for each in _AND.split(who["what"])]
        heads = [table.columns[columns[each][0]].name for each in asked if each in columns]
        people = f"which {table.label_name}" if who["who"].casefold() == "who" else who["who"]
        if len(heads) < len(asked) or (who["no"] and len(heads) > 1):
            return question
        if who["no"]:
            return f"{people} are {heads[0]} {_no_of(table, *columns[asked[0]])}"
        return f"{people} have {' and '.join(heads)}"
    for key, (at, _) in columns.items():
        if can is not None and (name := _who_does(can["rest"], key)):
            return f"does {name} have {table.columns[at].name}"
    return question


def _who_does(text: str, key: tuple[str, ...]) -> str:
    """What stands before the words of a header at the end of a text: "Ada Finch" of "Ada Finch
    weld"; empty where the text does not end so."""
    words = text.split()
    for at in range(1, len(words)):
        if key_of(_DOING.sub("", " ".join(words[at:]))) == key:
            return " ".join(words[:at])
    return ""


def _no_of(table: StoredTable, column: int, yes: str) -> str:
    return next(
        said
        for row in table.rows
        if (said := value_of(row, column)).strip().casefold() == CONTRARY[yes.strip().casefold()]
    )


def _forms(header: str) -> list[str]:
    """The words that deny a header of one word, as regular expressions."""
    word = re.escape(header.casefold())
    said = "|".join(
        (word, *_PLAIN_FORMS.get(header.casefold(), ()), *present_forms(header.casefold()))
    )
    forms = [rf"(?:{BE} )?(?:still )?un{word}", rf"{DENIED} (?:{said})"]
    if header.casefold() in _PAYING:
        forms.append(rf"(?:{BE} )?(?:still )?(?:{OWED})")
    return forms


def present_forms(word: str) -> tuple[str, ...]:
    """The plain form of a past one: "return" of "returned", "arrive" of "arrived"."""
    if not word.endswith("ed") or len(word) <= _LONG_PAST:
        return ()
    return word[:-1], word[:-2]
