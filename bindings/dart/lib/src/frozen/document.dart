part of 'frozen.dart';

/// A frozen document that was validated.
///
/// Nothing changes it, and its nodes refer to its bytes: these must not change
/// as long as it is used.
final class Frozen {
  /// Validates a document and opens it, without a copy.
  ///
  /// It takes time linear in the bytes, whatever they are. A [VarvelException]
  /// has the kind [ErrorKind.invalidFrozen], [ErrorKind.unsupportedVersion],
  /// [ErrorKind.checksumMismatch], [ErrorKind.depthLimit],
  /// [ErrorKind.nodeLimit] or [ErrorKind.sizeLimit].
  factory Frozen.open(Uint8List bytes, {Limits limits = const Limits()}) {
    final doc = Frozen._checkHeader(bytes, limits);
    _TableCheck(doc).run();
    final hasMaps = _TreeCheck(doc, limits).run();
    if (hasMaps) {
      _Digester().checkMaps(doc.root);
    }
    return doc;
  }

  /// Reads a text of JSON, and makes a document of it.
  ///
  /// Keys keep their order. An integer is exact at any size. A number with a
  /// fraction or an exponent is the nearest float, unless the options say that
  /// it is kept as it is, and an error if that would be infinite. The error of
  /// a wrong text has the number, the offset in UTF-8, the line, the column and
  /// the path that all of Varvel gives for it. Time and memory are linear in
  /// the text.
  factory Frozen.parse(String json,
      {FreezeOptions options = const FreezeOptions()}) {
    try {
      return Frozen.parseUtf8(encodeUtf8(json), options: options);
    } on VarvelException catch (error) {
      if (error.kind != ErrorKind.invalidUtf8) {
        rethrow;
      }
      throw VarvelException(ErrorKind.loneSurrogate,
          offset: error.offset,
          line: error.line,
          column: error.column,
          path: error.path,
          expected: 'both halves of a surrogate pair');
    }
  }

  /// Reads a text of JSON in UTF-8, like [Frozen.parse].
  ///
  /// A byte order mark before the text is passed over.
  factory Frozen.parseUtf8(Uint8List json,
          {FreezeOptions options = const FreezeOptions()}) =>
      _finish(_recordJson(json, options), options);

  /// Checks that a text in UTF-8 is JSON, like [Frozen.parseUtf8].
  static void validateJson(Uint8List json,
      {FreezeOptions options = const FreezeOptions()}) {
    _recordJson(json, options);
  }

  static Recording _recordJson(Uint8List json, FreezeOptions options) {
    final most = options.limits.bytes;
    if (json.length > most) {
      throw VarvelException(ErrorKind.sizeLimit,
          expected: 'at most $most bytes',
          found: '${json.length}',
          offset: most);
    }
    // Most values take more than eight bytes of text.
    final recording = Recording(options, room: 16 + json.length ~/ 8);
    JsonRecorder(json, options, recording).run();
    return recording;
  }

  /// Makes a document of objects of Dart: [NodePlain.toObject] of its root
  /// returns them again.
  ///
  /// | object | value |
  /// |---|---|
  /// | `null`, [bool], [String] | the same |
  /// | [int], [BigInt] | an integer |
  /// | [double] | a float of 64 bits, also NaN and the infinities |
  /// | [Single], a [Float32List] | a float of 32 bits, an array of these |
  /// | [Decimal] | the number with all its digits |
  /// | [Uint8List], [ByteData] | bytes |
  /// | [DateTime], [Timestamp] | a timestamp, which has no time zone |
  /// | other lists, sets, iterables | an array |
  /// | a [Map] with strings as keys | an object in its order |
  /// | another [Map] | a map in its order |
  /// | [Tagged] | a tagged value, an extension or a simple value |
  /// | [Node], [Frozen] | a copy |
  /// | all others | what [toEncodable] returns for it, else its `toJson()` |
  ///
  /// In programs that run as JavaScript a `double` without a fraction is an
  /// `int`, as the language has it there.
  ///
  /// The error is a [VarvelException] with the path of the value. The text of
  /// an error that [toEncodable] or a `toJson` throws is part of it. An error
  /// that an iterable or a map throws is passed on as it is.
  factory Frozen.of(
    Object? value, {
    FreezeOptions options = const FreezeOptions(),
    Object? Function(Object? value)? toEncodable,
  }) {
    final freezer = _Freezer(options, toEncodable)..run(value);
    return _finish(freezer.recording, options);
  }

  /// Takes bytes that were just made, and are valid.
  Frozen._made(this._whole, this._tables, {required bool checksum})
      : _bytes = checksum
            ? Uint8List.sublistView(_whole, 0, _whole.length - checksumLen)
            : _whole {
    _data = ByteData.sublistView(_bytes);
    _readTables();
  }

  Frozen._(this._whole, this._bytes, this._tables) {
    _data = ByteData.sublistView(_bytes);
  }

  /// Checks that bytes are a valid document, like [Frozen.open].
  static void validate(Uint8List bytes, {Limits limits = const Limits()}) {
    Frozen.open(bytes, limits: limits);
  }

  /// All bytes, with the checksum.
  final Uint8List _whole;

  /// All bytes without the checksum.
  final Uint8List _bytes;
  late final ByteData _data;

  /// Where the tables begin, which is the end of the tree.
  final int _tables;

