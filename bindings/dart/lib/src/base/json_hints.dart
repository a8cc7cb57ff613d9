import 'dart:typed_data';

import 'error_kind.dart';
import 'json_writer.dart';
import 'number_text.dart';

/// Returns a guess at what the author of a wrong text wanted, or nothing.
String jsonHint(ErrorKind kind, String expected, Uint8List text, int at) {
  final hints = _Hints(text, at);
  return switch (kind) {
    ErrorKind.unexpectedEnd => hints.atEnd(),
    ErrorKind.controlCharacter => hints.control(),
    ErrorKind.invalidEscape => hints.escape(expected),
    ErrorKind.invalidNumber => hints.number(),
    ErrorKind.trailingData => hints.trailing(),
    ErrorKind.syntax => hints.syntax(expected),
    _ => '',
  };
}

const String _noNaN = 'JSON has no NaN and no infinities';
const String _pointFirst = 'a digit stands before the point: 0.5, not .5';

final class _Hints {
  _Hints(this.text, this.at);

  final Uint8List text;
  final int at;

  /// Returns the character so many bytes after the place, or an empty string
  /// outside of the text.
  String _next(int offset) {
    final p = at + offset;
    return p >= 0 && p < text.length ? String.fromCharCode(text[p]) : '';
  }

  /// Returns the last character before the place that is no white space, or
  /// nothing.
  String _before() {
    var p = at - 1;
    while (p >= 0 && text[p] <= 0x20) {
      p--;
    }
    return p < 0 ? '' : String.fromCharCode(text[p]);
  }

  String _word() {
    var end = at;
    while (end < text.length && end - at < 16 && isInWord(text[end])) {
      end++;
    }
    return String.fromCharCodes(text, at, end).toLowerCase();
  }

  String atEnd() {
    if (text.isEmpty) {
      return 'the input is empty';
    }
    return _before() == '' ? 'there is nothing but white space' : '';
  }

  String control() => switch (_next(0)) {
        '\n' || '\r' => r'a string cannot span lines; close it, or write \n',
        '\t' => r'write it as \t',
        '' => '',
        final other => 'write it as ${unicodeEscape(other.codeUnitAt(0))}',
      };

  String escape(String expected) {
    if (expected.startsWith('four')) {
      return _next(0) == '{'
          ? r'JSON takes no braces: write \u{41} as \u0041'
          : '';
    }
    return switch (_next(1)) {
      'x' => r'write \x41 as \u0041',
      "'" => 'a single quote needs no escape',
      '\n' || '\r' => r'a string cannot span lines; write \n',
      _ => r'a backslash itself is written \\',
    };
  }

  String number() {
    if (_isNotFinite(_word())) {
      return _noNaN;
    }
    if (_next(-1) == '.') {
      return 'a digit stands behind the point: 1.0, not 1.';
    }
    return _next(0) == '.' ? _pointFirst : '';
  }

  static bool _isNotFinite(String word) =>
      word == 'nan' || word == 'inf' || word == 'infinity';

  String trailing() => switch (_next(0)) {
        '}' || ']' => 'nothing is open that this would close',
        ':' => 'members of an object stand in braces',
        final c when c != '' && '0123456789{["-'.contains(c) =>
          'a JSON document is one value; of several in a row give each line to '
              '`Frozen.parse`',
        ',' => 'a JSON document is one value; an array holds several',
        _ => syntax('the end of input'),
      };

  String syntax(String expected) {
    final key = expected.startsWith('a key');
    final value = expected == 'a value';
    final separator = expected.startsWith('`,`');
    final c = _next(0);
    if (c != '' && c.codeUnitAt(0) >= 0x80) {
      return 'white space and quotes in JSON are the plain ones';
    }
    if ((c == "'" || c == '`') && (key || value)) {
      return 'JSON strings and keys take double quotes';
    }
    if (c == '/' || c == '#') {
      return 'JSON has no comments';
    }
    if ((c == '}' || c == ']') && _before() == ',') {
      return 'JSON allows no comma after the last element';
    }
    if (c != '' && (isInWord(c.codeUnitAt(0)) || c == r'$')) {
      return _inWord(c, key, value, separator);
    }
    return switch (c) {
      '+' when value => 'a positive number has no sign in JSON',
      '.' when value => _pointFirst,
      ';' when separator => 'members and items have commas between them',
      '<' when _before() == '' => 'this looks like HTML or XML',
      _ => '',
    };
  }

  String _inWord(String c, bool key, bool value, bool separator) {
    if (key) {
      return 'keys take double quotes in JSON';
    }
    final before = _next(-1);
    if (before == '0' && 'xXbBoO'.contains(c)) {
      return 'JSON numbers are decimal';
    }
    if (c == '_' && before != '' && isDigit(before.codeUnitAt(0))) {
      return 'JSON numbers have no separators between digits';
    }
    if (before == '"' && separator) {
      return r'a double quote inside a string is written \"';
    }
    return value ? _aboutWord(_word()) : '';
  }

  static String _aboutWord(String word) {
    if (_isNotFinite(word)) {
      return _noNaN;
    }
    return switch (word) {
      'true' ||
      'false' ||
      'null' =>
        'JSON writes true, false and null in lower case',
      'none' || 'nil' || 'undefined' => 'JSON writes null for no value',
      _ =>
        'a string takes double quotes; the only words are true, false and null',
    };
  }
}
