"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(caption: str, columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """An HTML table; text is escaped, numbers are right-aligned, a missing value is an empty cell."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f'<td style="text-align:right">{round(value, 4)}</td>'
    return f"<td>{'' if value is None else escape(str(value))}</td>"
