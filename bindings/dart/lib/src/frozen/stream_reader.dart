part of 'frozen.dart';

/// Reads a stream from its front, segment by segment, for inputs that cannot
/// seek.
///
/// A stream that was cut off is known to be so only at its end: the records
/// before it were read by then.
final class FrozenStreamReader {
  /// Makes a reader with these limits.
  FrozenStreamReader({Limits limits = const Limits()}) : _limits = limits;

  /// The records of a stream that comes in parts, such as a file that is opened
  /// by `openRead`.
  ///
  /// An error of the input is the cause of one of the kind [ErrorKind.io].
  static Stream<Node> recordsOf(Stream<List<int>> input,
      {Limits limits = const Limits()}) async* {
    final reader = FrozenStreamReader(limits: limits);
    final parts = StreamIterator(input);
    try {
      while (await reader._more(parts)) {
        reader.add(parts.current);
        for (var doc = reader.next(); doc != null; doc = reader.next()) {
          yield* Stream.fromIterable(doc.root.items);
        }
      }
      reader.close();
    } finally {
      await parts.cancel();
    }
  }

  Future<bool> _more(StreamIterator<List<int>> parts) async {
    try {
      return await parts.moveNext();
    } on Exception catch (error) {
      throw VarvelException(ErrorKind.io,
          offset: offset + _waiting, cause: error);
    }
  }

  final Limits _limits;

  /// The bytes that came and belong to no whole block yet.
  Output _input = Output();

  /// How many of them were read.
  int _read = 0;

  int get _waiting => _input.length - _read;

  /// How many bytes of the stream are whole blocks, as far as it was read.
  int offset = 0;

  int _records = 0;
  final List<_ListedSegment> _unlisted = [];

  /// Whether the last block was an index.
  bool _complete = false;

  /// The length of the indexes that [next] passed before a segment.
  int _passed = 0;
  VarvelException? _error;

  /// Adds bytes of the stream.
  void add(List<int> bytes) {
    if (_read > 0) {
      // Documents refer to the memory of the blocks that were read.
      final rest = Output(_waiting + bytes.length)
        ..addRange(_input.bytes, _read, _input.length);
      _input = rest;
      _read = 0;
    }
    final part = bytes is Uint8List ? bytes : Uint8List.fromList(bytes);
    _input.addRange(part, 0, part.length);
  }

  /// Returns the next segment, an array of records, or null if more bytes must
  /// be added before.
  ///
  /// The error has one of the kinds of [Frozen.open]; then [offset] is where
  /// the whole blocks end. Once there was an error, all further calls throw it.
  Frozen? next() {
    final before = _error;
    if (before != null) {
      throw before;
    }
    try {
      return _next();
    } on VarvelException catch (error) {
      _error = error;
      rethrow;
    }
  }

  Frozen? _next() {
    _passed = 0;
    while (_waiting >= _blockHead) {
      final head = Uint8List.sublistView(_input.bytes, _read, _input.length);
      final (:isIndex, :length) = _checkBlock(head);
      final whole = _padded(length);
      if (head.length < whole) {
        return null;
      }
      final block = Uint8List.sublistView(head, 0, whole);
      final doc = isIndex ? null : _openSegment(block, offset, length, _limits);
      if (doc == null) {
        _pass(block);
        _passed += whole;
      }
      _read += whole;
      offset += whole;
      if (doc != null) {
        final records = doc.root.length;
        _unlisted.add((length: length, records: records));
        _records += records;
        _complete = false;
        return doc;
      }
    }
    return null;
  }

  ({bool isIndex, int length}) _checkBlock(Uint8List bytes) {
    final head = _checkBlockHead(
        bytes.length > _blockHead
            ? Uint8List.sublistView(bytes, 0, _blockHead)
            : bytes,
        offset);
    _checkBlockLength(_limits, offset, head.length);
    // With its padding it would take more than 63 bits.
    final data = ByteData.sublistView(bytes);
    final high = data.getUint32(lengthAt + 4, Endian.little);
    final low = data.getUint32(lengthAt, Endian.little);
    if (high >= 0x80000000 || high == 0x7FFFFFFF && low > 0xFFFFFFF7) {
      throw _invalid(offset + lengthAt, 'the length of a block');
    }
    return head;
  }

  /// Checks an index: it must list the segments since the index before it.
  void _pass(Uint8List block) {
    final index = _IndexBlock(block, offset);
    var same = index.total == _records && index.count == _unlisted.length;
    for (var i = 0; same && i < index.count; i++) {
      same = index.entry(i) == _unlisted[i];
    }
    if (!same) {
      throw _invalid(offset, 'an index of the segments before it');
    }
    _unlisted.clear();
    _complete = true;
  }

  /// Says that no more bytes come, and throws if the stream was cut off.
  void close() {
    if (next() != null) {
      throw StateError('close before all segments were read');
    }
    final rest = _waiting;
    try {
      if (rest != 0) {
        if (rest < _blockHead) {
          // It may be of another version.
          _checkBlockHead(
              Uint8List.sublistView(_input.bytes, _read, _input.length),
              offset);
        }
        throw _invalid(offset + rest, 'the rest of a block');
      }
      if (!_complete) {
        throw _invalid(offset, 'an index that ends here');
      }
    } on VarvelException catch (error) {
      _error = error;
      rethrow;
    }
  }
}
