"""``validate``, ``schema`` and ``schema_of``."""

from __future__ import annotations

import doctest
import gzip
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pytest
import varvel
import varvel._inspect
import varvel._schemas
from typing_extensions import NotRequired
from varvel import Ge, Lt, MaxLen, MinLen, Name, Pattern


def test_a_document_is_checked() -> None:
    for format in ("json", "json5", "yaml", "msgpack", "cbor"):
        data = varvel.dumps({"a": [1, 2.5, None]}, format=format)
        assert varvel.validate(data, format=format) == 1
        with pytest.raises(varvel.Error):
            varvel.validate(data + b"\xff", format=format)
    assert varvel.validate("[1e999, 123456789012345678901234567890]") == 1
    assert varvel.validate("a: 1\n---\na: 2\n", format="yaml") == 1
    with pytest.raises(varvel.Error) as raised:
        varvel.validate('{"a": 1,\n "a": 2}')
    assert (raised.value.line, raised.value.path, raised.value.kind) == (2, "$.a", "duplicate_key")
    assert varvel.validate('{"a": 1, "a": 2}', duplicates="last") == 1
    with pytest.raises(varvel.Error) as raised:
        varvel.validate("a: 1\n---\na: 2\na: 3\n", format="yaml")
    assert raised.value.line == 4
    with pytest.raises(varvel.Error, match="nested"):
        varvel.validate("[" * 10, max_depth=5)


def test_a_document_is_checked_with_a_type() -> None:
    assert varvel.validate('{"a": 1}', dict[str, int]) == 1
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate('{"a": "x", "b": []}', dict[str, int])
    assert len(raised.value.errors) == 2


def test_records_and_files(tmp_path: Path) -> None:
    file = tmp_path / "a.ndjson"
    file.write_text('{"id": 1}\n\n{"id": 2, "name": "a"}\n')
    assert varvel.validate(file) == varvel.validate(file.read_bytes(), format="ndjson") == 2
    expected = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
        "required": ["id"],
    }
    made = varvel.schema(file)
    made["properties"]["id"] = {"type": made["properties"]["id"]["type"]}
    assert made == expected
    file.write_text('{"id": 1}\n{"id": }\n')
    checks: list[Callable[[Path], Any]] = [varvel.validate, varvel.schema]
    for check in checks:
        with pytest.raises(varvel.Error) as raised:
            check(file)
        assert (raised.value.line, raised.value.column) == (2, 8)
        assert raised.value.file == str(file)
        assert str(raised.value).startswith(f"{file}: ")
        with pytest.raises(FileNotFoundError):
            check(tmp_path / "none.ndjson")
        with pytest.raises(ValueError, match="does not say"):
            check(tmp_path / "none.txt")
    document = tmp_path / "a.yml"
    document.write_text("a: [1, x]\n")
    assert varvel.validate(document, dict[str, list[int | str]]) == 1
    items = varvel.schema(document)["properties"]["a"]["items"]
    assert varvel.schema(document.read_text(), format="yaml")["properties"]["a"]["items"] == items


def test_records_are_checked_with_a_type(tmp_path: Path) -> None:
    file = tmp_path / "a.ndjson"
    file.write_text('{"id": 1}\n\n{"id": 2}\n')
    assert varvel.validate(file, dict[str, int]) == 2
    assert varvel.validate(file.read_bytes(), dict[str, int], format="ndjson") == 2
    lines = ['{"id": 1}', '{"id": "x", "n": []}', "", '{"id": 3} 4', '{"id": 1.5}']
    file.write_text("\n".join(lines))
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate(file, dict[str, int])
    found = [(one.line, one.column, one.path, one.file) for one in raised.value.errors]
    assert found == [
        (2, 8, "$.id", str(file)),
        (2, 18, "$.n", str(file)),
        (4, 11, "$", str(file)),
        (5, 8, "$.id", str(file)),
    ]
    assert raised.value.complete
    assert raised.value.errors[0].record == lines[1].encode() + b"\n"
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate(file, dict[str, int], max_errors=1)
    assert len(raised.value.errors) == 1
    assert not raised.value.complete
    data = varvel.msgpack.dumps({"id": 1}) + varvel.msgpack.dumps({"id": "x"})
    stream = tmp_path / "a.msgpacks"
    stream.write_bytes(data)
    with pytest.raises(varvel.DecodeErrors, match=r"\$\.id"):
        varvel.validate(stream, dict[str, int])


