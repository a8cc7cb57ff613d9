import 'dart:typed_data';

import 'number_reader.dart';
import 'output.dart';

// Numbers as text, in the form that Varvel has in every language: floats with
// the fewest digits that read back, and always with a point or an exponent.
// They are plain from 1e-5 up to below 1e16, otherwise like 1.5e-7 or 1e16.

const int _leastPlain = -5;
const int _mostPlain = 15;

/// Writes an `int`.
void writeInt(Output out, int value) {
  var rest = value;
  if (rest < 0) {
    if (rest < -0x3FFFFFFF) {
      out.ascii(value.toString());
      return;
    }
    out.byte(0x2D);
    rest = -rest;
  } else if (rest > 0x3FFFFFFF) {
    out.ascii(value.toString());
    return;
  }
  if (rest < 10) {
    out.byte(0x30 + rest);
    return;
  }
  var count = 2;
  for (var most = 100; rest >= most && count < 10; most *= 10) {
    count++;
  }
  out.reserve(count);
  final bytes = out.bytes;
  var at = out.length + count;
  out.length = at;
  while (rest >= 10) {
    final tenth = rest ~/ 10;
    bytes[--at] = 0x30 + rest - 10 * tenth;
    rest = tenth;
  }
  bytes[--at] = 0x30 + rest;
}

/// Writes a float of 64 bits. It must be finite.
void writeDouble(Output out, double value) {
  if (_writeSimple(out, value, 1e12)) {
    return;
  }
  final magnitude = value.abs();
  if (magnitude >= 1e-5 && magnitude < 1e15) {
    // The digits that `toString` gives a number with a fraction are these.
    out.ascii(value.toString());
    return;
  }
  final (digits, exponent) = _digits(magnitude.toStringAsExponential());
  _layout(out, value.isNegative, digits, exponent);
}

/// Writes a float of 32 bits. It must be finite.
void writeSingle(Output out, double value) {
  if (value == value.truncateToDouble() && value.abs() < 16777216) {
    _writeSimple(out, value, 0);
    return;
  }
  final (digits, exponent) = _shortestSingle(value.abs());
  _layout(out, value.isNegative, digits, exponent);
}

/// Writes a float that is a whole number, or a number of thousandths below a
/// limit.
bool _writeSimple(Output out, double value, double most) {
  final magnitude = value.abs();
  if (magnitude < 1e15 && magnitude == magnitude.truncateToDouble()) {
    if (value.isNegative) {
      out.byte(0x2D);
    }
    writeInt(out, magnitude.toInt());
    out
      ..byte(0x2E)
      ..byte(0x30);
    return true;
  }
  if (magnitude >= most) {
    return false;
  }
  // Two whole numbers are divided, so this is rounded as reading rounds. And no
  // two decimals of up to 15 digits are read as the same float (D. Matula,
  // "In-and-out conversions", 1968).
  final thousandths = (magnitude * 1000 + 0.5).truncateToDouble();
  if (thousandths / 1000 != magnitude) {
    return false;
  }
  if (value.isNegative) {
    out.byte(0x2D);
  }
  final whole = (thousandths / 1000).truncateToDouble();
  final rest = (thousandths - 1000 * whole).toInt();
  writeInt(out, whole.toInt());
  out
    ..byte(0x2E)
    ..byte(0x30 + rest ~/ 100);
  if (rest % 100 != 0) {
    out.byte(0x30 + rest ~/ 10 % 10);
    if (rest % 10 != 0) {
      out.byte(0x30 + rest % 10);
    }
  }
  return true;
}

/// Returns the digits and the exponent of a text such as `1.5e-7`.
(String, int) _digits(String text) {
  final end = text.indexOf('e');
  final exponent = int.parse(text.substring(end + 1));
  var digits = text.substring(0, 1);
  if (end > 2) {
    digits += text.substring(2, end);
  }
  return (_withoutZeros(digits), exponent);
}

String _withoutZeros(String digits) {
  var length = digits.length;
  while (length > 1 && digits.codeUnitAt(length - 1) == 0x30) {
    length--;
  }
  return digits.substring(0, length);
}

