part of 'frozen.dart';

// The blocks of a stream: segments and indexes, as spec/stream.md has them. A
// block begins at the end of the one before, and an index lists the lengths of
// the blocks before it. So the place of each follows from lengths, and nothing
// overlaps.

const String _indexMagic = 'VRVI';
const int _blockHead = 16;
const int _indexHead = 24;
const int _indexEntry = 16;
const int _indexFoot = 16;
const int _shortIndex = _indexHead + _indexFoot;
const int _shortSegment = headerLen + tablesLen;

/// Returns a length with its padding, up to a multiple of 8.
int _padded(int length) => length + (8 - length % 8) % 8;

/// Checks the first bytes of the block at a place of the stream. Returns its
/// length and whether it is an index.
({bool isIndex, int length}) _checkBlockHead(Uint8List bytes, int at) {
  final isIndex = _hasMagic(bytes, _indexMagic);
  if (!isIndex && !_hasMagic(bytes, magic)) {
    throw _invalid(at, 'a segment or an index');
  }
  // The version first: another one may give the bytes after it a meaning.
  if (bytes.length > versionAt && bytes[versionAt] != version) {
    throw _otherVersion(at + versionAt, bytes[versionAt]);
  }
  if (bytes.length < _blockHead ||
      bytes[5] != 0 ||
      bytes[6] != 0 ||
      bytes[7] != 0) {
    throw _invalid(at, 'the head of a segment or an index');
  }
  final length = readLength(ByteData.sublistView(bytes), lengthAt);
  if (length < (isIndex ? _shortIndex : _shortSegment)) {
    throw _invalid(at + lengthAt, 'the length of a block');
  }
  return (isIndex: isIndex, length: length);
}

/// Checks that a block is not longer than the limit.
void _checkBlockLength(Limits limits, int at, int length) {
  if (length > limits.bytes) {
    throw VarvelException(ErrorKind.sizeLimit, offset: at);
  }
}

/// Validates the segment at a place of the stream; [bytes] is it with its
/// padding.
Frozen _openSegment(Uint8List bytes, int at, int length, Limits limits) {
  if (length > bytes.length) {
    throw _invalid(at, 'a whole segment');
  }
  for (var i = length; i < bytes.length; i++) {
    if (bytes[i] != 0) {
      throw _invalid(at + i, 'zeros behind the segment');
    }
  }
  final own = Uint8List.sublistView(bytes, 0, length);
  if (_checkBlockHead(own, at).isIndex) {
    throw _invalid(at, 'a segment');
  }
  // The limit of depth is that of a record, without the array around it.
  final inner = Limits(
      depth: limits.depth + 1, nodes: limits.nodes, bytes: limits.bytes);
  final Frozen doc;
  try {
    doc = Frozen.open(own, limits: inner);
  } on VarvelException catch (error) {
    throw error.copyWith(offset: at + error.offset);
  }
  if (doc.root.kind != Kind.array || doc.root.length == 0) {
    throw _invalid(at, 'an array of records');
  }
  return doc;
}

/// The length of a segment and the number of its records.
typedef _ListedSegment = ({int length, int records});

/// An index: the segments between the index before it and itself.
final class _IndexBlock {
  /// Validates the index at a place of the stream.
  _IndexBlock(Uint8List bytes, int at)
      : _data = ByteData.sublistView(bytes),
        start = at {
    final head = _checkBlockHead(bytes, at);
    if (!head.isIndex) {
      throw _invalid(at, 'an index');
    }
    final length = bytes.length;
    if (length < _shortIndex ||
        head.length != length ||
        (length - _shortIndex) % _indexEntry != 0) {
      throw _invalid(at + lengthAt, 'the length of the index');
    }
    final foot = length - _indexFoot;
    if (readLength(_data, foot) != length) {
      throw _invalid(at + foot, 'the length of the index again');
    }
    if (!_hasMagic(bytes, _indexMagic, foot + 12)) {
      throw _invalid(at + foot + 12, 'the bytes "VRVI"');
    }
    if (_data.getUint32(foot + 8, Endian.little) != crc32(bytes, foot + 8)) {
      throw _invalid(at + foot + 8, 'the checksum of the index');
    }
    total = before = readLength(_data, _blockHead);
    count = (length - _shortIndex) ~/ _indexEntry;
    for (var i = 0; i < count; i++) {
      _checkEntry(entry(i), at + _indexHead + _indexEntry * i);
    }
    if (start == 0 && before != 0) {
      throw _invalid(at + _blockHead, 'the number of all records');
    }
  }

  final ByteData _data;

  /// Where the first segment begins.
  int start;

  /// The records before it.
  late int before;

  /// The records up to here.
  late final int total;

  /// How many segments it lists.
  late final int count;

  _ListedSegment entry(int i) => (
        length: readLength(_data, _indexHead + _indexEntry * i),
        records: readLength(_data, _indexHead + _indexEntry * i + 8),
      );

  void _checkEntry(_ListedSegment entry, int place) {
    final (:length, :records) = entry;
    if (length < _shortSegment || length > start || _padded(length) > start) {
      throw _invalid(place, 'the length of a segment before the index');
    }
    start -= _padded(length);
    if (records == 0 || records > length || records > before) {
      throw _invalid(place + 8, 'the number of records of a segment');
    }
    before -= records;
  }
}
