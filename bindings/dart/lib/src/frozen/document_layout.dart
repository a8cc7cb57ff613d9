import 'dart:typed_data';

import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/output.dart';
import '../base/platform.dart';
import 'index_layout.dart';
import 'layout.dart';
import 'packed_layout.dart';
import 'recording.dart';
import 'shape_table.dart';
import 'table_layout.dart';
import 'xxh3.dart';

/// A document that was laid out.
typedef Laid = ({Uint8List bytes, int tables});

/// An open container while a document is laid out.
final class _Layer {
  _Layer(this.at, this.end, this.event, this.content, this.slots);

  /// The place of its event in the recording.
  final int at;

  /// The event that comes next.
  late int next = at + 1;

  /// The first event that is not inside.
  final int end;
  final int event;

  /// The place of the first byte of the values in it.
  final int content;

  /// The place of the first of its slots among all slots.
  final int slots;

  /// Whether it is an object that has its keys itself.
  bool pairs = false;
}

/// Lays a recording out as the bytes of a document, as the appendix of
/// spec/frozen.md says. Nothing recurses.
final class DocumentLayout {
  /// Prepares a recording that is complete.
  DocumentLayout(this.recording)
      : out = Output(headerLen + 2 * recording.length + recording.texts.length);

  /// The recorded value that is laid out.
  final Recording recording;

  /// The bytes so far.
  final Output out;

  /// The slots of open containers. A value in a slot is its 16 bits. A
  /// reference is the place of its node, sixteen times, and its tag, all
  /// negated.
  final List<int> _slots = [];
  final List<_Layer> _layers = [];

  /// The shapes in the order of their numbers.
  final List<Shape> kept = [];

  /// Returns the bytes of the document.
  Laid run({required bool checksum}) {
    recording.shapes
        .choose(recording.keys, canonical: recording.canonical);
    out.zeros(headerLen);
    _value(0);
    while (_layers.isNotEmpty) {
      final top = _layers.last;
      final at = top.next;
      if (at >= top.end) {
        _close();
        continue;
      }
      switch (recording.events[at]) {
        case eventDropped:
          top.next = recording.after(at + 1);
        case eventKey:
          top.next = at + 1;
          if (top.pairs) {
            _key(recording.low[at]);
          }
        default:
          top.next = recording.after(at);
          _value(at);
      }
    }
    if (recording.nodes > recording.maxNodes) {
      throw tooManyNodes(recording.maxNodes);
    }
    return _finish(checksum);
  }

  static int _literal(int payload) => payload << 4 | tagLiteral;

  /// Adds a slot that refers to the node that is written next.
  void node(int tag) => _slots.add(-(16 * out.length + tag));

  /// Writes a value that holds no others, or opens a container.
  void _value(int at) {
    final event = recording.events[at];
    final high = recording.high[at];
    final low = recording.low[at];
    switch (event) {
      case eventNull:
        _slots.add(_literal(literalNull));
      case eventFalse:
        _slots.add(_literal(literalFalse));
      case eventTrue:
        _slots.add(_literal(literalTrue));
      case eventInt:
        _integer(high, low);
      case eventFloat64:
        node(tagFloat64);
        out.uint64(high, low);
      case eventUint:
        _other(otherUint64);
        out.uint64(high, low);
      case eventFloat32:
        _other(otherFloat32);
        out.uint32(low);
      case eventString:
        _text(at);
      case eventBigInt:
        _other(otherBigInt);
        _content(at);
      case eventDecimal:
        _other(otherDecimal);
        _content(at);
      case eventBytes:
        _other(otherBytes);
        _content(at);
      case eventTimestamp:
        _other(otherTimestamp);
        final place = recording.at(at);
        out.addRange(recording.texts.bytes, place, place + 12);
      case eventArray:
        if (!PackedLayout(this).write(at)) {
          _open(at);
        }
      default:
        _open(at);
    }
  }

  void _other(int other) {
    node(tagOther);
    out.byte(other);
  }

  void _integer(int high, int low) {
    final negative = high >= 0x80000000;
    if (high == (low >= 0x80000000 ? 0xFFFFFFFF : 0)) {
      final value = negative ? low - two32 : low;
      if (value >= -leastSmall && value < leastSmall) {
        _slots.add((low & 0xFFF) << 4 | tagInt);
      } else {
        node(tagInt32);
        out.uint32(low);
      }
    } else {
      node(tagInt64);
      out.uint64(high, low);
    }
  }

  void _text(int at) {
    final place = recording.at(at);
    final bytes = recording.texts.bytes;
    final length = bytes[place];
    if (length < 2) {
      _short(length, length == 0 ? 0 : bytes[place + 1]);
    } else {
      node(tagString);
      _content(at);
    }
  }

  /// Adds a string of at most one byte, which is in its slot.
  void _short(int length, int byte) =>
      _slots.add(byte << 8 | length << 4 | tagShort);

  /// Writes the length and the bytes of a text.
  void _content(int at) {
    final place = recording.at(at);
    final bytes = recording.texts.bytes;
    var length = 0;
    var behind = place;
    for (var scale = 1;; scale *= 0x80) {
      final digit = bytes[behind++];
      length += (digit & 0x7F) * scale;
      if (digit < 0x80) {
        break;
      }
    }
    out.addRange(bytes, place, behind + length);
  }

