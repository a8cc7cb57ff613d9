import 'dart:typed_data';

import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/json_fault.dart';
import '../base/json_lexer.dart';
import '../base/number_text.dart';
import '../base/paths.dart';
import '../base/utf8.dart';
import '../frozen/freeze_options.dart';
import '../frozen/recording.dart';

/// A container that has not ended.
final class _Open {
  _Open(this.offset, this.event, {required this.isObject});

  /// The place of its opening bracket in the text.
  final int offset;

  /// The event that began it in the recording, if it is an array.
  final int event;
  final bool isObject;

  /// The commas in an array.
  int count = 0;

  /// The number of the key whose value comes, or -1 before a key.
  int key = -1;
}

/// Adds the value of a text of JSON to a recording. Nothing recurses.
final class JsonRecorder {
  /// Prepares a text in UTF-8.
  JsonRecorder(this._text, this._options, this._to, {int depth = 0})
      : _lexer = JsonLexer(_text),
        _depth = depth;

  final Uint8List _text;
  final FreezeOptions _options;
  final Recording _to;
  final JsonLexer _lexer;
  final List<_Open> _open = [];

  /// How many containers are open, also around the text.
  int _depth;

  /// How many values have begun.
  int _values = 0;

  /// The key that an error is in or after and that has no value yet.
  String? _cutKey;

  late final bool _exact = _options.exactDecimals;
  late final int _mostNodes = _options.limits.nodes;

  /// Reads the text.
  void run() {
    if (hasMark(_text, 0, _text.length)) {
      _lexer.at = 3;
    }
    do {
      _value();
    } while (_next());
    if (_values > _mostNodes) {
      throw _tooMany(_lexer.at);
    }
    _lexer.peek();
    final at = _lexer.at;
    if (at != _text.length) {
      throw _error(ErrorKind.trailingData, at,
          expected: 'the end of input', found: foundAt(_text, at));
    }
  }

  /// The path of the value that is being read.
  String get _path {
    final cut = _cutKey;
    return pathText([
      for (final open in _open)
        if (!open.isObject)
          indexStep(open.count)
        else if (open.key >= 0)
          keyStep(_to.keys.text(open.key)),
      if (cut != null) keyStep(cut),
    ]);
  }

  VarvelException _error(ErrorKind kind, int at,
          {String expected = '', String found = ''}) =>
      jsonError(kind, _text, at,
          expected: expected, found: found, path: _path);

  VarvelException _tooMany(int at) => _error(ErrorKind.nodeLimit, at,
      expected: 'at most $_mostNodes nodes');

  VarvelException _unexpected(String expected) =>
      unexpected(_text, _lexer.at, expected, path: _path);

  /// Reads a value that holds no others, or the opening of a container and what
  /// comes before the first value in it. An empty container is read whole.
  void _value() {
    while (true) {
      final byte = _lexer.peek();
      _values++;
      if (_exact && _values > _mostNodes && _mayBegin(byte)) {
        // Where decimals are kept, all of Varvel counts each value when it
        // begins.
        throw _tooMany(_lexer.at);
      }
      switch (byte) {
        case 0x22:
          final fault = _lexer.string();
          if (fault != null) {
            throw fault.error(_text, path: _path);
          }
          _to.addText(eventString, _lexer.content, _lexer.contentStart,
              _lexer.contentEnd);
          return;
        case 0x7B || 0x5B:
          if (!_begin(isObject: byte == 0x7B)) {
            return;
          }
        default:
          return _scalar(byte);
      }
    }
  }

  bool _mayBegin(int byte) =>
      '"{[ntf-0123456789${_options.nonFinite ? 'NI' : ''}'
          .contains(String.fromCharCode(byte));

  /// Reads a number or a word.
  void _scalar(int byte) {
    if (byte == 0x2D || isDigit(byte)) {
      return _number();
    }
    if (byte == 0x6E && _lexer.take('null')) {
      _to.add(eventNull);
    } else if (byte == 0x66 && _lexer.take('false')) {
      _to.add(eventFalse);
    } else if (byte == 0x74 && _lexer.take('true')) {
      _to.add(eventTrue);
    } else if (!_takeNonFinite()) {
      throw _noValue();
    }
  }

  VarvelException _noValue() {
    if (_open.isEmpty && _values > _mostNodes) {
      // All of Varvel reads a word and counts it before it looks how the word
      // goes on.
      final word = _lexer.word();
      if (word != '') {
        return _tooMany(_lexer.at + word.length);
      }
    }
    return _lexer.noValue().error(_text, path: _path);
  }

