"""``dumps``: the text of ``json.dumps``, other types, errors."""

from __future__ import annotations

import dataclasses
import enum
import io
import json
import pathlib
import uuid
from collections import OrderedDict
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Annotated, NamedTuple

import numpy
import pytest
import varvel
from hypothesis import given
from hypothesis import strategies as st
from test_loads import same, values

layouts = st.fixed_dictionaries(
    {},
    optional={
        "indent": st.sampled_from([None, 0, 1, 3, "\t", -1]),
        "separators": st.sampled_from([None, (",", ":"), (", ", ": "), (" ,\n", "\t: ")]),
        "ensure_ascii": st.booleans(),
        "sort_keys": st.booleans(),
    },
)


@given(values, layouts)
def test_the_text_of_json_dumps(value, layout):
    theirs = {"ensure_ascii": False, **layout}
    if theirs.get("separators") is None and theirs.get("indent") is None:
        theirs["separators"] = (",", ":")
    ours = varvel.dumps(value, **layout)
    # Floats have other digits: the shortest too, but without a zero in exponents and the like.
    assert same(json.loads(ours), json.loads(json.dumps(value, **theirs)))
    if "." not in repr(value) and "e" not in repr(value):
        theirs_text = json.dumps(value, **theirs).encode()
        assert ours.replace(b"\\u007f", b"\x7f") == theirs_text


@given(values)
def test_what_was_written_is_read(value):
    for format in ("json", "json5", "yaml", "msgpack", "cbor"):
        try:
            written = varvel.dumps(value, format=format)
        except varvel.Error as error:
            if format != "msgpack" or "64 bits" not in str(error):
                raise
            continue
        assert same(varvel.loads(written, format=format), value)


class Colour(enum.Enum):
    RED = "red"


class Size(enum.IntEnum):
    LARGE = 3


class Text(str):
    def __str__(self) -> str:
        return "never"


@dataclasses.dataclass
class Order:
    id: int
    paid: bool = False
    parts: list[Order] = dataclasses.field(default_factory=list)


class Point(NamedTuple):
    x: int
    y: int


ZONE = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2**64, "18446744073709551616"),
        (-(2**200), str(-(2**200))),
        ((1, (2,), ()), "[1,[2],[]]"),
        (Point(1, 2), "[1,2]"),
        (OrderedDict(b=1, a=2), '{"b":1,"a":2}'),
        (Colour.RED, '"red"'),
        (Size.LARGE, "3"),
        (Text("a"), '"a"'),
        (
            Order(1, parts=[Order(2, True)]),
            '{"id":1,"paid":false,"parts":[{"id":2,"paid":true,"parts":[]}]}',
        ),
        (uuid.UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (date(2026, 11, 28), '"2026-11-28"'),
        (time(1, 2, 3), '"01:02:03"'),
        (datetime(2026, 11, 28, 1, 2, 3, 4), '"2026-11-28T01:02:03.000004"'),
        (datetime(2026, 11, 28, 1, 2, 3, tzinfo=ZONE), '"2026-11-28T01:02:03+02:00"'),
        (Decimal("1.10"), "1.10"),
        (Decimal(7), "7"),
        (Decimal(2**70), str(2**70)),
        (Decimal("1E+3"), "1E+3"),
    ],
)
def test_types(value, text):
    assert varvel.dumps(value).decode() == text
    assert varvel.dumps([value]).decode() == f"[{text}]"


def test_decimals_keep_their_digits():
    text = b"[1.10,0.3333333333333333333333333333,1e400]"
    assert varvel.loads(text, parse_float=Decimal)[2] == Decimal("1e400")
    assert varvel.dumps(varvel.loads(text[:35] + b"]", parse_float=Decimal)) == text[:35] + b"]"


def test_binary_formats_have_times_bytes_and_keys():
    moment = datetime(2026, 11, 28, 1, 2, 3, 4, tzinfo=ZONE)
    old = datetime(1, 1, 1, tzinfo=timezone.utc)
    value = {
        "t": moment,
        "o": old,
        "b": b"\x00\xff",
        1: "one",
        (1, "a"): None,
        b"k": [bytearray(b"x")],
    }
    want = {**value, b"k": [b"x"]}
    for format in (varvel.msgpack, varvel.cbor):
        assert format.loads(format.dumps(value)) == want
        assert format.loads(format.dumps(memoryview(b"ab"))) == b"ab"


