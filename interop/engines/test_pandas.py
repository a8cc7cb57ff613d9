"""Values of pandas and numpy are written as the documents have them."""

import datetime

import numpy
import pandas
import pytest
import varvel


@pytest.mark.parametrize("format", ["json", "yaml", "msgpack", "cbor"])
def test_missing_values_are_null(format):
    missing = [pandas.NaT, pandas.NA, numpy.datetime64("NaT"), numpy.timedelta64("NaT", "ns"), None]
    assert varvel.loads(varvel.dumps(missing, format=format), format=format) == [None] * 5
    table = pandas.DataFrame({"t": [pandas.Timestamp("2026-01-02"), None], "n": pandas.array([1, None], dtype="Int64")})
    rows = varvel.loads(varvel.dumps(table.to_dict("records"), format=format), format=format)
    assert rows == [{"t": "2026-01-02T00:00:00", "n": 1}, {"t": None, "n": None}]


def test_values_keep_what_they_are():
    time = pandas.Timestamp("2026-01-02 03:04:05.123456789", tz="UTC")
    assert varvel.dumps(time) == b'"2026-01-02T03:04:05.123456789+00:00"'
    read = varvel.msgpack.loads(varvel.msgpack.dumps(time), timestamp_hook=lambda *parts: parts)
    assert read == (int(time.timestamp()), 123456789)
    values = [numpy.int8(-3), numpy.uint64(2**63), numpy.float32(0.5), numpy.bool_(True), numpy.str_("x")]
    assert varvel.loads(varvel.dumps(values)) == [-3, 2**63, 0.5, True, "x"]
    assert varvel.loads(varvel.dumps(numpy.datetime64("2026-01-02"))) == "2026-01-02"
    assert varvel.decode(varvel.dumps(pandas.Timestamp("2026-01-02")), datetime.datetime) == datetime.datetime(2026, 1, 2)
