part of 'runtime.dart';

/// A vector or an array in place: a list of a fixed length.
///
/// Elements of scalars can be changed in place, as [Table] explains. Others
/// throw an [UnsupportedError], as all that would change the length does.
abstract base class Vector<E> extends ListBase<E> {
  Vector._(this._u, this._d, this._first, this.length);

  final Uint8List _u;
  final ByteData _d;

  /// The position of the first element.
  final int _first;

  @override
  final int length;

  @override
  set length(int length) =>
      throw UnsupportedError('a vector of a buffer has a fixed length');

  @override
  void operator []=(int index, E value) =>
      throw UnsupportedError('only scalars of a buffer can be changed');

  /// Checks an index.
  @pragma('vm:prefer-inline')
  void _check(int index) {
    if (index < 0 || index >= length) {
      throw IndexError.withLength(index, length, indexable: this);
    }
  }
}

/// A vector of scalars.
abstract base class Scalars<E> extends Vector<E> {
  Scalars._(super.u, super.d, super.first, super.length) : super._();

  /// Returns the position of an element, to change it.
  int _changeable(int index) {
    _check(index);
    final at = _first + elementSize * index;
    // A setter may have changed the length since it was verified.
    return at + elementSize <= _u.length ? at : throw changed();
  }

  /// The size of an element in bytes.
  int get elementSize;

  /// Returns the bytes of the elements, without a copy.
  Uint8List get _bytes =>
      Uint8List.sublistView(_u, _first, _first + elementSize * length);
}

/// A vector of booleans.
final class Bools extends Scalars<bool> {
  /// Makes the vector; generated code calls it.
  Bools.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 1;

  @override
  bool operator [](int index) {
    _check(index);
    return _u[_first + index] != 0;
  }

  @override
  void operator []=(int index, bool value) {
    final at = _changeable(index);
    _u[at] = value ? 1 : 0;
  }
}

/// A vector of numbers of two bytes with signs.
final class Int16s extends Scalars<int> {
  /// Makes the vector; generated code calls it.
  Int16s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 2;

