import 'dart:typed_data';

import 'platform.dart';

// Whole numbers of 64 bits as two halves of 32 bits: `high` and `low`. The high
// half has the sign where the number has one. So nothing is lost on the web.

/// Returns whether an `int` holds a signed number exactly on this platform.
@pragma('vm:prefer-inline')
bool fitsInt(int high, int low) =>
    !isWeb ||
    high >= -0x200000 &&
        high < 0x200000 &&
        (high != -0x200000 || low != 0);

/// Returns whether an `int` holds a number without a sign exactly on this
/// platform.
@pragma('vm:prefer-inline')
bool fitsIntUnsigned(int high) => high < (isWeb ? 0x200000 : 0x80000000);

/// Returns a number whose `int` is exact; see [fitsInt].
@pragma('vm:prefer-inline')
int joined(int high, int low) =>
    isWeb ? high * two32 + low : high << 32 | low;

/// Returns the high half of an `int`, with its sign.
@pragma('vm:prefer-inline')
int highOf(int value) => isWeb ? (value / two32).floor() : value >> 32;

/// Returns the low half of an `int`, without a sign.
@pragma('vm:prefer-inline')
int lowOf(int value) =>
    isWeb ? value - highOf(value) * two32 : value & 0xFFFFFFFF;

/// Returns a number as a [BigInt].
BigInt bigOf(int high, int low) =>
    (BigInt.from(high) << 32) + BigInt.from(low);

/// The text of a signed number.
String textOf(int high, int low) => fitsInt(high, low)
    ? joined(high, low).toString()
    : bigOf(high, low).toString();

/// The text of a number without a sign, whose [high] is not negative.
String unsignedTextOf(int high, int low) => fitsIntUnsigned(high)
    ? joined(high, low).toString()
    : bigOf(high, low).toString();

/// Reads a number of 8 bytes without a sign that is a length or a place.
///
/// One beyond 2^53 is more than any length: it gives 2^53 - 1.
int readLength(ByteData data, int at) {
  final high = data.getUint32(at + 4, Endian.little);
  return high < 0x200000
      ? high * two32 + data.getUint32(at, Endian.little)
      : maxExact;
}

/// Writes a length or a place as 8 bytes.
void writeLength(ByteData data, int at, int value) {
  data.setUint32(at, lowOf(value), Endian.little);
  data.setUint32(at + 4, highOf(value), Endian.little);
}

/// The halves of a [BigInt], if 64 bits hold it.
({int high, int low, bool unsigned})? halvesOf(BigInt value) {
  if (value.bitLength > 64 || value.isNegative && value.bitLength > 63) {
    return null;
  }
  final low = value.toUnsigned(32).toInt();
  final unsigned = value.bitLength == 64;
  final top = value >> 32;
  return (high: top.toInt(), low: low, unsigned: unsigned);
}
