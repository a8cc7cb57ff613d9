part of 'frozen.dart';

/// Writes a frozen stream, record by record, in bounded memory.
final class FrozenStreamWriter {
  /// Makes a writer. It calls [write] with each block, in order.
  ///
  /// An error that [write] throws is passed on as it is. Nobody knows then how
  /// much of the block was written, so the writer is closed without an index;
  /// [FrozenStream.recover] opens what was written before.
  ///
  /// A segment is written when its records take some [segmentBytes].
  FrozenStreamWriter(
    void Function(Uint8List block) write, {
    this.segmentBytes = 65536,
    FreezeOptions options = const FreezeOptions(),
  })  : _sink = write,
        _options = options.copyWith(canonical: false, checksum: false);

  /// Makes a writer that goes on after the blocks of a stream. The blocks that
  /// it writes belong at [FrozenStream.end].
  factory FrozenStreamWriter.after(
    FrozenStream stream,
    void Function(Uint8List block) write, {
    int segmentBytes = 65536,
    FreezeOptions options = const FreezeOptions(),
  }) =>
      FrozenStreamWriter(write, segmentBytes: segmentBytes, options: options)
        .._written = stream.length
        .._unlisted.addAll(stream._unlisted);

  final void Function(Uint8List block) _sink;

  /// The size at which a segment is written.
  final int segmentBytes;

  final FreezeOptions _options;
  late Recording _segment = _begin();
  int _array = 0;
  int _records = 0;

  /// The records in segments that were written.
  int _written = 0;
  final List<_ListedSegment> _unlisted = [];
  bool _closed = false;

  /// How many segments an index lists at most.
  static const int _mostListed = 4096;

  /// The number of records so far.
  int get length => _written + _records;

  Recording _begin() {
    final recording = Recording(const FreezeOptions());
    _array = recording.begin(eventArray);
    _records = 0;
    return recording;
  }

  /// Adds a record: objects of Dart, a [Node] or a [Frozen], like [Frozen.of].
  ///
  /// After an error about the record, also one that an iterable throws, the
  /// writer is as it was before.
  void add(Object? record, {Object? Function(Object? value)? toEncodable}) =>
      _add(Frozen.of(record, options: _options, toEncodable: toEncodable).root);

  /// Adds a record by its text of JSON, like [Frozen.parse]. After an error
  /// about the record the writer is as it was before.
  void addJson(String json) =>
      _add(Frozen.parse(json, options: _options).root);

  void _add(Node record) {
    if (_closed) {
      throw StateError('the stream is closed');
    }
    // The record was made before, so an error in it leaves the segment alone.
    _Copying(_segment, Limits.none).run(record);
    _records++;
    if (_segment.texts.length + 9 * _segment.length >= segmentBytes) {
      flush();
    }
  }

  /// Writes the records so far as a segment.
  void flush() {
    if (_records == 0) {
      return;
    }
    _segment.end(_array, _records);
    final bytes = DocumentLayout(_segment).run(checksum: false).bytes;
    final block = Uint8List(_padded(bytes.length))
      ..setRange(0, bytes.length, bytes);
    _unlisted.add((length: bytes.length, records: _records));
    _written += _records;
    _segment = _begin();
    _write(block);
    if (_unlisted.length == _mostListed) {
      _writeIndex();
    }
  }

  /// Writes what is left, and the index that ends the stream.
  void close() {
    if (!_closed) {
      flush();
      _closed = true;
      _writeIndex();
    }
  }

  void _write(Uint8List block) {
    try {
      _sink(block);
    } catch (_) {
      _closed = true;
      rethrow;
    }
  }

  void _writeIndex() {
    final length = _shortIndex + _indexEntry * _unlisted.length;
    final out = Output(length)
      ..ascii(_indexMagic)
      ..byte(version)
      ..zeros(3)
      ..number(length, 3)
      ..number(_written, 3);
    for (final (:length, :records) in _unlisted) {
      out
        ..number(length, 3)
        ..number(records, 3);
    }
    out.number(length, 3);
    out
      ..uint32(crc32(out.bytes, out.length))
      ..ascii(_indexMagic);
    _unlisted.clear();
    _write(out.take());
  }
}