  /// Opens a container, and returns false if it ends at once.
  bool _begin({required bool isObject}) {
    final limits = _options.limits;
    if (_depth >= limits.depth) {
      throw _error(ErrorKind.depthLimit, _lexer.at,
          expected: 'at most ${limits.depth} containers inside each other');
    }
    if (_values > _mostNodes) {
      throw _tooMany(_lexer.at);
    }
    var event = 0;
    if (isObject) {
      _to.beginObject();
    } else {
      event = _to.begin(eventArray);
    }
    _open.add(_Open(_lexer.at, event, isObject: isObject));
    _lexer.at++;
    _depth++;
    if (_lexer.peek() == (isObject ? 0x7D : 0x5D)) {
      _end();
      return false;
    }
    if (isObject) {
      _key();
    }
    return true;
  }

  /// Passes the closing bracket of the innermost container.
  void _end() {
    final open = _open.removeLast();
    _lexer.at++;
    _depth--;
    if (open.isObject) {
      final error = _to.endObject();
      if (error != null) {
        throw _error(error.kind, open.offset,
                expected: error.expected, found: error.found)
            .copyWith(hint: error.hint);
      }
    } else {
      final slots = _to.length == open.event + 1 ? 0 : open.count + 1;
      if (!_to.end(open.event, slots)) {
        throw _tooMany(open.offset);
      }
    }
  }

  /// Passes the text between two values, and the ends of containers. Returns
  /// false at the end of the outermost one.
  bool _next() {
    while (_open.isNotEmpty) {
      final top = _open.last;
      final byte = _lexer.peek();
      if (byte == 0x2C) {
        _lexer.at++;
        if (top.isObject) {
          _key();
        } else {
          top.count++;
        }
        return true;
      }
      if (byte != (top.isObject ? 0x7D : 0x5D)) {
        throw _unexpected(top.isObject ? '`,` or `}`' : '`,` or `]`');
      }
      _end();
    }
    return false;
  }

  /// Reads a key and the colon after it.
  void _key() {
    final top = _open.last..key = -1;
    if (_lexer.peek() != 0x22) {
      throw _unexpected('a key in double quotes');
    }
    final start = _lexer.at;
    final fault = _lexer.string();
    if (fault != null) {
      throw _faultInKey(fault, start);
    }
    final content = _lexer.content;
    final from = _lexer.contentStart;
    final to = _lexer.contentEnd;
    if (_exact && _lexer.peek() != 0x3A) {
      // Where decimals are kept, all of Varvel looks for the colon first.
      _cutKey = decodeUtf8(content, from, to);
      throw _unexpected('`:` after the key');
    }
    if (!_to.key(content, from, to)) {
      final key = decodeUtf8(content, from, to);
      if (_exact || _lexer.peek() == 0x3A) {
        _cutKey = key;
      }
      final error = duplicateKey(key);
      throw _error(error.kind, start,
              expected: error.expected, found: error.found)
          .copyWith(hint: error.hint);
    }
    top.key = _to.keys.previous;
    if (_lexer.peek() != 0x3A) {
      throw _unexpected('`:` after the key');
    }
    _lexer.at++;
  }

  VarvelException _faultInKey(JsonFault fault, int start) {
    if (fault.at > start) {
      // A quote at its end counts as the closing one, as in all of Varvel.
      final hasQuote = fault.at > start + 1 && _text[fault.at - 1] == 0x22;
      _cutKey =
          decodeLossy(_text, start + 1, hasQuote ? fault.at - 1 : fault.at);
    }
    return fault.error(_text, path: _path);
  }

  void _number() {
    final start = _lexer.at;
    final fault = _lexer.number();
    if (fault != null) {
      if (_takeNonFinite()) {
        return;
      }
      throw fault.error(_text, path: _path);
    }
    if (!_to.addNumber(_text, start, _lexer.at, exact: _exact)) {
      throw _error(ErrorKind.numberOutOfRange, start,
          expected: 'a number that a 64-bit float can hold');
    }
  }

  static const Map<String, double> _words = {
    'NaN': double.nan,
    'Infinity': double.infinity,
    '-Infinity': double.negativeInfinity,
  };

  /// Reads NaN or an infinity, if the options allow it and one is there.
  bool _takeNonFinite() {
    if (!_options.nonFinite) {
      return false;
    }
    for (final MapEntry(key: word, :value) in _words.entries) {
      if (_lexer.isNext(word) && !_goesOn(_lexer.at + word.length)) {
        _lexer.at += word.length;
        _to.addDouble(value);
        return true;
      }
    }
    return false;
  }

  bool _goesOn(int at) {
    if (at >= _text.length) {
      return false;
    }
    final byte = _text[at];
    return byte >= 0x80 ||
        isInWord(byte) ||
        byte == 0x24 ||
        byte == 0x2E ||
        byte == 0x2B ||
        byte == 0x2D;
  }
}