/// Writes `d.ddd * 10^exponent`.
void _layout(Output out, bool negative, String digits, int exponent) {
  if (negative) {
    out.byte(0x2D);
  }
  final count = digits.length;
  if (exponent < _leastPlain || exponent > _mostPlain) {
    out.ascii(digits.substring(0, 1));
    if (count > 1) {
      out
        ..byte(0x2E)
        ..ascii(digits.substring(1));
    }
    out.byte(0x65);
    writeInt(out, exponent);
  } else if (exponent < 0) {
    out
      ..ascii('0.0000'.substring(0, 1 - exponent))
      ..ascii(digits);
  } else if (count <= exponent + 1) {
    out
      ..ascii(digits)
      ..ascii('000000000000000'.substring(0, exponent + 1 - count))
      ..ascii('.0');
  } else {
    out
      ..ascii(digits.substring(0, exponent + 1))
      ..byte(0x2E)
      ..ascii(digits.substring(exponent + 1));
  }
}

/// The least normal float of 32 bits.
const double _leastNormal = 1.1754943508222875e-38;

/// Returns the shortest digits that read back to a positive float of 32 bits,
/// and of those the nearest ones, ties to even; and the exponent of ten.
(String, int) _shortestSingle(double value) {
  // Six digits are always enough to tell a decimal of six digits: those with
  // fewer come out with zeros at their end. The least floats have fewer bits.
  for (var count = value < _leastNormal ? 1 : 6; count < 9; count++) {
    final found = _rounded(value, count);
    if (found != null) {
      return found;
    }
  }
  return _digits(value.toStringAsExponential(8));
}

/// Returns so many digits that read back to a float of 32 bits, if there are.
(String, int)? _rounded(double value, int count) {
  final text = value.toStringAsExponential(count - 1);
  final readsBack = _readsBack(text, value);
  if (_isPowerOfTwo(value)) {
    // Below a power of two floats are denser. So the nearest decimal may be too
    // far below, and a farther one above may read back.
    return _nearPowerOfTwo(value, text, readsBack);
  }
  if (!readsBack) {
    return null;
  }
  final (digits, exponent) = _digits(text);
  return _isTie(value, count) ? (_even(text), exponent) : (digits, exponent);
}

bool _readsBack(String text, double value) =>
    parseSingle(Uint8List.fromList(text.codeUnits), 0, text.length) == value;

final ByteData _word = ByteData(4);

bool _isPowerOfTwo(double value) {
  _word.setFloat32(0, value);
  return _word.getUint32(0) & 0x7FFFFF == 0;
}

(String, int)? _nearPowerOfTwo(double value, String text, bool readsBack) {
  final mantissa = text.substring(0, text.indexOf('e')).replaceFirst('.', '');
  if (readsBack) {
    final (digits, exponent) = _digits(text);
    return _isTie(value, mantissa.length)
        ? (_even(text), exponent)
        : (digits, exponent);
  }
  final above = '${int.parse(mantissa) + 1}';
  final (_, exponent) = _digits(text);
  final power = exponent - mantissa.length + 1;
  return _readsBack('${above}e$power', value)
      ? (_withoutZeros(above), power + above.length - 1)
      : null;
}

/// Returns whether a float is in the middle between two decimals of so many
/// digits: then its own digits are one more, and the last of them is a 5.
bool _isTie(double value, int count) {
  final text = value.toStringAsExponential(20);
  final mantissa = text.substring(0, 1) + text.substring(2, text.indexOf('e'));
  if (mantissa.codeUnitAt(count) != 0x35) {
    return false;
  }
  for (var i = count + 1; i < mantissa.length; i++) {
    if (mantissa.codeUnitAt(i) != 0x30) {
      return false;
    }
  }
  // Up to here a number that is a little more could look the same.
  final (digits, exponent) = _digits(text);
  final bytes = Uint8List.fromList(
      '${digits}e${exponent - digits.length + 1}'.codeUnits);
  return compareWith(bytes, 0, bytes.length, value) == 0;
}

/// Returns the digits of a text that was rounded up from the middle, rounded to
/// the even side.
String _even(String text) {
  final mantissa = text.substring(0, text.indexOf('e')).replaceFirst('.', '');
  final last = mantissa.codeUnitAt(mantissa.length - 1) - 0x30;
  final digits = last.isEven
      ? mantissa
      : '${mantissa.substring(0, mantissa.length - 1)}${last - 1}';
  return _withoutZeros(digits);
}
