part of 'frozen.dart';

/// The numbers of a matrix, row by row.
typedef Matrix = ({TypedData numbers, int rows, int columns});

/// Arrays of numbers.
extension NodeNumbers on Node {
  bool get _isPacked => _form == _formPacked || _form >= _formRow;

  /// The type of the numbers of a packed array, of a matrix or of a row of one,
  /// or null for all other values.
  ///
  /// An array of numbers is not always packed.
  Element? get element =>
      _isPacked ? Element.values[_Container(this).element] : null;

  /// The numbers of a packed array, or of a row of a matrix: an [Int8List], a
  /// [Float64List] and so on, by its [element].
  ///
  /// They are those of the document, without a copy, and must not be changed. A
  /// copy is made where they are not at a multiple of their size in memory, or
  /// the processor is big-endian. Varvel aligns eight numbers or more in each
  /// document that it writes. It is null for all other values, and for integers
  /// of 64 bits in programs that run as JavaScript, which has no such lists:
  /// [toIntList] and [toDoubleList] read those.
  TypedData? get numbers {
    if (!_isPacked) {
      return null;
    }
    final container = _Container(this);
    return container.columns != 0
        ? null
        : _typed(container, container.count);
  }

  /// All numbers of a matrix; see [numbers].
  Matrix? get matrix {
    if (_form != _formPacked) {
      return null;
    }
    final container = _Container(this);
    if (container.columns == 0) {
      return null;
    }
    final (rows, columns) = (container.count, container.columns);
    final numbers = _typed(container, rows * columns);
    return numbers == null
        ? null
        : (numbers: numbers, rows: rows, columns: columns);
  }

  /// The integers of an array, packed or not, if an `int` holds each of them.
  ///
  /// The error is that of [asInt].
  List<int> toIntList() {
    final count = _arrayLength('an array of integers');
    final container = _Container(this);
    return List.generate(count, (i) => container.item(i).asInt,
        growable: false);
  }

  /// The numbers of an array, packed or not, if a `double` holds each of them
  /// exactly.
  ///
  /// The error is that of [asDouble].
  Float64List toDoubleList() {
    final list = Float64List(_arrayLength('an array of numbers'));
    final container = _Container(this);
    for (var i = 0; i < list.length; i++) {
      list[i] = container.item(i).asDouble;
    }
    return list;
  }

  int _arrayLength(String expected) {
    if (kind != Kind.array) {
      throw _wrongKind(expected);
    }
    return length;
  }
}

TypedData? _typed(_Container container, int count) {
  final width = container.width;
  if (isWeb && width == 3 && container.element != elementFloat64) {
    return null;
  }
  var bytes = Uint8List.sublistView(container.doc._bytes, container.slots,
      container.slots + (count << width));
  final aligned = bytes.offsetInBytes & (1 << width) - 1 == 0;
  if (!aligned || Endian.host != Endian.little) {
    bytes = Uint8List.fromList(bytes);
    if (Endian.host != Endian.little) {
      _turn(bytes, 1 << width);
    }
  }
  final buffer = bytes.buffer;
  final at = bytes.offsetInBytes;
  return switch (container.element) {
    elementInt8 => buffer.asInt8List(at, count),
    elementInt16 => buffer.asInt16List(at, count),
    elementInt32 => buffer.asInt32List(at, count),
    elementInt64 => buffer.asInt64List(at, count),
    elementUint64 => buffer.asUint64List(at, count),
    elementFloat32 => buffer.asFloat32List(at, count),
    elementUint32 => buffer.asUint32List(at, count),
    _ => buffer.asFloat64List(at, count),
  };
}

/// Turns the bytes of numbers around.
void _turn(Uint8List bytes, int size) {
  for (var at = 0; at < bytes.length; at += size) {
    final number = bytes.sublist(at, at + size);
    for (var i = 0; i < size; i++) {
      bytes[at + i] = number[size - 1 - i];
    }
  }
}
