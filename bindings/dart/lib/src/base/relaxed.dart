import 'dart:typed_data';

import 'error_kind.dart';
import 'exception.dart';
import 'json_fault.dart';
import 'json_lexer.dart';
import 'json_writer.dart';
import 'number_text.dart';
import 'output.dart';
import 'path_at.dart';
import 'paths.dart';
import 'utf8.dart';

/// Rewrites relaxed JSON as JSON.
///
/// Relaxed JSON is JSON5 (https://spec.json5.org) whose words are strings.
Uint8List strictOf(Uint8List text) {
  final invalid = invalidUtf8At(text, 0, text.length);
  if (invalid >= 0) {
    throw jsonError(ErrorKind.invalidUtf8, text, invalid,
        expected: 'text in UTF-8');
  }
  final relaxer = _Relaxer(text, -1);
  try {
    relaxer.run();
  } on VarvelException catch (error) {
    try {
      // A comma may wait, after which the path goes on.
      relaxer.settle(0x20);
    } on VarvelException {
      // The first error counts.
    }
    final out = relaxer.out;
    final path = pathText(stepsAt(out.toBytes(), out.length));
    throw error.copyWith(path: path);
  }
  return relaxer.out.take();
}

/// Returns the place in relaxed JSON that a byte of its JSON comes from.
int relaxedPlace(Uint8List text, int offset) {
  final relaxer = _Relaxer(text, offset);
  try {
    relaxer.run();
  } on VarvelException {
    // The place is before it.
  }
  return relaxer.found;
}

/// Rewrites relaxed JSON token by token. The reader after it finds tokens in a
/// wrong order. It also finds the place in the text that a byte of the JSON
/// comes from: then it counts what it would write.
final class _Relaxer {
  _Relaxer(this.text, this.wanted) : found = text.length;

  final Uint8List text;

  /// The place in the JSON that is searched for, or -1.
  final int wanted;

  /// The place in the text of what is wanted.
  int found;

  /// The JSON, unless a place is searched for.
  final Output out = Output();

  int at = 0;

  /// The length of the JSON so far.
  int written = 0;

  /// The place of a comma that is left out before a closing bracket, or -1.
  int comma = -1;

  /// A word that is a name if a colon follows, otherwise a value.
  int word = -1;
  int wordEnd = -1;

  /// The begin of white space that is not written yet, or -1.
  int space = -1;

  /// Whether the last token ended a value.
  bool ended = false;

  /// The character at the last place that was asked for, and its size.
  int size = 0;

  /// Writes a part of the text.
  void copy(int from, int to) {
    account(from, to - from, 1);
    if (wanted < 0) {
      out.addRange(text, from, to);
    }
  }

  /// Writes JSON that replaces the text at a place.
  void say(int at, String json) {
    account(at, json.length, 0);
    if (wanted < 0) {
      out.ascii(json);
    }
  }

  /// Notes the place of what is wanted if it is in the next bytes.
  void account(int at, int length, int step) {
    if (wanted >= written && wanted < written + length) {
      found = at + step * (wanted - written);
    }
    written += length;
  }

  int get peek => at < text.length ? text[at] : 0;

  /// Returns the character at a place, or -1 at the end, and sets [size].
  int rune(int at) {
    if (at >= text.length) {
      size = 0;
      return -1;
    }
    final first = text[at];
    if (first < 0x80) {
      size = 1;
      return first;
    }
    size = first < 0xE0
        ? 2
        : first < 0xF0
            ? 3
            : 4;
    return decodeUtf8(text, at, at + size).runes.first;
  }

  VarvelException fail(ErrorKind kind, int at, String expected) => jsonError(
      kind, text, at,
      expected: expected,
      found: kind == ErrorKind.unexpectedEnd ? '' : foundAt(text, at));

  void run() {
    while (at < text.length) {
      final first = text[at];
      if (spaces()) {
        continue;
      }
      settle(first);
      switch (first) {
        case 0x7B || 0x5B || 0x3A:
          mark(false);
        case 0x7D || 0x5D:
          mark(true);
        case 0x2C when ended:
          comma = at++;
          ended = false;
        case 0x2C:
          mark(false);
        case 0x22 || 0x27:
          string(first);
        case 0x2B || 0x2D || 0x2E:
          number();
        default:
          isDigit(first) ? number() : name();
      }
    }
    settle(0x20);
  }

  /// Takes a token of one byte.
  void mark(bool ended) {
    at++;
    this.ended = ended;
    copy(at - 1, at);
  }

  /// Skips white space and comments, which become one space.
  bool spaces() {
    final begin = at;
    while (at < text.length) {
      final c = rune(at);
      if (c == 0x2F) {
        comment();
        continue;
      }
      if (!_isSpace(c)) {
        break;
      }
      at += size;
    }
    if (at == begin) {
      return false;
    }
    space = begin;
    return true;
  }

