part of 'frozen.dart';

/// Bytes that stand for a value: they are the same for equal values, and differ
/// for values that are not.
///
/// Values that fit are in it; others are a hash by SHA-256. It is a key for a
/// map of Dart. Other releases may make other bytes.
final class Digest {
  Digest._(this.bytes);

  /// The bytes, at most 32 of them.
  final Uint8List bytes;

  /// A hash of them.
  int get hash => seededHash(bytes, 0, bytes.length);

  @override
  bool operator ==(Object other) =>
      other is Digest &&
      _equalBytes(bytes, 0, bytes.length, other.bytes);

  @override
  int get hashCode => hash;
}

// The first byte of a digest says what it stands for.
const int _digestLiteral = 1;
const int _digestInt = 2;
const int _digestUint = 3;
const int _digestFloat = 4;
const int _digestTimestamp = 5;
const int _digestString = 6;
const int _digestBytes = 7;
const int _digestHash = 8;

/// How many bytes of a string are in the digest itself.
const int _digestRoom = 30;

// A hash begins with one of these, so that those of values of different kinds
// differ.
const int _hashString = 1;
const int _hashBytes = 2;
const int _hashBigInt = 3;
const int _hashDecimal = 4;
const int _hashArray = 5;
const int _hashMembers = 6;
const int _hashTagged = 7;
const int _hashExtension = 8;
const int _hashSimple = 9;

Digest _digestNumber(int of, int high, int low, [int more = 0]) {
  final bytes = ByteData(13)
    ..setUint8(0, of)
    ..setUint32(1, low)
    ..setUint32(5, high)
    ..setUint32(9, more);
  return Digest._(bytes.buffer.asUint8List());
}

Digest _digestText(
    int short, int long, Uint8List content, int start, int end) {
  final length = end - start;
  if (short != 0 && length <= _digestRoom) {
    final bytes = Uint8List(1 + length)
      ..[0] = short
      ..setRange(1, 1 + length, content, start);
    return Digest._(bytes);
  }
  return _digestSum(Sha256()
    ..byte(long)
    ..add(content, start, end));
}

Digest _digestSum(Sha256 hash) =>
    Digest._(hash.close()..[0] = _digestHash);

final ByteData _floatWord = ByteData(8);

/// Returns the halves of bits that are the same for equal floats: all that are
/// not a number are equal.
(int, int) _floatBits(double value) {
  if (value.isNaN) {
    return (0x7FF80000, 0);
  }
  _floatWord.setFloat64(0, value);
  return (_floatWord.getUint32(0), _floatWord.getUint32(4));
}

extension on Node {
  /// The digest of a value that is no container, or an empty one.
  Digest _leafDigest() {
    final bytes = _doc._bytes;
    switch (kind) {
      case Kind.integer:
        return _digestNumber(
            _isUnsigned ? _digestUint : _digestInt, _high, _low);
      case Kind.float:
        final (high, low) = _floatBits(asDouble);
        return _digestNumber(_digestFloat, high, low);
      case Kind.string:
        final start = _strStart;
        return _digestText(
            _digestString, _hashString, bytes, start, _textEnd);
      case Kind.timestamp:
        final time = asTimestamp;
        return _digestNumber(
            _digestTimestamp, time.high, time.low, time.nanoseconds);
      case Kind.bytes || Kind.bigInteger || Kind.decimal:
        final start = _textStart(bytes, _at + 1);
        final (short, long) = switch (kind) {
          Kind.bytes => (_digestBytes, _hashBytes),
          Kind.bigInteger => (0, _hashBigInt),
          _ => (0, _hashDecimal),
        };
        return _digestText(short, long, bytes, start, _textEnd);
      default:
        return _digestNumber(_digestLiteral, 0, _form);
    }
  }
}

/// The digests of the key and the value of a member.
typedef _Entry = (Digest, Digest?);

/// A container whose digest is being made, or in which maps are searched for.
final class _Digesting extends _Walk {
  _Digesting(super.container, this.slot, this.wanted, this.entries,
      {required super.members});

  /// Where the slot is that refers to it.
  final int slot;

  /// Whether the digest is needed.
  final bool wanted;

