part of 'frozen.dart';

// Validation is one pass over bytes that may be anything, before anything reads
// them without a check.
//
// The nodes of a document are in the order in which the walk reaches them:
// the nodes of a container come right before it, in order. So the walk knows
// where the next node must begin (the cursor), and every byte of the tree
// belongs to one node. That bounds the time by the bytes, whatever the slots
// refer to. Nothing recurses.

/// The further checks that the slots of a container need together.
enum _Keys {
  none,

  /// Every other slot is the key of an object.
  pairs,

  /// Every other slot is the key of a map.
  map,
}

/// A container whose slots are being checked.
final class _Frame {
  /// The next slot.
  int slot = 0;

  /// Where the slots end.
  int slots = 0;

  /// Where the container's own node begins, which is where what it holds must
  /// end.
  int base = 0;

  /// Where its own node ends.
  int end = 0;

  /// The first slot.
  int first = 0;
  int width = 0;
  _Keys keys = _Keys.none;

  /// Whether a node that it holds is not right after the one before. That is
  /// an error at its end, so that one inside of it comes first.
  bool isApart = false;
}

/// Validates the tree of a document.
final class _TreeCheck {
  _TreeCheck(this.doc, this.limits)
      : bytes = doc._bytes,
        data = doc._data;

  final Frozen doc;
  final Limits limits;
  final Uint8List bytes;
  final ByteData data;

  /// Where the next node must begin.
  int cursor = headerLen;

  /// Strings from here to the cursor are not yet checked to be UTF-8.
  int textsFrom = headerLen;
  int nodes = 0;

  /// The bytes that shared strings stood for.
  int shared = 0;
  bool hasMaps = false;

  /// The open containers; the innermost is the last that counts.
  final List<_Frame> frames = [_Frame()];
  int open = 0;
  late _Frame frame = frames[0];

  /// Returns whether there are maps, whose keys are still to be compared.
  bool run() {
    // The root slot is treated like the only slot of a container at the end of
    // the tree.
    frame
      ..slot = rootAt
      ..slots = rootAt + 8
      ..base = doc._tables
      ..end = doc._tables
      ..width = 3;
    while (true) {
      while (frame.slot != frame.slots) {
        _next();
      }
      _close();
      if (open == 0) {
        return hasMaps;
      }
      cursor = textsFrom = frame.end;
      frame = frames[--open];
    }
  }

  VarvelException _misplaced(int slot) => _invalid(
      slot, 'a slot that refers to the node right behind the one before');

  VarvelException _cutOff(int slot) =>
      _invalid(slot, 'a slot that refers to a whole node');

  /// Containers hold nodes without gaps, in order.
  VarvelException _loose() => _invalid(
      frame.base, 'a container right behind what it holds, with no gaps');

  /// Checks the next slot, and the node that it refers to, or the head of the
  /// container.
  void _next() {
    final frame = this.frame;
    final place = frame.slot;
    int tag;
    int payload;
    if (frame.width == 1) {
      final slot = data.getUint16(place, Endian.little);
      tag = slot & 15;
      payload = slot >> 4;
    } else {
      final low = data.getUint32(place, Endian.little);
      tag = low & 15;
      payload = low >>> 4;
      if (frame.width == 3) {
        payload += data.getUint32(place + 4, Endian.little) * 0x10000000;
      }
    }
    frame.slot = place + (1 << frame.width);
    if (tag < tagReference) {
      return _value(place, tag, payload);
    }
    if (payload == 0 || payload > frame.base) {
      throw _misplaced(place);
    }
    final at = frame.base - payload;
    if (tag == tagString) {
      return _string(place, at);
    }
    _checkTexts(cursor);
    switch (tag) {
      case tagInt32:
        _fixed(place, at, 4);
      case tagInt64 || tagFloat64:
        _fixed(place, at, 8);
      case tagPacked:
        _packed(place, at);
      case tagArray || tagObject:
        _container(place, at, tag, 0);
      default:
        _other(place, at);
    }
  }

  /// Checks a number of four or eight bytes.
  void _fixed(int place, int at, int size) {
    if (at != cursor) {
      frame.isApart = true;
    }
    // Not counted from where it is: the cursor must not go back.
    _pass(place, cursor + size);
  }

  /// Moves the cursor to the end of a node, which must be before its container.
  void _pass(int place, int end) {
    if (end > frame.base) {
      throw _cutOff(place);
    }
    cursor = textsFrom = end;
  }

  /// Checks a string, except that it is UTF-8: that is checked for a row of
  /// strings at once. Lengths below 128 are UTF-8 themselves, and end a
  /// character that is cut off.
  void _string(int place, int at) {
    if (at != cursor) {
      frame.isApart = true;
    }
    final base = frame.base;
    final short = bytes[at];
    if (short < 0x80) {
      cursor = at + 1 + short;
      if (cursor > base) {
        throw _cutOff(place);
      }
      return;
    }
    _checkTexts(at);
    final start = _lengthEnd(bytes, at, base);
    if (start < 0 || _length > base - start) {
      throw _invalid(at, 'a length in its shortest form and all its bytes');
    }
    textsFrom = start;
    cursor = start + _length;
  }

