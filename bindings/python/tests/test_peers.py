"""Values drawn by hypothesis: this package and other libraries read what the other wrote."""

from __future__ import annotations

import math
from datetime import datetime, timezone

import cbor2
import ormsgpack
import varvel
import yaml
from hypothesis import given
from hypothesis import strategies as st
from test_loads import same

floats = st.floats(allow_nan=False)
moments = st.datetimes(timezones=st.just(timezone.utc))


def nested(scalars, keys):
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
        max_leaves=40,
    )


small = st.integers(min_value=-(2**63), max_value=2**64 - 1)
common = st.none() | st.booleans() | floats | st.text() | st.binary()


@given(nested(common | small, st.text() | small.filter(lambda n: n not in (0, 1))))
def test_msgpack(value):
    option = ormsgpack.OPT_NON_STR_KEYS
    assert same(varvel.msgpack.loads(ormsgpack.packb(value, option=option)), value)
    assert same(ormsgpack.unpackb(varvel.msgpack.dumps(value), option=option), value)


@given(nested(common | st.integers(), st.text() | st.binary() | st.integers()))
def test_cbor(value):
    assert same(varvel.cbor.loads(cbor2.dumps(value)), value)
    assert same(cbor2.loads(varvel.cbor.dumps(value)), value)


@given(st.lists(moments))
def test_points_in_time(value):
    assert varvel.cbor.loads(cbor2.dumps(value)) == value
    assert varvel.cbor.loads(varvel.cbor.dumps(value)) == value
    assert varvel.msgpack.loads(varvel.msgpack.dumps(value)) == value
    unpacked = ormsgpack.unpackb(
        varvel.msgpack.dumps(value), option=ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT
    )
    assert unpacked == value


plain = st.none() | st.booleans() | st.integers() | floats.filter(math.isfinite)
# PyYAML reads YAML 1.1, in which there are more line breaks.
printable = st.text(
    st.characters(
        min_codepoint=32,
        max_codepoint=0xFFFD,
        exclude_categories=["Cs"],
        exclude_characters="\x85\u2028\u2029\ufeff",
    )
)


@given(nested(plain | printable, printable))
def test_yaml_that_pyyaml_reads(value):
    assert same(yaml.safe_load(varvel.yaml.dumps(value)), value)


# PyYAML writes text without quotes that YAML 1.2 takes for a number, such as 0E0.
words = st.text(st.sampled_from("abcxyz äß日本 -:#'\"\\{}[]&*!|>%@`?,~"))


@given(nested(plain | words, words))
def test_yaml_that_pyyaml_wrote(value):
    written = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    assert same(varvel.yaml.loads(written), value)


def test_the_first_year():
    assert varvel.cbor.loads(cbor2.dumps(datetime(1, 1, 1, tzinfo=timezone.utc))).year == 1
