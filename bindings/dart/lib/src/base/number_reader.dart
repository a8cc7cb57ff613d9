import 'dart:typed_data';

import 'number_text.dart';
import 'platform.dart';

// Numbers from their text in the grammar of JSON, which was checked before.

/// The powers of ten that a float of 64 bits holds exactly.
const List<double> _tens = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, //
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Returns an integer of at most 15 digits, or null for any other number.
///
/// `-0` is a float.
int? parseSmallInteger(Uint8List text, int start, int end) {
  final negative = text[start] == 0x2D;
  final first = negative ? start + 1 : start;
  if (end - first > 15) {
    return null;
  }
  var value = 0;
  for (var i = first; i < end; i++) {
    final digit = text[i] - 0x30;
    if (digit < 0 || digit > 9) {
      return null;
    }
    value = 10 * value + digit;
  }
  return negative ? (value == 0 ? null : -value) : value;
}

/// Returns an integer of any size.
///
/// Takes time that grows with the square of the digits.
BigInt parseBigInteger(Uint8List text, int start, int end) =>
    BigInt.parse(String.fromCharCodes(text, start, end));

/// Returns the nearest float of 64 bits, ties to even; an infinity if there is
/// none.
double parseDouble(Uint8List text, int start, int end) {
  // Up to 15 digits and a power of ten are exact, so the operation rounds once
  // (W. Clinger, "How to read floating point numbers accurately", 1990).
  final negative = text[start] == 0x2D;
  var digits = 0;
  var count = 0;
  var power = 0;
  var at = negative ? start + 1 : start;
  var point = false;
  while (at < end) {
    final byte = text[at];
    final digit = byte - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (digits != 0 || digit != 0) {
        if (++count > 15) {
          return _nearest(text, start, end);
        }
      }
      digits = 10 * digits + digit;
      if (point) {
        power--;
      }
    } else if (byte == 0x2E) {
      point = true;
    } else {
      break;
    }
    at++;
  }
  if (at < end) {
    power += _exponent(text, at + 1, end);
  }
  if (digits == 0) {
    return negative ? -0.0 : 0.0;
  }
  if (power < -22 || power > 22) {
    return _nearest(text, start, end);
  }
  final value = power < 0
      ? digits.toDouble() / _tens[-power]
      : digits.toDouble() * _tens[power];
  return negative ? -value : value;
}

double _nearest(Uint8List text, int start, int end) =>
    double.parse(String.fromCharCodes(text, start, end));

/// Returns an exponent, or one that is beyond all that count.
int _exponent(Uint8List text, int start, int end) {
  var at = start;
  final negative = text[at] == 0x2D;
  if (!isDigit(text[at])) {
    at++;
  }
  var value = 0;
  for (; at < end; at++) {
    if (value < 0x10000000000) {
      value = 10 * value + text[at] - 0x30;
    }
  }
  return negative ? -value : value;
}

final ByteData _word = ByteData(8);

/// Returns the nearest float of 32 bits to a float of 64 bits, ties to even.
double toSingle(double value) {
  _word.setFloat32(0, value);
  return _word.getFloat32(0);
}

/// Returns the float of 32 bits that is nearest to the text itself, rounded
/// once, ties to even; an infinity if there is none.
double parseSingle(Uint8List text, int start, int end) {
  final value = parseDouble(text, start, end);
  final nearest = toSingle(value);
  if (value == nearest || value.isNaN || value.isInfinite) {
    return nearest;
  }
  // Where the text was rounded to the middle between two floats of 32 bits, it
  // decides which of them is nearer.
  final below = _neighbor(nearest, nearest > value);
  final middle = nearest.isInfinite || below.isInfinite
      ? value.abs() == _beyondSingle
      : value - below == nearest - value;
  if (!middle) {
    return nearest;
  }
  final order = compareWith(text, start, end, value.abs());
  if (order == 0) {
    return nearest;
  }
  final outer = nearest.abs() > below.abs() ? nearest : below;
  final inner = nearest.abs() > below.abs() ? below : nearest;
  return order > 0 ? outer : inner;
}

/// The middle between the greatest float of 32 bits and the next power of two.
const double _beyondSingle = 3.4028235677973366e38;

/// Returns the next float of 32 bits below or above.
double _neighbor(double single, bool below) {
  _word.setFloat32(0, single);
  final bits = _word.getUint32(0);
  final magnitude = bits & 0x7FFFFFFF;
  final negative = bits != magnitude;
  if (magnitude == 0) {
    _word.setUint32(0, below ? 0x80000001 : 1);
  } else {
    _word.setUint32(0, below == negative ? bits + 1 : bits - 1);
  }
  return _word.getFloat32(0);
}

/// The most digits of a float of 64 bits; more only tell on which side of it a
/// number is.
const int _decisive = 800;

/// Compares the magnitude of a number with a float that is not negative.
int compareWith(Uint8List text, int start, int end, double value) {
  final digits = StringBuffer();
  var count = 0;
  var power = 0;
  var more = false;
  var point = false;
  var at = text[start] == 0x2D ? start + 1 : start;
  for (; at < end && text[at] | 0x20 != 0x65; at++) {
    final byte = text[at];
    if (byte == 0x2E) {
      point = true;
      continue;
    }
    if (count != 0 || byte != 0x30) {
      if (count < _decisive) {
        digits.writeCharCode(byte);
        count++;
      } else {
        more = more || byte != 0x30;
        power++;
      }
    }
    if (point) {
      power--;
    }
  }
  if (at < end) {
    power += _exponent(text, at + 1, end);
  }
  var left = BigInt.parse(digits.toString());
  final (significand, exponent) = _parts(value);
  var right = significand;
  if (power > 0) {
    left *= BigInt.from(10).pow(power);
  } else {
    right *= BigInt.from(10).pow(-power);
  }
  if (exponent > 0) {
    right <<= exponent;
  } else {
    left <<= -exponent;
  }
  final order = left.compareTo(right);
  return order == 0 && more ? 1 : order;
}

/// Returns the significand and the exponent of two of a positive float.
(BigInt, int) _parts(double value) {
  _word.setFloat64(0, value);
  final high = _word.getUint32(0);
  final low = _word.getUint32(4);
  final biased = high >> 20;
  final top = biased == 0 ? high : high & 0xFFFFF | 0x100000;
  return (
    BigInt.from(top) * BigInt.from(two32) + BigInt.from(low),
    (biased == 0 ? 1 : biased) - 1075,
  );
}
