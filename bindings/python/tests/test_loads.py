"""``loads``: values, hooks, errors."""

from __future__ import annotations

import gzip
import json
import math
import pickle
import sys
from decimal import Decimal

import pytest
import varvel
from hypothesis import given
from hypothesis import strategies as st

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=40,
)


def same(left: object, right: object) -> bool:
    """Returns whether values are equal and of the same types: 1, 1.0 and True are not."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[k], right[k]) for k in left)
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float):
        return math.copysign(1, left) == math.copysign(1, right) and left == right
    return left == right


@given(values, st.booleans(), st.sampled_from([None, 1]))
def test_loads_what_json_wrote(value, ascii, indent):
    text = json.dumps(value, ensure_ascii=ascii, indent=indent)
    assert same(varvel.loads(text), value)
    assert same(varvel.loads(text.encode()), value)
    assert same(varvel.loads(bytearray(text.encode())), value)
    assert same(varvel.loads(memoryview(text.encode())), value)


@pytest.mark.parametrize(
    "number",
    [0, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**4000],
)
def test_integers_are_exact(number):
    assert same(varvel.loads(str(number)), number)


def test_more_digits_than_python_reads_are_an_error_with_a_way_out():
    digits = "9" * (sys.get_int_max_str_digits() + 1)
    with pytest.raises(varvel.Error) as caught:
        varvel.loads(digits)
    assert caught.value.kind == "number_out_of_range"
    assert "sys.set_int_max_str_digits" in caught.value.hint
    assert varvel.loads(digits, parse_int=str) == digits


def test_a_minus_before_zero_is_kept():
    assert math.copysign(1, varvel.loads("-0")) == -1.0


def test_an_error_has_its_place():
    with pytest.raises(varvel.Error) as caught:
        varvel.loads('{\n  "käse": [1,\n   x]}')
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.kind, error.number) == ("syntax", 1)
    assert (error.line, error.column, error.offset) == (3, 4, 20)
    assert error.path == "$.käse[1]"
    assert error.expected == "a value"
    assert "   x]}" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert again.__dict__ == error.__dict__ and str(again) == str(error)


def test_a_byte_order_mark_has_no_column():
    with pytest.raises(varvel.Error) as caught:
        varvel.loads(b"\xef\xbb\xbf[1, x]")
    error = caught.value
    assert (error.line, error.column, error.offset) == (1, 5, 7)
    assert "1 | [1, x]\n  |     ^" in str(error)


def test_a_hint_says_what_to_do():
    with pytest.raises(varvel.Error) as caught:
        varvel.loads("[1,]")
    assert caught.value.hint is not None
    assert caught.value.hint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "unexpected_end"),
        ("[1", "unexpected_end"),
        ("1 2", "trailing_data"),
        ("NaN", "syntax"),
        ("01", "invalid_number"),
        ('{"a":1,"a":2}', "duplicate_key"),
        ('"\\ud800"', "lone_surrogate"),
        ("[" * 129 + "]" * 129, "depth_limit"),
        (b'"\xff"', "invalid_utf8"),
        ("1e999", "number_out_of_range"),
        ('"\ud800"', "lone_surrogate"),
    ],
)
def test_kinds_of_errors(text, kind):
    with pytest.raises(varvel.Error) as caught:
        varvel.loads(text)
    assert caught.value.kind == kind


def test_other_objects_are_no_documents():
    for wrong in (1, None, ["{}"], {}):
        with pytest.raises(TypeError, match="a document is bytes, str"):
            varvel.loads(wrong)
    with pytest.raises(TypeError, match="cls"):
        varvel.loads("1", cls=json.JSONDecoder)


def test_depth_has_a_limit_that_can_be_moved():
    deep = "[" * 100_000 + "]" * 100_000
    value = varvel.loads(deep, max_depth=100_000)
    depth = 0
    while value:
        value, depth = value[0], depth + 1
    assert depth == 99_999


def test_duplicates():
    text = '{"a":1,"b":2,"a":3}'
    assert varvel.loads(text, duplicates="first") == {"a": 1, "b": 2}
    assert varvel.loads(text, duplicates="last") == {"b": 2, "a": 3}
    with pytest.raises(ValueError, match="duplicates is"):
        varvel.loads(text, duplicates="all")


def test_hooks():
    text = '{"a":{"b":1.10,"c":[{},18446744073709551616,-7]},"d":2.5e1}'
    assert varvel.loads(text, parse_float=Decimal)["a"]["b"].as_tuple().digits == (1, 1, 0)
    hooks = [
        {"object_hook": lambda value: sorted(value)},
        {"object_pairs_hook": lambda pairs: tuple(pairs)},
        {"parse_float": lambda text: "f" + text},
        {"parse_int": lambda text: "i" + text},
    ]
    for hook in hooks:
        assert varvel.loads(text, **hook) == json.loads(text, **hook)
    both = {"object_hook": lambda value: 1, "object_pairs_hook": list}
    assert varvel.loads(text, **both) == json.loads(text, **both)


def test_what_a_hook_raises_comes_out():
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    for name in ("object_hook", "object_pairs_hook", "parse_float", "parse_int"):
        with pytest.raises(Stop):
            varvel.loads('[{"a":[1,1.5]}]', **{name: stop})


def test_a_hook_may_read_documents():
    nested = json.dumps({"inner": json.dumps({"x": [1, 2]})})
    hook = lambda value: {k: varvel.loads(v) if isinstance(v, str) else v for k, v in value.items()}
    assert varvel.loads(nested, object_hook=hook) == {"inner": {"x": [1, 2]}}


def test_load(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"a": "ü"}', encoding="utf-8")
    with path.open("rb") as file:
        assert varvel.load(file) == {"a": "ü"}
    with path.open(encoding="utf-8") as file:
        assert varvel.load(file, object_hook=list) == ["a"]


def test_keys_that_are_empty_or_many():
    text = json.dumps({"": [{"": {"": 1}}], **{f"key{i}": {f"k{i % 7}": i} for i in range(20_000)}})
    assert same(varvel.loads(text), json.loads(text))


def test_objects_with_the_same_keys():
    rows = [
        {f"key{at}": (row, at) for at in range(size)} for size in (5, 6, 40) for row in range(9)
    ]
    rows += [dict(reversed(row.items())) for row in rows]
    read = varvel.loads(json.dumps(rows))
    assert read == json.loads(json.dumps(rows))
    assert [list(row) for row in read] == [list(row) for row in rows]


@pytest.mark.parametrize(
    ("text", "format", "words"),
    [
        ('{"a":1,"a":2}', "json", 'duplicates="first"'),
        ("[" * 200, "json", "max_depth"),
        ("[1e400]", "json", "parse_float=decimal.Decimal"),
        ("a: &a [" + "x, " * 9000 + "]\nb: [" + "*a, " * 90 + "]", "yaml", "max_replay"),
    ],
)
def test_hints_name_what_python_has(text, format, words):
    with pytest.raises(varvel.Error) as caught:
        varvel.loads(text, format=format)
    assert words in caught.value.hint
    assert words in str(caught.value)


def test_aliases_of_a_small_document_are_read():
    base = "base: &b\n" + "".join(f"  key_{i}: a value that is not short {i}\n" for i in range(60))
    text = base + "".join(f"s{i}:\n  <<: *b\n  z: {i}\n" for i in range(100))
    read = varvel.yaml.loads(text, merge_keys=True)
    assert len(read) == 101
    assert read["s99"] == read["base"] | {"z": 99}


def test_how_often_a_document_is_read_again():
    text = "a: &a [" + "x, " * 9000 + "]\nb: [" + "*a, " * 90 + "]"
    assert varvel.yaml.loads(text, max_replay=100)["b"][89] == ["x"] * 9000
    assert varvel.yaml.decode(text, dict, max_replay=2**100)["a"] == ["x"] * 9000
    with pytest.raises(varvel.Error) as caught:
        varvel.yaml.loads(text, max_replay=1)
    assert caught.value.kind == "replay_limit"
    with pytest.raises(ValueError, match="max_replay is at least 0"):
        varvel.yaml.loads(text, max_replay=-1)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("p: {{ x }}", "$.p"),
        ("a: [1, {b: {1: x, true: y}}]", "$.a[1].b"),
        ("1: {2: [{3: {1: x, 1.0: y}}]}", '$["1"]["2"][0]["3"]'),
        ("a: x\nb: [{? {c: {1: x, true: y}} : z}]", "$.b[0]"),
    ],
)
def test_keys_that_python_has_not_have_a_place(text, path):
    with pytest.raises(varvel.Error) as caught:
        varvel.yaml.loads(text)
    assert caught.value.path == path
    assert f"at {path}" in str(caught.value)


def test_documents_that_follow_one_another():
    text = "a: 1\n---\n# none\n---\n- b\n...\n"
    assert varvel.yaml.loads_all(text) == [{"a": 1}, None, ["b"]]
    assert varvel.loads_all('{"a":1}\n\n[2]\n') == [{"a": 1}, [2]]
    for format in (varvel.msgpack, varvel.cbor):
        data = format.dumps({"a": 2**64 - 1}) + format.dumps("b")
        assert format.loads_all(data) == [{"a": 2**64 - 1}, "b"]
    assert varvel.json5.loads_all("{a: 1} [2,]") == [{"a": 1}, [2]]
    assert varvel.yaml.loads_all("") == []
    merged = varvel.yaml.loads_all("x: &x {p: 1}\ny: {<<: *x}\n---\nz: 2", merge_keys=True)
    assert merged == [{"x": {"p": 1}, "y": {"p": 1}}, {"z": 2}]
    assert varvel.yaml.loads_all("a: 1.50\n---\n2.50", parse_float=Decimal) == [
        {"a": Decimal("1.50")},
        Decimal("2.50"),
    ]


@pytest.mark.parametrize(
    ("text", "format", "place"),
    [
        ("a: 1\n---\nb: [1\nc: 2\n", "yaml", (4, 1, "$.b[0]")),
        ('{"a":1}\n{"a":1,"a":2}\n', "json", (2, 8, "$.a")),
        ('{"a":1}\n[1,]\n', "json", (2, 4, "$[1]")),
    ],
)
def test_errors_in_later_documents(text, format, place):
    with pytest.raises(varvel.Error) as caught:
        varvel.loads_all(text, format=format)
    error = caught.value
    assert (error.line, error.column, error.path) == place
    assert f"line {place[0]}" in str(error)


def test_the_hint_of_a_number_beyond_floats_names_what_the_caller_has():
    for read, words in [
        (lambda: varvel.loads("[1e400]"), "`parse_float=decimal.Decimal` keeps"),
        (lambda: varvel.Document("[1e400]"), "`exact_decimals=True` keeps"),
        (lambda: varvel.decode("1e400", float), "`decimal.Decimal` keeps"),
        (lambda: varvel.validate("[1e400]\n", list[float], format="ndjson"), "`decimal.Decimal`"),
    ]:
        with pytest.raises(varvel.Error) as caught:
            read()
        assert words in str(caught.value)
        assert words.startswith("`parse_float") or "parse_float" not in str(caught.value)
    assert varvel.decode("1e400", Decimal) == Decimal("1e400")


@pytest.mark.parametrize("format", ["json", "json5", "yaml", "msgpack", "cbor"])
def test_a_hook_of_pairs_gets_all_pairs(format):
    data = {
        "msgpack": b"\x82\xa1a\x01\xa1a\x82\xa1b\x02\xa1b\x03",
        "cbor": b"\xa2\x61a\x01\x61a\xa2\x61b\x02\x61b\x03",
    }.get(format, b'{"a": 1, "a": {"b": 2, "b": 3}}')
    wanted = [("a", 1), ("a", [("b", 2), ("b", 3)])]
    assert varvel.loads(data, format=format, object_pairs_hook=list) == wanted
    assert varvel.loads_all(data, format=format, object_pairs_hook=list) == [wanted]
    # As `json` does, the hook of pairs comes before the other one.
    called = varvel.loads(data, format=format, object_pairs_hook=list, object_hook=lambda _: 0)
    assert called == wanted
    for options in ({}, {"object_hook": dict}, {"object_pairs_hook": list, "duplicates": "error"}):
        with pytest.raises(varvel.Error, match="duplicate key"):
            varvel.loads(data, format=format, **options)
    first = varvel.loads(data, format=format, object_pairs_hook=list, duplicates="first")
    assert first == [("a", 1)]
    with pytest.raises(ZeroDivisionError):
        varvel.loads(data, format=format, object_pairs_hook=lambda pairs: 1 // 0)


def test_errors_keep_their_place_where_a_hook_gets_pairs():
    for text, format in (('{"a": 1,\n "a": [1,]}', "json"), ("a: 1\nb: [1, }", "yaml")):
        with pytest.raises(varvel.Error) as caught:
            varvel.loads(text, format=format, object_pairs_hook=list)
        assert (caught.value.line, caught.value.path is not None) == (2, True)
    text = "x: 1\nx: 2\n---\ny: 1\n"
    pairs = [[("x", 1), ("x", 2)], [("y", 1)]]
    assert varvel.yaml.loads_all(text, object_pairs_hook=list) == pairs
    floats = varvel.loads('{"a": 1.50, "a": 2}', object_pairs_hook=list, parse_float=Decimal)
    assert [str(value) for _, value in floats] == ["1.50", "2"]


def test_load_of_a_path(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\n")
    assert varvel.yaml.load(file) == varvel.yaml.load(str(file)) == {"a": 1}
    file.write_text("a: [1\n")
    with pytest.raises(varvel.Error) as caught:
        varvel.yaml.load(file)
    assert caught.value.file == str(file)
    with pytest.raises(FileNotFoundError):
        varvel.load(tmp_path / "none.json")


def test_load_and_dump_know_files_by_their_names(tmp_path):
    value = {"a": [1, "x"]}
    for ending in ("json", "json5", "yaml", "msgpack", "cbor"):
        file = tmp_path / f"a.{ending}"
        varvel.dump(value, file)
        assert file.read_bytes() == varvel.dumps(value, format=ending)
        assert varvel.load(file) == varvel.load(str(file)) == value
        packed = tmp_path / f"a.{ending}.gz"
        packed.write_bytes(gzip.compress(file.read_bytes()))
        assert varvel.load(packed) == value
    other = tmp_path / "a.conf"
    varvel.yaml.dump(value, other)
    assert varvel.yaml.load(other) == value
    with pytest.raises(varvel.Error):
        varvel.load(other)
    with pytest.raises(ValueError, match="dump packs none"):
        varvel.dump(value, tmp_path / "b.json.gz")
    before = file.read_bytes()
    with pytest.raises(varvel.Error):
        varvel.dump(object(), file)
    assert file.read_bytes() == before


def test_cls_is_refused_with_what_is_there_instead():
    for call in (varvel.loads, varvel.loads_all, varvel.json.loads):
        with pytest.raises(TypeError, match="cls is no argument here: object_hook"):
            call("1", cls=json.JSONDecoder)
    with pytest.raises(TypeError, match="cls is no argument here: default"):
        varvel.dumps(1, cls=json.JSONEncoder)


def test_functions_of_formats_have_texts():
    for module in (varvel.json, varvel.json5, varvel.yaml, varvel.msgpack, varvel.cbor):
        for name in module.__all__:
            assert getattr(module, name).__doc__ == getattr(varvel, name).__doc__
