part of 'frozen.dart';

/// The bytes of a stream that is not in memory, such as those of a file.
abstract interface class StreamSource {
  /// How many bytes there are.
  int get length;

  /// Returns so many bytes from a place on. All of them are there.
  Uint8List read(int at, int count);
}

final class _Memory implements StreamSource {
  _Memory(this.bytes);

  final Uint8List bytes;

  @override
  int get length => bytes.length;

  @override
  Uint8List read(int at, int count) =>
      Uint8List.sublistView(bytes, at, at + count);
}

/// Where a segment is, and the number of its first record.
final class _Segment {
  _Segment(this.at, this.length, this.first);

  final int at;
  final int length;
  final int first;

  /// The segment, if it was read and is kept.
  Frozen? doc;
}

/// A frozen stream that is read by the numbers of its records.
final class FrozenStream {
  /// Opens a stream in memory, by the indexes in it.
  ///
  /// The bytes must not change as long as the stream or its records are used.
  /// Segments are validated when a record in them is read for the first time:
  /// see [validate]. The error has the kind [ErrorKind.invalidFrozen],
  /// [ErrorKind.unsupportedVersion] or [ErrorKind.sizeLimit].
  factory FrozenStream.open(Uint8List bytes,
          {Limits limits = const Limits()}) =>
      FrozenStream.from(_Memory(bytes), limits: limits);

  /// Opens a stream that is not in memory, like [FrozenStream.open].
  ///
  /// It reads only the indexes, and later the segments that are asked for. One
  /// segment is kept in memory, beside those whose nodes are in use. An
  /// exception of the source is the cause of an error of the kind
  /// [ErrorKind.io].
  factory FrozenStream.from(StreamSource source,
          {Limits limits = const Limits()}) =>
      FrozenStream._(source, limits, source.length).._readIndexes();

  /// Opens what is whole of a stream whose end is missing: the blocks from the
  /// front up to the first that is damaged.
  ///
  /// It validates all segments. [end] is where it stopped.
  factory FrozenStream.recover(Uint8List bytes,
      {Limits limits = const Limits()}) {
    final reader = FrozenStreamReader(limits: limits)..add(bytes);
    final stream = FrozenStream._(_Memory(bytes), limits, 0);
    try {
      while (true) {
        final (at, first) = (reader.offset, reader._records);
        final doc = reader.next();
        if (doc == null) {
          break;
        }
        final from = at + reader._passed;
        stream._segments
            .add(_Segment(from, doc.bytes.length, first)..doc = doc);
      }
      reader.close();
    } on VarvelException catch (error) {
      if (error.kind != ErrorKind.invalidFrozen) {
        rethrow;
      }
    }
    return stream
      .._end = reader.offset
      .._length = reader._records
      .._unlisted.addAll(reader._unlisted);
  }

  FrozenStream._(this._source, this._limits, this._end);

  final StreamSource _source;
  final Limits _limits;
  final List<_Segment> _segments = [];

  /// The segments that are in no index, of a stream that was recovered.
  final List<_ListedSegment> _unlisted = [];

  /// The number of the segment that is kept, for a stream that is not in
  /// memory.
  int _kept = -1;

  /// How many bytes of the stream are whole blocks: all of them, unless it was
  /// recovered.
  int get end => _end;
  int _end;

  /// The number of records.
  int get length => _length;
  int _length = 0;

  /// The number of segments.
  int get segmentCount => _segments.length;

  Uint8List _read(int at, int count) {
    try {
      final bytes = _source.read(at, count);
      if (bytes.length != count) {
        throw VarvelException(
          ErrorKind.io,
          offset: at,
          expected: '$count bytes of the source',
          found: '${bytes.length} bytes',
        );
      }
      return bytes;
    } on VarvelException {
      rethrow;
    } on Exception catch (error) {
      throw VarvelException(ErrorKind.io, offset: at, cause: error);
    }
  }

  /// Reads the indexes, the last one first.
  void _readIndexes() {
    var end = this.end;
    _IndexBlock? later;
    final groups = <List<_Segment>>[];
    while (true) {
      final index = _lastIndex(end);
      if (later == null) {
        _length = index.total;
      } else if (later.before != index.total) {
        throw _invalid(end, 'the number of records before here');
      }
      var at = index.start;
      var first = index.before;
      final group = <_Segment>[];
      for (var i = 0; i < index.count; i++) {
        final entry = index.entry(i);
        group.add(_Segment(at, entry.length, first));
        at += _padded(entry.length);
        first += entry.records;
      }
      groups.add(group);
      if (index.start == 0) {
        break;
      }
      end = index.start;
      later = index;
    }
    groups.reversed.forEach(_segments.addAll);
  }

  /// Reads the index that ends at a place.
  _IndexBlock _lastIndex(int end) {
    if (end < _shortIndex || end % 8 != 0) {
      throw _invalid(end, 'an index that ends here');
    }
    final foot = _read(end - _indexFoot, _indexFoot);
    final length = readLength(ByteData.sublistView(foot), 0);
    if (!_hasMagic(foot, _indexMagic, 12) || length > end) {
      throw _invalid(end, 'an index that ends here');
    }
    final at = end - length;
    _checkBlockLength(_limits, at, length);
    // The head first: of bytes that only end like an index no more are read.
    final most = length < _blockHead ? length : _blockHead;
    final head = _checkBlockHead(_read(at, most), at);
    if (!head.isIndex) {
      throw _invalid(at, 'an index');
    }
    return _IndexBlock(_read(at, length), at);
  }

  /// Returns segment i as a document: an array of records.
  ///
  /// It reads and validates the segment, unless it is kept. The error has the
  /// kind [ErrorKind.notFound] if there are fewer segments, or one of the kinds
  /// of [Frozen.open].
  Frozen segment(int i) {
    if (i < 0 || i >= _segments.length) {
      throw VarvelException(ErrorKind.notFound,
          expected: 'one of ${_segments.length} segments');
    }
    final segment = _segments[i];
    final known = segment.doc;
    if (known != null) {
      return known;
    }
    _checkBlockLength(_limits, segment.at, segment.length);
    final bytes = _read(segment.at, _padded(segment.length));
    final doc = _openSegment(bytes, segment.at, segment.length, _limits);
    final next = i + 1 < _segments.length ? _segments[i + 1].first : length;
    if (doc.root.length != next - segment.first) {
      throw _invalid(segment.at, 'as many records as the index lists');
    }
    segment.doc = doc;
    if (_source is! _Memory) {
      if (_kept >= 0) {
        _segments[_kept].doc = null;
      }
      _kept = i;
    }
    return doc;
  }

  /// Returns record n, from zero.
  ///
  /// The first record of a segment that is read costs validating it; the others
  /// take the same time for each n, except for a search among the segments. The
  /// error has the kind [ErrorKind.notFound] if there are fewer records, or one
  /// of the kinds of [Frozen.open].
  Node operator [](int n) {
    if (n < 0 || n >= length) {
      throw VarvelException(ErrorKind.notFound,
          expected: 'one of $length records');
    }
    var low = 0;
    var high = _segments.length;
    while (high - low > 1) {
      final middle = low + high >> 1;
      if (_segments[middle].first > n) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return segment(low).root.at(n - _segments[low].first);
  }

  /// All records.
  ///
  /// Going through them ends with an error if a segment is damaged.
  Iterable<Node> get records sync* {
    for (var i = 0; i < _segments.length; i++) {
      yield* segment(i).root.items;
    }
  }

  /// Reads all segments, and throws the error of the first that is damaged.
  void validate() {
    for (var i = 0; i < _segments.length; i++) {
      segment(i);
    }
  }
}
