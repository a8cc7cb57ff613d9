part of 'runtime.dart';

/// The 64 bits of a scalar, as two halves: so they are exact on the web, too.
///
/// A scalar of fewer bits has them in the low half, without a sign. A number of
/// an enum has its sign in both halves.
final class Bits {
  /// Makes bits of two halves from 0 to 0xFFFFFFFF.
  const Bits(this.high, this.low);

  /// Makes the bits of an `int` that is exact.
  Bits.of(int value)
      : high = _unsigned(highOf(value)),
        low = lowOf(value);

  /// Makes the bits of a number of at most 64 bits.
  ///
  /// A number beyond that is an error.
  factory Bits.ofBigInt(BigInt value) {
    final halves = halvesOf(value);
    if (halves == null) {
      throw _outside(value, 'a number of 64 bits');
    }
    return Bits(_unsigned(halves.high), halves.low);
  }

  /// No bit.
  static const Bits zero = Bits(0, 0);

  /// The upper 32 bits.
  final int high;

  /// The lower 32 bits.
  final int low;

  /// The upper 32 bits with their sign.
  int get signedHigh => high >= 0x80000000 ? high - two32 : high;

  /// Whether no bit is set.
  bool get isZero => high == 0 && low == 0;

  /// The bits as a number with a sign.
  BigInt get signed => bigOf(signedHigh, low);

  /// The bits as a number without a sign.
  BigInt get unsigned => bigOf(high, low);

  /// Returns the bits that are set in both.
  Bits operator &(Bits other) =>
      Bits(_unsigned(high & other.high), _unsigned(low & other.low));

  /// Returns the bits that are set in one or in both.
  Bits operator |(Bits other) =>
      Bits(_unsigned(high | other.high), _unsigned(low | other.low));

  @override
  bool operator ==(Object other) =>
      other is Bits && other.high == high && other.low == low;

  @override
  int get hashCode => high ^ low;
}

int _unsigned(int high) => high < 0 ? high + two32 : high;

/// Reads a number of eight bytes with a sign. One that no `int` holds is an
/// error that names [big], where it can be had.
@pragma('vm:prefer-inline')
int _int64At(ByteData data, int at, String big) =>
    isWeb ? _int64OnWeb(data, at, big) : data.getInt64(at, Endian.little);

int _int64OnWeb(ByteData data, int at, String big) {
  final low = data.getUint32(at, Endian.little);
  final high = data.getInt32(at + 4, Endian.little);
  return fitsInt(high, low)
      ? joined(high, low)
      : throw _inexact(bigOf(high, low), big);
}

/// Reads a number of eight bytes without a sign; see [_int64At].
@pragma('vm:prefer-inline')
int _uint64At(ByteData data, int at, String big) {
  if (isWeb) {
    return _uint64OnWeb(data, at, big);
  }
  final value = data.getInt64(at, Endian.little);
  return value >= 0 ? value : throw _inexact(_bigAt(data, at, false), big);
}

int _uint64OnWeb(ByteData data, int at, String big) {
  final low = data.getUint32(at, Endian.little);
  final high = data.getUint32(at + 4, Endian.little);
  return fitsIntUnsigned(high)
      ? joined(high, low)
      : throw _inexact(bigOf(high, low), big);
}

/// Reads a number of eight bytes at any size.
BigInt _bigAt(ByteData data, int at, bool isSigned) {
  final low = data.getUint32(at, Endian.little);
  return isSigned
      ? bigOf(data.getInt32(at + 4, Endian.little), low)
      : bigOf(data.getUint32(at + 4, Endian.little), low);
}

/// Writes an `int` as eight bytes.
@pragma('vm:prefer-inline')
void _putInt64(ByteData data, int at, int value) {
  if (isWeb) {
    data.setUint32(at, lowOf(value), Endian.little);
    data.setInt32(at + 4, highOf(value), Endian.little);
  } else {
    data.setInt64(at, value, Endian.little);
  }
}

/// Writes eight bytes.
void _putBits(ByteData data, int at, Bits bits) {
  data.setUint32(at, bits.low, Endian.little);
  data.setUint32(at + 4, bits.high, Endian.little);
}