  /// Stands for the document where a reference to it would keep it in memory.
  /// It is another object in each isolate, as the document is.
  final Object _identity = Object();

  int _shapeCount = 0;
  int _textCount = 0;
  int _sharedCount = 0;

  /// Where the places of the shapes' records are.
  int _shapes = 0;

  /// Where the places of the shared strings are.
  int _shared = 0;

  /// Where the texts begin.
  int _texts = 0;

  /// Where the records of shapes begin.
  int _records = 0;

  /// The keys and shared strings that were asked for, by their places.
  final Map<int, String> _known = {};

  /// The value of the whole document.
  Node get root => _slot(rootAt, 3, _tables);

  /// The bytes of the document, which must not be changed.
  Uint8List get bytes => _whole;

  /// Whether the document ends with a checksum.
  ///
  /// It is the 64-bit XXH3 of all bytes before it, and was compared by
  /// [Frozen.open].
  bool get hasChecksum => _whole.length != _bytes.length;

  /// Validates the header and the checksum.
  static Frozen _checkHeader(Uint8List bytes, Limits limits) {
    if (bytes.length > limits.bytes || bytes.length > maxLength) {
      throw VarvelException(ErrorKind.sizeLimit,
          offset: 0, expected: 'at most ${limits.bytes} bytes');
    }
    if (!_hasMagic(bytes, magic)) {
      throw _invalid(0, 'the bytes "VRVL"');
    }
    if (bytes.length <= versionAt) {
      throw _invalid(versionAt, 'a version');
    }
    if (bytes[versionAt] != version) {
      throw _otherVersion(versionAt, bytes[versionAt]);
    }
    if (bytes.length < lengthAt ||
        bytes[flagsAt] > flagChecksum ||
        bytes[flagsAt + 1] != 0 ||
        bytes[flagsAt + 2] != 0) {
      throw _invalid(flagsAt, 'known flags, then two zero bytes');
    }
    final data = ByteData.sublistView(bytes);
    if (bytes.length < headerLen ||
        readLength(data, lengthAt) != bytes.length) {
      throw _invalid(lengthAt, 'the length of the buffer');
    }
    var length = bytes.length;
    if (bytes[flagsAt] == flagChecksum) {
      length -= checksumLen;
      final (high, low) = xxh3(bytes, length);
      if (data.getUint32(length, Endian.little) != low ||
          data.getUint32(length + 4, Endian.little) != high) {
        throw VarvelException(ErrorKind.checksumMismatch,
            offset: length, expected: 'the checksum of all bytes before it');
      }
    }
    final end = readLength(data, treeEndAt);
    final last = length - tablesLen;
    if (last < headerLen ||
        end < headerLen ||
        end > last ||
        length - end >= two32) {
      throw _invalid(treeEndAt, 'the end of the tree inside the buffer');
    }
    return Frozen._(
        bytes, Uint8List.sublistView(bytes, 0, length), end);
  }

  /// Notes where the parts of the tables are.
  void _readTables() {
    _shapeCount = _data.getUint32(_tables, Endian.little);
    _textCount = _data.getUint32(_tables + 4, Endian.little);
    _sharedCount = _data.getUint32(_tables + 12, Endian.little);
    _shapes = _tables + tablesLen;
    _shared = _shapes + 4 * _shapeCount;
    _texts = _shared + 4 * _sharedCount;
    _records = _tables + _data.getUint32(_tables + 8, Endian.little);
  }

  /// Returns the value of a slot; [width] is the base-2 logarithm of its bytes.
  Node _slot(int at, int width, int base) {
    final data = _data;
    int tag;
    int payload;
    if (width == 1) {
      final slot = data.getUint16(at, Endian.little);
      tag = slot & 15;
      payload = slot >> 4;
    } else {
      final low = data.getUint32(at, Endian.little);
      tag = low & 15;
      payload = low >>> 4;
      if (width == 3) {
        payload += data.getUint32(at + 4, Endian.little) * 0x10000000;
      }
    }
    if (tag >= tagReference) {
      final node = base - payload;
      return Node._(
          this, node, tag == tagOther ? _formOther + _bytes[node] : tag, 0);
    }
    return switch (tag) {
      tagInt => Node._(this, at, _formInt, width),
      tagLiteral => Node._(this, at, _formLiteral + payload, 0),
      tagShort => Node._(this, at, _formShort, payload & 15),
      _ => Node._(this, at, _formText,
          _tables + data.getUint32(_shared + 4 * payload, Endian.little)),
    };
  }

  /// Returns the place of the record of a shape.
  int _record(int shape) =>
      _tables + _data.getUint32(_shapes + 4 * shape, Endian.little);

  /// Returns the number of keys of a shape.
  int _shapeKeys(int record) {
    final count = _bytes[record];
    return count != 0 ? count : _data.getUint32(record + 1, Endian.little);
  }

  /// Returns a text of the tables.
  String _text(int at) => _known[at] ??= () {
        final start = _textStart(_bytes, at);
        return decodeUtf8(_bytes, start, _textEnd);
      }();
}

bool _hasMagic(Uint8List bytes, String word, [int at = 0]) {
  if (bytes.length - at < word.length) {
    return false;
  }
  for (var i = 0; i < word.length; i++) {
    if (bytes[at + i] != word.codeUnitAt(i)) {
      return false;
    }
  }
  return true;
}
