import 'dart:typed_data';

import 'json_fault.dart';
import 'number_text.dart';
import 'output.dart';
import 'utf8.dart';

/// Reads a text of JSON token by token.
///
/// The tokens do not say what may follow on what, or how deep; that is for the
/// readers that use them.
final class JsonLexer {
  /// Makes a lexer of a text in UTF-8, from a place on.
  JsonLexer(this.text, [this.at = 0]) : end = text.length;

  /// The text.
  final Uint8List text;

  /// The place of the end of the text.
  final int end;

  /// The place of the next byte.
  int at;

  /// The bytes that hold the content of the last string: [text], or a copy
  /// without escapes.
  Uint8List content = _none;

  /// The place in [content] where the last string begins.
  int contentStart = 0;

  /// The place in [content] where the last string ends.
  int contentEnd = 0;

  static final Uint8List _none = Uint8List(0);
  Output? _escaped;

  /// Passes white space, and returns the next byte, or 0 at the end of the
  /// text.
  int peek() {
    final text = this.text;
    var p = at;
    while (p < end) {
      final byte = text[p];
      if (byte > 0x20 ||
          byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) {
        at = p;
        return byte;
      }
      p++;
    }
    at = p;
    return 0;
  }

  /// Passes a word if it is next, and does not go on.
  bool take(String word) {
    final behind = at + word.length;
    if (!isNext(word) || behind < end && isInWord(text[behind])) {
      return false;
    }
    at = behind;
    return true;
  }

  /// Returns whether the text goes on with a word.
  bool isNext(String word) {
    if (end - at < word.length) {
      return false;
    }
    for (var i = 0; i < word.length; i++) {
      if (text[at + i] != word.codeUnitAt(i)) {
        return false;
      }
    }
    return true;
  }

  static const List<String> _words = ['true', 'false', 'null'];

  /// Returns the word `true`, `false` or `null` that is next, or nothing.
  ///
  /// More letters may follow.
  String word() => _words.firstWhere(isNext, orElse: () => '');

  /// Returns the fault of a place where a value belongs and none begins.
  JsonFault noValue() {
    if (at >= end) {
      return JsonFault(FaultKind.cutValue, at);
    }
    final rest = String.fromCharCodes(text, at, end - at > 5 ? at + 5 : end);
    final cut = _words.any((word) =>
        rest.length == end - at &&
        rest.length < word.length &&
        word.startsWith(rest));
    return cut
        ? JsonFault(FaultKind.cutWord, end)
        : JsonFault(FaultKind.noValue, at);
  }

  /// Passes a number that begins with a sign or a digit, or returns its fault.
  ///
  /// The number is from where the lexer was to [at].
  JsonFault? number() {
    final behind = numberEnd(text, at, end);
    if (behind != at) {
      at = behind;
      return null;
    }
    final fault = numberFault(text, at, end);
    final isCut = fault.at >= end;
    final kind = switch (fault.part) {
      _ when fault.zero => FaultKind.leadingZero,
      NumberPart.whole => isCut ? FaultKind.cutNumber : FaultKind.noDigit,
      NumberPart.fraction =>
        isCut ? FaultKind.cutFraction : FaultKind.noFraction,
      NumberPart.exponent =>
        isCut ? FaultKind.cutExponent : FaultKind.noExponent,
    };
    return JsonFault(kind, fault.at);
  }

  /// Passes a string from its quote on, or returns its fault.
  ///
  /// The characters are then in [content], from [contentStart] to [contentEnd].
  JsonFault? string() {
    final text = this.text;
    final start = at + 1;
    var p = start;
    var all = 0;
    while (p < end) {
      final byte = text[p];
      if (byte == 0x22 || byte == 0x5C || byte < 0x20) {
        break;
      }
      all |= byte;
      p++;
    }
    if (p == end || text[p] != 0x22) {
      return _withEscapes(start, p);
    }
    if (all >= 0x80) {
      final invalid = invalidUtf8At(text, start, p);
      if (invalid >= 0) {
        return JsonFault(FaultKind.notUtf8, invalid);
      }
    }
    content = text;
    contentStart = start;
    contentEnd = p;
    at = p + 1;
    return null;
  }

