import 'dart:typed_data';

import 'output.dart';

/// Writes the brackets, commas, colons and lines of JSON around the values that
/// its user writes.
final class JsonWriter {
  /// Makes a writer. If [indent] is empty, all is on one line; [spaced] puts a
  /// space after each comma and colon there, for people.
  JsonWriter({this.indent = '', this.spaced = false, Output? to})
      : out = to ?? Output();

  /// The text so far.
  final Output out;

  /// Each level is indented by this.
  final String indent;

  /// Whether a space follows each comma and colon on one line.
  final bool spaced;

  int _depth = 0;

  /// Begins an object or an array.
  void open(int bracket) {
    out.byte(bracket);
    _depth++;
  }

  /// Begins a member or an item.
  void next({required bool first}) {
    if (!first) {
      out.byte(0x2C);
      if (spaced) {
        out.byte(0x20);
      }
    }
    if (indent != '') {
      _line();
    }
  }

  /// Separates the key of a member from its value.
  void colon() {
    out.byte(0x3A);
    if (spaced || indent != '') {
      out.byte(0x20);
    }
  }

  /// Ends an object or an array.
  void close(int bracket, {required bool empty}) {
    _depth--;
    if (!empty && indent != '') {
      _line();
    }
    out.byte(bracket);
  }

  void _line() {
    out.byte(0x0A);
    for (var i = 0; i < _depth; i++) {
      out.text(indent);
    }
  }
}

/// Writes a part of bytes in UTF-8 as a string of JSON.
///
/// It escapes what JSON demands and nothing else: quotes, backslashes, and the
/// characters below U+0020.
void writeJsonString(Output out, Uint8List bytes, int start, int end) {
  out.reserve(end - start + 2);
  final to = out.bytes;
  var at = out.length;
  to[at++] = 0x22;
  for (var i = start; i < end; i++) {
    final byte = bytes[i];
    if (byte < 0x20 || byte == 0x22 || byte == 0x5C) {
      out.length = at;
      return _escapedRest(out, bytes, i, end);
    }
    to[at++] = byte;
  }
  to[at] = 0x22;
  out.length = at + 1;
}

/// Writes the rest of a string from a byte on that needs an escape.
void _escapedRest(Output out, Uint8List bytes, int start, int end) {
  var from = start;
  for (var i = start; i < end; i++) {
    final byte = bytes[i];
    if (byte >= 0x20 && byte != 0x22 && byte != 0x5C) {
      continue;
    }
    out.addRange(bytes, from, i);
    from = i + 1;
    _escape(out, byte);
  }
  out
    ..addRange(bytes, from, end)
    ..byte(0x22);
}

void _escape(Output out, int byte) {
  final letter = switch (byte) {
    0x22 || 0x5C => byte,
    0x08 => 0x62,
    0x0C => 0x66,
    0x0A => 0x6E,
    0x0D => 0x72,
    0x09 => 0x74,
    _ => 0,
  };
  out.byte(0x5C);
  if (letter != 0) {
    out.byte(letter);
  } else {
    out
      ..ascii('u00')
      ..byte(0x30 + (byte >> 4))
      ..byte(byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15));
  }
}

/// Returns the escape of a unit of UTF-16 with its number, such as `\u0041`.
String unicodeEscape(int unit) =>
    '\\u${unit.toRadixString(16).padLeft(4, '0')}';