def test_options_of_yaml() -> None:
    text = "x: &d {host: h}\ndb:\n  <<: *d\nlive: off\n"
    schema = {
        "properties": {"db": {"required": ["host"]}, "live": {"type": ["boolean", "string"]}},
    }
    with pytest.raises(varvel.DecodeErrors, match="`host`"):
        varvel.validate(text, schema=schema, format="yaml")
    assert varvel.validate(text, schema=schema, format="yaml", merge_keys=True) == 1
    assert varvel.validate(text, format="yaml", merge_keys=True, yaml_1_1=True) == 1
    with pytest.raises(varvel.Error):
        varvel.validate("a: {<<: 1}", format="yaml", merge_keys=True)
    of = dict[str, dict[str, str] | bool]
    assert varvel.validate(text, of, format="yaml", merge_keys=True, yaml_1_1=True) == 1
    made = varvel.schema(text, format="yaml", merge_keys=True, yaml_1_1=True)["properties"]
    assert made["live"]["type"] == "boolean"
    assert list(made["db"]["properties"]) == ["host"]


def test_compressed_files_are_unpacked(tmp_path: Path) -> None:
    for name, text in (("a.ndjson.gz", b'{"id": 1}\n{"id": 2}\n'), ("a.json.gz", b'{"id": 1}')):
        file = tmp_path / name
        file.write_bytes(gzip.compress(text))
        assert varvel.validate(file) == (2 if name.startswith("a.nd") else 1)
        assert varvel.schema(file)["required"] == ["id"]
        assert varvel.validate(file, schema={"required": ["id"]}) >= 1
    file = tmp_path / "a.json.gz"
    assert varvel.validate(file, dict[str, int]) == 1
    file.write_bytes(gzip.compress(b"[1, 2")[:-4])
    with pytest.raises(varvel.Error, match=r"a\.json\.gz"):
        varvel.validate(file)


def test_a_depth_below_zero_has_no_meaning() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: varvel.validate("1", max_depth=-1),
        lambda: varvel.schema("1", max_depth=-1),
        lambda: varvel.loads("1", max_depth=-1),
        lambda: varvel.dumps(1, max_depth=-1),
        lambda: varvel.decode("1", int, max_depth=-1),
        lambda: varvel.Document("1", max_depth=-1),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="max_depth is at least 0"):
            call()
    assert varvel.loads("[1]", max_depth=10**30) == [1]


def test_documents_fit_their_own_schema() -> None:
    made = varvel.schema('{"a": [1, 2.5], "b": null, "c": {"d": true}}')
    assert made["required"] == ["a", "b", "c"]
    assert made["properties"]["a"] == {"type": "array", "items": {"type": "number"}}


class Point(NamedTuple):
    x: float
    y: float = 0.0


class Options(TypedDict):
    a: int
    b: NotRequired[str]


@dataclass
class Cat:
    """A cat.

    More about it.
    """

    kind: Literal["cat"]
    lives: Annotated[int, Ge(0), Lt(10)] = 9


@dataclass
class Dog:
    kind: Literal["dog"]
    friends: list[Cat | Dog] = field(default_factory=list)
    name: Annotated[Annotated[str, MinLen(1), MaxLen(9), Pattern("^[a-z]+$")] | None, Name("n")] = (
        None
    )


