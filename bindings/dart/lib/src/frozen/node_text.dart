part of 'frozen.dart';

/// A form of text.
enum _Style {
  json,

  /// For people: any value, with spaces. The `.txt` files of spec/vectors show
  /// it.
  text,

  /// The text by which a path finds a key that is not a string.
  key,
}

/// The text of values.
extension NodeText on Node {
  /// Returns the value as JSON in UTF-8: on one line without spaces, or each
  /// item and member on a line of its own if there is an [indent] for each
  /// level. Varvel uses two spaces elsewhere.
  ///
  /// The error has the kind [ErrorKind.unrepresentable] if JSON has no such
  /// value: NaN, infinities, bytes, timestamps, tagged values, extensions,
  /// simple values, maps. Integers of any size, and decimals, are written with
  /// all their digits.
  Uint8List toJsonUtf8({String indent = ''}) {
    final writer = _NodeWriter(_Style.json, JsonWriter(indent: indent))
      ..write(this);
    return writer.to.out.take();
  }

  /// Returns the value as JSON, like [toJsonUtf8].
  String toJsonString({String indent = ''}) {
    final out = (_NodeWriter(_Style.json, JsonWriter(indent: indent))
          ..write(this))
        .to
        .out;
    return decodeUtf8(out.bytes, 0, out.length);
  }

  String _toText() {
    if (!exists) {
      return Kind.missing.phrase;
    }
    final out =
        (_NodeWriter(_Style.text, JsonWriter(spaced: true))..write(this))
            .to
            .out;
    return decodeUtf8(out.bytes, 0, out.length);
  }
}

/// Returns the text by which a path finds a key.
String _keyText(Node key) {
  final out = (_NodeWriter(_Style.key, JsonWriter())..write(key)).to.out;
  return decodeUtf8(out.bytes, 0, out.length);
}

/// A container that is being written.
final class _Writing extends _Walk {
  _Writing(super.container, {super.members = false, this.isTag = false});

  final bool isTag;
}

/// Writes a value as text. Nothing recurses: the open containers are a stack.
final class _NodeWriter {
  _NodeWriter(this.style, this.to);

  final _Style style;
  final JsonWriter to;
  final List<_Writing> _stack = [];

  void write(Node node) {
    _begin(node);
    while (_stack.isNotEmpty) {
      final top = _stack.last;
      if (top.next == top.count) {
        _end(top);
      } else {
        _begin(_next(top));
      }
    }
  }

  /// Writes a value that holds no others, or begins a container.
  void _begin(Node node) {
    final kind = node.kind;
    switch (kind) {
      case Kind.array:
        to.open(0x5B);
        _stack.add(_Writing(_Container(node)));
      case Kind.object || Kind.map:
        if (kind == Kind.map && style == _Style.json) {
          throw node._notJson('a value that JSON has', kind.phrase);
        }
        to.open(0x7B);
        _stack.add(_Writing(_Container(node), members: true));
      case Kind.tagged || Kind.extension || Kind.simple:
        if (style == _Style.json) {
          throw node._notJson('a value that JSON has', kind.phrase);
        }
        if (style == _Style.text) {
          to.out.ascii('${switch (kind) {
            Kind.tagged => 'tag',
            Kind.extension => 'extension',
            _ => 'simple',
          }}(${node._tagText}) ');
        }
        _stack.add(_Writing(_Container(node), isTag: true));
      default:
        _scalar(node);
    }
  }

  /// Writes the colon or the comma before the next part of a container, and
  /// returns the part.
  Node _next(_Writing top) {
    if (top.members && top.next.isOdd) {
      to.colon();
    } else if (!top.isTag) {
      to.next(first: top.next == 0);
    }
    return top.take();
  }

  void _end(_Writing top) {
    _stack.removeLast();
    if (!top.isTag) {
      to.close(top.members ? 0x7D : 0x5D, empty: top.count == 0);
    }
  }

  void _scalar(Node node) {
    final out = to.out;
    switch (node.kind) {
      case Kind.nullValue:
        out.ascii('null');
      case Kind.boolean:
        out.ascii(node._form == _formTrue ? 'true' : 'false');
      case Kind.integer:
        if (node.fits) {
          writeInt(out, node.asInt);
        } else {
          out.ascii(node.numberText);
        }
      case Kind.float:
        _float(node);
      case Kind.bigInteger || Kind.decimal:
        final start = _textStart(node._doc._bytes, node._at + 1);
        out.addRange(node._doc._bytes, start, _textEnd);
      case Kind.string:
        final start = node._strStart;
        if (style == _Style.key && _stack.isEmpty) {
          out.addRange(node._doc._bytes, start, _textEnd);
        } else {
          writeJsonString(out, node._doc._bytes, start, _textEnd);
        }
      case Kind.bytes:
        _bytes(node);
      case Kind.timestamp:
        _timestamp(node);
      default:
        throw node._wrongKind('a value');
    }
  }

  void _float(Node node) {
    final value = node.asDouble;
    if (value.isFinite) {
      return (node.isSingle ? writeSingle : writeDouble)(to.out, value);
    }
    final text = value.isNaN
        ? style == _Style.key
            ? 'nan'
            : 'NaN'
        : value > 0
            ? 'inf'
            : '-inf';
    if (style == _Style.json) {
      throw node._notJson('a finite number', _shownInfinity(text));
    }
    to.out.ascii(text);
  }

  /// Returns a float as the errors of all of Varvel show it.
  static String _shownInfinity(String text) => switch (text) {
        'inf' => '+Inf',
        '-inf' => '-Inf',
        _ => text,
      };

  void _bytes(Node node) {
    final content = node.asBytes;
    final out = to.out;
    switch (style) {
      case _Style.json:
        throw node._notJson('a value that JSON has', Kind.bytes.phrase);
      case _Style.key:
        out.ascii(base64.encode(content));
      case _Style.text:
        out.ascii('b"');
        content.forEach(_textByte);
        out.ascii('"');
    }
  }

  void _textByte(int byte) => to.out.ascii(switch (byte) {
        0x0A => r'\n',
        0x0D => r'\r',
        0x09 => r'\t',
        0x22 || 0x27 || 0x5C => '\\${String.fromCharCode(byte)}',
        >= 0x20 && < 0x7F => String.fromCharCode(byte),
        _ => '\\x${byte.toRadixString(16).padLeft(2, '0')}',
      });

  void _timestamp(Node node) {
    if (style == _Style.json) {
      throw node._notJson('a value that JSON has', Kind.timestamp.phrase);
    }
    final time = node.asTimestamp;
    final internet = style == _Style.key ? _internetTime(time) : null;
    to.out.ascii(internet ?? '$time');
  }
}

/// Returns a point in time as RFC 3339 has it, for the years from 0 to 9999.
String? _internetTime(Timestamp time) {
  if (!fitsInt(time.high, time.low)) {
    return null;
  }
  final seconds = time.seconds;
  if (seconds < -62167219200 || seconds >= 253402300800) {
    return null;
  }
  final whole = DateTime.fromMillisecondsSinceEpoch(1000 * seconds, isUtc: true)
      .toIso8601String();
  final fraction = time.nanoseconds == 0
      ? ''
      : '.${'${time.nanoseconds}'.padLeft(9, '0')}'
          .replaceFirst(RegExp(r'0+$'), '');
  return '${whole.substring(0, 19)}${fraction}Z';
}