/// Returns a number if `int` holds it, and otherwise an error that names [big].
int _exact(BigInt value, bool isSigned, String big) {
  final bits = Bits.ofBigInt(value);
  final fits = value.isNegative
      ? fitsInt(bits.signedHigh, bits.low)
      : fitsIntUnsigned(bits.high);
  return fits ? value.toInt() : throw _inexact(value, big);
}

VarvelException _inexact(BigInt value, String big) => VarvelException(
      ErrorKind.numberOutOfRange,
      expected: 'a number that `int` holds on this platform',
      found: '$value',
      hint: 'read it by `$big`, which is a `BigInt`',
    );

/// The error of a number that a field cannot hold.
VarvelException _outside(Object value, String expected) => VarvelException(
      ErrorKind.numberOutOfRange,
      expected: expected,
      found: '$value',
    );

const String _ofByte = 'an integer that fits byte';
const String _ofUbyte = 'an integer that fits ubyte';
const String _ofShort = 'an integer that fits short';
const String _ofUshort = 'an integer that fits ushort';
const String _ofInt = 'an integer that fits int';
const String _ofUint = 'an integer that fits uint';
const String _ofLong = 'an integer that fits long';
const String _ofUlong = 'an integer that fits ulong';
const String _ofFloat = 'a number that float can hold';

/// Checks the bounds of an integer.
@pragma('vm:prefer-inline')
void _within(int value, int least, int most, String expected) {
  if (value < least || value > most) {
    throw _outside(value, expected);
  }
}

@pragma('vm:prefer-inline')
void _isByte(int value) => _within(value, -0x80, 0x7F, _ofByte);
@pragma('vm:prefer-inline')
void _isUbyte(int value) => _within(value, 0, 0xFF, _ofUbyte);
@pragma('vm:prefer-inline')
void _isShort(int value) => _within(value, -0x8000, 0x7FFF, _ofShort);
@pragma('vm:prefer-inline')
void _isUshort(int value) => _within(value, 0, 0xFFFF, _ofUshort);
@pragma('vm:prefer-inline')
void _isInt(int value) => _within(value, -0x80000000, 0x7FFFFFFF, _ofInt);
@pragma('vm:prefer-inline')
void _isUint(int value) => _within(value, 0, 0xFFFFFFFF, _ofUint);

/// On the web an `int` may be beyond 64 bits.
@pragma('vm:prefer-inline')
void _isLong(int value) {
  if (isWeb && (value >= _two63 || value < -_two63)) {
    throw _outside(value, _ofLong);
  }
}

@pragma('vm:prefer-inline')
void _isUlong(int value) {
  if (value < 0 || isWeb && value >= 2 * _two63) {
    throw _outside(value, _ofUlong);
  }
}

/// 2^63. It is used on the web alone.
const num _two63 = 9223372036854775808.0;

/// Checks a [BigInt], and returns its bits.
Bits _bitsOfBig(BigInt value, bool isSigned) {
  final most = isSigned ? 63 : 64;
  if (value.bitLength > most || !isSigned && value.isNegative) {
    throw _outside(value, isSigned ? _ofLong : _ofUlong);
  }
  return Bits.ofBigInt(value);
}

/// Checks that a float does not become infinite in 32 bits.
@pragma('vm:prefer-inline')
void _isFloat(double value) {
  if (value > _mostFloat || value < -_mostFloat) {
    _checkFloat(value);
  }
}

/// The largest float of 32 bits.
const double _mostFloat = 3.4028234663852886e38;

/// From here on, floats are rounded to an infinity in 32 bits.
const double _infiniteFloat = 3.4028235677973366e38;

void _checkFloat(double value) {
  final size = value.abs();
  if (size >= _infiniteFloat && size != double.infinity) {
    throw _outside(value, _ofFloat);
  }
}

/// Returns the order of two unsigned halves, and then of the lower ones.
int _compareHalves(int high, int low, int otherHigh, int otherLow) =>
    high != otherHigh ? high.compareTo(otherHigh) : low.compareTo(otherLow);
