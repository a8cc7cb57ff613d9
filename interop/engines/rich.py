"""Inputs with every type that columns get: NDJSON, and MessagePack for points in time and bytes."""

import random
import struct

from odd import ODD


def nested():
    return "\n".join(
        [
            '{"id":1,"user":{"name":"ada","tags":["x",null,""],"at":{"x":1.5,"y":null}},"rows":[[1,null],[]]}',
            '{"id":null,"user":null,"rows":null}',
            '{"id":3,"user":{"name":null,"tags":[],"at":null},"rows":[null,[2]]}',
            '{"id":4,"user":{"tags":null,"at":{"y":true}},"list":[{"k":"a","v":1},{"k":"b"},null]}',
            "{}",
        ]
    )


def numbers():
    most = 10**38 - 1
    return "\n".join(
        '{"i":%d,"u":%d,"d":%d,"f":%s}' % row
        for row in [
            (-(2**63), 2**64 - 1, most, "1e308"),
            (2**63 - 1, 2**63, -most, "-2.5"),
            (0, 0, 2**64, "0.1"),
            (ODD, 1, -1, "5e-324"),
        ]
    )


def maps():
    """Objects of so many different keys that they are maps."""
    lines = ['{"m":{%s}}' % ",".join('"k%d":%d' % (i, i) for i in range(n, n + 40)) for n in range(0, 1200, 40)]
    return "\n".join(lines + ['{"m":{}}', '{"m":null}', '{"m":{"a":null}}'])


def text():
    return "\n".join(
        [
            '{"t":"é\\u0000\\n\\"\\\\","a":1,"b":{"c":1}}',
            '{"t":"\U0001f600 \\ud83d\\ude00","a":"x","b":{"c":"1"}}',
            '{"t":"","a":[1,{"z":1,"b":2.50}],"b":{"c":null}}',
            '{"t":"null","a":null,"b":{"c":%d}}' % ODD,
            '{"t":"1","a":true,"b":{"c":1.5}}',
        ]
    )


def variant():
    """A column of values of several kinds, most of which are objects that are alike."""
    rows = random.Random(7)
    lines = []
    for i in range(2000):
        kind = rows.randrange(20)
        if kind == 0:
            value = rows.choice(["1", '"text"', "[1,\"a\",null]", "null", "{}", "18446744073709551615", "true", "1.10"])
        else:
            members = ['"id":%d' % (ODD + i), '"price":%d.%02d' % (i, i % 100)]
            members.append('"name":"n%d"' % (i % 13) if kind != 1 else '"name":%d' % i)
            if kind < 15:
                members.append('"tags":[%s]' % ",".join('"t%d"' % t for t in range(i % 4)))
            if kind == 2:
                members.append('"rare":{"x":[%d,null]}' % i)
            if kind > 10:
                members.append('"at":{"x":%d,"y":%s}' % (i, "null" if i % 7 else '"y"'))
            rows.shuffle(members)
            value = "{" + ",".join(members) + "}"
        lines.append('{"n":%d,"v":%s,"l":[1,"x",{"k":%s}]}' % (i, value, value))
    return "\n".join(lines)


# The text of each input, by its name.
INPUTS = {
    "nested": nested(),
    "numbers": numbers(),
    "maps": maps(),
    "text": text(),
    "variant": variant(),
}

# Points in time: seconds and nanoseconds since 1970.
TIMES = [(0, 0), (1_767_225_600, 123_456_000), (-1, 999_999_000), (-62_135_596_800, 0), (253_402_300_799, 999_999_000)]


def messagepack():
    """Returns records of a point in time and bytes, as MessagePack."""
    out = b""
    for seconds, nanos in TIMES:
        out += b"\x82\xa1t" + b"\xc7\x0c\xff" + struct.pack(">Iq", nanos, seconds)
        out += b"\xa1b" + b"\xc4\x03" + bytes([0, 255, seconds % 256])
    return out
