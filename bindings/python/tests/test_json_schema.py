"""``validate`` with a JSON Schema, held against another library on drawn schemas and documents."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import varvel
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SERVER = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["host", "port"],
    "additionalProperties": False,
    "properties": {
        "host": {"type": "string", "minLength": 1},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535},
        "tags": {"type": "array", "items": {"enum": ["a", "b", 1]}, "uniqueItems": True},
        "tls": {"$ref": "#/$defs/tls"},
        "rate": {"anyOf": [{"type": "null"}, {"type": "number", "multipleOf": 0.1}]},
    },
    "$defs": {"tls": {"type": "object", "properties": {"key": {"type": "string"}}}},
}


def faults(text: str, schema: Any, **options: Any) -> list[tuple[Any, ...]]:
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate(text, schema=schema, **options)
    return [(one.line, one.column, one.path, one.kind) for one in raised.value.errors]


def test_a_configuration() -> None:
    good = "host: a\nport: 80\ntags: [a, 1.0]\nrate: 0.3\ntls: {key: k}\n"
    assert varvel.validate(good, schema=SERVER, format="yaml") == 1
    assert varvel.validate(good, schema=json.dumps(SERVER), format="yaml") == 1
    bad = """\
host: ""
tags: [a, c, a]
rate: 0.35
tls:
  key: [1]
