"""``loads`` and ``load`` of every format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from . import _varvel


class Readable(Protocol):
    """An open file."""

    def read(self) -> bytes | str: ...


def loads(
    data: Any,
    *,
    format: str = "json",
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    timestamp_hook: Callable[[int, int], Any] | None = None,
    duplicates: str = "error",
    max_depth: int | None = None,
) -> Any:
    """Reads a document (``bytes``, ``str``, or an object with a buffer) as objects.

    Integers are exact at any size. ``parse_float=decimal.Decimal`` keeps all digits of other
    numbers. ``duplicates`` is ``"error"``, ``"first"`` or ``"last"``.

    Raises ``Error``, a ``ValueError``, with line, column and path.
    """
    return _varvel.loads(
        data,
        format,
        object_hook,
        object_pairs_hook,
        parse_float,
        parse_int,
        timestamp_hook,
        duplicates,
        max_depth,
    )


def load(file: Readable, **options: Any) -> Any:
    """Reads the document in an open file. The options are those of ``loads``."""
    return loads(file.read(), **options)