def test_tags_and_extensions():
    assert varvel.cbor.loads(b"\xf7") == varvel.Simple(23)
    tagged = [varvel.Tagged(1000, ["a"]), varvel.Simple(23), varvel.Tagged(2**64 - 1, 1)]
    assert varvel.cbor.loads(varvel.cbor.dumps(tagged)) == tagged
    extension = [varvel.Extension(-5, b"abc")]
    assert varvel.msgpack.loads(varvel.msgpack.dumps(extension)) == extension


def test_points_in_time_that_datetime_has_not():
    nanos = bytes.fromhex("d7ff0000000400000001")
    with pytest.raises(varvel.Error) as caught:
        varvel.msgpack.loads(nanos)
    assert caught.value.kind == "unrepresentable"
    assert "timestamp_hook" in caught.value.hint
    assert varvel.msgpack.loads(nanos, timestamp_hook=lambda s, n: (s, n)) == (1, 1)


def test_keys_that_are_equal_in_python_are_not_lost():
    with pytest.raises(varvel.Error) as caught:
        varvel.msgpack.loads(bytes.fromhex("8201a161cb3ff0000000000000a162"))
    assert caught.value.kind == "duplicate_key"
    with pytest.raises(varvel.Error, match="key of a dict"):
        varvel.msgpack.loads(b"\x81\x80\x01")
    assert varvel.msgpack.loads(bytes.fromhex("81920102c0")) == {(1, 2): None}


@pytest.mark.parametrize(
    ("value", "path", "kind"),
    [
        ({"a": [1, {1: 2}]}, "$.a[1]", "unrepresentable"),
        ([b"x"], "$[0]", "unrepresentable"),
        ({"a": float("nan")}, "$.a", "unrepresentable"),
        ({"a": [object()]}, "$.a[0]", "unrepresentable"),
        (["\ud800"], "$[0]", "lone_surrogate"),
    ],
)
def test_errors_have_paths(value, path, kind):
    with pytest.raises(varvel.Error) as caught:
        varvel.dumps(value)
    assert caught.value.kind == kind
    assert caught.value.path.startswith(path)


def test_as_text():
    value = {1: b"x", None: float("inf"), "a": 1}
    assert varvel.dumps(value, as_text=True) == b'{"1":"eA==","null":"inf","a":1}'
    with pytest.raises(varvel.Error):
        varvel.dumps({1: 1, "1": 2}, as_text=True)


