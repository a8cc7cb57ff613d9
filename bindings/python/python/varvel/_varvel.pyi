from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from typing_extensions import Buffer, Self

from ._errors import Error

_T = TypeVar("_T")
_Format: TypeAlias = Literal["json", "json5", "yaml", "msgpack", "cbor"]
_Duplicates: TypeAlias = Literal["error", "first", "last"]
_Conflicts: TypeAlias = Literal["json", "text", "variant", "error"]
_BadLines: TypeAlias = Literal["error", "collect", "collect_all"]

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
    duplicates: _Duplicates | None = None,
    max_depth: int | None = None,
    max_replay: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
) -> Any: ...
def loads_all(
    data: str | Buffer,
    *,
    format: _Format = "json",
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    timestamp_hook: Callable[[int, int], Any] | None = None,
    duplicates: _Duplicates | None = None,
    max_depth: int | None = None,
    max_replay: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
) -> list[Any]: ...
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
    max_replay: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
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
    max_replay: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
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
        max_replay: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
        tolerant: bool = False,
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
        max_replay: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
        tolerant: bool = False,
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
        tolerant: bool = False,
    ) -> Self: ...
    @classmethod
    def from_bytes(cls, data: Buffer, max_depth: int | None = None) -> Self: ...
    @classmethod
    def open(cls, path: str | PathLike[str], max_depth: int | None = None) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def to_python(self) -> Any: ...
    def path(self, path: str) -> Any: ...
    def pointer(self, pointer: str) -> Any: ...
    def column(self, key: str) -> list[Any]: ...
    def to_numpy(self, key: str | None = None) -> Any: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
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

class Split:
    @classmethod
    def from_json(cls, text: str) -> Self: ...
    def to_json(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def compression(self) -> Literal["gzip", "zstd"] | None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class TableSchema:
    @classmethod
    def infer(
        cls,
        units: list[Split | tuple[str, str | None]],
        columns: list[str] | None,
        conflicts: _Conflicts,
        bad_lines: _BadLines,
        duplicates: _Duplicates,
        sample: int | None,
        max_expansion: int | None,
        tolerant: bool,
    ) -> Self: ...
    @classmethod
    def from_ipc(cls, data: bytes) -> Self: ...
    @classmethod
    def from_json_schema(cls, text: str, conflicts: _Conflicts) -> Self: ...
    def to_ipc(self) -> bytes: ...
    @property
    def names(self) -> list[str]: ...
    def select(self, columns: list[str]) -> Self: ...
    def pick(self, names: list[str]) -> Self: ...
    def __arrow_c_schema__(self) -> object: ...
    def __eq__(self, other: object) -> bool: ...

def plan_file(file: str, format: str | None, size: int) -> list[Split]: ...
def records_of_ipc(data: bytes, format: str, as_text: bool) -> bytes: ...
def expand_name(name: str | PathLike[str]) -> list[PathLike[str]]: ...

class BadLines(Sequence[Error]):
    @overload
    def __getitem__(self, index: int) -> Error: ...
    @overload
    def __getitem__(self, index: slice) -> list[Error]: ...
    def __iter__(self) -> Iterator[Error]: ...
    def __len__(self) -> int: ...

class Batch:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class Batches:
    def __iter__(self) -> Self: ...
    def __next__(self) -> Batch: ...
    def close(self) -> None: ...

class Records:
    def __init__(
        self,
        units: list[Split | tuple[str, str | None]],
        schema: TableSchema | None,
        columns: list[str] | None,
        conflicts: _Conflicts,
        skip_unknown: bool,
        bad_lines: _BadLines,
        limit: int | None,
        threads: int | None,
        duplicates: _Duplicates,
        sample: int | None,
        max_expansion: int | None,
        tolerant: bool,
        as_text: bool,
    ) -> None: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def schema(self) -> TableSchema: ...
    @property
    def bad_lines(self) -> BadLines: ...
    def batches(self) -> Batches: ...
    def take_bad_lines(self) -> list[Error]: ...
    def write_parquet(self, path: str | PathLike[str]) -> int: ...
    def write_arrow(self, path: str | PathLike[str]) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Text:
    def __init__(self, data: bytes, syntax: str, tolerant: bool) -> None: ...
    def through_aliases(self, through: bool) -> None: ...
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

def _replace_file(path: str, data: bytes, before: bytes | None = None) -> bool: ...
def _format_of(path: str | PathLike[str]) -> tuple[str, bool] | None: ...
def _check_nested(of: Any, place: str) -> None: ...
def _check(
    data: Any,
    format: str,
    duplicates: str,
    max_depth: int | None,
    of_yaml: tuple[bool, bool, bool],
) -> None: ...
def _check_records(source: Any, format: str, duplicates: str, max_depth: int | None) -> int: ...
def _schema(
    data: Any,
    format: str,
    duplicates: str,
    max_depth: int | None,
    of_yaml: tuple[bool, bool, bool],
) -> bytes: ...
def _schema_of_records(
    source: Any, format: str, duplicates: str, max_depth: int | None
) -> bytes: ...

class _JsonSchema:
    def __new__(cls, data: Any, format: str) -> Self: ...

def _check_by_schema(
    data: Any,
    format: str,
    schema: _JsonSchema,
    duplicates: str,
    most: int,
    max_depth: int | None,
    of_yaml: tuple[bool, bool, bool],
) -> None: ...
def _check_records_as(
    source: Any,
    format: str,
    type: Any,
    forbid_unknown: bool,
    duplicates: str,
    max_errors: int,
    max_depth: int | None,
) -> int: ...
def _check_records_by_schema(
    source: Any,
    format: str,
    schema: _JsonSchema,
    duplicates: str,
    most: int,
    max_depth: int | None,
) -> int: ...
def _read_file(path: str | PathLike[str]) -> bytes: ...
