from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from typing_extensions import Buffer, Self

from ._errors import DecodeErrors, Error

_T = TypeVar("_T")
_Format: TypeAlias = Literal["json", "json5", "yaml", "msgpack", "cbor"]
_Duplicates: TypeAlias = Literal["error", "first", "last"]

__version__: str

def loads(
    data: str | Buffer,
    *,
    format: _Format = "json",
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    timestamp_hook: Callable[[int, int], Any] | None = None,
    duplicates: _Duplicates = "error",
    max_depth: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
) -> Any: ...
def dumps(
    value: Any,
    *,
    format: _Format = "json",
    default: Callable[[Any], Any] | None = None,
    indent: int | str | None = None,
    sort_keys: bool = False,
    ensure_ascii: bool = False,
    separators: tuple[str, str] | None = None,
    as_text: bool = False,
    max_depth: int | None = None,
) -> bytes: ...
@overload
def decode(
    data: str | Buffer,
    type: type[_T],
    *,
    format: _Format = "json",
    forbid_unknown: bool = False,
    duplicates: _Duplicates = "error",
    max_errors: int = 100,
    max_depth: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
) -> _T: ...
@overload
def decode(
    data: str | Buffer,
    type: Any,
    *,
    format: _Format = "json",
    forbid_unknown: bool = False,
    duplicates: _Duplicates = "error",
    max_errors: int = 100,
    max_depth: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
) -> Any: ...

class Decoder(Generic[_T]):
    @overload
    def __new__(
        cls,
        type: type[_T],
        *,
        format: _Format = "json",
        forbid_unknown: bool = False,
        duplicates: _Duplicates = "error",
        max_errors: int = 100,
        max_depth: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
    ) -> Decoder[_T]: ...
    @overload
    def __new__(
        cls,
        type: Any,
        *,
        format: _Format = "json",
        forbid_unknown: bool = False,
        duplicates: _Duplicates = "error",
        max_errors: int = 100,
        max_depth: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
    ) -> Decoder[Any]: ...
    @property
    def type(self) -> Any: ...
    def decode(self, data: str | Buffer) -> _T: ...

class Document:
    def __new__(
        cls,
        data: str | Buffer,
        *,
        format: _Format = "json",
        duplicates: _Duplicates = "error",
        exact_decimals: bool = False,
        max_depth: int | None = None,
    ) -> Self: ...
    @classmethod
    def from_bytes(cls, data: Buffer) -> Self: ...
    @classmethod
    def open(cls, path: str | PathLike[str]) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def to_python(self) -> Any: ...
    def path(self, path: str) -> Any: ...
    def pointer(self, pointer: str) -> Any: ...
    @property
    def kind(self) -> str: ...
    def get(self, key: Any, default: Any = None) -> Any: ...
    def keys(self) -> list[Any]: ...
    def values(self) -> list[Any]: ...
    def items(self) -> list[tuple[Any, Any]]: ...
    @overload
    def __getitem__(self, key: slice) -> list[Any]: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __contains__(self, one: object) -> bool: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

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
    def write_parquet(self, path: str | PathLike[str]) -> int: ...
    def write_arrow(self, path: str | PathLike[str]) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Text:
    def __init__(self, data: bytes, syntax: str) -> None: ...
    @property
    def text(self) -> str: ...
    @property
    def changed(self) -> bool: ...
    def find(self, path: str) -> tuple[Any, bool]: ...
    def set(self, path: str, value: Any) -> None: ...
    def insert(self, path: str, value: Any) -> None: ...
    def rename(self, path: str, key: str) -> None: ...
    def remove(self, path: str) -> Any: ...
    def comments(self) -> list[str]: ...

def _replace_file(path: str, data: bytes) -> None: ...
def _format_of(path: str | PathLike[str]) -> tuple[str, bool] | None: ...
def _check(data: Any, format: str, duplicates: str, max_depth: int | None) -> None: ...
def _check_records(source: Any, format: str, duplicates: str, max_depth: int | None) -> int: ...
def _schema(data: Any, format: str, duplicates: str, max_depth: int | None) -> bytes: ...
def _schema_of_records(
    source: Any, format: str, duplicates: str, max_depth: int | None
) -> bytes: ...
def _faults(
    data: Any,
    format: str,
    faults: list[tuple[list[str | int], str, str, str]],
    is_full: bool,
) -> DecodeErrors: ...
