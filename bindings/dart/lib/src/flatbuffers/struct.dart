part of 'runtime.dart';

/// A struct in place. Classes of structs in generated code extend it.
///
/// All that reads is static, so that no field of a schema can have its name.
/// `at` is the position of a field in the struct. Setters are as [Table]
/// explains.
base class Struct {
  /// Makes the struct at a position of a buffer.
  ///
  /// Generated code calls it. The buffer must have been verified.
  Struct.at(this._u, this._d, this._at);

  final Uint8List _u;
  final ByteData _d;
  final int _at;

  /// Returns the position of a scalar of this size in the buffer, to change it.
  static int _changeable(Struct t, int at, int size) {
    final place = t._at + at;
    // A setter may have changed the offset to the struct since it was verified.
    return place + size <= t._u.length ? place : throw changed();
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static bool boolean(Struct t, int at) => t._u[t._at + at] != 0;

  /// Changes the scalar at a position, in place.
  static void setBoolean(Struct t, int at, bool value) {
    t._u[_changeable(t, at, 1)] = value ? 1 : 0;
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int int8(Struct t, int at) => t._d.getInt8(t._at + at);

  /// Changes the scalar at a position, in place.
  static void setInt8(Struct t, int at, int value) {
    _isByte(value);
    t._d.setInt8(_changeable(t, at, 1), value);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int uint8(Struct t, int at) => t._u[t._at + at];

  /// Changes the scalar at a position, in place.
  static void setUint8(Struct t, int at, int value) {
    _isUbyte(value);
    t._u[_changeable(t, at, 1)] = value;
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int int16(Struct t, int at) =>
      t._d.getInt16(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setInt16(Struct t, int at, int value) {
    _isShort(value);
    t._d.setInt16(_changeable(t, at, 2), value, Endian.little);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int uint16(Struct t, int at) =>
      t._d.getUint16(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setUint16(Struct t, int at, int value) {
    _isUshort(value);
    t._d.setUint16(_changeable(t, at, 2), value, Endian.little);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int int32(Struct t, int at) =>
      t._d.getInt32(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setInt32(Struct t, int at, int value) {
    _isInt(value);
    t._d.setInt32(_changeable(t, at, 4), value, Endian.little);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static int uint32(Struct t, int at) =>
      t._d.getUint32(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setUint32(Struct t, int at, int value) {
    _isUint(value);
    t._d.setUint32(_changeable(t, at, 4), value, Endian.little);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static double float32(Struct t, int at) =>
      t._d.getFloat32(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setFloat32(Struct t, int at, double value) {
    _isFloat(value);
    t._d.setFloat32(_changeable(t, at, 4), value, Endian.little);
  }

  /// Returns the scalar at a position.
  @pragma('vm:prefer-inline')
  static double float64(Struct t, int at) =>
      t._d.getFloat64(t._at + at, Endian.little);

  /// Changes the scalar at a position, in place.
  static void setFloat64(Struct t, int at, double value) {
    t._d.setFloat64(_changeable(t, at, 8), value, Endian.little);
  }

  /// Returns the scalar at a position.
  ///
  /// If no `int` holds it, that is an error that names [big].
  @pragma('vm:prefer-inline')
  static int int64(Struct t, int at, String big) =>
      _int64At(t._d, t._at + at, big);

  /// Returns the scalar at a position, of any size.
  static BigInt int64Big(Struct t, int at) =>
      _bigAt(t._d, t._at + at, true);

  /// Changes the scalar at a position, in place.
  static void setInt64(Struct t, int at, int value) {
    _isLong(value);
    _putInt64(t._d, _changeable(t, at, 8), value);
  }

  /// Changes the scalar at a position, in place.
  static void setInt64Big(Struct t, int at, BigInt value) =>
      _putBits(t._d, _changeable(t, at, 8), _bitsOfBig(value, true));

  /// Returns the scalar at a position.
  ///
  /// If no `int` holds it, that is an error that names [big].
  @pragma('vm:prefer-inline')
  static int uint64(Struct t, int at, String big) =>
      _uint64At(t._d, t._at + at, big);

  /// Returns the scalar at a position, of any size.
  static BigInt uint64Big(Struct t, int at) =>
      _bigAt(t._d, t._at + at, false);

  /// Changes the scalar at a position, in place.
  static void setUint64(Struct t, int at, int value) {
    _isUlong(value);
    _putInt64(t._d, _changeable(t, at, 8), value);
  }

  /// Changes the scalar at a position, in place.
  static void setUint64Big(Struct t, int at, BigInt value) =>
      _putBits(t._d, _changeable(t, at, 8), _bitsOfBig(value, false));

  /// Returns the 64 bits at a position.
  static Bits bits(Struct t, int at) => _bitsAt(t._d, t._at + at);

  /// Changes the 64 bits at a position, in place.
  static void setBits(Struct t, int at, Bits value) =>
      _putBits(t._d, _changeable(t, at, 8), value);

  /// Returns the struct at a position.
  static S part<S extends Struct>(Struct t, int at, Make<S> make) =>
      make(t._u, t._d, t._at + at);

  /// Returns an array in place, which [make] makes.
  static L vector<L>(Struct t, int at, int length, MakeVector<L> make) =>
      make(t._u, t._d, t._at + at, length);

  /// Returns an array of an enum stored as [kind].
  static Enums<E> enums<E extends OpenEnum>(Struct t, int at, int length,
          FieldKind kind, E Function(int value) make) =>
      Enums.at(t._u, t._d, t._at + at, length, kind, make);

  /// Returns an array of an enum of 64 bits.
  static WideEnums<E> wideEnums<E extends WideEnum>(
          Struct t, int at, int length, E Function(Bits bits) make) =>
      WideEnums.at(t._u, t._d, t._at + at, length, make);

  /// Returns an array of structs of this size.
  static Structs<S> structs<S extends Struct>(
          Struct t, int at, int length, int size, Make<S> make) =>
      Structs.at(t._u, t._d, t._at + at, length, size, make);

  /// Returns an array of bytes, without a copy.
  static Uint8List bytes(Struct t, int at, int length) =>
      _bytesAt(t._u, t._at + at, length);

  /// Returns an array of bytes with signs, without a copy.
  static Int8List int8List(Struct t, int at, int length) =>
      Int8List.sublistView(bytes(t, at, length));

  /// Returns the text in an array of `char`, without the zeros at its end.
  ///
  /// Nothing has checked that it is UTF-8: if it is not, that is an error.
  static String chars(Struct t, int at, int length) =>
      charsOf(bytes(t, at, length));

  /// Changes the text in an array of `char`, in place; see [putChars].
  static void setChars(Struct t, int at, int length, String text) =>
      putChars(bytes(t, at, length), text);
}
