"""The feed of a seat with its pending item, as JSON Feed 1.1 and as Atom."""

from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from heorot.engine.seats import Seat
from heorot.server.protocol.http_models import JsonFeed, JsonFeedItem
from heorot.server.store.interface import NotificationRow
from heorot.server.table.table import TableState
from heorot.server.views.pending import PendingItem, format_text, notice_text, pending_item, table_url

ATOM = "http://www.w3.org/2005/Atom"
JSON_FEED = "https://jsonfeed.org/version/1.1"


def json_feed(table: TableState, notice: NotificationRow, changed_at: int) -> JsonFeed:
    """Return the feed as JSON Feed 1.1."""
    page, item = table_url(notice.page, table.id), pending_item(table, Seat(notice.seat), changed_at)
    return JsonFeed(
        version=JSON_FEED,
        title=feed_title(table, notice),
        home_page_url=page,
        language=notice.language,
        items=() if item is None else (json_item(table, notice, item),),
    )


def json_item(table: TableState, notice: NotificationRow, item: PendingItem) -> JsonFeedItem:
    """Return the pending item."""
    text = notice_text(notice.language, table.created.game, item.kind)
    return JsonFeedItem(
        id=entry_id(table, notice, item),
        url=table_url(notice.page, table.id),
        title=text,
        content_text=text,
        date_published=to_rfc3339(item.at),
    )


def atom_feed(table: TableState, notice: NotificationRow, changed_at: int) -> bytes:
    """Return the feed as Atom."""
    item = pending_item(table, Seat(notice.seat), changed_at)
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": notice.language})
    add_text(feed, "id", f"urn:heorot:{table.id}:{notice.seat + 1}")
    add_text(feed, "title", feed_title(table, notice))
    add_text(feed, "updated", to_rfc3339(changed_at if item is None else item.at))
    SubElement(SubElement(feed, "author"), "name").text = "Heorot"
    SubElement(feed, "link", {"href": table_url(notice.page, table.id)})
    if item is not None:
        entry = SubElement(feed, "entry")
        add_text(entry, "id", entry_id(table, notice, item))
        add_text(entry, "title", notice_text(notice.language, table.created.game, item.kind))
        add_text(entry, "updated", to_rfc3339(item.at))
        SubElement(entry, "link", {"href": table_url(notice.page, table.id)})
    text: bytes = tostring(feed, "utf-8", xml_declaration=True)
    return text


def add_text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def feed_title(table: TableState, notice: NotificationRow) -> str:
    game = format_text(notice.language, f"web.game.{table.created.game}")
    return format_text(notice.language, "notice.feed", game=game, seat=str(notice.seat + 1))


def entry_id(table: TableState, notice: NotificationRow, item: PendingItem) -> str:
    """Return an id that stays the same while the same item is pending, so that readers show it once."""
    return f"urn:heorot:{table.id}:{notice.seat + 1}:{item.id}"


def to_rfc3339(ms: int) -> str:
    """Return a time in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
