import 'dart:typed_data';

import '../base/bytes.dart';
import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/limits.dart';
import '../base/utf8.dart';
import '../flatbuffers/runtime.dart' show Bits, tooDeep, visits;
import 'types.dart';

part 'verify.dart';

/// The kind of a value of a FlexBuffer, in whatever form the buffer has it.
enum FlexKind {
  /// No value.
  nothing,

  /// A boolean.
  boolean,

  /// An integer with a sign.
  signed,

  /// An integer without a sign.
  unsigned,

  /// A float.
  float,

  /// UTF-8; the keys of maps, too.
  string,

  /// Bytes.
  blob,

  /// A vector.
  vector,

  /// A map.
  map,
}

/// A value of a FlexBuffer that was verified by [readFlex].
final class FlexValue {
  FlexValue._(this._b, this._d, this._at, this._width, this._type);

  final Uint8List _b;
  final ByteData _d;

  /// The position of the value, or of the target of its offset.
  final int _at;

  /// The number of bytes of a number, a length or an item: 1, 2, 4, 8.
  final int _width;
  final int _type;

  /// The kind of the value.
  FlexKind get kind => switch (_type) {
        typeNull => FlexKind.nothing,
        typeBool => FlexKind.boolean,
        typeInt || typeIndirectInt => FlexKind.signed,
        typeUint || typeIndirectUint => FlexKind.unsigned,
        typeFloat || typeIndirectFloat => FlexKind.float,
        typeKey || typeString => FlexKind.string,
        typeBlob => FlexKind.blob,
        typeMap => FlexKind.map,
        _ => FlexKind.vector,
      };

  /// The bits of a number, with the sign of one that has a sign.
  Bits get bits {
    final isSigned = kind == FlexKind.signed;
    return switch (_width) {
      1 => Bits.of(isSigned ? _d.getInt8(_at) : _d.getUint8(_at)),
      2 => Bits.of(isSigned
          ? _d.getInt16(_at, Endian.little)
          : _d.getUint16(_at, Endian.little)),
      4 => Bits.of(isSigned
          ? _d.getInt32(_at, Endian.little)
          : _d.getUint32(_at, Endian.little)),
      _ => Bits(_d.getUint32(_at + 4, Endian.little),
          _d.getUint32(_at, Endian.little)),
    };
  }

  /// The value of a boolean.
  bool get asBool => !bits.isZero;

  /// The value of a float.
  double get asDouble => _width == 4
      ? _d.getFloat32(_at, Endian.little)
      : _d.getFloat64(_at, Endian.little);

  /// The bytes of a string or a blob, without a copy.
  Uint8List get bytes => (_type == typeKey ? _key : _block) ?? Uint8List(0);

  /// The items of a vector, or the values of a map in the order of its keys.
  FlexItems get items => _items!;

  /// The keys of a map in order, which are strings.
  FlexItems get keys => _keys!;

  /// The text that ends with a zero.
  Uint8List? get _key {
    if (_at > _b.length) {
      return null;
    }
    final end = _b.indexOf(0, _at);
    return end < 0 ? null : Uint8List.sublistView(_b, _at, end);
  }

  /// The length before the value, or -1.
  int get _length {
    final length = flexNumber(_d, _at - _width, _width);
    return length <= _b.length ? length : -1;
  }

  /// The bytes of a string or a blob.
  Uint8List? get _block {
    final length = _length;
    return length < 0 || length > _b.length - _at
        ? null
        : Uint8List.sublistView(_b, _at, _at + length);
  }

  FlexItems? get _items {
    FlexItems made(int type, int length) =>
        FlexItems._(_b, _d, _at, _width, length, type);
    if (_type >= typeVectorInt2 && _type < typeBlob) {
      final place = _type - typeVectorInt2;
      return made(typeInt + place % 3, place ~/ 3 + 2);
    }
    final type = switch (_type) {
      typeMap || typeVector => -1,
      typeVectorKey || typeVectorString => typeKey,
      typeVectorBool => typeBool,
      >= typeVectorInt && <= typeVectorFloat =>
        typeInt + _type - typeVectorInt,
      _ => -2,
    };
    final length = type == -2 ? -1 : _length;
    return length < 0 ? null : made(type, length);
  }

