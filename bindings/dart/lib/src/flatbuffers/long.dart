part of 'runtime.dart';

/// A number of 64 bits of a plain object: an `int`, or a [BigInt] where no
/// `int` holds it.
typedef Long = Object;

/// Returns a number of a plain object as an `int`, if one holds it.
int longValue(Long value, String big, {required bool isSigned}) =>
    value is int ? value : _exact(value as BigInt, isSigned, big);

/// Returns a number of a plain object at any size.
BigInt longBig(Long value) =>
    value is int ? BigInt.from(value) : value as BigInt;

/// Returns a number for a plain object: an `int`, if one holds it.
Long longOf(BigInt value, {required bool isSigned}) {
  final bits = _bitsOfBig(value, isSigned);
  final fits = value.isNegative || isSigned
      ? fitsInt(bits.signedHigh, bits.low)
      : fitsIntUnsigned(bits.high);
  return fits ? value.toInt() : value;
}

/// Returns the bits of a number of a plain object, which must fit.
Bits longBits(Long value, {required bool isSigned}) => value is int
    ? wideBits(value, isSigned: isSigned)
    : _bitsOfBig(value as BigInt, isSigned);

/// Returns 64 bits for a plain object: an `int`, if one holds them.
Long longOfBits(Bits bits, {required bool isSigned}) {
  if (isSigned) {
    final high = bits.signedHigh;
    return fitsInt(high, bits.low) ? joined(high, bits.low) : bits.signed;
  }
  return fitsIntUnsigned(bits.high)
      ? joined(bits.high, bits.low)
      : bits.unsigned;
}

/// Reads a number of eight bytes for a plain object.
@pragma('vm:prefer-inline')
Long _longAt(ByteData data, int at, bool isSigned) {
  if (!isWeb) {
    final value = data.getInt64(at, Endian.little);
    if (isSigned || value >= 0) {
      return value;
    }
  }
  return longOfBits(_bitsAt(data, at), isSigned: isSigned);
}

/// Returns 64 bits as an `int`, if one holds them.
int intOf(Bits bits, String big, {required bool isSigned}) =>
    longValue(longOfBits(bits, isSigned: isSigned), big, isSigned: isSigned);

/// Returns [longValue] of a number that may be absent.
int? longValueOrNull(Long? value, String big, {required bool isSigned}) =>
    value == null ? null : longValue(value, big, isSigned: isSigned);

/// Returns [longBig] of a number that may be absent.
BigInt? longBigOrNull(Long? value) => value == null ? null : longBig(value);

/// Returns [longOf] of a number that may be absent.
Long? longOfOrNull(BigInt? value, {required bool isSigned}) =>
    value == null ? null : longOf(value, isSigned: isSigned);

/// Returns [longOfBits] of a number that may be absent.
Long? longOfBitsOrNull(Bits? bits, {required bool isSigned}) =>
    bits == null ? null : longOfBits(bits, isSigned: isSigned);
