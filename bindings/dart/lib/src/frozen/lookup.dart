part of 'frozen.dart';

/// The key of a member with its hash.
///
/// Make it once and look it up in any number of objects.
final class Key {
  /// Makes a key.
  factory Key(String text) {
    final utf8 = encodeUtf8(text);
    final hash = KeyHash()..hash(utf8, 0, utf8.length);
    return Key._(text, utf8, hash.high >>> 16, hash.high & 0xFFFF,
        hash.low >>> 16, hash.low & 0xFFFF);
  }

  Key._(this.text, this._utf8, this._h3, this._h2, this._h1, this._h0)
      : _fingerprint = _h3 >> 8;

  /// The text of the key.
  final String text;

  final Uint8List _utf8;
  final int _fingerprint;

  // The hash as four limbs of 16 bits, the highest first: small numbers, which
  // no virtual machine allocates.
  final int _h3;
  final int _h2;
  final int _h1;
  final int _h0;

  // Where the key was found last: the document, the shape, and its place in
  // that. Objects in a row mostly have one shape, so it is searched for once.
  Object? _lastDocument;
  int _lastShape = -1;
  int _lastPlace = -1;

  @override
  bool operator ==(Object other) => other is Key && other.text == text;

  @override
  int get hashCode => text.hashCode;

  @override
  String toString() => text;
}

/// An index of keys: where its parts are.
final class _Index {
  _Index._(this.bits, this.width, this.displacements, this.numbers, this.end);

  /// Reads the head of the index of so many keys, more than zero.
  ///
  /// Returns null if it is invalid or does not end before [end].
  static _Index? read(Frozen doc, int at, int end, int count) {
    if (at >= end || count > two32) {
      return null;
    }
    final width = count > 0x10000
        ? 2
        : count > 0x100
            ? 1
            : 0;
    final bits = doc._bytes[at];
    var buckets = 0;
    var places = count;
    if (bits != 0) {
      if (bits < indexLeast || bits > indexMost) {
        return null;
      }
      buckets = _power(bits - 3);
      places = _power(bits);
    }
    final size = buckets + places * (1 << width);
    final first = at + 1;
    return size > end - first
        ? null
        : _Index._(bits, width, first, first + buckets, first + size);
  }

  static int _power(int bits) =>
      bits < 31 ? 1 << bits : (1 << 30) * (1 << bits - 30);

  /// The bits of a place in the table, or zero for a sorted list.
  final int bits;

  /// The base-2 logarithm of the bytes of the number of a key.
  final int width;
  final int displacements;

  /// The place of the table, or of the sorted list.
  final int numbers;
  final int end;

  /// Returns the number of the key at a place of the table or the list.
  @pragma('vm:prefer-inline')
  int number(Frozen doc, int i) =>
      _number(doc, numbers + (i << width), width);

  /// Returns the place in the table where a key with this hash would be.
  int place(Uint8List bytes, Key key) => indexPlace(
      bits,
      2 * bytes[displacements + topBits(key._h3, key._h2, bits - 3)] + 1,
      key._h3,
      key._h2,
      key._h1,
      key._h0);
}

extension on _Container {
  /// Returns whether key i is this text.
  bool isKey(int places, int i, Key key) {
    if (record != 0) {
      return _isText(doc, keyAt(places, i), key);
    }
    final start = item(2 * i)._strStart;
    return start >= 0 && _equalBytes(doc._bytes, start, _textEnd, key._utf8);
  }

  /// Returns the number of the member with this key, or -1.
  int find(Key key) {
    if (record != 0) {
      return _findInShape(doc, record, key);
    }
    if (form == _formPairs && count > smallShape) {
      final end = slots + (2 * count << width);
      final index = _Index.read(doc, end, doc._bytes.length, count)!;
      return _findIndexed(index, 0, key);
    }
    for (var i = 0; i < count; i++) {
      if (isKey(0, i, key)) {
        return i;
      }
    }
    return -1;
  }

