import 'dart:convert';
import 'dart:typed_data';

/// Returns the place of the first byte that is not UTF-8, or -1 if all are.
int invalidUtf8At(Uint8List bytes, int start, int end) {
  var at = start;
  while (at < end) {
    final first = bytes[at];
    if (first < 0x80) {
      at++;
      continue;
    }
    final size = _sequence(bytes, at, end, first);
    if (size == 0) {
      return at;
    }
    at += size;
  }
  return -1;
}

/// Returns the length of the character that begins here with a byte beyond
/// ASCII, or 0 if there is none.
int _sequence(Uint8List bytes, int at, int end, int first) {
  if (first < 0xC2 || first > 0xF4 || at + 1 >= end) {
    return 0;
  }
  final second = bytes[at + 1];
  if (second & 0xC0 != 0x80) {
    return 0;
  }
  if (first < 0xE0) {
    return 2;
  }
  if (at + 2 >= end || bytes[at + 2] & 0xC0 != 0x80) {
    return 0;
  }
  if (first < 0xF0) {
    // Neither longer forms than needed, nor surrogates.
    final wrong = first == 0xE0 && second < 0xA0 ||
        first == 0xED && second >= 0xA0;
    return wrong ? 0 : 3;
  }
  if (at + 3 >= end || bytes[at + 3] & 0xC0 != 0x80) {
    return 0;
  }
  final wrong =
      first == 0xF0 && second < 0x90 || first == 0xF4 && second >= 0x90;
  return wrong ? 0 : 4;
}

const Utf8Decoder _strict = Utf8Decoder();
const Utf8Decoder _lossy = Utf8Decoder(allowMalformed: true);

/// Returns bytes that are known to be UTF-8 as a string.
String decodeUtf8(Uint8List bytes, int start, int end) {
  for (var i = start; i < end; i++) {
    if (bytes[i] >= 0x80) {
      return _decode(_strict, bytes, start, end);
    }
  }
  return String.fromCharCodes(bytes, start, end);
}

/// Returns bytes as a string, with U+FFFD for each part that is not UTF-8.
String decodeLossy(Uint8List bytes, int start, int end) =>
    _decode(_lossy, bytes, start, end);

String _decode(Utf8Decoder decoder, Uint8List bytes, int start, int end) {
  final text = decoder.convert(bytes, start, end);
  // The decoder drops a byte order mark at the beginning. It is a character.
  return hasMark(bytes, start, end) ? '\uFEFF$text' : text;
}

/// Returns whether bytes begin with a byte order mark.
bool hasMark(Uint8List bytes, int start, int end) =>
    end - start >= 3 &&
    bytes[start] == 0xEF &&
    bytes[start + 1] == 0xBB &&
    bytes[start + 2] == 0xBF;

/// Returns the place of the first half of a surrogate pair without its other
/// half, or -1.
int loneSurrogateAt(String text) {
  for (var i = 0; i < text.length; i++) {
    final unit = text.codeUnitAt(i);
    if (unit & 0xF800 != 0xD800) {
      continue;
    }
    final next = i + 1 < text.length ? text.codeUnitAt(i + 1) : 0;
    if (unit >= 0xDC00 || next & 0xFC00 != 0xDC00) {
      return i;
    }
    i++;
  }
  return -1;
}

/// Returns the length of a string in UTF-8.
///
/// Half of a surrogate pair counts as three bytes.
int utf8Length(String text) {
  var length = text.length;
  for (var i = 0; i < text.length; i++) {
    final unit = text.codeUnitAt(i);
    if (unit >= 0x80) {
      length += unit < 0x800 ? 1 : 2;
      if (unit & 0xFC00 == 0xD800 &&
          i + 1 < text.length &&
          text.codeUnitAt(i + 1) & 0xFC00 == 0xDC00) {
        // Two units are four bytes.
        i++;
      }
    }
  }
  return length;
}

/// Writes a string as UTF-8 from a place on, where there is room for it, and
/// returns where it ends.
///
/// Half of a surrogate pair becomes three bytes that are not UTF-8: callers
/// ask [loneSurrogateAt] first, or compare with bytes that are.
int writeUtf8(String text, Uint8List to, int at) {
  for (var i = 0; i < text.length; i++) {
    final unit = text.codeUnitAt(i);
    if (unit < 0x80) {
      to[at++] = unit;
    } else if (unit < 0x800) {
      to[at++] = 0xC0 | unit >> 6;
      to[at++] = 0x80 | unit & 0x3F;
    } else {
      final next = unit & 0xFC00 == 0xD800 && i + 1 < text.length
          ? text.codeUnitAt(i + 1)
          : 0;
      if (next & 0xFC00 == 0xDC00) {
        i++;
        final rune = 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF);
        to[at++] = 0xF0 | rune >> 18;
        to[at++] = 0x80 | rune >> 12 & 0x3F;
        to[at++] = 0x80 | rune >> 6 & 0x3F;
        to[at++] = 0x80 | rune & 0x3F;
      } else {
        to[at++] = 0xE0 | unit >> 12;
        to[at++] = 0x80 | unit >> 6 & 0x3F;
        to[at++] = 0x80 | unit & 0x3F;
      }
    }
  }
  return at;
}

/// Returns a string as UTF-8; see [writeUtf8].
Uint8List encodeUtf8(String text) {
  final bytes = Uint8List(utf8Length(text));
  writeUtf8(text, bytes, 0);
  return bytes;
}