  @override
  int operator [](int index) {
    _check(index);
    return _d.getInt16(_first + 2 * index, Endian.little);
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isShort(value);
    _d.setInt16(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Int16List toTypedList() => Int16List.fromList(this);
}

/// A vector of numbers of two bytes without signs.
final class Uint16s extends Scalars<int> {
  /// Makes the vector; generated code calls it.
  Uint16s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 2;

  @override
  int operator [](int index) {
    _check(index);
    return _d.getUint16(_first + 2 * index, Endian.little);
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isUshort(value);
    _d.setUint16(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Uint16List toTypedList() => Uint16List.fromList(this);
}

/// A vector of numbers of four bytes with signs.
final class Int32s extends Scalars<int> {
  /// Makes the vector; generated code calls it.
  Int32s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 4;

  @override
  int operator [](int index) {
    _check(index);
    return _d.getInt32(_first + 4 * index, Endian.little);
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isInt(value);
    _d.setInt32(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Int32List toTypedList() => Int32List.fromList(this);
}

/// A vector of numbers of four bytes without signs.
final class Uint32s extends Scalars<int> {
  /// Makes the vector; generated code calls it.
  Uint32s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 4;

  @override
  int operator [](int index) {
    _check(index);
    return _d.getUint32(_first + 4 * index, Endian.little);
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isUint(value);
    _d.setUint32(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Uint32List toTypedList() => Uint32List.fromList(this);
}

/// A vector of floats of four bytes.
final class Float32s extends Scalars<double> {
  /// Makes the vector; generated code calls it.
  Float32s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 4;

  @override
  double operator [](int index) {
    _check(index);
    return _d.getFloat32(_first + 4 * index, Endian.little);
  }

  @override
  void operator []=(int index, double value) {
    final at = _changeable(index);
    _isFloat(value);
    _d.setFloat32(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Float32List toTypedList() => Float32List.fromList(this);
}

/// A vector of floats of eight bytes.
final class Float64s extends Scalars<double> {
  /// Makes the vector; generated code calls it.
  Float64s.at(super.u, super.d, super.first, super.length) : super._();

  @override
  int get elementSize => 8;

  @override
  double operator [](int index) {
    _check(index);
    return _d.getFloat64(_first + 8 * index, Endian.little);
  }

  @override
  void operator []=(int index, double value) {
    final at = _changeable(index);
    _d.setFloat64(at, value, Endian.little);
  }

  /// Returns a copy, which is as compact.
  Float64List toTypedList() => Float64List.fromList(this);
}

/// A vector of numbers of eight bytes, of which an `int` may not hold each.
abstract base class _Longs extends Scalars<int> {
  _Longs._(super.u, super.d, super.first, super.length) : super._();

  bool get _isSigned;

  @override
  int get elementSize => 8;

  /// Returns an element of any size.
  BigInt bigAt(int index) {
    _check(index);
    return _bigAt(_d, _first + 8 * index, _isSigned);
  }

  /// Changes an element.
  void setBigAt(int index, BigInt value) {
    final at = _changeable(index);
    _putBits(_d, at, _bitsOfBig(value, _isSigned));
  }

  void _setAllBig(List<BigInt> values) {
    for (var i = 0; i < values.length; i++) {
      setBigAt(i, values[i]);
    }
  }
}

/// A vector of numbers of eight bytes with signs.
///
/// An element that no `int` holds is an error; [bigAt] returns each.
final class Int64s extends _Longs {
  /// Makes the vector; generated code calls it.
  Int64s.at(super.u, super.d, super.first, super.length) : super._();

  /// Makes a list of so many zeros, in memory of its own.
  factory Int64s(int length) {
    final held = Uint8List(8 * length);
    return Int64s.at(held, ByteData.sublistView(held), 0, length);
  }

  /// Makes a list of these numbers, in memory of its own.
  factory Int64s.of(List<int> values) {
    final made = Int64s(values.length);
    values is Int64s
        ? made._u.setAll(0, values._bytes)
        : made.setAll(0, values);
    return made;
  }

  /// Makes a list of these numbers, in memory of its own.
  factory Int64s.ofBig(List<BigInt> values) =>
      Int64s(values.length).._setAllBig(values);

  @override
  bool get _isSigned => true;

  @override
  int operator [](int index) {
    _check(index);
    return _int64At(_d, _first + 8 * index, 'bigAt');
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isLong(value);
    _putInt64(_d, at, value);
  }

  /// Returns a copy with the same numbers, also those that no `int` holds.
  Int64s toTypedList() => Int64s.of(this);
}

/// A vector of numbers of eight bytes without signs.
///
/// An element that no `int` holds is an error; [bigAt] returns each.
final class Uint64s extends _Longs {
  /// Makes the vector; generated code calls it.
  Uint64s.at(super.u, super.d, super.first, super.length) : super._();

  /// Makes a list of so many zeros, in memory of its own.
  factory Uint64s(int length) {
    final held = Uint8List(8 * length);
    return Uint64s.at(held, ByteData.sublistView(held), 0, length);
  }

  /// Makes a list of these numbers, in memory of its own.
  factory Uint64s.of(List<int> values) {
    final made = Uint64s(values.length);
    values is Uint64s
        ? made._u.setAll(0, values._bytes)
        : made.setAll(0, values);
    return made;
  }

  /// Makes a list of these numbers, in memory of its own.
  factory Uint64s.ofBig(List<BigInt> values) =>
      Uint64s(values.length).._setAllBig(values);

  @override
  bool get _isSigned => false;

  @override
  int operator [](int index) {
    _check(index);
    return _uint64At(_d, _first + 8 * index, 'bigAt');
  }

  @override
  void operator []=(int index, int value) {
    final at = _changeable(index);
    _isUlong(value);
    _putInt64(_d, at, value);
  }

  /// Returns a copy with the same numbers, also those that no `int` holds.
  Uint64s toTypedList() => Uint64s.of(this);
}

/// A vector of an enum of at most 32 bits.
final class Enums<E extends OpenEnum> extends Scalars<E> {
  /// Makes the vector of numbers of this kind; generated code calls it.
  Enums.at(super.u, super.d, super.first, super.length, this._kind, this._make)
      : super._();

  /// Makes an empty vector.
  Enums.none(FieldKind kind, E Function(int value) make)
      : this.at(_nothing, _nothingData, 0, 0, kind, make);

  final FieldKind _kind;
  final E Function(int value) _make;

  @override
  int get elementSize => _kind.size;

  @override
  E operator [](int index) {
    _check(index);
    return _make(_tagAt(_d, _first + _kind.size * index, _kind));
  }

  @override
  void operator []=(int index, E value) {
    final at = _changeable(index);
    putSmall(_d, at, _kind, value.value);
  }
}

/// A vector of an enum of 64 bits.
final class WideEnums<E extends WideEnum> extends Scalars<E> {
  /// Makes the vector; generated code calls it.
  WideEnums.at(super.u, super.d, super.first, super.length, this._make)
      : super._();

  /// Makes an empty vector.
  WideEnums.none(E Function(Bits bits) make)
      : this.at(_nothing, _nothingData, 0, 0, make);

  final E Function(Bits bits) _make;

  @override
  int get elementSize => 8;

  @override
  E operator [](int index) {
    _check(index);
    return _make(_bitsAt(_d, _first + 8 * index));
  }

  @override
  void operator []=(int index, E value) {
    final at = _changeable(index);
    _putBits(_d, at, value.bits);
  }
}

/// A vector of strings.
final class Strings extends Vector<String> {
  /// Makes the vector; generated code calls it.
  Strings.at(super.u, super.d, super.first, super.length) : super._();

  @override
  String operator [](int index) {
    _check(index);
    return _stringAt(_u, _d, _targetAt(index));
  }
}

/// A vector of tables.
final class Tables<T extends Table> extends Vector<T> {
  /// Makes the vector; generated code calls it.
  Tables.at(super.u, super.d, super.first, super.length, this._make)
      : super._();

  /// Makes an empty vector.
  Tables.none(Make<T> make)
      : this.at(_nothing, _nothingData, 0, 0, make);

  final Make<T> _make;

  @override
  T operator [](int index) {
    _check(index);
    return _make(_u, _d, _targetAt(index));
  }
}

/// A vector or an array of structs.
final class Structs<S extends Struct> extends Vector<S> {
  /// Makes the vector of structs of this size; generated code calls it.
  Structs.at(super.u, super.d, super.first, super.length, this._size,
      this._make)
      : super._();

  /// Makes an empty vector.
  Structs.none(int size, Make<S> make)
      : this.at(_nothing, _nothingData, 0, 0, size, make);

  final int _size;
  final Make<S> _make;

  @override
  S operator [](int index) {
    _check(index);
    return _make(_u, _d, _first + _size * index);
  }
}

/// A vector of unions. An element is null if its tag is that of no value.
final class Unions<U> extends Vector<U?> {
  Unions._(super.u, super.d, super.first, super.length, this._tags, this._kind,
      this._make)
      : super._();

  /// Makes an empty vector.
  Unions.none(FieldKind kind, MakeUnion<U> make)
      : this._(_nothing, _nothingData, 0, 0, 0, kind, make);

  /// The position of the first tag.
  final int _tags;
  final FieldKind _kind;
  final MakeUnion<U> _make;

  @override
  U? operator [](int index) {
    _check(index);
    final tag = _tagAt(_d, _tags + _kind.size * index, _kind);
    return tag == 0 ? null : _make(_u, _d, _targetAt(index), tag);
  }
}

extension on Vector<Object?> {
  /// Returns the position that an element's offset leads to.
  int _targetAt(int index) {
    final at = _first + 4 * index;
    return at + _d.getUint32(at, Endian.little);
  }
}