  FlexItems? get _keys {
    final at = _followed(_d, _at - 3 * _width, _width);
    final width = flexNumber(_d, _at - 2 * _width, _width);
    if (at < 0 || width != 1 && width != 2 && width != 4 && width != 8) {
      return null;
    }
    return FlexValue._(_b, _d, at, width, typeVectorKey)._items;
  }
}

/// The items of a vector, or the keys or the values of a map.
final class FlexItems {
  FlexItems._(
      this._b, this._d, this._at, this._width, this.length, this._type);

  final Uint8List _b;
  final ByteData _d;
  final int _at;
  final int _width;

  /// The number of items.
  final int length;

  /// The type of all items, or -1 if each has its own.
  final int _type;

  /// Returns an item.
  FlexValue operator [](int index) =>
      _get(RangeError.checkValidIndex(index, this, 'index', length))!;

  int _slot(int index) => _at + index * _width;

  /// The number of bytes of the items, or -1 if they are not all inside.
  int get _size {
    final each = _type < 0 ? _width + 1 : _width;
    return _at > _b.length || length > (_b.length - _at) ~/ each
        ? -1
        : length * each;
  }

  FlexValue? _get(int index) {
    if (_type >= 0) {
      return _resolved(_b, _d, _slot(index), _width, _type, 1);
    }
    final packed = _b[_slot(length) + index];
    return _isType(packed >> 2)
        ? _resolved(
            _b, _d, _slot(index), _width, packed >> 2, 1 << (packed & 3))
        : null;
  }
}

bool _isType(int type) => type <= typeBool || type == typeVectorBool;

/// Returns the target of the offset at a position, or -1.
int _followed(ByteData d, int at, int width) {
  final offset = flexNumber(d, at, width);
  return offset < 0 || offset > at ? -1 : at - offset;
}

/// Returns the value in a slot, or null if it is outside of the bytes.
FlexValue? _resolved(Uint8List b, ByteData d, int slot, int slotWidth,
    int type, int width) {
  if (isInline(type)) {
    return FlexValue._(b, d, slot, slotWidth, type);
  }
  final at = _followed(d, slot, slotWidth);
  return at < 0 ? null : FlexValue._(b, d, at, width, type);
}

/// Verifies a FlexBuffer, and returns its root.
///
/// Strings and keys are UTF-8, keys of a map are in order and each is there
/// once. It takes linear time. A level of containers takes a call of the
/// verifier: limits bound how many there are.
FlexValue readFlex(Uint8List b, [Limits limits = const Limits()]) {
  if (b.length > limits.bytes) {
    throw VarvelException(
      ErrorKind.sizeLimit,
      expected: 'at most ${limits.bytes} bytes',
    );
  }
  final types = b.length - 2;
  final slotWidth = b.length < 2 ? 0 : b[types + 1];
  if (b.length >= 2 &&
      slotWidth != 1 &&
      slotWidth != 2 &&
      slotWidth != 4 &&
      slotWidth != 8) {
    throw _fault(types + 1, 'a width of 1, 2, 4 or 8 bytes');
  }
  if (b.length >= 2 && !_isType(b[types] >> 2)) {
    throw _fault(types, 'a type');
  }
  final slot = types - slotWidth;
  if (b.length < 2 || slot < 0) {
    throw VarvelException(
      ErrorKind.unexpectedEnd,
      offset: b.length,
      expected: 'a FlexBuffer',
    );
  }
  final d = ByteData.sublistView(b);
  final root = _resolved(
      b, d, slot, slotWidth, b[types] >> 2, 1 << (b[types] & 3));
  if (root == null) {
    throw _fault(slot, 'an offset within the buffer');
  }
  // The content of an empty container ends where it begins, which may be at the
  // slot of the root.
  _FlexVerifier(b, limits).node(root, slot, slot + 1);
  return root;
}
