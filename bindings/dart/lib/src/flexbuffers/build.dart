import 'dart:typed_data';

import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/output.dart';
import '../flatbuffers/runtime.dart' show Bits;
import 'types.dart';

/// The type of a member whose value has not come.
const int _keyOnly = -1;

/// A value that waits for the end of its container.
final class _Item {
  _Item(this.type, this.width, {this.place = 0, this.bits = Bits.zero});

  int type;

  /// The number of bytes that the value needs, or its own if it is not in
  /// place.
  int width;

  /// The position of a value that is not in place.
  int place;

  /// The bits of a value in place.
  Bits bits;

  /// The position of the key, or -1.
  int key = -1;

  /// Returns whether the value fits a slot of this width at a position.
  bool fits(int slot, int width) => isInline(type)
      ? this.width <= width
      : _widthOf(slot - (place < slot ? place : slot)) <= width;

  /// Returns the type and the width as one byte.
  int packed(int width) =>
      type << 2 |
      switch (isInline(type) ? width : this.width) {
        1 => 0,
        2 => 1,
        4 => 2,
        _ => 3,
      };
}

int _widthOf(int value) => value <= 0xFF
    ? 1
    : value <= 0xFFFF
        ? 2
        : value <= 0xFFFFFFFF
            ? 4
            : 8;

/// Builds a FlexBuffer: each value by a call, those of a container between
/// [begin] and its end.
final class FlexBuilder {
  final Output _out = Output();
  final List<_Item> _items = [];

  /// The numbers of items before those of each open container.
  final List<int> _bases = [];

  /// The positions of the keys that were written.
  final Map<String, int> _keys = {};

  int get _base => _bases.isEmpty ? 0 : _bases.last;

  /// Adds a value to the open container: after its key, if one waits.
  void _add(_Item made) {
    if (_items.length > _base && _items.last.type == _keyOnly) {
      made.key = _items.last.key;
      _items.last = made;
    } else {
      _items.add(made);
    }
  }

  /// Adds null.
  void addNull() => _add(_Item(typeNull, 1));

  /// Adds a boolean.
  void addBool(bool value) =>
      _add(_Item(typeBool, 1, bits: Bits(0, value ? 1 : 0)));

  /// Adds an integer with a sign.
  void addSigned(Bits value) {
    final number = value.signed;
    final size = number.bitLength + 1;
    final width = size <= 8
        ? 1
        : size <= 16
            ? 2
            : size <= 32
                ? 4
                : 8;
    _add(_Item(typeInt, width, bits: value));
  }

  /// Adds an integer without a sign.
  void addUnsigned(Bits value) => _add(_Item(
      typeUint, value.high != 0 ? 8 : _widthOf(value.low),
      bits: value));

  /// Adds a float, in 32 bits if they are enough.
  void addDouble(double value) {
    final d = ByteData(8)..setFloat32(0, value);
    final isSingle = d.getFloat32(0) == value;
    d.setFloat64(0, value);
    _add(_Item(typeFloat, isSingle ? 4 : 8,
        bits: Bits(d.getUint32(0), d.getUint32(4))));
  }

  /// Adds a string of bytes that are UTF-8.
  void string(Uint8List bytes, int start, int end) {
    final length = end - start;
    final width = _widthOf(length);
    _align(width);
    _number(length, width);
    final at = _out.length;
    _out
      ..addRange(bytes, start, end)
      ..byte(0);
    _add(_Item(typeString, width, place: at));
  }

  /// Begins a vector or a map.
  void begin() => _bases.add(_items.length);

  /// Adds a key to a map, before its value. It must be UTF-8 without a zero.
  void key(Uint8List bytes, int start, int end) {
    for (var at = start; at < end; at++) {
      if (bytes[at] == 0) {
        throw VarvelException(
          ErrorKind.unrepresentable,
          expected: 'what FlexBuffers have',
          found: 'a key with a zero byte',
        );
      }
    }
    final name = String.fromCharCodes(bytes, start, end);
    final at = _keys.putIfAbsent(name, () {
      final at = _out.length;
      _out
        ..addRange(bytes, start, end)
        ..byte(0);
      return at;
    });
    _items.add(_Item(_keyOnly, 1)..key = at);
  }