prot: 80
"""
    assert faults(bad, SERVER, format="yaml") == [
        (1, 1, "$", "missing_field"),
        (1, 7, "$.host", "refused"),
        (2, 11, "$.tags[1]", "unknown_variant"),
        (2, 14, "$.tags[2]", "refused"),
        (3, 7, "$.rate", "number_out_of_range"),
        (5, 8, "$.tls.key", "type_mismatch"),
        (6, 1, "$.prot", "unknown_member"),
    ]
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate('{"host": "h", "port": 0}', schema=SERVER)
    (error,) = raised.value.errors
    assert (error.column, error.expected, error.found) == (23, "at least 1", "0")
    assert len(faults("[1, 2, 3]", {"items": False}, max_errors=2)) == 2


def test_numbers_are_exact() -> None:
    for text, schema, fits in [
        ("1.0", {"type": "integer"}, True),
        ("1.5", {"type": "integer"}, False),
        ("123456789012345678901", {"type": "integer"}, True),
        ("true", {"type": "number"}, False),
        ("0.3", {"multipleOf": 0.1}, True),
        ("1e400", {"exclusiveMaximum": 1e300}, False),
        ("12345678901234567890.1", {"maximum": 12345678901234567890}, False),
        ("1", {"const": 1.0}, True),
        ("1", {"const": True}, False),
        ("[1, true]", {"uniqueItems": True}, True),
        ("[1, 1.0]", {"uniqueItems": True}, False),
        ('"a\\n"', {"pattern": "^a$"}, False),
        ('"x$"', {"pattern": "[$]"}, True),
    ]:
        if fits:
            assert varvel.validate(text, schema=schema) == 1
        else:
            assert faults(text, schema)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"$ref": "other.json"}, "another document"),
        ({"$ref": "#/$defs/x"}, "leads nowhere"),
        ({"$ref": "#"}, "leads to itself"),
        ({"type": "text"}, "`null`, `boolean`"),
        ({"pattern": "("}, "pattern"),
        ({"pattern": "(?=a)"}, "look-around"),
        ({"allOf": [1]}, "a schema: an object"),
        ("{", "unexpected end"),
    ],
)
def test_schemas_that_are_refused(schema: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        varvel.validate('"a"', schema=schema)


def test_the_faults_of_the_table() -> None:
    """The table is the one that the tests of the library in Rust read."""
    folder = Path(__file__).parents[3] / "crates" / "varvel" / "tests" / "all" / "schema"
    table = varvel.loads((folder / "faults.json").read_bytes(), parse_float=Decimal)
    assert len(table) > 10
    for group in table:
        for case in group["cases"]:
            text = varvel.dumps(case["data"])
            found: list[list[str | None]] = []
            try:
                assert varvel.validate(text, schema=group["schema"]) == 1
            except varvel.DecodeErrors as raised:
                found = [[one.path, one.kind, one.expected, one.found] for one in raised.errors]
            # ``Decimal`` writes exponents in its own way.
            wanted = [[one.replace("E+", "e") for one in map(str, words)] for words in found]
            assert wanted == case["faults"], (group["about"], text)


def test_what_no_schema_looked_at() -> None:
    base = {"properties": {"a": {}}}
    schema = {"allOf": [base], "properties": {"b": {}}, "unevaluatedProperties": False}
    assert varvel.validate('{"a": 1, "b": 2}', schema=schema) == 1
    assert faults('{"a": 1, "c": 2}', schema) == [(1, 10, "$.c", "unknown_member")]


def test_records(tmp_path: Path) -> None:
    schema = {"required": ["id"], "properties": {"id": {"type": "integer"}}}
    lines = [f'{{"id": {number}}}' for number in range(30_000)]
    assert varvel.validate("\n".join(lines), schema=schema, format="ndjson") == 30_000
    lines[20_000] = '{"id": "x", "b": 1}'
    lines[25_000] = '{"it": 1}'
    lines[26_000] = '{"id": '
    text = "\n".join(lines)
    found = faults(text, schema, format="ndjson")
    assert found == [
        (20_001, 8, "$.id", "type_mismatch"),
        (25_001, 1, "$", "missing_field"),
        (26_001, 8, "$.id", "unexpected_end"),
    ]
    assert len(faults(text, schema, format="ndjson", max_errors=2)) == 2
    file = tmp_path / "a.ndjson.gz"
    file.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate(file, schema=schema)
    assert [one.file for one in raised.value.errors] == [str(file)] * 3
    assert "a.ndjson.gz" in str(raised.value)
    file = tmp_path / "a.cborseq"
    file.write_bytes(
        b"".join(varvel.dumps(one, format="cbor") for one in [{"id": 1}, {"id": None}])
    )
    with pytest.raises(varvel.DecodeErrors) as raised:
        varvel.validate(file, schema=schema)
    (error,) = raised.value.errors
    assert (error.line, error.path, error.offset) == (None, "$.id", 9)


def test_a_schema_in_a_file(tmp_path: Path) -> None:
    for name, text in (("s.json", '{"type": "string"}'), ("s.yaml", "type: string\n")):
        file = tmp_path / name
        file.write_text(text)
        assert varvel.validate('"a"', schema=file) == 1
        assert faults("1", file) == [(1, 1, "$", "type_mismatch")]
    with pytest.raises(FileNotFoundError):
        varvel.validate('"a"', schema=tmp_path / "none.json")


def test_each_document_of_a_yaml_text() -> None:
    schema = {"properties": {"a": {"type": "integer"}}}
    found = faults("a: 1\n---\na: x\n---\na: []\n", schema, format="yaml")
    assert found == [(3, 4, "$.a", "type_mismatch"), (5, 4, "$.a", "type_mismatch")]


def test_references() -> None:
    tree = {
        "$defs": {"tree": {"$anchor": "t", "type": "array", "items": {"$ref": "#t"}}},
        "contains": {"$ref": "#/$defs/tree"},
        "$ref": "#/$defs/tree",
    }
    assert varvel.validate("[[[]], []]", schema=tree) == 1
    assert faults("[[[1]], []]", tree)[0][2] == "$[0][0][0]"
    old = {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/a", "type": "null"}
    assert varvel.validate("1", schema={**old, "a": {"type": "integer"}}) == 1


SCALARS: Any = st.sampled_from([None, True, False, 0, 1, 2, -1, 1.0, 1.5, "", "a", "ab", "b"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "ab"]), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = st.sampled_from(["a", "b", "ab"])
TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    counts = st.integers(0, 3)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "const": VALUES,
        "minimum": st.sampled_from([0, 1, 1.5]),
        "exclusiveMaximum": st.sampled_from([1, 2, 1.5]),
        "multipleOf": st.sampled_from([1, 2, 0.5]),
        "minLength": counts,
        "maxLength": counts,
        "pattern": st.sampled_from(["^a", "b$", "^[ab]*$"]),
        "properties": st.dictionaries(NAMES, inner, max_size=2),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=1),
        "additionalProperties": inner,
        "propertyNames": inner,
        "required": st.lists(NAMES, max_size=2, unique=True),
        "minProperties": counts,
        "maxProperties": counts,
        "dependentRequired": st.dictionaries(
            NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=1
        ),
        "dependentSchemas": st.dictionaries(NAMES, inner, max_size=1),
        "prefixItems": st.lists(inner, min_size=1, max_size=2),
        "items": inner,
        "contains": inner,
        "minContains": counts,
        "maxContains": counts,
        "minItems": counts,
        "maxItems": counts,
        "uniqueItems": st.booleans(),
        "allOf": st.lists(inner, min_size=1, max_size=2),
        "anyOf": st.lists(inner, min_size=1, max_size=3),
        "oneOf": st.lists(inner, min_size=1, max_size=3),
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
    }
    names = st.lists(st.sampled_from(sorted(keywords)), max_size=3, unique=True)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({one: keywords[one] for one in chosen})
    )


LEAVES = st.booleans() | TYPES.map(lambda one: {"type": one})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=600)
@given(schemas(schemas(schemas(LEAVES) | LEAVES) | LEAVES), VALUES)
def test_drawn_schemas(schema: Any, value: Any) -> None:
    validators = pytest.importorskip("jsonschema")
    wanted = validators.Draft202012Validator(schema).is_valid(value)
    for format in ("json", "yaml", "cbor"):
        data = varvel.dumps(value, format=format)
        try:
            varvel.validate(data, schema=schema, format=format)
            found = True
        except varvel.DecodeErrors as error:
            found = False
            for one in error.errors:
                if one.offset is None or not 0 <= one.offset <= len(data):
                    raise
        assert found == wanted, (schema, value)


def test_a_text_of_yaml_without_a_document_is_null() -> None:
    for text in ("", "# nothing\n", "...\n"):
        assert varvel.validate(text, schema={"type": "null"}, format="yaml") == 1
        with pytest.raises(varvel.DecodeErrors, match="expected"):
            varvel.validate(text, schema={"type": "object"}, format="yaml")


def test_bounds_of_schemas_have_any_size() -> None:
    assert varvel.validate("1e300", schema='{"maximum": 1e400}') == 1
    with pytest.raises(varvel.DecodeErrors):
        varvel.validate("1e300", schema='{"minimum": 1e400}')


def test_branches_without_a_condition_lead_in_no_circle() -> None:
    for branch in ("then", "else"):
        assert varvel.validate("{}", schema={branch: {"$ref": "#"}}) == 1


def test_documents_of_many_values_and_kinds_are_checked() -> None:
    kinds = [f"k{number}" for number in range(60)]
    node = {"$ref": "#/$defs/node"}
    schema = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds]},
            **{
                kind: {
                    "required": ["type"],
                    "properties": {"type": {"const": kind}, "left": node, "right": node},
                }
                for kind in kinds
            },
        },
    }
    level: list[object] = [{"type": kinds[number % 60]} for number in range(2048)]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [{"type": "k59", "left": one, "right": other} for one, other in pairs]
    assert varvel.validate(varvel.dumps(level[0]), schema=schema) == 1


def test_a_schema_may_be_the_name_of_a_file(tmp_path):
    for name, text in (("s.json", '{"type": "integer"}'), ("s.yaml", "type: integer\n")):
        (tmp_path / name).write_text(text)
        assert varvel.validate("1", schema=str(tmp_path / name)) == 1
        with pytest.raises(varvel.DecodeErrors):
            varvel.validate('"x"', schema=str(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        varvel.validate("1", schema=str(tmp_path / "none.json"))
    assert (
        varvel.validate("1", schema=" true ")
        == varvel.validate("1", schema='\n{"minimum": 0}')
        == 1
    )