  int _findIndexed(_Index index, int places, Key key) {
    if (index.bits != 0) {
      final i = index.number(doc, index.place(doc._bytes, key));
      return isKey(places, i, key) ? i : -1;
    }
    var low = 0;
    var high = count;
    while (low < high) {
      final middle = low + high >> 1;
      final i = index.number(doc, middle);
      final start = this.key(places, i)._strStart;
      final order = compareRanges(
          doc._bytes, start, _textEnd, key._utf8, 0, key._utf8.length);
      if (order == 0) {
        return i;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -1;
  }
}

/// Returns whether the text at a place, with its length before it, is a key.
@pragma('vm:prefer-inline')
bool _isText(Frozen doc, int at, Key key) {
  final bytes = doc._bytes;
  final utf8 = key._utf8;
  final length = utf8.length;
  if (length >= 0x80) {
    final start = _textStart(bytes, at);
    return _equalBytes(bytes, start, _textEnd, utf8);
  }
  if (bytes[at] != length) {
    return false;
  }
  final start = at + 1;
  for (var i = 0; i < length; i++) {
    if (bytes[start + i] != utf8[i]) {
      return false;
    }
  }
  return true;
}

bool _equalBytes(Uint8List bytes, int start, int end, Uint8List other) {
  if (end - start != other.length) {
    return false;
  }
  for (var i = 0; i < other.length; i++) {
    if (bytes[start + i] != other[i]) {
      return false;
    }
  }
  return true;
}

/// The keys that were looked up by their texts: making a key takes longer than
/// looking it up. It is emptied when it has [_mostKnown].
final Map<String, Key> _knownKeys = {};
const int _mostKnown = 1024;

Key _keyOf(String text) => _knownKeys[text] ?? _addKey(text);

Key _addKey(String text) {
  final key = Key(text);
  if (text.length <= maxShapeKey) {
    if (_knownKeys.length == _mostKnown) {
      _knownKeys.clear();
    }
    _knownKeys[text] = key;
  }
  return key;
}

/// Look-ups of members.
extension NodeLookup on Node {
  /// Returns the value of the member with this key: a missing node if there is
  /// none, or if the value is neither an object nor a map.
  ///
  /// It searches an object by its index, which takes the same time for any
  /// number of members (its logarithm in the rare object whose index is a
  /// sorted list), and a map from its first member to its last.
  Node get(String key) => getKey(_keyOf(key));

  /// Returns the value of the member with this key, like [get].
  Node getKey(Key key) {
    if (_form != _formObject) {
      return _getOther(key);
    }
    final doc = _doc;
    final at = _at;
    final widths = doc._bytes[at];
    final shape = widths & 12 == 0
        ? doc._bytes[at + 1]
        : _number(doc, at + 1, widths >> 2 & 3);
    int own;
    if (key._lastShape == shape &&
        identical(key._lastDocument, doc._identity)) {
      own = key._lastPlace;
    } else {
      own = _findInShape(doc, doc._record(shape), key);
      key
        .._lastShape = shape
        .._lastDocument = doc._identity
        .._lastPlace = own;
    }
    if (own < 0) {
      return _missing(key.text);
    }
    if (widths == 0) {
      // Narrow slots: most objects.
      final place = at + 2 + 2 * own;
      final slot = doc._data.getUint16(place, Endian.little);
      final tag = slot & 15;
      if (tag == tagInt) {
        return Node._(doc, place, _formInt, 1);
      }
      if (tag >= tagReference && tag != tagOther) {
        return Node._(doc, at - (slot >> 4), tag, 0);
      }
    }
    final width = (widths & 3) + 1;
    final slots = at + 1 + (1 << (widths >> 2 & 3));
    return doc._slot(slots + (own << width), width, at);
  }

  Node _getOther(Key key) {
    if (_form == _formPairs || _form == _formMap) {
      final container = _Container(this);
      final i = container.find(key);
      if (i >= 0) {
        return container.value(i);
      }
    }
    return _missing(key.text);
  }

  /// Returns the value of the member of a map whose key is this integer.
  ///
  /// It is a missing node if there is none, or if the value is no map. It
  /// searches from the first member to the last.
  Node getInt(int key) {
    if (_form == _formMap) {
      final container = _Container(this);
      for (var i = 0; i < container.count; i++) {
        final own = container.item(2 * i);
        if (own.fits && own.asInt == key) {
          return container.value(i);
        }
      }
    }
    return _missing(key);
  }
}

/// Returns the number of a key in a shape, or -1.
int _findInShape(Frozen doc, int record, Key key) {
  final bytes = doc._bytes;
  final count = bytes[record];
  if (count == 0) {
    return _findInIndex(doc, record, key);
  }
  final fingerprint = key._fingerprint;
  final places = record + 1 + count;
  for (var at = record + 1; at < places; at++) {
    if (bytes[at] == fingerprint) {
      final i = at - record - 1;
      final text =
          doc._tables + doc._data.getUint32(places + 4 * i, Endian.little);
      if (_isText(doc, text, key)) {
        return i;
      }
    }
  }
  return -1;
}

int _findInIndex(Frozen doc, int record, Key key) {
  final bytes = doc._bytes;
  final bits = bytes[record + 5];
  final count = doc._data.getUint32(record + 1, Endian.little);
  if (bits == 0 || count > 0x100) {
    return _findInLargeIndex(doc, record, count, key);
  }
  // Up to 256 keys, so the numbers in the table are bytes.
  final displacement =
      bytes[record + 6 + topBits(key._h3, key._h2, bits - 3)];
  final table = record + 6 + (1 << bits - 3);
  final place = indexPlace(
      bits, 2 * displacement + 1, key._h3, key._h2, key._h1, key._h0);
  final own = bytes[table + place];
  final places = table + (1 << bits);
  final text =
      doc._tables + doc._data.getUint32(places + 4 * own, Endian.little);
  return _isText(doc, text, key) ? own : -1;
}

/// Finds a key in an index of any size, or in a sorted list.
int _findInLargeIndex(Frozen doc, int record, int count, Key key) {
  final index = _Index.read(doc, record + 5, doc._bytes.length, count)!;
  return _Container.of(doc, _formObject, 0, record: record, count: count)
      ._findIndexed(index, index.end, key);
}
