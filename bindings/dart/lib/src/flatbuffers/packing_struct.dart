part of 'runtime.dart';

/// The place of a value of a struct that was refused. [size] is that of an
/// array as a whole, or 0 for a single value.
typedef _Refused = ({int at, int size});

/// The places of values that were refused, by their errors. Plain structs know
/// only bytes; a builder knows which struct it is.
final Expando<_Refused> _refusals = Expando();

/// Returns an error about the value at a place, unless it is about one in it.
VarvelException _placed(VarvelException error, int at, [int size = 0]) {
  _refusals[error] ??= (at: at, size: size);
  return error;
}

/// Returns the steps from a struct of the schema, which is at [start], to the
/// value that was refused.
List<String> _stepsOf(
    VarvelException error, Schema schema, int object, int start) {
  final refused = _refusals[error];
  final steps = <String>[];
  if (refused != null) {
    _stepInto(
        schema, object, (at: refused.at - start, size: refused.size), steps);
  }
  return steps;
}

void _stepInto(
    Schema schema, int object, _Refused refused, List<String> steps) {
  final f = schema.objects[object].fields
      .lastWhere((field) => field.offset <= refused.at);
  steps.add(keyStep(f.name));
  var at = refused.at - f.offset;
  if (f.shape == Shape.array) {
    if (refused.size == schema.inlineSize(f)) {
      return;
    }
    final size = schema.sizeOf(f.kind, f.index);
    steps.add(indexStep(at ~/ size));
    at %= size;
  }
  if (f.kind == FieldKind.struct) {
    _stepInto(schema, f.index, (at: at, size: refused.size), steps);
  }
}

/// Writes an integer of at most 32 bits, which must fit.
void putSmall(ByteData d, int at, FieldKind kind, int value) {
  switch (kind) {
    case FieldKind.int8:
      _fitsAt(at, value, -0x80, 0x7F, _ofByte);
      d.setInt8(at, value);
    case FieldKind.int16:
      _fitsAt(at, value, -0x8000, 0x7FFF, _ofShort);
      d.setInt16(at, value, Endian.little);
    case FieldKind.uint16:
      _fitsAt(at, value, 0, 0xFFFF, _ofUshort);
      d.setUint16(at, value, Endian.little);
    case FieldKind.int32:
      _fitsAt(at, value, -0x80000000, 0x7FFFFFFF, _ofInt);
      d.setInt32(at, value, Endian.little);
    case FieldKind.uint32:
      _fitsAt(at, value, 0, 0xFFFFFFFF, _ofUint);
      d.setUint32(at, value, Endian.little);
    default:
      _fitsAt(at, value, 0, 0xFF, _ofUbyte);
      d.setUint8(at, value);
  }
}

/// Checks the bounds of an integer for a place.
@pragma('vm:prefer-inline')
void _fitsAt(int at, int value, int least, int most, String expected) {
  if (value < least || value > most) {
    throw _placed(_outside(value, expected), at);
  }
}

/// Writes a boolean into a struct.
void putBool(ByteData to, int at, bool value) =>
    to.setUint8(at, value ? 1 : 0);

/// Writes a number of 64 bits of a plain object into a struct; it must fit.
void putLong(ByteData to, int at, Long value, {required bool isSigned}) {
  try {
    _putBits(to, at, longBits(value, isSigned: isSigned));
  } on VarvelException catch (error) {
    throw _placed(error, at);
  }
}

/// Writes 64 bits into a struct.
void putBits(ByteData to, int at, Bits value) => _putBits(to, at, value);

/// Writes a float of 32 bits into a struct; it must fit.
void putFloat32(ByteData to, int at, double value) {
  if (value > _mostFloat || value < -_mostFloat) {
    try {
      _checkFloat(value);
    } on VarvelException catch (error) {
      throw _placed(error, at);
    }
  }
  to.setFloat32(at, value, Endian.little);
}

/// Writes a float of 64 bits into a struct.
void putFloat64(ByteData to, int at, double value) =>
    to.setFloat64(at, value, Endian.little);

/// Writes the items of a list, of this size each, into an array of a struct.
/// An error is about its item.
void _putEach(ByteData to, int at, int size, List<Object?> values, int length,
    void Function(int index, int at) put) {
  final count = values.length;
  if (count != length) {
    throw _placed(
        _refused('an array of $length', '$count items'), at, size * length);
  }
  var place = at;
  try {
    for (var i = 0; i < length; i++, place += size) {
      put(i, place);
    }
  } on VarvelException catch (error) {
    throw _placed(error, place);
  }
}

/// Writes the numbers of a list into an array of a struct.
void putInts(ByteData to, int at, FieldKind kind, List<int> values,
        int length) =>
    _putEach(to, at, kind.size, values, length, (i, at) {
      switch (kind) {
        case FieldKind.int64 when values is Int64s:
          _putBits(to, at, _bitsAt(values._d, values._first + 8 * i));
        case FieldKind.uint64 when values is Uint64s:
          _putBits(to, at, _bitsAt(values._d, values._first + 8 * i));
        case FieldKind.int64 || FieldKind.uint64:
          putLong(to, at, values[i], isSigned: kind == FieldKind.int64);
        default:
          putSmall(to, at, kind, values[i]);
      }
    });

/// Writes the floats of a list into an array of a struct.
void putFloats(ByteData to, int at, FieldKind kind, List<double> values,
        int length) =>
    _putEach(
        to,
        at,
        kind.size,
        values,
        length,
        (i, at) => kind == FieldKind.float32
            ? putFloat32(to, at, values[i])
            : putFloat64(to, at, values[i]));

/// Writes the booleans of a list into an array of a struct.
void putBools(ByteData to, int at, FieldKind kind, List<bool> values,
        int length) =>
    _putEach(to, at, kind.size, values, length,
        (i, at) => putBool(to, at, values[i]));

/// Writes the enums of a list into an array of a struct.
void putEnums(ByteData to, int at, FieldKind kind, List<Object> values,
        int length) =>
    _putEach(to, at, kind.size, values, length, (i, at) {
      switch (values[i]) {
        case OpenEnum(:final value):
          putSmall(to, at, kind, value);
        case WideEnum(:final bits):
          _putBits(to, at, bits);
      }
    });

/// Writes the structs of a list, of this size each, into an array of a struct.
void putStructs<S>(ByteData to, int at, int size, List<S> values, int length,
        void Function(ByteData to, int at) Function(S of) put) =>
    _putEach(to, at, size, values, length,
        (i, at) => put(values[i])(to, at));