def test_default():
    assert varvel.dumps([1j], default=lambda one: [one.imag]) == b"[[1.0]]"
    with pytest.raises(varvel.Error, match="default"):
        varvel.dumps(1j)
    with pytest.raises(ZeroDivisionError):
        varvel.dumps(1j, default=lambda _: 1 // 0)
    with pytest.raises(varvel.Error):
        varvel.dumps(1j, default=lambda value: value)
    with pytest.raises(varvel.Error):
        varvel.dumps(1j, default=lambda value: [value])


def test_a_dict_that_default_changes_is_an_error():
    value = {"a": 1j, "b": 2}

    def default(_):
        value[str(len(value))] = 1
        return 1

    with pytest.raises(RuntimeError, match="changed"):
        varvel.dumps(value, default=default)
    for _ in range(20):
        value = {str(i): 1j for i in range(50)}

        def swap(_, value=value):
            value.popitem()
            value["new"] = 1
            return 1

        assert varvel.dumps(value, default=swap)


def test_an_object_that_contains_itself_is_an_error():
    value = []
    value.append(value)
    with pytest.raises(varvel.Error) as caught:
        varvel.dumps(value)
    assert caught.value.kind == "depth_limit"
    deep = []
    for _ in range(50_000):
        deep = [deep]
    assert varvel.dumps(deep, max_depth=60_000) == b"[" * 50_001 + b"]" * 50_001


def test_sorted_keys_of_several_types():
    assert varvel.dumps({"b": 1, "ä": 2, "a": 3}, sort_keys=True) == '{"a":3,"b":1,"ä":2}'.encode()
    assert varvel.dumps({2: 1, 1: 2}, sort_keys=True, as_text=True) == b'{"1":2,"2":1}'
    with pytest.raises(TypeError):
        varvel.dumps({2: 1, "1": 2}, sort_keys=True, as_text=True)


def test_options_that_make_no_json_are_refused():
    for wrong in ({"separators": (";", ":")}, {"indent": "--"}):
        with pytest.raises(ValueError, match="separators"):
            varvel.dumps([1], **wrong)
    with pytest.raises(TypeError):
        varvel.dumps([1], indent=1.5)
    with pytest.raises(TypeError):
        varvel.dumps([1], format="yaml", indent=2)
    with pytest.raises(ValueError, match="json5, yaml"):
        varvel.dumps([1], format="xml")


def test_dump_into_files():
    text, data = io.StringIO(), io.BytesIO()
    varvel.dump({"a": "ü"}, text)
    varvel.msgpack.dump({"a": "ü"}, data)
    assert text.getvalue() == '{"a":"ü"}'
    assert varvel.msgpack.loads(data.getvalue()) == {"a": "ü"}


def test_yaml():
    text = "# a comment\nservers: &all\n  - {port: 0x50, name: no}\nmore: *all\n"
    assert varvel.yaml.loads(text) == {
        "servers": [{"port": 80, "name": "no"}],
        "more": [{"port": 80, "name": "no"}],
    }
    with pytest.raises(varvel.Error) as caught:
        varvel.yaml.loads("a: 1\nb: [\n")
    assert caught.value.line == 3
    assert varvel.yaml.dumps({"a": [1, "no"]}).decode() == 'a:\n  - 1\n  - "no"\n'


def test_json5():
    assert varvel.json5.loads("{a: .5, /* b */ 'c': 0x10,}") == {"a": 0.5, "c": 16}


@pytest.mark.parametrize("depth", [1, 63, 64, 65, 128, 129, 1_000, 100_000])
def test_any_depth(depth):
    for wrap in (
        lambda inner: [inner],
        lambda inner: [1, inner, 2.5],
        lambda inner: {"a": 1, "k": inner, "z": []},
        lambda inner: (inner, {}),
        lambda inner: OrderedDict(k=inner, z=1),
    ):
        value = []
        for _ in range(depth - 1):
            value = wrap(value)
        written = varvel.dumps(value, max_depth=depth)
        assert varvel.dumps(varvel.Document(written, max_depth=depth)) == written
        for sort_keys in (False, True):
            assert varvel.dumps(value, max_depth=depth, sort_keys=sort_keys) == written
        with pytest.raises(varvel.Error, match="max_depth"):
            varvel.dumps(value, max_depth=depth - 1)


def test_a_tree_that_is_wide_where_it_is_deep():
    value = {"x": [1, [2.5, "y"]]}
    for at in range(300):
        value = {"a": [value, at, [value] if at % 100 == 99 else 0], "b": "z"}
    written = varvel.dumps(value, max_depth=1_000)
    assert json.loads(json.dumps(value)) == varvel.loads(written, max_depth=1_000)


def test_paths_of_errors_far_inside():
    value = {"bad": ["\ud800"]}
    for _ in range(100):
        value = [0, {"k": value}]
    with pytest.raises(varvel.Error) as caught:
        varvel.dumps(value, max_depth=300)
    # A long path is shown by its ends.
    assert caught.value.path.startswith("$[1].k[1].k")
    assert caught.value.path.endswith("[1].k.bad[0]")


def test_deep_keys():
    key = ()
    for _ in range(150):
        key = (key,)
    value = {"a": {key: [1], 2: 3}}
    written = varvel.cbor.dumps(value, max_depth=400)
    assert varvel.cbor.loads(written, max_depth=400) == value


numbers = st.one_of(
    st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False), st.booleans()
)


@given(
    st.lists(numbers, max_size=50), st.sampled_from(["json", "json5", "yaml", "cbor", "msgpack"])
)
def test_lists_of_numbers(value, format):
    as_text = format == "msgpack"
    written = varvel.dumps([value, tuple(value)], format=format, as_text=as_text)
    if not as_text:
        assert same(varvel.loads(written, format=format), [value, value])
    same_kinds = [[float(one) for one in value], [int(one) % 2**64 - 2**63 for one in value]]
    written = varvel.dumps(same_kinds, format=format)
    assert same(varvel.loads(written, format=format), same_kinds)


