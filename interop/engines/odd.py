"""Inputs on which engines round, drop or change values: NDJSON of 1 to 20,483 lines."""

# Beside this integer floats have no room: 2^53 + 1.
ODD = 9007199254740993

# As many records as some engines look at for the types.
LOOKED_AT = 20480


def late(record, then):
    return (record + "\n") * LOOKED_AT + then


# The bytes of each input, by its name.
INPUTS = {
    "int53": "".join('{"id":%d}\n' % (ODD + 2 * i) for i in range(3)),
    "int53_float": '{"id":%d}\n{"id":1.5}\n' % ODD,
    "u64": '{"id":18446744073709551615}\n{"id":1}\n',
    "big": '{"id":36893488147419103233}\n{"id":1}\n',
    "wide": "{" + ",".join('"k%d":%s' % (i, "1.5" if i == 7 else str(ODD)) for i in range(220)) + "}\n",
    "late_float": late('{"a":1}', '{"a":1.5}\n{"a":true}\n{"a":"x"}\n'),
    "late_float1": late('{"a":1}', '{"a":1.5}\n'),
    "late_bool": late('{"a":1}', '{"a":true}\n'),
    "late_str_num": late('{"a":"x"}', '{"a":7}\n'),
    "late_obj": late('{"a":1}', '{"a":{"b":1}}\n'),
    "late_field": late('{"a":1}', '{"a":1,"new":5}\n'),
    "bad_mid": '{"a":1}\n{"a":2\n{"a":3}\n',
    "bad_junk": '{"a":1}\nnot json\n{"a":3}\n',
    "trail_comma": '{"a":1}\n{"a":2,}\n{"a":3}\n',
    "dup": '{"a":1,"a":2}\n',
    "dup_late": '{"a":1}\n{"a":2,"b":1,"a":3}\n',
    "case": '{"a":1,"A":2}\n',
    "surrogate": '{"a":"x\\ud800y"}\n{"a":"ok"}\n',
    "badutf8": b'{"a":"x\xffy"}\n{"a":"ok"}\n',
    "nul": '{"a":"x\\u0000y"}\n',
    "deep": '{"a":' + "[" * 300 + "1" + "]" * 300 + "}\n",
    "null_nest": '{"a":[null,1]}\n{"a":[2,null,3]}\n',
    "null_first": '{"a":[[null,1],[2]]}\n{"a":[null,[3,null]]}\n',
    "datestr": '{"a":"2026-01-01"}\n{"a":"2026-01-02"}\n',
    "datestr_late": late('{"a":"2026-01-01"}', '{"a":"n/a"}\n'),
    "uuidstr": '{"a":"0F8FAD5B-D9CB-469F-A165-70867728950E"}\n',
    "numtext": '{"a":1.10}\n{"a":0.1000000000000000055511151231257827}\n',
    "neg0": '{"a":-0}\n{"a":-0.0}\n',
    "exp": '{"a":1e400}\n{"a":1}\n',
    "crlf": '{"a":1}\r\n{"a":2}\r\n',
    "bom": b'\xef\xbb\xbf{"a":1}\n',
    "mixed": '{"a":1}\n{"a":"x"}\n{"a":{"b":[1]}}\n',
    "blank": '{"a":1}\n\n{"a":2}\n',
}
INPUTS = {name: text if isinstance(text, bytes) else text.encode() for name, text in INPUTS.items()}

# The lines, counted from 0, that are set aside: no JSON, or not what the types and limits allow.
BAD = {
    "bad_mid": {1},
    "bad_junk": {1},
    "trail_comma": {1},
    "dup": {0},
    "dup_late": {1},
    "surrogate": {0},
    "badutf8": {0},
    "deep": {0},
}
