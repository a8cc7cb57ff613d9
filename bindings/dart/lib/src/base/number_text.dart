import 'dart:typed_data';

// The grammar of numbers in JSON. Places are those of bytes.

const int _zero = 0x30;
const int _minus = 0x2D;
const int _plus = 0x2B;
const int _point = 0x2E;

/// Returns whether a byte is a digit.
@pragma('vm:prefer-inline')
bool isDigit(int byte) => byte >= _zero && byte <= 0x39;

/// Returns whether a word goes on with this byte.
bool isInWord(int byte) =>
    isDigit(byte) ||
    byte == 0x5F ||
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A && byte < 0x80;

int _afterDigits(Uint8List text, int at, int end) {
  var p = at;
  while (p < end && isDigit(text[p])) {
    p++;
  }
  return p;
}

/// Returns where the number ends that begins at a place, or that place if none
/// does.
///
/// A number with a leading zero is none.
int numberEnd(Uint8List text, int at, int end) {
  var start = at < end && text[at] == _minus ? at + 1 : at;
  var p = _afterDigits(text, start, end);
  if (p == start || text[start] == _zero && p - start > 1) {
    return at;
  }
  if (p < end && text[p] == _point) {
    start = p + 1;
    p = _afterDigits(text, start, end);
    if (p == start) {
      return at;
    }
  }
  if (p < end && text[p] | 0x20 == 0x65) {
    start = p + 1;
    if (start < end && (text[start] == _plus || text[start] == _minus)) {
      start++;
    }
    p = _afterDigits(text, start, end);
    if (p == start) {
      return at;
    }
  }
  return p;
}

/// A part of a number that needs a digit.
enum NumberPart {
  /// The part before the point.
  whole,

  /// The part after the point.
  fraction,

  /// The exponent.
  exponent,
}

/// Returns where a digit is missing in what begins like a number at a place and
/// is none, and in which part; `zero` says that there is a digit too many,
/// after a leading zero.
({int at, NumberPart part, bool zero}) numberFault(
    Uint8List text, int from, int end) {
  var at = from < end && text[from] == _minus ? from + 1 : from;
  var p = _afterDigits(text, at, end);
  if (p == at || text[at] == _zero && p - at > 1) {
    return (at: at, part: NumberPart.whole, zero: p > at);
  }
  if (p < end && text[p] == _point) {
    at = p + 1;
    p = _afterDigits(text, at, end);
    if (p == at) {
      return (at: at, part: NumberPart.fraction, zero: false);
    }
  }
  // Only the exponent is left.
  at = p + 1;
  if (at < end && (text[at] == _plus || text[at] == _minus)) {
    at++;
  }
  return (at: at, part: NumberPart.exponent, zero: false);
}

/// Returns whether a text is a number of JSON.
bool isNumber(Uint8List text, int start, int end) =>
    start < end && numberEnd(text, start, end) == end;

/// Returns whether a text is an integer beyond 64 bits.
bool isBig(Uint8List text, int start, int end) {
  final negative = start < end && text[start] == _minus;
  final most = negative ? '9223372036854775808' : '18446744073709551615';
  final first = negative ? start + 1 : start;
  final length = end - first;
  if (length < most.length ||
      text[first] == _zero ||
      _afterDigits(text, first, end) != end) {
    return false;
  }
  if (length > most.length) {
    return true;
  }
  for (var i = 0; i < length; i++) {
    final digit = text[first + i] - most.codeUnitAt(i);
    if (digit != 0) {
      return digit > 0;
    }
  }
  return false;
}

/// Returns whether a number of JSON has no fraction and no exponent, and is not
/// `-0`, which is a float.
bool isInteger(Uint8List text, int start, int end) {
  for (var i = start; i < end; i++) {
    final byte = text[i];
    if (byte == _point || byte | 0x20 == 0x65) {
      return false;
    }
  }
  return end - start != 2 || text[start] != _minus || text[start + 1] != _zero;
}
