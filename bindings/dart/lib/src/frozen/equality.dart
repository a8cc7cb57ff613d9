part of 'frozen.dart';

/// Equality of values.
extension NodeEquality on Node {
  /// Returns whether two values are equal, which may be of two documents.
  ///
  /// Arrays are equal if their items are, whatever their layout; objects and
  /// maps whatever the order of their members. An integer never equals a float,
  /// a float of 32 bits equals the same of 64, NaN equals NaN, -0.0 differs
  /// from 0.0, decimals are equal if their texts are. Two missing values are
  /// equal. It takes linear time.
  bool equals(Node other) => _Comparison().run(this, other);

  /// Bytes that are the same for equal values, and differ for others.
  Digest get digest => _Digester().of(this);

  /// Compares two values of one kind that hold no others.
  bool _equalLeaf(Node other) {
    switch (kind) {
      case Kind.missing || Kind.nullValue:
        return true;
      case Kind.boolean:
        return _form == other._form;
      case Kind.integer:
        return _low == other._low &&
            _high == other._high &&
            _isUnsigned == other._isUnsigned;
      case Kind.float:
        return _floatBits(asDouble) == _floatBits(other.asDouble);
      case Kind.timestamp:
        return asTimestamp == other.asTimestamp;
      case Kind.string:
        final (start, end) = (_strStart, _textEnd);
        final from = other._strStart;
        return compareRanges(_doc._bytes, start, end, other._doc._bytes, from,
                _textEnd) ==
            0;
      default:
        final content = _content;
        return _equalBytes(content, 0, content.length, other._content);
    }
  }
}

/// Two containers whose items are being compared.
final class _Comparing {
  _Comparing(this.a, this.b);

  final _Container a;
  final _Container b;
  bool members = false;

  /// Whether the members of b are searched for by the keys of a.
  bool byKey = false;
  int places = 0;
  int next = 0;
}

final class _Comparison {
  final List<_Comparing> _stack = [];

  bool run(Node a, Node b) {
    if (!_open(a, b)) {
      return false;
    }
    while (_stack.isNotEmpty) {
      final top = _stack.last;
      if (top.next == top.a.count) {
        _stack.removeLast();
      } else if (!_next(top)) {
        return false;
      }
    }
    return true;
  }

  bool _next(_Comparing top) {
    final i = top.next++;
    if (!top.members) {
      return _open(top.a.item(i), top.b.item(i));
    }
    var place = i;
    if (top.byKey) {
      place = top.b.find(_keyOf(top.a.key(top.places, i).asString));
      if (place < 0) {
        return false;
      }
    }
    return _open(top.a.value(i), top.b.value(place));
  }

  /// Compares two values except for what they hold.
  bool _open(Node a, Node b) {
    final kind = a.kind;
    if (kind != b.kind) {
      return false;
    }
    switch (kind) {
      case Kind.map:
        return a.digest == b.digest;
      case Kind.array ||
            Kind.object ||
            Kind.tagged ||
            Kind.extension ||
            Kind.simple:
        break;
      default:
        return a._equalLeaf(b);
    }
    final pair = _Comparing(_Container(a), _Container(b));
    if (pair.a.count != pair.b.count) {
      return false;
    }
    if (pair.a.count == 0 ||
        identical(a._doc, b._doc) && a._at == b._at && a._form == b._form) {
      return true;
    }
    if (kind == Kind.object) {
      pair
        ..members = true
        ..places = pair.a.places()
        ..byKey = !_sameKeys(pair.a, pair.b);
    } else if (kind != Kind.array && a._tagHalves != b._tagHalves) {
      return false;
    }
    _stack.add(pair);
    return true;
  }
}

/// Returns whether two objects of the same length have the same keys in the
/// same order.
bool _sameKeys(_Container a, _Container b) {
  if (identical(a.doc, b.doc) && a.record != 0 && a.record == b.record) {
    return true;
  }
  final aPlaces = a.places();
  final bPlaces = b.places();
  for (var i = 0; i < a.count; i++) {
    final start = a.key(aPlaces, i)._strStart;
    final end = _textEnd;
    final other = b.key(bPlaces, i)._strStart;
    if (compareRanges(
            a.doc._bytes, start, end, b.doc._bytes, other, _textEnd) !=
        0) {
      return false;
    }
  }
  return true;
}
