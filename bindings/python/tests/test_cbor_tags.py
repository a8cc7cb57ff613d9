"""Values behind tags of CBOR, as other libraries write them."""

from __future__ import annotations

import datetime
import ipaddress
import random
import uuid
from typing import Annotated, Any

import cbor2
import pytest
import varvel

ID = uuid.UUID("0f8fad5b-d9cb-469f-a165-70867728950e")
DAY = datetime.date(2026, 1, 31)


def tagged(tag: int, value: Any) -> bytes:
    return cbor2.dumps(cbor2.CBORTag(tag, value))


@pytest.mark.parametrize(
    ("data", "of", "wanted"),
    [
        (cbor2.dumps(ID), uuid.UUID, ID),
        (tagged(37, ID.bytes), uuid.UUID, ID),
        (cbor2.dumps({1, 2}), set[int], {1, 2}),
        (tagged(258, ["a"]), frozenset[str], frozenset("a")),
        (tagged(1004, "2026-01-31"), datetime.date, DAY),
        (tagged(100, (DAY - datetime.date(1970, 1, 1)).days), datetime.date, DAY),
        (tagged(52, b"\x7f\0\0\1"), ipaddress.IPv4Address, ipaddress.ip_address("127.0.0.1")),
        (tagged(54, b"\0" * 15 + b"\1"), ipaddress.IPv6Address, ipaddress.ip_address("::1")),
        (tagged(52, [8, b"\x0a"]), ipaddress.IPv4Network, ipaddress.ip_network("10.0.0.0/8")),
        (tagged(54, [16, b"\xfd"]), ipaddress.IPv6Network, ipaddress.ip_network("fd00::/16")),
    ],
)
def test_tags_are_the_types_that_they_mean(data: bytes, of: Any, wanted: Any) -> None:
    assert varvel.cbor.decode(data, of) == wanted
    assert varvel.cbor.decode(data, of | None) == wanted
    assert varvel.cbor.decode(data, of | int | None) == wanted
    assert varvel.cbor.decode(cbor2.dumps(None), of | None) is None
    members = varvel.cbor.decode(b"\xa2\x61x" + data + b"\x61y" + data, dict[str, of])
    assert members == {"x": wanted, "y": wanted}
    assert varvel.cbor.decode(b"\x81" + data, list[of]) == [wanted]
    # The form that `dumps` writes is read, too.
    assert varvel.cbor.decode(varvel.cbor.dumps(wanted), of) == wanted


@pytest.mark.parametrize(
    ("data", "of", "path"),
    [
        (tagged(38, ID.bytes), uuid.UUID, "$"),
        (tagged(37, b"\1"), uuid.UUID, "$"),
        (tagged(258, ["a"]), set[int], "$[0]"),
        (tagged(1004, "2026-02-31"), datetime.date, "$"),
        (tagged(100, 10**9), datetime.date, "$"),
        (tagged(52, b"\1" * 16), ipaddress.IPv4Address, "$"),
        (tagged(54, b"\1" * 16), ipaddress.IPv4Address, "$"),
        (tagged(52, [8, b"\x0a\1"]), ipaddress.IPv4Network, "$"),
        (tagged(52, [33, b"\x0a"]), ipaddress.IPv4Network, "$"),
        (tagged(52, b"\x0a\0\0\0"), ipaddress.IPv4Network, "$"),
    ],
)
def test_other_values_behind_tags_are_errors(data: bytes, of: Any, path: str) -> None:
    for one in (of, of | None):
        with pytest.raises(varvel.DecodeErrors) as caught:
            varvel.cbor.decode(data, one)
        assert caught.value.path == path
        assert varvel.cbor.decode(b"\x82" + data + b"\1", tuple[Any, int])[1] == 1


def test_bounds_hold_behind_tags() -> None:
    of = Annotated[set[int], varvel.MaxLen(1)]
    assert varvel.cbor.decode(tagged(258, [1]), of | None) == {1}
    with pytest.raises(varvel.DecodeErrors):
        varvel.cbor.decode(tagged(258, [1, 2]), of | None)


def test_points_in_time_that_others_write_as_floats() -> None:
    draw = random.Random(1)
    first = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    for _ in range(1000):
        micros = draw.randrange(1 << draw.randrange(30, 53))
        time = first + datetime.timedelta(microseconds=micros)
        data = cbor2.dumps(time, datetime_as_timestamp=True)
        assert varvel.cbor.loads(data) == time
        assert varvel.cbor.decode(data, datetime.datetime) == time
    # This float is no microsecond.
    data = cbor2.dumps(cbor2.CBORTag(1, 1700000000.1234567))
    with pytest.raises(varvel.Error, match="whole microseconds"):
        varvel.cbor.loads(data)
    assert varvel.cbor.loads(data, timestamp_hook=lambda *parts: parts) == (1700000000, 123456717)
