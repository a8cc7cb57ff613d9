part of 'frozen.dart';

/// A value in a frozen document.
///
/// A look-up that finds nothing returns a node, too: one that does not
/// [exists], of the kind [Kind.missing]. Look-ups in it find nothing either,
/// and reading it throws a [VarvelException] that names what was missing first.
/// So a chain of look-ups needs one check, at its end:
///
/// ```dart
/// final name = doc.root['users'][3]['name'].asString;
/// ```
final class Node implements PathSource {
  @pragma('vm:prefer-inline')
  Node._(this._doc, this._at, this._form, this._bits);

  final Frozen _doc;

  /// The place of the value in the bytes of the document: see the forms.
  final int _at;
  final int _form;

  /// A number that some forms need besides the place: see the forms.
  final int _bits;

  /// The document that the value is in.
  Frozen get document => _doc;

  /// The kind of the value.
  Kind get kind => _kinds[_form];

  /// Whether there is a value.
  bool get exists => _form != _formMissing;

  /// Whether the value is null.
  bool get isNull => _form == _formNull;

  /// A boolean.
  bool get asBool {
    if (_form == _formTrue) {
      return true;
    }
    if (_form != _formFalse) {
      throw _wrongKind('a boolean');
    }
    return false;
  }

  /// An integer.
  ///
  /// The error has the kind [ErrorKind.numberOutOfRange] for an integer that an
  /// `int` does not hold: it holds 64 bits with a sign, and 53 in programs that
  /// run as JavaScript. [asBigInt] has all. A float is no integer, whatever its
  /// value.
  int get asInt {
    switch (_form) {
      case _formInt:
        if (_bits == 1) {
          final payload = _doc._data.getUint16(_at, Endian.little) >> 4;
          return payload < 0x800 ? payload : payload - 0x1000;
        }
      case _formInt32:
        return _doc._data.getInt32(_at, Endian.little);
    }
    return _otherInt();
  }

  int _otherInt() {
    if (_kinds[_form] != Kind.integer) {
      if (_form == _formBigInt) {
        throw _beyondInt();
      }
      throw _wrongKind('an integer');
    }
    final high = _high;
    if (_isUnsigned ? !fitsIntUnsigned(high) : !fitsInt(high, _low)) {
      throw _beyondInt();
    }
    return joined(high, _low);
  }

  VarvelException _beyondInt() => _outOfRange('an integer that int holds',
      '`asBigInt` reads integers of any size');

  /// Whether an integer is from 2^63 on.
  bool get _isUnsigned =>
      _form == _formUint64 ||
      _form == _formPackedUint64 &&
          _doc._data.getUint32(_at + 4, Endian.little) >= 0x80000000;

  /// The high half of an integer, with its sign if it is below 2^63.
  int get _high {
    final data = _doc._data;
    switch (_form) {
      case _formInt when _bits == 3:
        final payload = data.getUint32(_at + 4, Endian.little) >>> 4;
        return payload < 0x8000000 ? payload : payload - 0x10000000;
      case _formInt64 || _formPackedInt64:
        return data.getInt32(_at + 4, Endian.little);
      case _formPackedUint64:
        return data.getUint32(_at + 4, Endian.little);
      case _formUint64:
        return data.getUint32(_at + 5, Endian.little);
      default:
        return _small < 0 ? -1 : 0;
    }
  }

  /// The low half of an integer.
  int get _low {
    final data = _doc._data;
    switch (_form) {
      case _formInt when _bits == 3:
        final high = data.getUint32(_at + 4, Endian.little) & 15;
        return (data.getUint32(_at, Endian.little) >>> 4) + high * 0x10000000;
      case _formInt64 || _formPackedInt64 || _formPackedUint64:
        return data.getUint32(_at, Endian.little);
      case _formUint64:
        return data.getUint32(_at + 1, Endian.little);
      default:
        final value = _small;
        return value < 0 ? value + two32 : value;
    }
  }

  /// An integer that takes 32 bits or fewer, or 33 with a sign.
  int get _small {
    final data = _doc._data;
    switch (_form) {
      case _formInt when _bits == 1:
        final payload = data.getUint16(_at, Endian.little) >> 4;
        return payload < 0x800 ? payload : payload - 0x1000;
      case _formInt:
        final payload = data.getUint32(_at, Endian.little) >>> 4;
        return payload < 0x8000000 ? payload : payload - 0x10000000;
      case _formPackedInt8:
        return data.getInt8(_at);
      case _formPackedInt16:
        return data.getInt16(_at, Endian.little);
      case _formPackedUint32:
        return data.getUint32(_at, Endian.little);
      default: // Nodes and elements of 32 bits.
        return data.getInt32(_at, Endian.little);
    }
  }

  /// An integer of any size.
  ///
  /// One beyond 64 bits is made of its digits, which takes more than linear
  /// time: where that matters, look at the length of [numberText] first.
  BigInt get asBigInt {
    if (_form == _formBigInt) {
      return BigInt.parse(numberText);
    }
    if (kind != Kind.integer) {
      throw _wrongKind('an integer');
    }
    return bigOf(_high, _low);
  }

