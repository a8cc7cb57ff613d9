import 'dart:math';
import 'dart:typed_data';

import 'error_kind.dart';
import 'exception.dart';
import 'json_hints.dart';
import 'number_text.dart';
import 'paths.dart';
import 'utf8.dart';

/// A kind of a fault of a text of JSON, with its error and what is expected.
///
/// Those called cut are ends of the text.
enum FaultKind {
  /// Text that begins no value.
  noValue(ErrorKind.syntax, 'a value'),

  /// An end where a value belongs.
  cutValue(ErrorKind.unexpectedEnd, 'a value'),

  /// An end inside of a word.
  cutWord(ErrorKind.unexpectedEnd, 'the rest of `true`, `false` or `null`'),

  /// A digit after a leading zero.
  leadingZero(ErrorKind.invalidNumber, 'no digit after a leading zero'),

  /// Another byte where a number needs a digit.
  noDigit(ErrorKind.invalidNumber, 'a digit'),

  /// An end where a number needs a digit.
  cutNumber(ErrorKind.unexpectedEnd, 'a digit'),

  /// Another byte where a number needs a digit after its point.
  noFraction(ErrorKind.invalidNumber, 'a digit after the point'),

  /// An end where a number needs a digit after its point.
  cutFraction(ErrorKind.unexpectedEnd, 'a digit after the point'),

  /// Another byte where a number needs a digit in its exponent.
  noExponent(ErrorKind.invalidNumber, 'a digit in the exponent'),

  /// An end where a number needs a digit in its exponent.
  cutExponent(ErrorKind.unexpectedEnd, 'a digit in the exponent'),

  /// An end inside of a string, and outside of its escapes.
  cutString(ErrorKind.unexpectedEnd, 'the closing quote of a string'),

  /// An end inside of an escape.
  cutEscape(ErrorKind.unexpectedEnd, 'the closing quote of a string'),

  /// A letter that no escape has.
  unknownEscape(
      ErrorKind.invalidEscape, r'one of \" \\ \/ \b \f \n \r \t \uXXXX'),

  /// Another byte where an escape needs a hexadecimal digit.
  noHexDigit(ErrorKind.invalidEscape, r'four hexadecimal digits after \u'),

  /// Half of a surrogate pair without the other.
  loneSurrogate(ErrorKind.loneSurrogate, 'both halves of a surrogate pair'),

  /// A control character in a string.
  control(ErrorKind.controlCharacter, 'an escape'),

  /// A byte in a string that is not UTF-8.
  notUtf8(ErrorKind.invalidUtf8, 'text in UTF-8');

  const FaultKind(this.error, this.expected);

  /// The kind of the error.
  final ErrorKind error;

  /// The text that is expected at the place of the fault, for the message.
  final String expected;
}

/// A fault of a text of JSON: its kind and its place.
final class JsonFault {
  /// Makes a fault.
  const JsonFault(this.kind, this.at);

  /// The kind of the fault.
  final FaultKind kind;

  /// The place of the wrong byte in the text.
  final int at;

  /// Returns the error of this fault of a text.
  VarvelException error(Uint8List text, {String path = ''}) {
    final found = switch (kind) {
      FaultKind.leadingZero || FaultKind.loneSurrogate => '',
      FaultKind.unknownEscape => _foundEscape(text, at + 1),
      FaultKind.notUtf8 => 'byte 0x${_hex(text[at], 2)}',
      FaultKind.control when foundAt(text, at).startsWith('byte') =>
        'U+${_hex(text[at], 4)}',
      _ when kind.error == ErrorKind.unexpectedEnd => '',
      _ => foundAt(text, at),
    };
    return jsonError(kind.error, text, at,
        expected: kind.expected, found: found, path: path);
  }
}

/// Returns the error of a text of JSON at a byte of it, with its line, its
/// column and a hint.
VarvelException jsonError(
  ErrorKind kind,
  Uint8List text,
  int at, {
  String expected = '',
  String found = '',
  String path = '',
}) {
  final (line, column) = position(text, at);
  return VarvelException(
    kind,
    offset: at,
    line: line,
    column: column,
    path: path,
    expected: expected,
    found: found,
    hint: jsonHint(kind, expected, text, at),
  );
}

/// Returns the error of other text than what is expected at a place.
VarvelException unexpected(Uint8List text, int at, String expected,
        {String path = ''}) =>
    at >= text.length
        ? jsonError(ErrorKind.unexpectedEnd, text, text.length,
            expected: expected, path: path)
        : jsonError(ErrorKind.syntax, text, at,
            expected: expected, found: foundAt(text, at), path: path);

/// Returns the line and the column of a place in a text, from 1 on.
///
/// The column counts characters, without a byte order mark before the text.
(int, int) position(Uint8List text, int at) {
  final begin = hasMark(text, 0, text.length) ? 3 : 0;
  var line = 1;
  var start = begin;
  for (var i = begin; i < at; i++) {
    if (text[i] == 0x0A) {
      line++;
      start = i + 1;
    }
  }
  return (line, decodeLossy(text, start, max(at, start)).runes.length + 1);
}

/// Returns the letter of an escape that there is not, with its backslash.
String _foundEscape(Uint8List text, int at) {
  final letter = text[at];
  return letter > 0x20 && letter < 0x7F
      ? '`\\${String.fromCharCode(letter)}`'
      : foundAt(text, at);
}

/// How many letters of a word are shown.
const int _shownWord = 16;

/// Returns the text at a place as messages show it: a word, a character or a
/// byte.
String foundAt(Uint8List text, int at) {
  if (at >= text.length) {
    return '';
  }
  var end = at;
  while (end < text.length && end - at <= _shownWord && isInWord(text[end])) {
    end++;
  }
  final first = text[at];
  if (end != at && first > 0x39 && first != 0x5F) {
    return end - at > _shownWord
        ? '`${String.fromCharCodes(text, at, at + _shownWord - 1)}$ellipsis`'
        : '`${String.fromCharCodes(text, at, end)}`';
  }
  final size = first < 0x80
      ? 1
      : first < 0xE0
          ? 2
          : first < 0xF0
              ? 3
              : 4;
  if (first < 0x20 && first != 0x0A && first != 0x0D && first != 0x09 ||
      first == 0x7F ||
      at + size > text.length ||
      invalidUtf8At(text, at, at + size) >= 0) {
    return 'byte 0x${_hex(first, 2)}';
  }
  final character = decodeUtf8(text, at, at + size);
  return switch (character) {
    '\n' || '\r' => 'a line break',
    '\t' => 'a tab',
    ' ' => 'a space',
    '`' => 'a backtick',
    _ when isVisible(character.runes.first) => '`$character`',
    _ => 'U+${_hex(character.runes.first, 4)}',
  };
}

String _hex(int value, int digits) =>
    value.toRadixString(16).toUpperCase().padLeft(digits, '0');
