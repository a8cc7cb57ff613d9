import 'dart:typed_data';

import 'json_lexer.dart';
import 'output.dart';
import 'paths.dart';
import 'utf8.dart';

/// An open container on the way to a byte: the member or item of it that is
/// being read.
final class _Open {
  _Open(this.index);

  /// The bounds of the key of the member as it is written; none in an array and
  /// between members.
  (int, int)? key;

  /// The number of the item, or -1 in an object.
  int index;

  /// Whether it is an object whose next key has not come.
  bool get isBetween => index < 0 && key == null;
}

/// Returns the steps to the value that contains a byte of a text of JSON, which
/// is well-formed up to there.
///
/// It takes time that is linear in the offset, and is meant for errors.
List<String> stepsAt(Uint8List text, int offset) {
  final end = offset < text.length ? offset : text.length;
  final open = <_Open>[];
  (int, int)? key;
  for (var at = 0; at < end; at++) {
    final last = open.isEmpty ? null : open.last;
    switch (text[at]) {
      case 0x22:
        final close = _stringEnd(text, at + 1, end);
        if (last != null && last.isBetween) {
          key = (at, close + 1 < end ? close + 1 : end);
        }
        at = close;
      case 0x3A:
        if (last != null && key != null) {
          open.last = _Open(-1)..key = key;
        }
        key = null;
      case 0x7B:
        open.add(_Open(-1));
      case 0x5B:
        open.add(_Open(0));
      case 0x7D || 0x5D:
        if (open.isNotEmpty) {
          open.removeLast();
        }
      case 0x2C:
        if (last != null) {
          last.index >= 0 ? last.index++ : last.key = null;
        }
      case 0x20 || 0x09 || 0x0A || 0x0D:
        break;
      default:
        // A name without quotes, as relaxed JSON has them before they are
        // rewritten.
        if (last != null && last.isBetween) {
          var close = at;
          while (close < end && text[close] != 0x3A) {
            close++;
          }
          key = (at, close);
          at = close - 1;
        }
    }
  }
  // A key was read, but no colon after it. Errors about such a key need its
  // path.
  if (key != null && open.isNotEmpty && open.last.isBetween) {
    open.last.key = key;
  }
  return [
    for (final of in open)
      if (of.index >= 0)
        indexStep(of.index)
      else if (of.key case (final from, final to))
        keyStep(_unquoted(text, from, to)),
  ];
}

/// Returns the end of the key that begins at a byte, or the byte itself if no
/// key begins there. The path of an error about a key is that of its member.
int behindKey(Uint8List text, int at) {
  if (at < 0 || at >= text.length || text[at] != 0x22) {
    return at;
  }
  final close = _stringEnd(text, at + 1, text.length) + 1;
  final end = close < text.length ? close : text.length;
  final lexer = JsonLexer(text, end);
  return lexer.peek() == 0x3A ? end : at;
}

/// Returns the place of the quote that ends the string whose body begins here,
/// or the end of the text or beyond.
int _stringEnd(Uint8List text, int from, int end) {
  var at = from;
  while (at < end && text[at] != 0x22) {
    at += text[at] == 0x5C ? 2 : 1;
  }
  return at;
}

/// Returns the text of a key as it is written. One that is wrong or cut off
/// keeps its escapes.
String _unquoted(Uint8List text, int from, int to) {
  if (from >= to || text[from] != 0x22) {
    return decodeLossy(text, from, to);
  }
  final isWhole = to - from >= 2 && text[to - 1] == 0x22;
  final end = isWhole ? to - 1 : to;
  if (isWhole) {
    final out = Output(32);
    var at = from + 1;
    while (at < end) {
      if (text[at] != 0x5C) {
        out.byte(text[at++]);
        continue;
      }
      at = unescape(text, at, end, out);
      if (at < 0) {
        return decodeLossy(text, from + 1, end);
      }
    }
    return decodeLossy(out.bytes, 0, out.length);
  }
  return decodeLossy(text, from + 1, end);
}
