"""The records of an input as Python's own `json` reads them, and their comparison with rows."""

import decimal
import json
import math


def parse(text):
    """Reads JSON, in which a number with a point or an exponent is a decimal."""
    return json.loads(text, parse_float=decimal.Decimal)


class Records:
    """The records of NDJSON, without those lines that are set aside."""

    def __init__(self, data, bad):
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        lines = [line for number, line in enumerate(lines) if line.strip() and number not in bad]
        self.rows = [parse(line) for line in lines]

    def names(self):
        """Returns the names of the columns, in the order in which they come first."""
        return list(dict.fromkeys(name for row in self.rows for name in row))


def same(found, wanted, path=(), json_at=()):
    """Returns whether a value of a row is that of a record: the same number, with all its digits
    where it is a decimal, the same text, the same items, the same members.

    A member that is missing is null in a column. A decimal in a column of floats is the nearest
    float. `json_at` are the paths of columns that have JSON as text.
    """
    if path in json_at and found is not None:
        return equal(parse(found), wanted)
    if wanted is None or found is None:
        return wanted is None and found is None
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            same(found.get(key), wanted.get(key), (*path, key), json_at) for key in {*found, *wanted}
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(same(*pair, (*path, "[]"), json_at) for pair in zip(found, wanted))
        )
    if isinstance(found, float):
        return not isinstance(wanted, (bool, str)) and exactly(found, wanted)
    if isinstance(wanted, decimal.Decimal) or isinstance(found, decimal.Decimal):
        # A column of decimals has no digits after the point: they are integers of many digits.
        return not isinstance(wanted, (bool, str)) and found == wanted
    return type(found) is type(wanted) and found == wanted


def exactly(found, wanted):
    """Returns whether a float is an integer, or the nearest one to a decimal."""
    if isinstance(wanted, int):
        return int(found) == wanted
    return found == float(wanted) and not math.isinf(found)


def equal(found, wanted):
    """Returns whether two values are the same in all digits and kinds."""
    if isinstance(wanted, dict):
        return (
            isinstance(found, dict)
            and found.keys() == wanted.keys()
            and all(equal(found[key], wanted[key]) for key in wanted)
        )
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(equal, found, wanted))
    if isinstance(wanted, decimal.Decimal) and isinstance(found, decimal.Decimal):
        return found.as_tuple() == wanted.as_tuple() or found == wanted == 0
    return type(found) is type(wanted) and found == wanted


def check(found, records, json_at=()):
    """Compares the rows of a table, as dictionaries, with the records."""
    assert len(found) == len(records.rows)
    for number, (row, record) in enumerate(zip(found, records.rows)):
        assert same(row, record, (), json_at), f"row {number}: {row} is not {record}"


def without_zeros(value):
    """Returns a value whose decimals have no zeros at the end."""
    if isinstance(value, dict):
        return {key: without_zeros(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(map(without_zeros, value))
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else value.normalize()
    return value