  void _key(int key) {
    final table = recording.keys;
    final start = table.start(key);
    final end = table.end(key);
    if (end - start < 2) {
      return _short(end - start, end == start ? 0 : table.bytes[start]);
    }
    node(tagString);
    out
      ..counted(end - start)
      ..addRange(table.bytes, start, end);
  }

  void _open(int at) {
    final event = recording.events[at];
    final layer = _Layer(
        at, recording.after(at), event, out.length, _slots.length);
    if (event == eventObject) {
      final shape = recording.objectShapes[recording.at(at)];
      layer.pairs = shape == noShape || !recording.shapes.shapes[shape].kept;
    }
    _layers.add(layer);
  }

  /// Writes the innermost container, whose slots are complete.
  void _close() {
    final layer = _layers.removeLast();
    final count = _slots.length - layer.slots;
    final at = out.length;
    var tag = tagOther;
    switch (layer.event) {
      case eventArray || eventObject || eventMap when count == 0:
        _slots.add(_literal(
            layer.event == eventArray ? literalArray : literalObject));
        return;
      case eventArray:
        tag = tagArray;
        _container(layer, 0, count);
      case eventTagged:
        out.byte(otherTagged);
        _container(layer, recording.high[layer.at], recording.low[layer.at]);
      case eventExtension:
        out.byte(otherExtension);
        _container(layer, 0, recording.low[layer.at]);
      case eventSimple:
        out.byte(otherSimple);
        _container(layer, 0, recording.low[layer.at]);
      case eventMap:
        out.byte(otherMap);
        _container(layer, 0, count ~/ 2);
      default:
        tag = _object(layer, count);
    }
    _slots.length = layer.slots;
    _slots.add(-(16 * at + tag));
  }

  int _object(_Layer layer, int count) {
    final shape = recording.objectShapes[recording.at(layer.at)];
    if (!layer.pairs) {
      _container(layer, 0, _shapeNumber(recording.shapes.shapes[shape]));
      return tagObject;
    }
    if (shape != noShape) {
      recording.nodes += count ~/ 2; // the keys are slots, too
    }
    out.byte(otherPairs);
    _container(layer, 0, count ~/ 2);
    if (count ~/ 2 > smallShape) {
      writeIndex(out, recording.keys, _ownKeys(layer));
    }
    return tagOther;
  }

  /// Returns the keys of an object that count.
  List<int> _ownKeys(_Layer layer) {
    final keys = <int>[];
    var at = layer.at + 1;
    while (at < layer.end) {
      if (recording.events[at] == eventKey) {
        keys.add(recording.low[at]);
      }
      at = recording.after(at + 1);
    }
    return keys;
  }

  /// Returns the number of a shape in the document: they are numbered as
  /// objects of theirs end.
  int _shapeNumber(Shape shape) {
    if (shape.written == 0) {
      kept.add(shape);
      shape.written = kept.length;
    }
    return shape.written - 1;
  }

  /// Writes the widths, the number and the slots of a container. The byte that
  /// says which one it is may be before.
  void _container(_Layer layer, int high, int low) {
    final isOther = layer.event != eventArray &&
        (layer.event != eventObject || layer.pairs);
    final base = isOther ? out.length - 1 : out.length;
    final held = base - layer.content;
    final width = held >= 1 << 28
        ? 2
        : held >= 1 << 12
            ? 1
            : 0;
    final numberWidth = high != 0 ? 3 : widthOf(low);
    out.byte(numberWidth << 2 | width);
    if (numberWidth == 3) {
      out.uint64(high, low);
    } else {
      out.number(low, numberWidth);
    }
    for (var i = layer.slots; i < _slots.length; i++) {
      _slot(_slots[i], width + 1, base);
    }
  }

  void _slot(int slot, int width, int base) {
    if (slot < 0) {
      final payload = base - (-slot ~/ 16);
      final tag = -slot % 16;
      if (width < 3) {
        out.number(16 * payload + tag, width);
      } else {
        out.uint64(payload ~/ 0x10000000, payload % 0x10000000 * 16 + tag);
      }
      return;
    }
    // Integers go on with their sign.
    final more = slot & 15 == tagInt && slot >= 0x8000;
    switch (width) {
      case 1:
        out.uint16(slot);
      case 2:
        out.uint32(more ? 0xFFFF0000 + slot : slot);
      default:
        out.uint64(more ? 0xFFFFFFFF : 0, more ? 0xFFFF0000 + slot : slot);
    }
  }

  /// Writes the tables and the header, when the tree is complete.
  Laid _finish(bool checksum) {
    final end = out.length;
    writeTables(out, recording, kept);
    var size = out.length;
    if (size - end >= two32) {
      throw VarvelException(ErrorKind.sizeLimit,
          expected: 'keys and shapes in less than 4 GiB');
    }
    if (checksum) {
      size += checksumLen;
    }
    out.length = 0;
    out
      ..ascii(magic)
      ..byte(version)
      ..byte(checksum ? flagChecksum : 0)
      ..uint16(0);
    writeLength(out.data, lengthAt, size);
    writeLength(out.data, treeEndAt, end);
    out.length = rootAt;
    _slot(_slots.single, 3, end);
    out.length = checksum ? size - checksumLen : size;
    if (checksum) {
      final (high, low) = xxh3(out.bytes, out.length);
      out.uint64(high, low);
    }
    return (bytes: out.take(), tables: end);
  }
}
