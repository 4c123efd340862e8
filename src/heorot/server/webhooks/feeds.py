"""The feed of a seat: what waits there, for any reader of feeds. As JSON Feed 1.1 and as Atom."""

from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from heorot.engine.seats import Seat
from heorot.server.store import NoticeRow
from heorot.server.table import Table
from heorot.server.waits import Waiting, address_of, told, waiting, worded

ATOM = "http://www.w3.org/2005/Atom"
JSON_FEED = "https://jsonfeed.org/version/1.1"


def json_feed(table: Table, notice: NoticeRow, changed_at: int) -> dict[str, Any]:
    """For readers that speak JSON."""
    page, found = address_of(notice.page, table.id), waiting(table, Seat(notice.seat), changed_at)
    item = [] if found is None else [json_item(table, notice, found)]
    title = title_of(table, notice)
    return {"version": JSON_FEED, "title": title, "home_page_url": page, "language": notice.language, "items": item}


def json_item(table: Table, notice: NoticeRow, found: Waiting) -> dict[str, Any]:
    """The one thing that waits."""
    text = told(notice.language, table.created.game, found.kind)
    return {
        "id": id_of(table, notice, found),
        "url": address_of(notice.page, table.id),
        "title": text,
        "content_text": text,
        "date_published": time_of(found.at),
    }


def atom_feed(table: Table, notice: NoticeRow, changed_at: int) -> bytes:
    """For all others."""
    found = waiting(table, Seat(notice.seat), changed_at)
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": notice.language})
    put(feed, "id", f"urn:heorot:{table.id}:{notice.seat + 1}")
    put(feed, "title", title_of(table, notice))
    put(feed, "updated", time_of(changed_at if found is None else found.at))
    SubElement(SubElement(feed, "author"), "name").text = "Heorot"
    SubElement(feed, "link", {"href": address_of(notice.page, table.id)})
    if found is not None:
        entry = SubElement(feed, "entry")
        put(entry, "id", id_of(table, notice, found))
        put(entry, "title", told(notice.language, table.created.game, found.kind))
        put(entry, "updated", time_of(found.at))
        SubElement(entry, "link", {"href": address_of(notice.page, table.id)})
    text: bytes = tostring(feed, "utf-8", xml_declaration=True)
    return text


def put(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def title_of(table: Table, notice: NoticeRow) -> str:
    game = worded(notice.language, f"web.game.{table.created.game}")
    return worded(notice.language, "notice.feed", game=game, seat=str(notice.seat + 1))


def id_of(table: Table, notice: NoticeRow, found: Waiting) -> str:
    """The same for as long as it is the same thing: readers show it once."""
    return f"urn:heorot:{table.id}:{notice.seat + 1}:{found.id}"


def time_of(ms: int) -> str:
    """In the time of Greenwich, wherever the server is."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