  /// Ends a vector.
  void endVector() {
    final items = _items.sublist(_base);
    var type = typeVector;
    if (items.isNotEmpty && items.every((of) => of.type == items[0].type)) {
      final one = items[0].type;
      final length = items.length;
      if (one == typeBool) {
        type = typeVectorBool;
      } else if (one >= typeInt && one <= typeFloat) {
        type = length >= 2 && length <= 4
            ? typeVectorInt2 + 3 * (length - 2) + one - typeInt
            : typeVectorInt + one - typeInt;
      }
    }
    _end(_write(items, type));
  }

  /// Puts a container in the place of its items.
  void _end(_Item made) {
    _items.length = _bases.removeLast();
    _add(made);
  }

  /// Ends a map. Each value must have a key. If a key is there again, the
  /// number of the last member with it is returned, otherwise -1.
  int endMap() {
    final members = _items.sublist(_base);
    final order = List.generate(members.length, (at) => at)
      ..sort((a, b) => members[a].key == members[b].key
          ? a - b
          : _compareKeys(members[a].key, members[b].key));
    final sorted = [for (final at in order) members[at]];
    for (var at = 1; at < sorted.length; at++) {
      if (sorted[at].key == sorted[at - 1].key) {
        while (
            at + 1 < sorted.length && sorted[at + 1].key == sorted[at].key) {
          at++;
        }
        return order[at];
      }
    }
    final keys = [
      for (final of in sorted) _Item(typeKey, 1, place: of.key),
    ];
    final made = _write(keys, typeVectorKey);
    _end(_write(sorted, typeMap, keys: made));
    return -1;
  }

  /// Compares two keys by their bytes. They are not equal.
  int _compareKeys(int a, int b) {
    final bytes = _out.bytes;
    while (bytes[a] == bytes[b] && bytes[a] != 0) {
      a++;
      b++;
    }
    return bytes[a] - bytes[b];
  }

  /// Returns the buffer. The root is the only value outside of all containers.
  Uint8List finish() {
    final root = _items.single;
    var width = 1;
    while (width < 8 && !root.fits(_aligned(width), width)) {
      width *= 2;
    }
    _align(width);
    _slot(root, width);
    _out
      ..byte(root.packed(width))
      ..byte(width);
    return _out.take();
  }

  /// Returns the next position that is a multiple of [width].
  int _aligned(int width) => (_out.length + width - 1) & ~(width - 1);

  void _align(int width) => _out.zeros(_aligned(width) - _out.length);

  void _number(int value, int width) => switch (width) {
        1 => _out.byte(value),
        2 => _out.uint16(value),
        4 => _out.uint32(value),
        _ => _out.uint64(highOf(value), lowOf(value)),
      };

  /// Writes a value into a slot of its container.
  void _slot(_Item of, int width) {
    if (of.type == typeFloat && width == 4) {
      final d = ByteData(8)
        ..setUint32(0, of.bits.high)
        ..setUint32(4, of.bits.low);
      final value = d.getFloat64(0);
      d.setFloat32(0, value);
      _out.uint32(d.getUint32(0));
    } else if (isInline(of.type)) {
      switch (width) {
        case 1:
          _out.byte(of.bits.low & 0xFF);
        case 2:
          _out.uint16(of.bits.low & 0xFFFF);
        case 4:
          _out.uint32(of.bits.low);
        default:
          _out.uint64(of.bits.high, of.bits.low);
      }
    } else {
      _number(_out.length - of.place, width);
    }
  }

  /// Writes a container. [keys] are those of a map.
  _Item _write(List<_Item> items, int type, {_Item? keys}) {
    final before = type == typeMap
        ? 3
        : type >= typeVectorInt2 && type < typeBlob
            ? 0
            : 1;
    bool fits(int width) {
      final at = _aligned(width);
      var held = items.length;
      if (keys != null && at - keys.place > held) {
        held = at - keys.place;
      }
      if (before > 0 && _widthOf(held) > width) {
        return false;
      }
      for (var index = 0; index < items.length; index++) {
        if (!items[index].fits(at + (before + index) * width, width)) {
          return false;
        }
      }
      return true;
    }

    var width = 1;
    while (width < 8 && !fits(width)) {
      width *= 2;
    }
    _align(width);
    if (keys != null) {
      _number(_out.length - keys.place, width);
      _number(keys.width, width);
    }
    if (before > 0) {
      _number(items.length, width);
    }
    final at = _out.length;
    for (final of in items) {
      _slot(of, width);
    }
    if (type == typeMap || type == typeVector) {
      for (final of in items) {
        _out.byte(of.packed(width));
      }
    }
    return _Item(type, width, place: at);
  }
}