  /// Passes a string; the part from [start] to [first] needs no escape.
  JsonFault? _withEscapes(int start, int first) {
    final out = _escaped ??= Output(64);
    out.length = 0;
    var from = start;
    var p = first;
    while (true) {
      out.addRange(text, from, p);
      if (p == end) {
        return JsonFault(FaultKind.cutString, p);
      }
      switch (text[p]) {
        case 0x22:
          final invalid = invalidUtf8At(text, start, p);
          if (invalid >= 0) {
            return JsonFault(FaultKind.notUtf8, invalid);
          }
          at = p + 1;
          content = out.bytes;
          contentStart = 0;
          contentEnd = out.length;
          return null;
        case 0x5C:
          final behind = unescape(text, p, end, out);
          if (behind < 0) {
            return escapeFault(text, p, end);
          }
          from = behind;
          p = from;
          while (p < end) {
            final byte = text[p];
            if (byte == 0x22 || byte == 0x5C || byte < 0x20) {
              break;
            }
            p++;
          }
        default:
          return JsonFault(FaultKind.control, p);
      }
    }
  }
}

/// Writes the character of the escape at a place, and returns where the escape
/// ends, or -1 if there is none.
int unescape(Uint8List text, int at, int end, Output out) {
  if (end - at < 2 || text[at] != 0x5C) {
    return -1;
  }
  final plain = switch (text[at + 1]) {
    0x22 => 0x22,
    0x5C => 0x5C,
    0x2F => 0x2F,
    0x62 => 0x08,
    0x66 => 0x0C,
    0x6E => 0x0A,
    0x72 => 0x0D,
    0x74 => 0x09,
    _ => -1,
  };
  if (plain >= 0) {
    out.byte(plain);
    return at + 2;
  }
  final unit = _unitAt(text, at, end);
  if (unit < 0) {
    return -1;
  }
  if (unit & 0xF800 != 0xD800) {
    _rune(out, unit);
    return at + 6;
  }
  final low = _unitAt(text, at + 6, end);
  if (unit >= 0xDC00 || low & 0xFC00 != 0xDC00 || low < 0) {
    return -1;
  }
  _rune(out, 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF));
  return at + 12;
}

void _rune(Output out, int rune) {
  out.reserve(4);
  out.length = writeUtf8(String.fromCharCode(rune), out.bytes, out.length);
}

/// Returns the unit of UTF-16 whose escape is at a place, or -1.
int _unitAt(Uint8List text, int at, int end) {
  if (end - at < 6 || text[at] != 0x5C || text[at + 1] != 0x75) {
    return -1;
  }
  var unit = 0;
  for (var i = at + 2; i < at + 6; i++) {
    final digit = hexDigit(text[i]);
    if (digit < 0) {
      return -1;
    }
    unit = unit << 4 | digit;
  }
  return unit;
}

/// Returns the value of a hexadecimal digit, or -1.
int hexDigit(int byte) {
  if (isDigit(byte)) {
    return byte - 0x30;
  }
  final letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/// Says what is wrong with an escape that [unescape] does not read.
JsonFault escapeFault(Uint8List text, int at, int end) {
  if (at + 1 == end) {
    return JsonFault(FaultKind.cutEscape, end);
  }
  if (text[at + 1] != 0x75) {
    return JsonFault(FaultKind.unknownEscape, at);
  }
  final other = _otherThanHex(text, at, end);
  if (other >= 0) {
    return _noHexDigit(other, end);
  }
  // It is half of a surrogate pair.
  final letter = text[at + 3] | 0x20;
  if (letter >= 0x63 && letter <= 0x66) {
    return JsonFault(FaultKind.loneSurrogate, at);
  }
  final half = at + 6;
  if (_isBegunHalf(text, half, end)) {
    return JsonFault(FaultKind.cutEscape, end);
  }
  if (end - half > 1 && text[half] == 0x5C && text[half + 1] == 0x75) {
    final other = _otherThanHex(text, half, end);
    if (other >= 0) {
      return _noHexDigit(other, end);
    }
  }
  return JsonFault(FaultKind.loneSurrogate, at);
}

JsonFault _noHexDigit(int at, int end) => at >= end
    ? JsonFault(FaultKind.cutEscape, end)
    : JsonFault(FaultKind.noHexDigit, at);

/// Returns the place of the first byte after `\u` that is none of four
/// hexadecimal digits, or -1.
int _otherThanHex(Uint8List text, int at, int end) {
  for (var p = at + 2; p < at + 6; p++) {
    if (p >= end || hexDigit(text[p]) < 0) {
      return p;
    }
  }
  return -1;
}

/// Returns whether the text ends inside the escape of the second half of a
/// surrogate pair, or before it.
bool _isBegunHalf(Uint8List text, int at, int end) {
  if (end - at >= 6) {
    return false;
  }
  for (var p = at; p < end; p++) {
    final byte = text[p];
    final letter = byte | 0x20;
    final fits = switch (p - at) {
      0 => byte == 0x5C,
      1 => byte == 0x75,
      2 => letter == 0x64,
      3 => letter >= 0x63 && letter <= 0x66,
      _ => hexDigit(byte) >= 0,
    };
    if (!fits) {
      return false;
    }
  }
  return true;
}