  /// A float, or an integer that a `double` holds exactly.
  ///
  /// Nothing is rounded: the error has the kind [ErrorKind.numberOutOfRange]
  /// for other numbers.
  double get asDouble {
    final data = _doc._data;
    switch (_form) {
      case _formFloat64 || _formPackedFloat64:
        return data.getFloat64(_at, Endian.little);
      case _formFloat32:
        return data.getFloat32(_at + 1, Endian.little);
      case _formPackedFloat32:
        return data.getFloat32(_at, Endian.little);
    }
    switch (kind) {
      case Kind.integer:
        final exact = _exactDouble(_high, _low);
        if (exact != null) {
          return exact;
        }
        throw _outOfRange('a number that double holds exactly',
            '`asInt` or `asBigInt` reads an integer exactly');
      case Kind.bigInteger:
        throw _outOfRange('a number that double holds exactly',
            '`asBigInt` reads integers of any size');
      case Kind.decimal:
        throw _outOfRange('a number that double holds exactly',
            '`numberText` has all digits; `double.parse` rounds them');
      default:
        throw _wrongKind('a number');
    }
  }

  /// Whether the value is a float that is kept in 32 bits.
  ///
  /// [asDouble] reads floats of both widths.
  bool get isSingle =>
      _form == _formFloat32 || _form == _formPackedFloat32;

  /// A number: an `int` if it is an integer that one holds, a [BigInt] for
  /// other integers, a `double` for a float.
  Object get asNumber => switch (kind) {
        Kind.float => asDouble,
        Kind.integer => fits ? asInt : asBigInt,
        Kind.bigInteger => asBigInt,
        _ => throw _wrongKind('an integer or a float'),
      };

  /// Whether the value is an integer that an `int` holds.
  bool get fits =>
      kind == Kind.integer &&
      (_isUnsigned ? fitsIntUnsigned(_high) : fitsInt(_high, _low));

  /// The text of any number, as JSON has it.
  ///
  /// Integers beyond 64 bits and decimals have all their digits.
  String get numberText {
    switch (kind) {
      case Kind.bigInteger || Kind.decimal:
        final start = _textStart(_doc._bytes, _at + 1);
        return String.fromCharCodes(_doc._bytes, start, _textEnd);
      case Kind.integer:
        return _isUnsigned ? unsignedTextOf(_high, _low) : textOf(_high, _low);
      case Kind.float when asDouble.isFinite:
        return toJsonString();
      default:
        throw _wrongKind('a finite number');
    }
  }

  /// A string.
  String get asString {
    final bytes = _doc._bytes;
    switch (_form) {
      case _formString:
        final start = _textStart(bytes, _at);
        return decodeUtf8(bytes, start, _textEnd);
      case _formText:
        return _doc._text(_bits);
      case _formShort:
        return decodeUtf8(bytes, _at + 1, _at + 1 + _bits);
      default:
        throw _wrongKind('a string');
    }
  }

  /// The bytes of a string in UTF-8, without a copy.
  ///
  /// They must not be changed.
  Uint8List get asUtf8 {
    final start = _strStart;
    if (start < 0) {
      throw _wrongKind('a string');
    }
    return Uint8List.sublistView(_doc._bytes, start, _textEnd);
  }

  /// Where a string begins, or -1; [_textEnd] is then where it ends.
  int get _strStart {
    switch (_form) {
      case _formString:
        return _textStart(_doc._bytes, _at);
      case _formText:
        return _textStart(_doc._bytes, _bits);
      case _formShort:
        _textEnd = _at + 1 + _bits;
        return _at + 1;
      default:
        return -1;
    }
  }

  /// Bytes, without a copy.
  ///
  /// They must not be changed. A string is of another kind.
  Uint8List get asBytes {
    if (_form != _formBytes) {
      throw _wrongKind('bytes');
    }
    return _content;
  }

  /// The content of bytes, of a big integer or of a decimal.
  Uint8List get _content {
    final start = _textStart(_doc._bytes, _at + 1);
    return Uint8List.sublistView(_doc._bytes, start, _textEnd);
  }

  /// The path of the value in its document, such as `$.users[3].name`.
  ///
  /// The path of a missing node is that of the last value on the way to it that
  /// exists. [find] reads the path again, unless it is so long that its middle
  /// was left out. The value is searched for from the root on, in time linear
  /// in the items that are passed.
  @override
  String get path => _pathOf(this);

  /// Returns the value as objects that `dart:convert` writes as JSON, which
  /// calls this method.
  ///
  /// The error has the kind [ErrorKind.unrepresentable] for a value that JSON
  /// or `dart:convert` does not have, such as an integer that an `int` does not
  /// hold: `toJsonString` writes those.
  Object? toJson() => _Thawing(forJson: true).run(this);

  /// The value as text for people, on one line: like JSON, with forms of its
  /// own for values that JSON does not have.
  @override
  String toString() => _toText();

  /// Whether the other value is equal, which may be of another document; see
  /// [equals].
  @override
  bool operator ==(Object other) => other is Node && equals(other);

  /// Equal values have the same; it takes linear time.
  @override
  int get hashCode => digest.hash;
}

/// A value that was searched for and is not there.
final class _Missing extends Node {
  _Missing(this.parent, this.sought)
      : super._(parent._doc, parent._at, _formMissing, 0);

  /// The value in which it was searched for.
  final Node parent;

  /// The key, or the number of the item.
  final Object? sought;
}

/// Returns an integer as a float, if that holds it exactly.
double? _exactDouble(int high, int low) {
  if (high >= -0x200000 && high < 0x200000) {
    return (high * two32 + low).toDouble();
  }
  final whole = bigOf(high, low);
  final nearest = whole.toDouble();
  return BigInt.from(nearest) == whole ? nearest : null;
}