  /// Checks that the strings up to a place are UTF-8.
  void _checkTexts(int end) {
    final start = textsFrom;
    if (start > end) {
      // A string was not where it must be.
      throw _invalid(
          end, 'a container right behind what it holds, with no gaps');
    }
    textsFrom = end;
    if (start != end) {
      final invalid = invalidUtf8At(bytes, start, end);
      if (invalid >= 0) {
        throw _invalid(invalid, 'UTF-8');
      }
    }
  }

  /// Checks a slot that holds its whole value.
  void _value(int place, int tag, int payload) {
    switch (tag) {
      case tagInt:
        return;
      case tagLiteral when payload <= literalTrue:
        return;
      case tagLiteral when payload <= literalObject:
        return _checkDepth(place, 1);
      case tagShort:
        return _short(place);
      case tagShared when payload < doc._sharedCount:
        final text = doc._tables +
            data.getUint32(doc._shared + 4 * payload, Endian.little);
        final start = _textStart(bytes, text);
        shared += _textEnd - start;
        if (shared > sharedTimes * bytes.length) {
          throw _invalid(place,
              'shared strings that stand for at most 64 times the buffer');
        }
      case tagShared:
        throw _invalid(place, 'the number of a shared string');
      default:
        throw _invalid(place, 'a slot with one of the tags and its payload');
    }
  }

  /// Checks a string in a slot.
  void _short(int place) {
    final size = 1 << frame.width;
    final end = place + 1 + (bytes[place] >> 4);
    var right = end <= place + size;
    for (var i = end; i < place + size; i++) {
      right = right && bytes[i] == 0;
    }
    if (!right) {
      throw _invalid(
          place, 'a string that is shorter than the slot, then zeros');
    }
    final invalid = invalidUtf8At(bytes, place + 1, end);
    if (invalid >= 0) {
      throw _invalid(invalid, 'UTF-8');
    }
  }

  /// Checks that so many more containers inside those that are open do not
  /// exceed the limit.
  void _checkDepth(int at, int more) {
    if (open + more > limits.depth) {
      throw _tooDeep(limits.depth, at);
    }
  }

  /// Counts nodes, and checks that there are not more than the limit.
  void _count(int at, int more) {
    nodes += more;
    if (nodes > limits.nodes) {
      throw tooManyNodes(limits.nodes, at);
    }
  }

  /// Checks a packed node, and the padding before it.
  void _packed(int place, int at) {
    final base = frame.base;
    final head = bytes[at];
    // A row of less than 256 numbers at the cursor.
    if (head < packedMatrix && bytes[at + 1] != 0 && at == cursor) {
      final count = bytes[at + 1];
      _checkDepth(at, 1);
      _count(at, count);
      return _pass(place, at + 2 + (count << _elementWidths[head]));
    }
    if (at < cursor) {
      throw _misplaced(place);
    }
    final width = head >> 4 & 3;
    final matrix = head & packedMatrix != 0;
    final counts = matrix ? 2 << width : 1 << width;
    if (head & packedReserved != 0 || counts > base - at - 1) {
      throw _wrongPacked(at);
    }
    final numbers = at + 1 + counts;
    final rows = matrix ? _number(doc, at + 1, width) : 1;
    final columns = _number(doc, numbers - (1 << width), width);
    final elements = _elementWidths[head & elementMask];
    final room = base - numbers >> elements;
    if (rows == 0 ||
        columns == 0 ||
        columns > room ||
        rows > room ~/ columns) {
      throw _wrongPacked(at);
    }
    final count = rows * columns;
    if (at != cursor) {
      _checkPadding(place, at, count, 1 << elements);
    }
    _checkDepth(at, matrix ? 2 : 1);
    _count(at, matrix ? count + rows : count);
    _pass(place, numbers + (count << elements));
  }

  VarvelException _wrongPacked(int at) =>
      _invalid(at, 'the header of a packed node and all its numbers');

  void _checkPadding(int place, int at, int count, int size) {
    if (count < paddedElements || at - cursor >= size) {
      throw _misplaced(place);
    }
    for (var i = cursor; i < at; i++) {
      if (bytes[i] != 0) {
        throw _misplaced(place);
      }
    }
  }

  /// Checks a node of the tag `other`.
  void _other(int place, int at) {
    final other = bytes[at];
    switch (other) {
      case otherTagged ||
            otherExtension ||
            otherSimple ||
            otherMap ||
            otherPairs:
        return _container(place, at, tagOther, other);
    }
    if (at != cursor) {
      throw _misplaced(place);
    }
    // The 16 bytes of the tables' head follow on the tree.
    switch (other) {
      case otherUint64:
        if (bytes[at + 8] < 0x80) {
          throw _invalid(at + 1, 'an integer of 2^63 or more');
        }
        _pass(place, at + 9);
      case otherFloat32:
        _pass(place, at + 5);
      case otherTimestamp:
        if (data.getUint32(at + 9, Endian.little) >= 1000000000) {
          throw _invalid(at + 9, 'less than a second of nanoseconds');
        }
        _pass(place, at + 13);
      case otherBigInt || otherDecimal || otherBytes:
        _long(place, at, other);
      default:
        throw _invalid(at, 'the kind of a node');
    }
  }

