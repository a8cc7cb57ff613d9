part of 'frozen.dart';

// The numbers of tags that come up most; spec/numbers.md of Varvel and IANA's
// registry of CBOR tags have them all.

/// The tag of a string as RFC 3339 has it.
const int tagDateTime = 0;

/// The tag of a string that is a URI.
const int tagUri = 32;

/// The tag of the 16 bytes of a UUID.
const int tagUuid = 37;

/// The tag of an integer: days since 1970-01-01.
const int tagDays = 100;

/// The tag of an array without equal items.
const int tagSet = 258;

/// The tag of a string of the form YYYY-MM-DD.
const int tagDate = 1004;

/// Values with tags, and points in time.
extension NodeTags on Node {
  bool get _isTag =>
      _form == _formTagged || _form == _formExtension || _form == _formSimple;

  /// The number of a tagged value or of a simple value, or the type of an
  /// extension, from -128 to 127. [Node.kind] tells the three apart.
  ///
  /// The page spec/numbers.md says what the numbers mean. The error has the
  /// kind [ErrorKind.numberOutOfRange] for a tag that an `int` does not hold,
  /// which [bigTag] has.
  int get tag {
    final (high, low) = _tagHalves;
    if (_form == _formExtension) {
      return low < 0x80 ? low : low - 0x100;
    }
    if (!fitsIntUnsigned(high)) {
      throw _outOfRange('a tag that int holds', '`bigTag` has all tags');
    }
    return joined(high, low);
  }

  /// The same number as [tag], of any size.
  BigInt get bigTag {
    final (high, low) = _tagHalves;
    return _form == _formExtension ? BigInt.from(tag) : bigOf(high, low);
  }

  /// The value inside of a tagged value, an extension or a simple value.
  Node get inner {
    _tagHalves;
    return _Container(this).item(0);
  }

  (int, int) get _tagHalves {
    if (!_isTag) {
      throw _wrongKind('a tagged value, an extension or a simple value');
    }
    final container = _Container(this);
    if (container.slots - _at != 10) {
      return (0, container.number);
    }
    final data = _doc._data;
    return (
      data.getUint32(_at + 6, Endian.little),
      data.getUint32(_at + 2, Endian.little),
    );
  }

  String get _tagText =>
      _form == _formExtension ? '$tag' : bigTag.toString();

  /// The value inside all tags.
  Node get _untagged {
    var node = this;
    while (node._isTag) {
      node = _Container(node).item(0);
    }
    return node;
  }

  /// A timestamp.
  Timestamp get asTimestamp {
    if (_form != _formTimestamp) {
      throw _wrongKind('a timestamp');
    }
    final data = _doc._data;
    return Timestamp.halves(
      data.getInt32(_at + 5, Endian.little),
      data.getUint32(_at + 1, Endian.little),
      data.getUint32(_at + 9, Endian.little),
    );
  }

  /// A point in time in UTC: a timestamp, or a value with the tag
  /// [tagDateTime], [tagDays] or [tagDate]; that of a date is its midnight.
  ///
  /// The error has the kind [ErrorKind.numberOutOfRange] if a [DateTime] does
  /// not hold it exactly: it has microseconds, or milliseconds in programs that
  /// run as JavaScript.
  DateTime get asDateTime {
    final Timestamp? time;
    if (_form == _formTimestamp) {
      time = asTimestamp;
    } else if (_form == _formTagged) {
      time = _taggedTime();
    } else {
      throw _wrongKind('a timestamp');
    }
    if (time == null) {
      throw _wrongKind('a point in time');
    }
    if (!time.fitsDateTime) {
      throw _outOfRange('a point in time that DateTime holds exactly',
          '`asTimestamp` has seconds and nanoseconds');
    }
    return time.toDateTime();
  }

  /// Returns the point in time that a tag and its value mean.
  Timestamp? _taggedTime() {
    if (!fitsIntUnsigned(_tagHalves.$1)) {
      return null;
    }
    final inner = this.inner;
    switch (tag) {
      case tagDateTime when inner.kind == Kind.string:
        return _parseTime(inner.asString);
      case tagDate when inner.kind == Kind.string:
        return _date.hasMatch(inner.asString)
            ? _parseTime('${inner.asString}T00:00:00Z')
            : null;
      case tagDays when inner.fits && inner.asInt.abs() <= 100000000000:
        return Timestamp(86400 * inner.asInt);
      default:
        return null;
    }
  }

  /// A UUID: 16 bytes with the tag [tagUuid].
  Uint8List get asUuid {
    if (_form == _formTagged && _tagHalves == (0, tagUuid)) {
      final inner = this.inner;
      if (inner._form == _formBytes && inner._content.length == 16) {
        return inner._content;
      }
    }
    throw _wrongKind('a UUID');
  }
}

final RegExp _date = RegExp(r'^\d{4}-\d\d-\d\d$');

final RegExp _dateTime = RegExp(
    r'^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?'
    r'(?:[Zz]|([+-])(\d\d):(\d\d))$');

/// Reads a point in time as RFC 3339 has it, or returns null.
Timestamp? _parseTime(String text) {
  final match = _dateTime.firstMatch(text);
  if (match == null) {
    return null;
  }
  int part(int group) => int.parse(match[group] ?? '0');
  final time = DateTime.utc(
      part(1), part(2), part(3), part(4), part(5), part(6));
  // A day that the month does not have becomes one of the next.
  final right = time.month == part(2) &&
      time.day == part(3) &&
      part(4) < 24 &&
      part(5) < 60 &&
      part(6) < 60 &&
      part(9) < 24 &&
      part(10) < 60;
  if (!right) {
    return null;
  }
  final offset = 3600 * part(9) + 60 * part(10);
  final seconds = time.millisecondsSinceEpoch ~/ 1000;
  final fraction = (match[7] ?? '.').substring(1).padRight(9, '0');
  return Timestamp(
      match[8] == '-' ? seconds + offset : seconds - offset,
      int.parse(fraction));
}