  /// How many entries waited before.
  final int entries;

  /// The digest of the last key.
  Digest? key;
  Sha256? hash;

  bool get isMap => container.form == _formMap;

  /// Whether the digest of the value that came last is needed.
  bool get wants => wanted || isMap && next.isOdd;
}

/// Makes digests. It checks on its way that the keys of maps differ. Each value
/// is looked at once, and nothing recurses.
final class _Digester {
  final List<_Digesting> _stack = [];
  final List<_Entry> _entries = [];

  /// Checks that the keys of each map differ.
  void checkMaps(Node root) => _run(root, wanted: false);

  /// Returns the digest of a value.
  Digest of(Node node) => _run(node, wanted: true)!;

  Digest? _run(Node node, {required bool wanted}) {
    if (!_open(node, rootAt, wanted)) {
      return wanted ? node._leafDigest() : null;
    }
    while (true) {
      final top = _stack.last;
      if (top.next < top.count) {
        final child = top.take();
        final wants = top.wants;
        if (!_open(child, _slotOf(top), wants) && wants) {
          _take(top, child._leafDigest());
        }
        continue;
      }
      final digest = _close(top);
      _stack.removeLast();
      if (_stack.isEmpty) {
        return digest;
      }
      if (digest != null) {
        _take(_stack.last, digest);
      }
    }
  }

  /// Returns where the slot of the value is that came last.
  int _slotOf(_Digesting top) {
    final i = top.next - 1;
    // An object with a shape has only slots of values.
    final number = top.container.record != 0 ? i ~/ 2 : i;
    return top.container.slots + (number << top.container.width);
  }

  /// Begins a container with something in it. Returns false for another value.
  bool _open(Node node, int slot, bool wanted) {
    final container = _Container(node);
    // There are no maps in a packed array.
    if (container.count == 0 || !wanted && node._isPacked) {
      return false;
    }
    final opened = _Digesting(container, slot, wanted, _entries.length,
        members: node._hasMembers);
    if (wanted && !opened.members) {
      opened.hash = Sha256()..add(_head(node).bytes);
    }
    _stack.add(opened);
    return true;
  }

  /// Returns what the hash of an array or a tag begins with.
  Digest _head(Node node) {
    final of = switch (node.kind) {
      Kind.tagged => _hashTagged,
      Kind.extension => _hashExtension,
      Kind.simple => _hashSimple,
      _ => _hashArray,
    };
    if (of == _hashArray) {
      return _digestNumber(of, 0, 0);
    }
    final (high, low) = node._tagHalves;
    return _digestNumber(of, high, low);
  }

  /// Adds the digest of the value that came last to the container around it.
  void _take(_Digesting top, Digest digest) {
    if (!top.members) {
      top.hash?.add(_framed(digest));
    } else if (top.next.isOdd) {
      top.key = digest;
      if (!top.wanted) {
        _entries.add((digest, null));
      }
    } else if (top.wanted) {
      _entries.add((top.key!, digest));
    }
  }

  /// Returns a digest with its length before it.
  static Uint8List _framed(Digest digest) {
    final bytes = digest.bytes;
    return Uint8List(1 + bytes.length)
      ..[0] = bytes.length
      ..setRange(1, 1 + bytes.length, bytes);
  }

  /// Ends a container, and returns its digest if that is wanted.
  Digest? _close(_Digesting top) {
    if (!top.members) {
      final hash = top.hash;
      return hash == null ? null : _digestSum(hash);
    }
    final own = _entries.sublist(top.entries);
    _entries.length = top.entries;
    if (top.isMap || top.wanted) {
      own.sort((a, b) => compareBytes(a.$1.bytes, b.$1.bytes));
    }
    if (top.isMap) {
      for (var i = 1; i < own.length; i++) {
        if (own[i].$1 == own[i - 1].$1) {
          throw _invalid(top.slot, 'a map whose keys differ');
        }
      }
    }
    if (!top.wanted) {
      return null;
    }
    final hash = Sha256()..byte(_hashMembers);
    for (final (key, value) in own) {
      hash
        ..add(_framed(key))
        ..add(_framed(value!));
    }
    return _digestSum(hash);
  }
}