def test_numbers_that_no_text_has():
    for at in (0, 1, 2, 15, 16, 17, 40):
        value = [0.5] * 41
        value[at] = float("nan")
        with pytest.raises(varvel.Error) as caught:
            varvel.dumps({"xs": value})
        assert caught.value.path == f"$.xs[{at}]"


def test_keys_that_come_often():
    keys = ["id", "ü", '"', "x" * 100, "\ud800"[:0], "k" * 28]
    value = [dict.fromkeys(keys, at) for at in range(100)] + [
        {f"key{at}": at} for at in range(2000)
    ]
    assert json.loads(varvel.dumps(value)) == value
    assert varvel.msgpack.loads(varvel.msgpack.dumps(value)) == value


def test_a_list_that_default_changes():
    class Other:
        pass

    def longer(_):
        value.append(3)
        return 1

    value = [Other(), 2]
    assert varvel.dumps(value, default=longer) == b"[1,2,3]"

    def shorter(_):
        value.clear()
        return 1

    value = [Other(), 2]
    assert varvel.dumps(value, default=shorter) == b"[1]"


class Text(str):
    """Text that is equal to no other."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 1


@pytest.mark.parametrize("format", ["json", "json5", "yaml", "msgpack", "cbor"])
def test_keys_that_are_the_same_text_are_an_error(format):
    colour = enum.Enum("colour", {"RED": "x"})
    day = date(2026, 11, 30)
    for value, path in (
        ({"x": 1, colour.RED: 2}, "$.x"),
        ({"a": [{day: 1, "2026-11-30": 2}]}, '$.a[0]["2026-11-30"]'),
        ({Text("b"): 1, "b": 2}, "$.b"),
        ({pathlib.PurePosixPath("/c"): 1, "/c": 2}, '$["/c"]'),
    ):
        with pytest.raises(varvel.Error) as caught:
            varvel.dumps(value, format=format)
        assert (caught.value.kind, caught.value.path) == ("duplicate_key", path)
    for value in ({"y": 1, colour.RED: 2}, {day: 1, "x": {day: 2}}):
        assert len(varvel.loads(varvel.dumps(value, format=format), format=format)) == 2


def test_two_fields_with_one_name_are_an_error():
    @dataclasses.dataclass
    class Two:
        a: Annotated[int, varvel.Name("b")] = 1
        b: int = 2

    with pytest.raises(TypeError, match="two fields have the name 'b'"):
        varvel.dumps(Two())


class Fine(datetime):
    """A point in time as that of pandas, which has nanoseconds."""

    nanosecond = 789


def test_points_in_time_keep_nanoseconds():
    value = Fine(2026, 1, 1, 0, 0, 0, 123456, tzinfo=timezone.utc)
    for format in (varvel.msgpack, varvel.cbor):
        found = format.loads(format.dumps(value), timestamp_hook=lambda *parts: parts)
        assert found == (1767225600, 123456789)


def test_times_of_numpy_are_text_or_nothing():
    text = "2026-01-01T00:00:00.123456789"
    fine = numpy.datetime64(text, "ns")
    assert varvel.loads(varvel.dumps(fine)) == text
    assert varvel.loads(varvel.dumps(numpy.array([[text, "NaT"]], "M8[ns]"))) == [[text, None]]
    assert varvel.loads(varvel.dumps(numpy.datetime64("2026-01-01", "D"))) == "2026-01-01"
    assert varvel.dumps(numpy.array([], "M8[ns]")) == b"[]"
    for value, wanted in [
        (numpy.timedelta64(1, "ns"), "PT0.000000001S"),
        (numpy.timedelta64(-90, "s"), "-PT1M30S"),
        (numpy.timedelta64("NaT", "ns"), None),
    ]:
        assert varvel.loads(varvel.dumps(value)) == wanted
    with pytest.raises(varvel.Error):
        varvel.dumps(numpy.timedelta64(1, "Y"))
