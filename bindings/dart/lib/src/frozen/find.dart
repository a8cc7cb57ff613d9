part of 'frozen.dart';

/// Look-ups by paths.
extension NodeFind on Node {
  /// Returns the value at a JSON Pointer (RFC 6901): `` is the value itself,
  /// `/a/0` item 0 of member "a"; `~1` stands for `/` and `~0` for `~`.
  ///
  /// A node is missing if nothing is there. The error has the kind
  /// [ErrorKind.invalidPath] if the text is no pointer. A pointer passes
  /// through tags as if they were not there. A key that is not a string is
  /// found by its text: `/200` finds the integer 200, unless another member has
  /// that text as its key.
  Node pointer(String pointer) {
    _checkPointer(encodeUtf8(pointer));
    if (pointer.isEmpty) {
      return this;
    }
    var node = this;
    for (final token in pointer.substring(1).split('/')) {
      node = node._step(token);
    }
    return node;
  }

  Node _step(String token) {
    final node = _untagged;
    if (node.kind == Kind.array) {
      final index = _arrayIndex(token);
      return index < 0 ? node._missing(token) : node.at(index);
    }
    return node
        ._member(token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }

  /// Returns the value of the member with this string key, otherwise of a key
  /// with this text.
  Node _member(String key) {
    final found = get(key);
    if (found.exists || _form != _formMap) {
      return found;
    }
    final container = _Container(this);
    for (var i = 0; i < container.count; i++) {
      final own = container.item(2 * i);
      if (own.kind != Kind.string && _keyText(own) == key) {
        return container.value(i);
      }
    }
    return found;
  }

  /// Returns the value at a path, in the form in which errors show paths, or at
  /// a JSON Pointer if it begins with a slash.
  ///
  /// ```text
  /// users[3].name       members and items; $.users[3].name is the same
  /// stock.CH-0417       keys of any characters but . [ and …
  /// ["a \"key\"."]      any key: as a string of JSON, or 'as it is'
  /// /users/3/name       a JSON Pointer; see pointer
  /// $                   the value itself, and so is the empty path
  /// ```
  ///
  /// A node is missing if nothing is there. The error has the kind
  /// [ErrorKind.invalidPath] if the text is no path; its offset counts the
  /// bytes of the text in UTF-8. It passes through tags, and finds keys that
  /// are not strings, as [pointer] does.
  Node find(String path) {
    if (path.startsWith('/')) {
      return pointer(path);
    }
    final reader = _PathReader(encodeUtf8(path));
    var node = this;
    while (reader.isNotAtEnd) {
      reader.readStep();
      node = node._untagged;
      final index = reader.index;
      node = index >= 0
          ? node.at(index)
          : node.kind == Kind.array
              ? node._missing(reader.key)
              : node._member(reader.key);
    }
    return node;
  }
}

VarvelException _wrongPath(int at, String expected) =>
    VarvelException(ErrorKind.invalidPath, offset: at, expected: expected);

void _checkPointer(Uint8List text) {
  if (text.isNotEmpty && text[0] != 0x2F) {
    throw _wrongPath(0, '`/`');
  }
  for (var i = 0; i < text.length; i++) {
    if (text[i] == 0x7E) {
      final next = i + 1 < text.length ? text[i + 1] : 0;
      if (next != 0x30 && next != 0x31) {
        throw _wrongPath(i, '`~0` (for `~`) or `~1` (for `/`)');
      }
    }
  }
}

/// Reads a number from 0 up without leading zeros, or returns -1.
int _arrayIndex(String digits) {
  if (digits.isEmpty || digits.length > 1 && digits.startsWith('0')) {
    return -1;
  }
  var index = 0;
  for (final unit in digits.codeUnits) {
    if (unit < 0x30 || unit > 0x39 || index > maxExact ~/ 10 - 1) {
      return -1;
    }
    index = 10 * index + unit - 0x30;
  }
  return index;
}

/// Reads a path step by step.
final class _PathReader {
  _PathReader(this.text) {
    if (text.isNotEmpty && text[0] == 0x24) {
      at = 1;
    }
  }

  final Uint8List text;
  int at = 0;

  /// The key of the step.
  String key = '';

  /// The number of the step, or -1 for a key.
  int index = -1;

  bool get isNotAtEnd => at < text.length;

  bool _isEllipsis(int at) =>
      at + 2 < text.length &&
      text[at] == 0xE2 &&
      text[at + 1] == 0x80 &&
      text[at + 2] == 0xA6;

  int _find(int byte, int from) {
    final found = text.indexOf(byte, from);
    return found < 0 ? text.length : found;
  }

  void readStep() {
    index = -1;
    final begin = at;
    var start = at;
    if (text[at] == 0x5B) {
      return _readBracket();
    }
    if (text[at] == 0x2E) {
      start++;
    } else if (at != 0) {
      throw _wrongPath(at, _isEllipsis(at) ? 'a whole path' : '`.` or `[`');
    }
    var end = start;
    while (end < text.length &&
        text[end] != 0x2E &&
        text[end] != 0x5B &&
        !_isEllipsis(end)) {
      end++;
    }
    if (_isEllipsis(end)) {
      throw _wrongPath(end, 'a whole path');
    }
    if (end == start) {
      throw _wrongPath(begin, 'a key after `.`');
    }
    key = decodeLossy(text, start, end);
    at = end;
  }

  void _readBracket() {
    final begin = at;
    final body = at + 1;
    int end; // where the bracket must be
    switch (body < text.length ? text[body] : 0) {
      case 0x27:
        final quote = _find(0x27, body + 1);
        if (quote == text.length) {
          throw _wrongPath(begin, 'a closing quote');
        }
        key = decodeLossy(text, body + 1, quote);
        end = quote + 1;
      case 0x22:
        end = _readQuoted(begin, body + 1);
      default:
        end = _find(0x5D, body);
        if (end == text.length) {
          throw _wrongPath(begin, '`]`');
        }
        index = _arrayIndex(String.fromCharCodes(text, body, end));
        if (index < 0) {
          throw _wrongPath(begin,
              'a number from 0 up, or a key in quotes, between `[` and `]`');
        }
    }
    if (end >= text.length || text[end] != 0x5D) {
      throw _wrongPath(begin, '`]`');
    }
    at = end + 1;
  }

  /// Reads the body of a string of JSON from after its opening quote, and
  /// returns where it ends.
  int _readQuoted(int begin, int start) {
    final out = Output(64);
    var i = start;
    while (i < text.length) {
      final byte = text[i];
      if (byte == 0x22) {
        key = decodeLossy(out.bytes, 0, out.length);
        return i + 1;
      }
      if (_isEllipsis(i)) {
        throw _wrongPath(i, 'a whole path');
      }
      if (byte == 0x5C) {
        i = unescape(text, i, text.length, out);
      } else if (byte < 0x20) {
        i = -1;
      } else {
        out.byte(byte);
        i++;
      }
      if (i < 0) {
        throw _wrongPath(begin, 'a key as JSON writes strings');
      }
    }
    throw _wrongPath(begin, 'a closing quote');
  }
}