  void comment() {
    final second = at + 1 < text.length ? text[at + 1] : 0;
    if (second == 0x2F) {
      while (at < text.length && !_isLineEnd(rune(at))) {
        at += size;
      }
    } else if (second == 0x2A) {
      var end = at + 2;
      while (end + 1 < text.length &&
          (text[end] != 0x2A || text[end + 1] != 0x2F)) {
        end++;
      }
      if (end + 1 >= text.length) {
        throw fail(ErrorKind.unexpectedEnd, text.length,
            'the end of a comment, */');
      }
      at = end + 2;
    } else {
      throw fail(ErrorKind.syntax, at, 'a value, a name or a comment');
    }
  }

  /// Writes the token whose meaning depends on the next one, which begins so.
  void settle(int next) {
    if (comma >= 0) {
      final begin = comma;
      comma = -1;
      if (next != 0x5D && next != 0x7D) {
        copy(begin, begin + 1);
      }
    }
    if (word >= 0) {
      final begin = word;
      word = -1;
      final name = String.fromCharCodes(text, begin, wordEnd);
      final point = name.indexOf('.');
      if (next == 0x3A && point >= 0) {
        throw fail(ErrorKind.syntax, begin + point, 'the end of the name');
      }
      if (next != 0x3A &&
          (name == 'true' || name == 'false' || name == 'null')) {
        copy(begin, wordEnd);
      } else {
        quote(begin, wordEnd);
      }
    }
    if (space >= 0) {
      final begin = space;
      space = -1;
      say(begin, ' ');
    }
  }

  /// Writes a part of the text as a string. The escapes in it are those of
  /// JSON.
  void quote(int from, int to) {
    say(from, '"');
    copy(from, to);
    say(from, '"');
  }

  /// Takes a name, or a value that is a word.
  void name() {
    final begin = at;
    while (at < text.length) {
      final c = rune(at);
      final isInner = at > begin;
      if (c == 0x5C) {
        final code =
            at + 1 < text.length && text[at + 1] == 0x75 ? hex(at + 2, 4) : -1;
        if (code < 0 || !_isLetter(code) && !(isInner && _isInside(code))) {
          throw fail(ErrorKind.invalidEscape, at,
              r'a letter of a name, as \u and four hexadecimal digits');
        }
        size = 6;
      } else if (!_isLetter(c) &&
          !(isInner && (c == 0x2E || _isInside(c)))) {
        break;
      }
      at += size;
    }
    if (at == begin) {
      throw fail(ErrorKind.syntax, begin, 'a value, a name or a comment');
    }
    // A sign may be left out of the JSON. Then digits would run into the word.
    if (peek == 0x2B || peek == 0x2D || peek == 0x2E) {
      throw fail(ErrorKind.syntax, at, 'the end of the name or word');
    }
    word = begin;
    wordEnd = at;
    ended = true;
  }

