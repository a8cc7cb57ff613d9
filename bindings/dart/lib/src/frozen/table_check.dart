part of 'frozen.dart';

/// Validates the tables of a document.
final class _TableCheck {
  _TableCheck(this.doc) : bytes = doc._bytes;

  final Frozen doc;
  final Uint8List bytes;

  /// For each byte of the texts: zero, or a mark if a text begins there. It is
  /// 1, or the number of the last shape that has this key, plus 2.
  late final Uint32List marks;

  final KeyHash hash = KeyHash();

  int _uint32At(int at) => doc._data.getUint32(at, Endian.little);

  void run() {
    final at = doc._tables;
    final records = _uint32At(at + 8);
    final begin = tablesLen + 4 * (_uint32At(at) + _uint32At(at + 12));
    if (begin > records || records > bytes.length - at) {
      throw _invalid(
          at,
          'an entry for each shape and each shared string, then texts, '
          'then shapes');
    }
    if (_uint32At(at + 4) > records - begin) {
      throw _invalid(at + 4, 'the number of keys');
    }
    doc._readTables();
    marks = Uint32List(doc._records - doc._texts);
    _checkTexts();
    for (var i = 0; i < doc._sharedCount; i++) {
      final place = doc._shared + 4 * i;
      if (!_isText(_uint32At(place))) {
        throw _invalid(place, 'the place of a text');
      }
    }
    _checkShapes();
  }

  void _checkShapes() {
    var at = doc._records;
    for (var i = 0; i < doc._shapeCount; i++) {
      final place = doc._shapes + 4 * i;
      if (_uint32At(place) != at - doc._tables) {
        throw _invalid(place, 'the place of a shape behind the one before');
      }
      at = _checkShape(at, i + 2);
    }
    if (at != bytes.length) {
      throw _invalid(at, 'shapes that fill the buffer to its end');
    }
  }

  /// Checks the texts: each is UTF-8, no two are equal, and a zero is behind
  /// the last.
  void _checkTexts() {
    var at = doc._texts;
    for (var i = 0; i < doc._textCount; i++) {
      final start = _lengthEnd(bytes, at, doc._records);
      if (start < 0 ||
          _length > doc._records - start ||
          invalidUtf8At(bytes, start, start + _length) >= 0) {
        throw _invalid(at, 'a key in UTF-8');
      }
      marks[at - doc._texts] = 1;
      at = start + _length;
    }
    final end = doc._textCount != 0 ? at + 1 : at;
    if (end != doc._records || end != at && bytes[at] != 0) {
      throw _invalid(at, 'keys that make up all of the text, then a zero');
    }
    _checkTwice();
  }

  void _checkTwice() {
    final seen = _TextSet(bytes);
    var at = doc._texts;
    for (var i = 0; i < doc._textCount; i++) {
      final start = _textStart(bytes, at);
      final end = _textEnd;
      if (!seen.add(start, end)) {
        throw _invalid(at, 'a key that is not there twice');
      }
      at = end;
    }
  }

  /// Returns whether a text begins at a place of the tables.
  bool _isText(int place) {
    final i = place + doc._tables - doc._texts;
    return i >= 0 && i < marks.length && marks[i] != 0;
  }

  VarvelException _unreadable(int at) =>
      _invalid(at, "the number of a shape's keys, and how to find each");

  /// Checks the record of a shape, and returns where it ends.
  int _checkShape(int at, int mark) {
    if (at >= bytes.length) {
      throw _unreadable(at);
    }
    var count = bytes[at];
    var finder = at + 1;
    var places = finder + count;
    _Index? index;
    if (count > smallShape) {
      throw _unreadable(at);
    }
    if (count == 0) {
      finder = at + 5;
      if (bytes.length - at < 5) {
        throw _unreadable(at);
      }
      count = _uint32At(at + 1);
      if (count > smallShape) {
        index = _Index.read(doc, finder, bytes.length, count);
      }
      if (index == null) {
        throw _unreadable(at);
      }
      places = index.end;
    }
    if (places > bytes.length || count > (bytes.length - places) ~/ 4) {
      throw _unreadable(at);
    }
    final end = places + 4 * count;
    _checkKeys(places, end, mark);
    final shape =
        _Container.of(doc, _formObject, 0, record: at, count: count);
    final found = index != null
        ? _checkIndex(shape, index, places, hash)
        : _checkFingerprints(finder, places, count);
    if (!found) {
      throw _invalid(finder, 'what finds each key of the shape by its hash');
    }
    return end;
  }

  /// Checks the places of the keys of a shape.
  void _checkKeys(int places, int end, int mark) {
    final offset = doc._tables - doc._texts;
    for (var place = places; place < end; place += 4) {
      final key = _uint32At(place);
      if (!_isText(key)) {
        throw _invalid(place, 'the place of a key');
      }
      if (marks[key + offset] == mark) {
        throw _invalid(place, 'a key that the shape has not yet');
      }
      marks[key + offset] = mark;
    }
    for (var place = places; place < end; place += 4) {
      final start = _textStart(bytes, doc._tables + _uint32At(place));
      if (_textEnd - start > maxShapeKey) {
        throw _invalid(place, 'a key of at most 256 bytes in a shape');
      }
    }
  }