  /// Checks a node of a length and so many bytes.
  void _long(int place, int at, int other) {
    final start = _lengthEnd(bytes, at + 1, frame.base);
    if (start < 0 || _length > frame.base - start) {
      throw _invalid(at + 1, 'a length in its shortest form and all its bytes');
    }
    final end = start + _length;
    if (other == otherBigInt && !isBig(bytes, start, end)) {
      throw _invalid(start, 'an integer beyond 64 bits');
    }
    if (other == otherDecimal && !isNumber(bytes, start, end)) {
      throw _invalid(start, 'a number');
    }
    _pass(place, end);
  }

  VarvelException _noMembers(int at) => _invalid(
      at, 'a container with members, all before the one around it');

  /// Checks the head of a container with slots, which may begin behind what it
  /// holds, and opens it.
  void _container(int place, int at, int tag, int other) {
    if (at < cursor) {
      throw _misplaced(place);
    }
    final base = frame.base;
    final head = tag == tagOther ? at + 1 : at;
    final widths = bytes[head];
    final isTag =
        other == otherTagged || other == otherExtension || other == otherSimple;
    if (widths & 3 == 3 || widths & widthsReserved != 0) {
      throw _invalid(isTag ? at : head, 'the widths of slots and of a count');
    }
    // The 16 bytes of the tables' head follow on the tree.
    final numberWidth = widths >> 2 & 3;
    final value = _number(doc, head + 1, numberWidth);
    final first = head + 1 + (1 << numberWidth);
    final slots = _slots(at, head, tag, other, value);
    final width = (widths & 3) + 1;
    if (slots == 0 || first > base || slots > base - first >> width) {
      throw _noMembers(at);
    }
    _checkDepth(at, 1);
    _count(at, slots);
    final end = first + (slots << width);
    var last = end;
    if (other == otherPairs && value > smallShape) {
      final index = _Index.read(doc, end, base, value);
      if (index == null) {
        throw _invalid(end, 'an index that finds each key of the object');
      }
      last = index.end;
    }
    if (++open == frames.length) {
      frames.add(_Frame());
    }
    frame = frames[open]
      ..slot = first
      ..slots = end
      ..base = at
      ..end = last
      ..first = first
      ..width = width
      ..isApart = false
      ..keys = switch (other) {
        otherMap => _Keys.map,
        otherPairs => _Keys.pairs,
        _ => _Keys.none,
      };
  }

  /// Returns how many slots a container has.
  int _slots(int at, int head, int tag, int other, int value) {
    if (tag == tagObject) {
      if (value >= doc._shapeCount) {
        throw _invalid(at, 'the number of a shape');
      }
      return doc._shapeKeys(doc._record(value));
    }
    if (tag == tagArray) {
      return value;
    }
    if (other == otherMap || other == otherPairs) {
      return value < two32 * 0x10000 ? 2 * value : value;
    }
    if (other != otherTagged && value > 0xFF) {
      throw _invalid(
          head + 1, 'an extension type or simple value of 8 bits');
    }
    return 1;
  }

  /// Checks the end of a container: the last node that it holds ends where its
  /// own node begins.
  void _close() {
    _checkTexts(cursor);
    if (frame.isApart || cursor != frame.base) {
      throw _loose();
    }
    if (frame.keys != _Keys.none) {
      _checkKeys();
    }
  }

  /// Checks that the keys of an object are strings and differ, and that a key
  /// of a map is not a string. Whether the keys of a map differ is checked when
  /// the whole tree can be read.
  void _checkKeys() {
    final frame = this.frame;
    final count = frame.slots - frame.first >> frame.width + 1;
    int place(int i) => frame.first + (2 * i << frame.width);
    var other = -1; // the first key that is not a string
    for (var i = 0; i < count && other < 0; i++) {
      final tag = bytes[place(i)] & 15;
      if (tag != tagShort && tag != tagShared && tag != tagString) {
        other = i;
      }
    }
    if (frame.keys == _Keys.map) {
      hasMaps = true;
      if (other < 0) {
        throw _invalid(frame.base, 'a map with a key that is no string');
      }
      return;
    }
    if (other >= 0) {
      throw _invalid(place(other), 'a string as a key');
    }
    final container = _Container.of(doc, _formMap, frame.base,
        count: count, slots: frame.first, width: frame.width);
    final seen = _TextSet(bytes);
    for (var i = 0; i < count; i++) {
      final start = container.item(2 * i)._strStart;
      if (!seen.add(start, _textEnd)) {
        throw _invalid(place(i), 'a key that the object has not yet');
      }
    }
    if (count > smallShape) {
      final index = _Index.read(doc, frame.slots, bytes.length, count)!;
      if (!_checkIndex(container, index, 0, KeyHash())) {
        throw _invalid(
            frame.slots, 'an index that finds each key of the object');
      }
    }
  }
}
