part of 'runtime.dart';

/// A table in place. Classes of tables in generated code extend it.
///
/// All that reads is static, so that no field of a schema can have its name.
/// `slot` is the position of a field's offset in the vtable: 4 plus twice its
/// id.
///
/// A setter changes the bytes of its scalar and no others, or it throws a
/// [VarvelException] and changes nothing. In a stranger's buffer these bytes
/// may belong to other parts, too: see [Verify].
base class Table {
  /// Makes the table at a position of a buffer.
  ///
  /// Generated code calls it. The buffer must have been verified.
  Table.at(this._u, this._d, this._at)
      : _vtable = _at - _d.getInt32(_at, Endian.little),
        _size = _d.getUint16(
            _at - _d.getInt32(_at, Endian.little), Endian.little);

  final Uint8List _u;
  final ByteData _d;
  final int _at;
  final int _vtable;

  /// The size of the vtable.
  final int _size;

  /// Returns the offset of a field in the table, or 0 if it is absent.
  @pragma('vm:prefer-inline')
  static int _offset(Table t, int slot) =>
      slot < t._size ? t._d.getUint16(t._vtable + slot, Endian.little) : 0;

  /// Returns the position of a field of this size in the buffer, to change it.
  /// One that is absent cannot be changed.
  static int _present(Table t, int slot, String field, int size) {
    final end = t._u.length;
    // A setter may have changed the vtable, or its offset, since they were
    // verified.
    if (slot < t._size && t._vtable + slot + 2 > end) {
      throw changed();
    }
    final offset = _offset(t, slot);
    if (offset == 0) {
      throw _absent(field);
    }
    final at = t._at + offset;
    return at + size <= end ? at : throw changed();
  }

  /// Returns whether a field is present.
  static bool has(Table t, int slot) => _offset(t, slot) != 0;

  /// Returns the root of a buffer: the table that [make] makes at its place.
  ///
  /// Use it only for buffers that were verified before, or that come from a
  /// builder. Of others it may return nonsense, or throw a [RangeError].
  @pragma('vm:prefer-inline')
  static T root<T extends Table>(Uint8List bytes, Make<T> make,
      {bool sizePrefixed = false}) {
    final data = dataOf(bytes);
    return make(bytes, data, rootAt(data, sizePrefixed));
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static bool boolean(Table t, int slot, bool otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._u[t._at + o] != 0 : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static bool? booleanOrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._u[t._at + o] != 0 : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setBoolean(
      Table t, int slot, bool value, String field) {
    final at = _present(t, slot, field, 1);
    t._u[at] = value ? 1 : 0;
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int int8(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt8(t._at + o) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? int8OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt8(t._at + o) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setInt8(
      Table t, int slot, int value, String field) {
    _isByte(value);
    final at = _present(t, slot, field, 1);
    t._d.setInt8(at, value);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int uint8(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._u[t._at + o] : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? uint8OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._u[t._at + o] : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setUint8(
      Table t, int slot, int value, String field) {
    _isUbyte(value);
    final at = _present(t, slot, field, 1);
    t._u[at] = value;
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int int16(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt16(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? int16OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt16(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setInt16(
      Table t, int slot, int value, String field) {
    _isShort(value);
    final at = _present(t, slot, field, 2);
    t._d.setInt16(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int uint16(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getUint16(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? uint16OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getUint16(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setUint16(
      Table t, int slot, int value, String field) {
    _isUshort(value);
    final at = _present(t, slot, field, 2);
    t._d.setUint16(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int int32(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt32(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? int32OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getInt32(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setInt32(
      Table t, int slot, int value, String field) {
    _isInt(value);
    final at = _present(t, slot, field, 4);
    t._d.setInt32(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static int uint32(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getUint32(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static int? uint32OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getUint32(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setUint32(
      Table t, int slot, int value, String field) {
    _isUint(value);
    final at = _present(t, slot, field, 4);
    t._d.setUint32(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static double float32(Table t, int slot, double otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getFloat32(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static double? float32OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getFloat32(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setFloat32(
      Table t, int slot, double value, String field) {
    _isFloat(value);
    final at = _present(t, slot, field, 4);
    t._d.setFloat32(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static double float64(Table t, int slot, double otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getFloat64(t._at + o, Endian.little) : otherwise;
  }

  /// Returns a scalar, or null if it is absent.
  static double? float64OrNull(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? t._d.getFloat64(t._at + o, Endian.little) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setFloat64(
      Table t, int slot, double value, String field) {
    final at = _present(t, slot, field, 8);
    t._d.setFloat64(at, value, Endian.little);
  }

  /// Returns a scalar, or its default if it is absent.
  ///
  /// If no `int` holds it, that is an error that names [big].
  @pragma('vm:prefer-inline')
  static int int64(Table t, int slot, int otherwise, String big) {
    final o = _offset(t, slot);
    return o != 0 ? _int64At(t._d, t._at + o, big) : otherwise;
  }

  /// Returns a scalar, or null if it is absent; see [int64].
  static int? int64OrNull(Table t, int slot, String big) {
    final o = _offset(t, slot);
    return o != 0 ? _int64At(t._d, t._at + o, big) : null;
  }

  /// Returns a scalar for a plain object, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static Long int64Long(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? _longAt(t._d, t._at + o, true) : otherwise;
  }

  /// Returns a scalar of any size, or null if it is absent.
  static BigInt? int64Big(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? _bigAt(t._d, t._at + o, true) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setInt64(Table t, int slot, int value, String field) {
    _isLong(value);
    _putInt64(t._d, _present(t, slot, field, 8), value);
  }

  /// Changes a scalar in place. It must be present.
  static void setInt64Big(Table t, int slot, BigInt value, String field) {
    final bits = _bitsOfBig(value, true);
    _putBits(t._d, _present(t, slot, field, 8), bits);
  }

  /// Returns a scalar, or its default if it is absent.
  ///
  /// If no `int` holds it, that is an error that names [big].
  @pragma('vm:prefer-inline')
  static int uint64(Table t, int slot, int otherwise, String big) {
    final o = _offset(t, slot);
    return o != 0 ? _uint64At(t._d, t._at + o, big) : otherwise;
  }

  /// Returns a scalar, or null if it is absent; see [uint64].
  static int? uint64OrNull(Table t, int slot, String big) {
    final o = _offset(t, slot);
    return o != 0 ? _uint64At(t._d, t._at + o, big) : null;
  }

  /// Returns a scalar for a plain object, or its default if it is absent.
  @pragma('vm:prefer-inline')
  static Long uint64Long(Table t, int slot, int otherwise) {
    final o = _offset(t, slot);
    return o != 0 ? _longAt(t._d, t._at + o, false) : otherwise;
  }

  /// Returns a scalar of any size, or null if it is absent.
  static BigInt? uint64Big(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? _bigAt(t._d, t._at + o, false) : null;
  }

  /// Changes a scalar in place. It must be present.
  static void setUint64(Table t, int slot, int value, String field) {
    _isUlong(value);
    _putInt64(t._d, _present(t, slot, field, 8), value);
  }

  /// Changes a scalar in place. It must be present.
  static void setUint64Big(Table t, int slot, BigInt value, String field) {
    final bits = _bitsOfBig(value, false);
    _putBits(t._d, _present(t, slot, field, 8), bits);
  }

  /// Returns the 64 bits of a scalar, or null if it is absent.
  static Bits? bits(Table t, int slot) {
    final o = _offset(t, slot);
    return o != 0 ? _bitsAt(t._d, t._at + o) : null;
  }

  /// Changes the 64 bits of a scalar in place. It must be present.
  static void setBits(Table t, int slot, Bits value, String field) =>
      _putBits(t._d, _present(t, slot, field, 8), value);

  /// Returns the position of what an offset of 32 bits leads to, or -1 if the
  /// field is absent.
  @pragma('vm:prefer-inline')
  static int _target(Table t, int slot) {
    final o = _offset(t, slot);
    if (o == 0) {
      return -1;
    }
    final at = t._at + o;
    return at + t._d.getUint32(at, Endian.little);
  }

  /// Returns the position of what the offset of a field leads to, or -1.
  static int _follow(Table t, int slot, Width width) {
    if (width == Width.narrow) {
      return _target(t, slot);
    }
    final o = _offset(t, slot);
    return o != 0 ? _followed(t._d, t._at + o, width) : -1;
  }

  /// Returns a string, or null if it is absent.
  @pragma('vm:prefer-inline')
  static String? string(Table t, int slot) {
    final at = _target(t, slot);
    return at < 0 ? null : _stringAt(t._u, t._d, at);
  }

  /// Returns a string after an offset of 64 bits, or null if it is absent.
  static String? stringWide(Table t, int slot) {
    final at = _follow(t, slot, Width.offset);
    return at < 0 ? null : _stringAt(t._u, t._d, at);
  }

  /// Returns a table, or null if it is absent.
  static T? table<T extends Table>(Table t, int slot, Make<T> make) {
    final at = _target(t, slot);
    return at < 0 ? null : make(t._u, t._d, at);
  }

  /// Returns a struct, or null if it is absent.
  static S? struct<S extends Struct>(Table t, int slot, Make<S> make) {
    final o = _offset(t, slot);
    return o == 0 ? null : make(t._u, t._d, t._at + o);
  }

  /// Returns the bytes of a vector, without a copy, or null if it is absent.
  static Uint8List? bytes(Table t, int slot, [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    if (at < 0) {
      return null;
    }
    final length = _lengthAt(t._d, at, width);
    final first = at + _prefixOf(width);
    return _bytesAt(t._u, first, length);
  }

  /// Returns a vector of bytes with signs, without a copy, or null if it is
  /// absent.
  static Int8List? int8List(Table t, int slot, [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    if (at < 0) {
      return null;
    }
    final length = _lengthAt(t._d, at, width);
    final held = _bytesAt(t._u, at + _prefixOf(width), length);
    return held.buffer.asInt8List(held.offsetInBytes, length);
  }

  /// Returns a vector in place, which [make] makes, or null if it is absent.
  static L? vector<L>(Table t, int slot, MakeVector<L> make,
      [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    if (at < 0) {
      return null;
    }
    return make(t._u, t._d, at + _prefixOf(width), _lengthAt(t._d, at, width));
  }

  /// Returns the root of a nested buffer, or null if there is none.
  static T? nested<T extends Table>(Table t, int slot, Make<T> make,
      [Width width = Width.narrow]) {
    final held = bytes(t, slot, width);
    return held == null || held.isEmpty ? null : root(held, make);
  }

  /// Returns the value of a union, or null if there is none.
  ///
  /// The tag of this kind is in the field before it.
  static U? union<U>(Table t, int slot, FieldKind tag, MakeUnion<U> make) {
    final o = _offset(t, slot - 2);
    final at = _target(t, slot);
    if (o == 0 || at < 0) {
      return null;
    }
    final value = _tagAt(t._d, t._at + o, tag);
    return value == 0 ? null : make(t._u, t._d, at, value);
  }

  /// Returns a vector of an enum stored as [kind], or null if it is absent.
  static Enums<E>? enums<E extends OpenEnum>(
      Table t, int slot, FieldKind kind, E Function(int value) make,
      [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    return at < 0
        ? null
        : Enums.at(t._u, t._d, at + _prefixOf(width),
            _lengthAt(t._d, at, width), kind, make);
  }

  /// Returns a vector of an enum of 64 bits, or null if it is absent.
  static WideEnums<E>? wideEnums<E extends WideEnum>(
      Table t, int slot, E Function(Bits bits) make,
      [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    return at < 0
        ? null
        : WideEnums.at(t._u, t._d, at + _prefixOf(width),
            _lengthAt(t._d, at, width), make);
  }

  /// Returns a vector of tables, or null if it is absent.
  static Tables<T>? tables<T extends Table>(Table t, int slot, Make<T> make,
      [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    return at < 0
        ? null
        : Tables.at(t._u, t._d, at + 4, _lengthAt(t._d, at, width), make);
  }

  /// Returns a vector of structs of this size, or null if it is absent.
  static Structs<S>? structs<S extends Struct>(
      Table t, int slot, int size, Make<S> make,
      [Width width = Width.narrow]) {
    final at = _follow(t, slot, width);
    return at < 0
        ? null
        : Structs.at(t._u, t._d, at + _prefixOf(width),
            _lengthAt(t._d, at, width), size, make);
  }

  /// Returns a vector of unions, or null if it is absent.
  ///
  /// The tags of this kind are in the field before it.
  static Unions<U>? unions<U>(
      Table t, int slot, FieldKind tag, MakeUnion<U> make) {
    final tags = _target(t, slot - 2);
    final at = _target(t, slot);
    if (tags < 0 || at < 0) {
      return null;
    }
    final length = t._d.getUint32(at, Endian.little);
    return Unions._(t._u, t._d, at + 4, length, tags + 4, tag, make);
  }
}

/// Makes the view of a table or a struct at a position of a buffer.
typedef Make<T> = T Function(Uint8List bytes, ByteData data, int at);

/// Makes the view of a vector, from the position of its first element on.
typedef MakeVector<L> = L Function(
    Uint8List bytes, ByteData data, int at, int length);

/// Makes the view of a union's value with this tag, at a position of a buffer.
typedef MakeUnion<U> = U Function(
    Uint8List bytes, ByteData data, int at, int tag);

/// Returns a view of bytes. It costs a quarter of `ByteData.sublistView`.
@pragma('vm:prefer-inline')
ByteData dataOf(Uint8List bytes) =>
    bytes.buffer.asByteData(bytes.offsetInBytes, bytes.length);

/// Returns a view of a part of bytes. It is inside of them, unless a setter has
/// changed its length.
@pragma('vm:prefer-inline')
Uint8List _bytesAt(Uint8List bytes, int first, int length) =>
    first + length <= bytes.length
        ? bytes.buffer.asUint8List(bytes.offsetInBytes + first, length)
        : throw changed();

VarvelException _absent(String field) => VarvelException(
      ErrorKind.notFound,
      expected: 'the field $field',
      hint: 'a table has no room for fields that it was built without: build '
          'it with `Builder(forceDefaults: true)`',
    );

/// Returns the position that an offset leads to.
int _followed(ByteData d, int at, Width width) =>
    at +
    (width == Width.narrow
        ? d.getUint32(at, Endian.little)
        : readLength(d, at));

int _prefixOf(Width width) => width == Width.vector ? 8 : 4;

/// Returns the length of the string or vector at a position.
int _lengthAt(ByteData d, int at, Width width) => width == Width.vector
    ? readLength(d, at)
    : d.getUint32(at, Endian.little);

Bits _bitsAt(ByteData d, int at) =>
    Bits(d.getUint32(at + 4, Endian.little), d.getUint32(at, Endian.little));

/// Returns the string at a position.
String _stringAt(Uint8List u, ByteData d, int at) {
  final length = d.getUint32(at, Endian.little);
  final first = at + 4;
  return decodeUtf8(u, first, first + length);
}

/// Returns a tag as a signed number.
///
/// On the web one that no `int` holds becomes the least of them. No member of a
/// schema has that.
int _tagAt(ByteData d, int at, FieldKind kind) => switch (kind) {
      FieldKind.uint8 || FieldKind.boolean => d.getUint8(at),
      FieldKind.int8 => d.getInt8(at),
      FieldKind.int16 => d.getInt16(at, Endian.little),
      FieldKind.uint16 => d.getUint16(at, Endian.little),
      FieldKind.int32 => d.getInt32(at, Endian.little),
      FieldKind.uint32 => d.getUint32(at, Endian.little),
      _ => _wideTag(
          d.getInt32(at + 4, Endian.little), d.getUint32(at, Endian.little)),
    };

int _wideTag(int high, int low) =>
    fitsInt(high, low) ? joined(high, low) : -maxExact;

/// Returns the position of the root of a buffer.
@pragma('vm:prefer-inline')
int rootAt(ByteData data, bool sizePrefixed) => sizePrefixed
    ? 4 + data.getUint32(4, Endian.little)
    : data.getUint32(0, Endian.little);