  bool _checkFingerprints(int finder, int places, int count) {
    for (var i = 0; i < count; i++) {
      final start =
          _textStart(bytes, doc._tables + _uint32At(places + 4 * i));
      hash.hash(bytes, start, _textEnd);
      if (bytes[finder + i] != hash.fingerprint) {
        return false;
      }
    }
    return true;
  }
}

/// Returns whether an index finds each key where it is, and leads to no others.
///
/// That proves that no two keys are equal.
bool _checkIndex(_Container of, _Index index, int places, KeyHash hash) {
  final doc = of.doc;
  final bytes = doc._bytes;
  if (index.bits == 0) {
    return _checkSorted(of, index, places);
  }
  final table = _Index._power(index.bits);
  for (var i = 0; i < table; i++) {
    if (index.number(doc, i) >= of.count) {
      return false;
    }
  }
  for (var i = 0; i < of.count; i++) {
    final start = of.key(places, i)._strStart;
    hash.hash(bytes, start, _textEnd);
    final (h3, h2) = (hash.high >>> 16, hash.high & 0xFFFF);
    final displacement =
        bytes[index.displacements + topBits(h3, h2, index.bits - 3)];
    final place = indexPlace(index.bits, 2 * displacement + 1, h3, h2,
        hash.low >>> 16, hash.low & 0xFFFF);
    if (index.number(doc, place) != i) {
      return false;
    }
  }
  return true;
}

bool _checkSorted(_Container of, _Index index, int places) {
  final bytes = of.doc._bytes;
  var beforeStart = 0;
  var beforeEnd = 0;
  for (var i = 0; i < of.count; i++) {
    final own = index.number(of.doc, i);
    if (own >= of.count) {
      return false;
    }
    final start = of.key(places, own)._strStart;
    final end = _textEnd;
    if (i != 0 &&
        compareRanges(bytes, beforeStart, beforeEnd, bytes, start, end) >= 0) {
      return false;
    }
    beforeStart = start;
    beforeEnd = end;
  }
  return true;
}

/// Reads a length at a place, which ends at [end] or before.
///
/// Returns where it ends, or -1 if it is cut off, not in its shortest form or
/// beyond 63 bits; [_length] is then the length, at most 2^53 - 1.
int _lengthEnd(Uint8List bytes, int at, int end) {
  var length = 0;
  var p = at;
  for (var i = 0; i < 9; i++) {
    if (p >= end) {
      return -1;
    }
    final digit = bytes[p++];
    length = i < 7
        ? length + (digit & 0x7F) * _sevens[i]
        : digit & 0x7F != 0
            ? maxExact
            : length;
    if (digit < 0x80) {
      _length = length;
      return digit != 0 || i == 0 ? p : -1;
    }
  }
  return -1;
}

/// The length that was read last.
int _length = 0;

const List<int> _sevens = [
  1, 0x80, 0x4000, 0x200000, 0x10000000, 0x800000000, 0x40000000000, //
];

/// Tells whether a text comes twice.
///
/// Few are compared with each other; for more there is a table by their hash.
/// It takes memory for texts that were added, and not for a number that a
/// document claims.
final class _TextSet {
  _TextSet(this._bytes);

  final Uint8List _bytes;

  /// Where the texts so far begin and end, in the order in which they came.
  Uint32List _starts = Uint32List(smallShape);
  Uint32List _ends = Uint32List(smallShape);
  int _count = 0;

  /// The numbers of the texts plus one, by hash; a power of two of them, or
  /// null for few.
  Uint32List? _table;

  /// Adds a text, and returns whether it is new.
  bool add(int start, int end) {
    if (_count == _starts.length) {
      _grow();
    }
    final table = _table;
    if (table == null) {
      for (var i = 0; i < _count; i++) {
        if (_isSame(i, start, end)) {
          return false;
        }
      }
    } else {
      var slot = seededHash(_bytes, start, end) & table.length - 1;
      while (table[slot] != 0) {
        if (_isSame(table[slot] - 1, start, end)) {
          return false;
        }
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = _count + 1;
    }
    _starts[_count] = start;
    _ends[_count] = end;
    _count++;
    return true;
  }

  void _grow() {
    final room = 2 * _count;
    _starts = Uint32List(room)..setRange(0, _count, _starts);
    _ends = Uint32List(room)..setRange(0, _count, _ends);
    final table = _table = Uint32List(2 * room);
    for (var i = 0; i < _count; i++) {
      var slot =
          seededHash(_bytes, _starts[i], _ends[i]) & table.length - 1;
      while (table[slot] != 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = i + 1;
    }
  }

  bool _isSame(int i, int start, int end) =>
      _ends[i] - _starts[i] == end - start &&
      compareRanges(_bytes, _starts[i], _ends[i], _bytes, start, end) == 0;
}