  /// Returns the number of so many hexadecimal digits at a place, or -1.
  int hex(int at, int count) {
    if (at + count > text.length) {
      return -1;
    }
    var value = 0;
    for (var p = at; p < at + count; p++) {
      final digit = hexDigit(text[p]);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /// Takes a number, from its sign on.
  void number() {
    final begin = at;
    final sign = peek;
    if (sign == 0x2B || sign == 0x2D) {
      at++;
      if (_isLetter(rune(at))) {
        return notFinite(begin);
      }
      if (sign == 0x2D) {
        copy(begin, at);
      }
    }
    final isHex = peek == 0x30 &&
        at + 1 < text.length &&
        text[at + 1] | 0x20 == 0x78;
    isHex ? hexadecimal() : decimal();
    if (at < text.length) {
      final c = rune(at);
      if (!const [0x2C, 0x5D, 0x7D, 0x3A, 0x2F].contains(c) && !_isSpace(c)) {
        throw fail(ErrorKind.invalidNumber, at, 'the end of the number');
      }
    }
    ended = true;
  }

  /// Takes a word after a sign.
  void notFinite(int begin) {
    var end = at;
    while (end < text.length) {
      final c = rune(end);
      if (!_isLetter(c) && !_isInside(c)) {
        break;
      }
      end += size;
    }
    switch (String.fromCharCodes(text, at, end).toLowerCase()) {
      case 'inf' || 'infinity' || 'nan':
        at = end;
        ended = true;
        quote(begin, end);
      default:
        throw fail(ErrorKind.syntax, at, 'a value');
    }
  }

  bool digits() {
    final begin = at;
    while (isDigit(peek)) {
      at++;
    }
    copy(begin, at);
    return at > begin;
  }

  VarvelException noDigit() => at >= text.length
      ? fail(ErrorKind.unexpectedEnd, text.length, 'a digit')
      : fail(ErrorKind.invalidNumber, at, 'a digit');

  void decimal() {
    final begin = at;
    final whole = digits();
    if (peek == 0x2E) {
      if (!whole) {
        say(begin, '0');
      }
      at++;
      copy(at - 1, at);
      if (!digits()) {
        if (!whole) {
          throw noDigit();
        }
        say(at - 1, '0');
      }
    } else if (!whole) {
      throw noDigit();
    }
    if (peek | 0x20 == 0x65) {
      final begin = at;
      at++;
      if (peek == 0x2B || peek == 0x2D) {
        at++;
      }
      copy(begin, at);
      if (!digits()) {
        throw noDigit();
      }
    }
  }

  void hexadecimal() {
    final begin = at;
    at += 2;
    final from = at;
    while (at < text.length && hexDigit(text[at]) >= 0) {
      at++;
    }
    if (at == from) {
      throw noDigit();
    }
    var first = from;
    while (first < at - 1 && text[first] == 0x30) {
      first++;
    }
    if (at - first > 32) {
      throw fail(ErrorKind.numberOutOfRange, begin,
          'a hexadecimal integer of at most 128 bits');
    }
    final digits = String.fromCharCodes(text, first, at);
    say(begin, '${BigInt.parse(digits, radix: 16)}');
  }

  /// Takes a string, from its quote on.
  void string(int quote) {
    say(at, '"');
    at++;
    while (true) {
      final clean = at;
      while (at < text.length &&
          text[at] >= 0x20 &&
          text[at] != 0x22 &&
          text[at] != 0x27 &&
          text[at] != 0x5C) {
        at++;
      }
      copy(clean, at);
      if (at >= text.length) {
        throw cutString();
      }
      final c = text[at];
      if (c == quote) {
        say(at, '"');
        at++;
        ended = true;
        return;
      }
      switch (c) {
        case 0x22:
          instead(1, r'\"');
        case 0x27:
          instead(1, "'");
        case 0x5C:
          escape();
        case 0x0A || 0x0D:
          throw fail(
              ErrorKind.controlCharacter, at, 'no line break in a string');
        default:
          instead(1, unicodeEscape(c));
      }
    }
  }

  VarvelException cutString() => fail(ErrorKind.unexpectedEnd, text.length,
      'the closing quote of a string');

  /// Replaces bytes of the text.
  void instead(int length, String json) {
    say(at, json);
    at += length;
  }

  /// Takes an escape, from its backslash on.
  void escape() {
    final c = rune(at + 1);
    final next = at + 2 < text.length ? text[at + 2] : 0;
    switch (c) {
      case -1:
        throw cutString();
      case 0x22 || 0x5C || 0x2F || 0x62 || 0x66 || 0x6E || 0x72 || 0x74:
        at += 2;
        copy(at - 2, at);
      case 0x75:
        // The reader of the JSON checks whether it is half of a character.
        if (hex(at + 2, 4) < 0) {
          throw badEscape();
        }
        at += 6;
        copy(at - 6, at);
      case 0x76:
        instead(2, unicodeEscape(0x0B));
      case 0x30 when !isDigit(next):
        instead(2, unicodeEscape(0));
      case 0x78:
        final code = hex(at + 2, 2);
        if (code < 0) {
          throw badEscape();
        }
        instead(4, unicodeEscape(code));
      case 0x0D when next == 0x0A:
        instead(3, '');
      default:
        if (isDigit(c)) {
          throw badEscape();
        }
        if (_isLineEnd(c)) {
          instead(1 + size, '');
        } else if (c < 0x20) {
          instead(2, unicodeEscape(c));
        } else {
          // Any other character is itself.
          at += 1 + size;
          copy(at - size, at);
        }
    }
  }

  VarvelException badEscape() =>
      fail(ErrorKind.invalidEscape, at, 'an escape that JSON5 has');
}

bool _isLineEnd(int c) =>
    c == 0x0A || c == 0x0D || c == 0x2028 || c == 0x2029;

/// Returns whether this is white space of ECMAScript, which has no NEL, and has
/// the byte order mark.
bool _isSpace(int c) =>
    c >= 0x09 && c <= 0x0D ||
    c == 0x20 ||
    c == 0xA0 ||
    c >= 0x1680 &&
        (c == 0x1680 ||
            c >= 0x2000 && c <= 0x200A ||
            c == 0x2028 ||
            c == 0x2029 ||
            c == 0x202F ||
            c == 0x205F ||
            c == 0x3000 ||
            c == 0xFEFF);

final RegExp _start = RegExp(r'^\p{ID_Start}$', unicode: true);
final RegExp _continue = RegExp(r'^\p{ID_Continue}$', unicode: true);

/// Returns whether a name may begin with this character.
bool _isLetter(int c) => c < 0x80
    ? c | 0x20 >= 0x61 && c | 0x20 <= 0x7A && c >= 0 || c == 0x24 || c == 0x5F
    : _start.hasMatch(String.fromCharCode(c));

/// Returns whether a name may go on with this character.
bool _isInside(int c) =>
    _isLetter(c) ||
    isDigit(c) ||
    c >= 0x80 &&
        (c == 0x200C ||
            c == 0x200D ||
            _continue.hasMatch(String.fromCharCode(c)));
