"""``Document`` as columns: numpy and Arrow, with and without a copy."""

from __future__ import annotations

import gc
import json

import numpy
import pyarrow
import pytest
import varvel
from hypothesis import given
from hypothesis import strategies as st

FLOATS = [0.5, -1.25, 1e300, 3.75, 2.5, 6.5, 7.5, -0.0, 9.5]


def test_numbers_without_a_copy():
    document = varvel.Document(json.dumps({"xs": FLOATS, "ns": list(range(1000, 1100))}))
    for key in ("xs", "ns"):
        part = document[key]
        array = part.to_numpy()
        assert array.tolist() == part.to_python()
        assert numpy.shares_memory(array, numpy.asarray(part))
        assert not array.flags.writeable
        arrow = pyarrow.array(part)
        assert arrow.to_pylist() == part.to_python()
        assert numpy.shares_memory(array, arrow.to_numpy(zero_copy_only=True))
    assert document["xs"].to_numpy().dtype == numpy.float64
    assert document["ns"].to_numpy().dtype == numpy.int16


def test_strings_and_others_as_arrow():
    value = {
        "s": ["a string of some length", None, "x"],
        "b": [b"bytes of some length", b""],
        "t": [True, None],
        "m": [[0.5, 1.5], [2.5, 3.5]],
        "none": [None],
        "big": [2**64, 1],
    }
    document = varvel.Document(varvel.cbor.dumps(value), format="cbor")
    arrays = {key: pyarrow.array(document[key]) for key in value}
    del document
    gc.collect()
    types = {
        "s": pyarrow.string_view(),
        "b": pyarrow.binary_view(),
        "t": pyarrow.bool_(),
        "m": pyarrow.list_(pyarrow.float64(), 2),
        "none": pyarrow.null(),
        "big": pyarrow.decimal128(38, 0),
    }
    for key, array in arrays.items():
        array.validate(full=True)
        assert (array.type, array.to_pylist()) == (types[key], value[key])
    mixed = varvel.Document('[1,"x"]')
    with pytest.raises(TypeError, match="expected a number, found a string"):
        pyarrow.array(mixed)
    with pytest.raises(TypeError, match="array among the numbers"):
        varvel.Document("[1,[3,4]]").to_numpy()


def test_columns_outlive_their_document():
    document = varvel.Document(json.dumps({"xs": FLOATS}))
    array, arrow = document["xs"].to_numpy(), pyarrow.array(document["xs"])
    del document
    gc.collect()
    _ = [bytearray(1000) for _ in range(1000)]
    assert array.tolist() == arrow.to_pylist() == FLOATS


def test_members_of_records():
    rows = varvel.Document('[{"p":1,"x":1.5},{"p":2},{"p":3,"x":{"y":2}},4]')
    assert rows.column("p") == [1, 2, 3, None]
    assert rows.column("x") == [1.5, None, {"y": 2}, None]
    assert rows.column("none") == [None] * 4
    rows = varvel.Document('[{"p":1,"x":1.5},{"p":2,"x":-1}]')
    assert rows.to_numpy("p").tolist() == [1, 2]
    assert rows.to_numpy("p").dtype == numpy.int64
    assert rows.to_numpy("x").tolist() == [1.5, -1.0]
    with pytest.raises(TypeError, match="null among the numbers"):
        rows.to_numpy("y")


def test_what_is_no_column_of_numbers():
    document = varvel.Document('{"a":["x"],"o":{},"n":[1,null],"e":[],"m":[9007199254740993,0.5]}')
    with pytest.raises(TypeError, match="string among the numbers"):
        document["a"].to_numpy()
    with pytest.raises(TypeError, match="has no items"):
        document["o"].to_numpy()
    with pytest.raises(TypeError, match="null among the numbers"):
        document["n"].to_numpy()
    assert pyarrow.array(document["n"]).to_pylist() == [1, None]
    assert document["e"].to_numpy().tolist() == []
    # No number is rounded.
    with pytest.raises(varvel.Error) as caught:
        document["m"].to_numpy()
    assert caught.value.kind == "number_out_of_range"
    assert not hasattr(document["a"], "__array_interface__")


@given(
    st.one_of(
        st.lists(st.integers(-(2**63), 2**63 - 1)),
        st.lists(st.integers(0, 2**64 - 1)),
        st.lists(st.floats(allow_nan=False, allow_infinity=False)),
        st.lists(st.one_of(st.none(), st.integers(-(2**31), 2**31), st.floats(-1, 1))),
    )
)
def test_the_same_numbers(numbers):
    document = varvel.Document(json.dumps(numbers))
    assert pyarrow.array(document).to_pylist() == numbers
    if None not in numbers:
        assert document.to_numpy().tolist() == numbers


@pytest.mark.parametrize(
    ("value", "dtype", "shape"),
    [
        ([1.5, 2.5], "f8", (2,)),
        (FLOATS, "f8", (9,)),
        ([1, 2], "i8", (2,)),
        ([2**63, 1], "u8", (2,)),
        ([1, 2.5], "f8", (2,)),
        ([], "i8", (0,)),
        ([[1, 2], [3, 4.5]], "f8", (2, 2)),
        ([[1, 2, 3]] * 4, "i8", (4, 3)),
        ([FLOATS, FLOATS], "f8", (2, 9)),
        ([[[1], [2]], [[3], [4]]], "i8", (2, 2, 1)),
        ([[], []], "i8", (2, 0)),
    ],
)
def test_numbers_are_always_an_array_of_numpy(value, dtype, shape):
    for document in (
        varvel.Document(varvel.dumps(value)),
        varvel.Document.from_bytes(varvel.Document(varvel.dumps([value])).to_bytes())[0],
    ):
        array = numpy.asarray(document)
        # The numbers of one array are as narrow as the document has them.
        assert array.dtype.kind == dtype[0] or (len(shape) == 1 and array.dtype.kind in "iu")
        assert array.shape == shape and (len(shape) == 1 or array.dtype.itemsize == 8)
        assert array.tolist() == value
        assert document.to_numpy().tolist() == value
        copied = numpy.array(document)
        assert copied.flags.writeable and copied.tolist() == value
        assert numpy.asarray(document, dtype="f8").dtype == numpy.float64
        assert document.__array__("c16", copy=True).tolist() == value
        assert numpy.asarray(document, dtype=object).tolist() == value


def test_other_documents_are_no_array_of_numpy():
    assert numpy.asarray(varvel.Document("7")).tolist() == 7
    for text, words in {
        '{"a":1}': "object has no items",
        "[1,null]": "null among the numbers",
        '["a"]': "string among the numbers",
        "[1,[2]]": "array among the numbers",
        "[[1],2]": "among the arrays",
        "[[1,2],[3]]": "arrays of 2 and 1 items",
        "[[1,2],[3,null]]": "null among the numbers",
    }.items():
        with pytest.raises(TypeError, match=words):
            numpy.asarray(varvel.Document(text))
    assert numpy.asarray(varvel.Document("[1,null]"), dtype=object).tolist() == [1, None]
    with pytest.raises(ValueError, match="copy them"):
        numpy.asarray(varvel.Document("[1.5]"), copy=False)
    with pytest.raises(varvel.Error, match="one type of 64 bits"):
        numpy.asarray(varvel.Document("[[1,-1],[18446744073709551615,1]]"))
