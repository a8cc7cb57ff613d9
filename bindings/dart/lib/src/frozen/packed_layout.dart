import '../base/platform.dart';
import 'document_layout.dart';
import 'element.dart';
import 'index_layout.dart';
import 'layout.dart';
import 'recording.dart';

/// An array of numbers of one kind.
typedef _Run = ({int event, Element element, int count});

/// Writes arrays of numbers, and of rows of numbers, as packed nodes.
final class PackedLayout {
  /// Writes to a document that is being laid out.
  PackedLayout(this._to) : _recording = _to.recording;

  final DocumentLayout _to;
  final Recording _recording;

  /// The most columns of a matrix.
  static const int _maxColumns = two32 - 1;

  /// Writes an array of numbers, or of rows of numbers, and returns true.
  /// Returns false for any other array.
  bool write(int at) {
    final run = _runAt(at);
    if (run != null) {
      _head(run.element, 0, run.count, [run.count]);
      _elements(at, run.element);
      return true;
    }
    final end = _recording.at(at);
    var rows = 0;
    var columns = 0;
    var event = 0;
    var element = Element.int8;
    for (var i = at + 1; i < end; i = _recording.at(i)) {
      final row = _runAt(i);
      if (row == null ||
          row.count > _maxColumns ||
          rows != 0 && (row.event != event || row.count != columns)) {
        return false;
      }
      element = rows == 0 ? row.element : _join(element, row.element);
      event = row.event;
      columns = row.count;
      rows++;
    }
    if (rows == 0) {
      return false;
    }
    _head(element, packedMatrix, rows * columns, [rows, columns]);
    for (var i = at + 1; i < end; i = _recording.at(i)) {
      _elements(i, element);
    }
    return true;
  }

  /// Returns what the array at a place is, if it is not empty and has nothing
  /// but numbers of one kind.
  _Run? _runAt(int at) {
    final events = _recording.events;
    if (events[at] != eventArray) {
      return null;
    }
    final end = _recording.at(at);
    if (end == at + 1) {
      return null;
    }
    final event = events[at + 1];
    if (event != eventInt && event != eventFloat32 && event != eventFloat64) {
      return null;
    }
    for (var i = at + 1; i < end; i++) {
      if (events[i] != event) {
        return null;
      }
    }
    final element = switch (event) {
      eventFloat32 => Element.float32,
      eventFloat64 => Element.float64,
      _ => _elementFor(at + 1, end),
    };
    return (event: event, element: element, count: end - at - 1);
  }

  /// Returns the first element that holds integers.
  Element _elementFor(int from, int end) {
    final Recording(:high, :low) = _recording;
    // The bits of all, inverted in negative ones.
    var folded = 0;
    var negative = false;
    for (var i = from; i < end; i++) {
      final top = high[i];
      if (top == 0) {
        folded |= low[i];
      } else if (top == 0xFFFFFFFF) {
        folded |= low[i] ^ 0xFFFFFFFF;
        negative = true;
      } else {
        return Element.int64;
      }
    }
    if (folded < 0x80) {
      return Element.int8;
    }
    if (folded < 0x8000) {
      return Element.int16;
    }
    if (folded < 0x80000000) {
      return Element.int32;
    }
    return negative ? Element.int64 : Element.uint32;
  }

  /// Returns the element that holds the integers of two rows of a matrix.
  static Element _join(Element a, Element b) {
    if (a == b) {
      return a;
    }
    if (a == Element.uint32 || b == Element.uint32) {
      return Element.int64;
    }
    return a.index > b.index ? a : b;
  }

  /// Writes what stands before the elements of a packed node: zeros, so that
  /// they are aligned, its first byte, and the counts.
  void _head(Element element, int matrix, int elements, List<int> counts) {
    final out = _to.out;
    var width = 0;
    for (final count in counts) {
      final own = widthOf(count);
      width = own > width ? own : width;
    }
    if (elements >= paddedElements) {
      final size = 1 << _widths[element.index];
      final first = out.length + 1 + (counts.length << width);
      out.zeros((size - first % size) % size);
    }
    _to.node(tagPacked);
    out.byte(element.index | matrix | width << 4);
    for (final count in counts) {
      out.number(count, width);
    }
  }

  static const List<int> _widths = [0, 1, 2, 3, 3, 2, 3, 2];

  /// Writes the numbers of an array.
  void _elements(int at, Element element) {
    final out = _to.out;
    final Recording(:high, :low) = _recording;
    final end = _recording.at(at);
    final width = _widths[element.index];
    out.reserve(end - at - 1 << width);
    for (var i = at + 1; i < end; i++) {
      switch (width) {
        case 0:
          out.byte(low[i] & 0xFF);
        case 1:
          out.uint16(low[i] & 0xFFFF);
        case 2:
          out.uint32(low[i]);
        default:
          out.uint64(high[i], low[i]);
      }
    }
  }
}
