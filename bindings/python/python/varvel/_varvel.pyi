from collections.abc import Callable
from typing import Any

from ._errors import Error

__version__: str

def loads(
    data: Any,
    format: str,
    object_hook: Callable[[dict[Any, Any]], Any] | None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None,
    parse_float: Callable[[str], Any] | None,
    parse_int: Callable[[str], Any] | None,
    timestamp_hook: Callable[[int, int], Any] | None,
    duplicates: str,
    max_depth: int | None,
) -> Any: ...

class Records:
    def __init__(
        self,
        files: list[str],
        columns: list[str] | None,
        conflicts: str,
        bad_lines: str,
    ) -> None: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def bad_lines(self) -> list[Error]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