def test_the_schema_of_a_type() -> None:
    assert varvel.schema_of(Dog, forbid_unknown=True) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/Dog",
        "$defs": {
            "Dog": {
                "title": "Dog",
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": ["dog"]},
                    "friends": {
                        "type": "array",
                        "items": {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
                    },
                    "n": {
                        "anyOf": [
                            {"type": "null"},
                            {
                                "type": "string",
                                "minLength": 1,
                                "maxLength": 9,
                                "pattern": "^[a-z]+$",
                            },
                        ],
                        "default": None,
                    },
                },
                "required": ["kind"],
                "additionalProperties": False,
            },
            "Cat": {
                "title": "Cat",
                "type": "object",
                "description": "A cat.",
                "properties": {
                    "kind": {"type": "string", "enum": ["cat"]},
                    "lives": {
                        "type": "integer",
                        "minimum": 0,
                        "exclusiveMaximum": 10,
                        "default": 9,
                    },
                },
                "required": ["kind"],
                "additionalProperties": False,
            },
        },
    }


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (Any, {}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (
            Point,
            {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "prefixItems": [{"type": "number"}, {"type": "number"}],
            },
        ),
        (tuple[()], {"type": "array", "minItems": 0, "maxItems": 0}),
        (
            dict[Literal["a"], bytes],
            {
                "type": "object",
                "additionalProperties": {"type": "string", "contentEncoding": "base64"},
                "propertyNames": {"enum": ["a"]},
            },
        ),
        (
            Annotated[list[int], MinLen(2)],
            {"type": "array", "items": {"type": "integer"}, "minItems": 2},
        ),
    ],
)
def test_schemas_of_types(of: Any, expected: dict[str, Any]) -> None:
    made = varvel.schema_of(of)
    del made["$schema"]
    assert made == expected


class Nested(NamedTuple):
    value: int
    inner: list[Nested] = []  # noqa: RUF012


def test_types_that_contain_themselves() -> None:
    assert varvel.decode("[1, [[2]]]", Nested) == Nested(1, [Nested(2)])
    made = varvel.schema_of(Nested)
    assert made["$ref"] == "#/$defs/Nested"
    items = made["$defs"]["Nested"]["prefixItems"]
    assert items[1] == {"type": "array", "items": {"$ref": "#/$defs/Nested"}}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_newer_syntax() -> None:
    program = """
from dataclasses import dataclass

@dataclass
class Page[T]:
    items: list[T]
    next: "Page[T] | None" = None

type Json = dict[str, Json] | list[Json] | str | int | float | bool | None
type Pair[T] = tuple[T, T]
"""
    names: dict[str, Any] = {"__name__": "newer"}
    sys.modules["newer"] = types.ModuleType("newer")
    exec(compile(program, "newer", "exec", dont_inherit=True), names)
    page = varvel.decode('{"items": [1], "next": {"items": [2]}}', names["Page"][int])
    assert page.next.items == [2]
    with pytest.raises(varvel.DecodeErrors):
        varvel.decode('{"items": [1], "next": {"items": ["a"]}}', names["Page"][int])
    value = {"a": [1, {"b": None}], "c": 1.5}
    assert varvel.decode(varvel.dumps(value), names["Json"]) == value
    assert varvel.decode("[1, 2]", names["Pair"][int]) == (1, 2)
    made = varvel.schema_of(names["Json"])
    assert made["$defs"]["Type"]["anyOf"][-1]["additionalProperties"] == {"$ref": "#/$defs/Type"}


def test_the_schema_of_a_typed_dict() -> None:
    made = varvel.schema_of(Options)["$defs"]["Options"]
    assert made["required"] == ["a"] and list(made["properties"]) == ["a", "b"]
    with pytest.raises(TypeError, match="complex"):
        varvel.schema_of(list[complex])


def test_examples() -> None:
    assert doctest.testmod(varvel._inspect).failed == 0
    assert doctest.testmod(varvel._schemas).failed == 0


def test_the_schema_of_a_deep_document() -> None:
    text = '{"a":' * 120 + "1" + "}" * 120
    made = varvel.schema(text)
    for _ in range(120):
        made = made["properties"]["a"]
    assert made["type"] == "integer"
